import PlanModel

/// More was spent than a budget's limit.
enum Overspend {
  static let definition = DeclaredKind(
    KindDescription(
      "overspend", .event, items: [.budget], identifier: IdentifierRule(["id", "period"]),
      fields: [
        .text("name", "Groceries"), .amount("spent", currency: "EUR"), .amount("limit", currency: "EUR"),
        .amount("over", currency: "EUR"), .text("currency", "EUR", isOptional: true), .text("period", "2026-09"),
      ], word: .threshold),
    .event(of: ShippedItems.budget, at: "updatedAt"),
    KindRules(
      checks: [], includes: { over($0) != nil },
      value: { name, budget in
        if name != "over" { return nil }
        guard let (spent, limit) = over(budget) else { return FieldValue.none }
        return spent.amount.subtracting(limit.amount).map { .money(Money($0, spent.currency)) } ?? FieldValue.none
      })
  ).event()

  /// nil: the limit is not passed.
  private static func over(_ budget: Item) -> (spent: Money, limit: Money)? {
    guard let spent = budget.spent, let limit = budget.limit, spent.amount > limit.amount else { return nil }
    return (spent, limit)
  }
}
