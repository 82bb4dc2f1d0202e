import PlanModel

/// More was spent than a budget's limit.
enum Overspend {
  static let definition = KindDefinition(
    KindDescription(
      "overspend", .event, items: [.budget], identifier: IdentifierRule(["id", "period"]),
      fields: [
        .text("name", "Groceries"), .amount("spent", currency: "EUR"), .amount("limit", currency: "EUR"),
        .amount("over", currency: "EUR"), .text("currency", "EUR", isOptional: true), .text("period", "2026-09"),
      ], word: .threshold),
    delivery: .ever, toldFor: KindDefinition.untilNextNight
  ) { frame, kind, list in
    for (index, budget) in frame.account.value.items.budgets.enumerated() where budget.spent > budget.limit {
      let request = frame.request(kind, item: budget.id, isOneOff: true, location: budget.location) { name in
        switch name {
        case "id": .text(budget.id.text)
        case "period": .text(budget.period)
        case "name": .text(budget.name)
        case "currency": .text(ifAny: budget.currency)
        case "spent": .money(Money(budget.spent, budget.currency))
        case "limit": .money(Money(budget.limit, budget.currency))
        case "over": budget.spent.subtracting(budget.limit).map { .money(Money($0, budget.currency)) } ?? .none
        default: .none
        }
      }
      list.addAlone(request, .event(budget.updatedAt), item: index)
    }
  }
}
