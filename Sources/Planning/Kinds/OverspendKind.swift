import PlanModel

/// More was spent than a budget's limit.
enum OverspendKind: KindExpansion {
  static func expand(_ frame: AccountFrame, _ settings: Policy.KindSettings, into list: inout CandidateList) {
    for budget in frame.account.items.budgets where budget.spent > budget.limit {
      let request = list.add(
        frame.request(.overspend, settings, item: budget.id, isOneOff: true, location: budget.location) { name in
          switch name {
          case "id": .text(budget.id.text)
          case "period": .text(budget.period)
          case "name": .text(budget.name)
          case "spent": .money(Money(budget.spent, nil))
          case "limit": .money(Money(budget.limit, nil))
          case "over": budget.spent.subtracting(budget.limit).map { .money(Money($0, nil)) } ?? .none
          default: .none
          }
        })
      list.add(request, .event(budget.updatedAt))
    }
  }
}
