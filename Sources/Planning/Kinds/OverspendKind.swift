import PlanModel

/// More was spent than a budget's limit.
enum OverspendKind: KindExpansion {
  static func expand(_ frame: AccountFrame, _ settings: Policy.KindSettings, into list: inout CandidateList) {
    for budget in frame.account.items.budgets where budget.spent > budget.limit {
      let field = { (name: String) in
        switch name {
        case "id": budget.id.text
        case "period": budget.period
        case "name": budget.name
        case "spent": budget.spent.description
        case "limit": budget.limit.description
        default: ""
        }
      }
      let identifier = settings.identifier().filled(field)
      let request = list.add(
        NotificationRequest(
          kind: .overspend, identifier: NotificationID(identifier), item: budget.id, settings: settings,
          title: settings.title.filled(field), body: settings.body.filled(field), subject: identifier, isOneOff: true,
          location: budget.location))
      list.add(request, .event(budget.updatedAt))
    }
  }
}
