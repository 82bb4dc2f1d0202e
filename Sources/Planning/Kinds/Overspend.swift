import PlanModel

/// More was spent than a budget's limit.
enum Overspend {
  static let definition = DeclaredKind<BudgetItem>(
    KindDescription(
      "overspend", .event, items: [.budget], identifier: IdentifierRule(["id", "period"]),
      fields: [
        .text("name", "Groceries"), .amount("spent", currency: "EUR"), .amount("limit", currency: "EUR"),
        .amount("over", currency: "EUR"), .text("currency", "EUR", isOptional: true), .text("period", "2026-09"),
      ], word: .threshold),
    .event(of: BudgetItem.self, at: "updatedAt"),
    KindRules(
      checks: [], includes: { $0.spent > $0.limit },
      value: { name, budget in
        if name != "over" { return nil }
        return budget.spent.subtracting(budget.limit).map { .money(Money($0, budget.currency)) } ?? FieldValue.none
      })
  ).event()
}
