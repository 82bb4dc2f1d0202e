import PlanModel

/// More was spent than a budget's limit.
enum Overspend {
  static let definition = KindDefinition(
    KindDescription(
      "overspend", .event, items: [.budget], identifier: IdentifierRule(["id", "period"]),
      fields: [
        .text("name", "Groceries"), .amount("spent", currency: nil), .amount("limit", currency: nil),
        .amount("over", currency: nil), .text("period", "2026-09"),
      ]),
    delivery: .ever
  ) { frame, kind, list in
    for (index, budget) in frame.account.value.items.budgets.enumerated() where budget.spent > budget.limit {
      let request = frame.request(kind, item: budget.id, isOneOff: true, location: budget.location) { name in
        switch name {
        case "id": .text(budget.id.text)
        case "period": .text(budget.period)
        case "name": .text(budget.name)
        case "spent": .money(Money(budget.spent, nil))
        case "limit": .money(Money(budget.limit, nil))
        case "over": budget.spent.subtracting(budget.limit).map { .money(Money($0, nil)) } ?? .none
        default: .none
        }
      }
      list.add(list.add(request), .event(budget.updatedAt), item: index)
    }
  }
}
