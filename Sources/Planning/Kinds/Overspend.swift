import PlanModel

extension Kinds {
  static let overspend = ShippedKind(
    KindDescription(
      "overspend", "when a budget is overspent",
      KindDeclaration(.threshold, of: ShippedItems.budget) { budget in
        budget.number = budget.place("spent")
        budget.above = .field(budget.place("limit"))
        budget.at = budget.place("updatedAt")
      },
      identifier: IdentifierRule(["id", "period"]),
      fields: [
        .text("name", "Groceries"), .amount("spent", currency: "EUR"), .amount("limit", currency: "EUR"),
        .amount("over", currency: "EUR"), .text("currency", "EUR", isOptional: true), .text("period", "2026-09"),
      ],
      sample: KindSample { clock in
        [
          .init(
            .budget, "food",
            #""name": "Eating out", "spent": "182.40", "limit": "150.00", "currency": "EUR", "#
              + #""period": "\#("\(clock.day(0))".prefix(7))", "updatedAt": "\#(clock.at(minutes: -60))""#)
        ]
      }))
}
