import CivilTime
import PlanModel

/// The actions that the device has to take, and the notifications that reached its user.
struct DeviceView {
  let plan: AccountPlan
  let templates: ReportTemplates
  let limits: AccountLimits

  func add(to view: inout PageView) {
    addActions(&view)
    HoldingsView(plan: plan, limits: limits).add(to: &view)
    addDelivered(&view)
    let cancelled = plan.cancelled
    view.add("hasWithdrawn", !cancelled.isEmpty)
    view.add("withdrawn", cancelled.prefix(limits.others)) { view, occurrence in
      view.add("notification", occurrence.request.identifier.text.shown(limits.text))
      view.add("title", occurrence.request.title.shown(limits.text))
      view.add("local", occurrence.decision.at.map { plan.timeline.local(at: $0) }, in: plan.today.year)
    }
    view.add("withdrawnLeftOut", some: cancelled.count - limits.others)
  }

  private func addActions(_ view: inout PageView) {
    let counts = Dictionary(
      uniqueKeysWithValues: Action.Verb.allCases.compactMap { verb in
        let count = plan.actions.indices.count { plan.actions[$0].verb == verb }
        return count > 0 ? (verb, count) : nil
      })
    view.add("hasActions", !plan.actions.isEmpty)
    view.add("kept", counts[.keep] ?? 0)
    view.add("added", counts[.add] ?? 0)
    view.add("moved", counts[.move] ?? 0)
    view.add("updated", counts[.update])
    view.add("takenBack", counts[.withdraw])
    view.add("cancelled", counts[.cancel] ?? 0)
    // Wrong notifications on the device come before missing ones.
    let verbs: [Action.Verb] = [.withdraw, .cancel, .move, .update, .add]
    // If the device holds nothing, every notification is added, and the timeline shows them already.
    let isNew = counts[.add] == plan.actions.count
    let due = isNew ? [] : verbs.flatMap { verb in plan.actions.filter { $0.verb == verb } }
    var rows = Markup()
    for action in due.prefix(limits.actions) { rows.append(templates.action.fill(self.view(action))) }
    view.add("isNew", isNew)
    view.add("actionRows", rows.isEmpty ? nil : rows)
    view.add("actionsLeftOut", some: due.count - limits.actions)
  }

  func view(_ action: Action) -> PageView {
    var view = PageView()
    view.add("verb", action.verb.rawValue)
    view.add("notification", action.request.text.shown(limits.text))
    view.add("from", action.from.map { plan.timeline.local(at: $0) }, in: plan.today.year)
    view.add("to", action.at.map { plan.timeline.local(at: $0) }, in: plan.today.year)
    let reason = action.reason.flatMap { Reason(code: $0) }
    view.add("reason", reason?.code)
    view.add("why", action.verb.words(action.cause))
    return view
  }

  private func addDelivered(_ view: inout PageView) {
    let delivered = plan.account.delivered
    let planned = delivered.isEmpty ? [:] : plan.plannedKinds
    var rows = Markup()
    for entry in plan.account.value.newestDeliveries {
      let id = entry.id.notification
      rows.append(templates.delivered.fill(self.view(entry, planned[id] ?? plan.deliveredKinds[id])))
    }
    view.add("delivered", delivered.count)
    view.add("deliveredRows", rows.isEmpty ? nil : rows)
    view.add("deliveredLeftOut", some: delivered.count - Account.listedDeliveries)
  }

  func view(_ entry: Account.Delivered, _ kind: DeliveredKind?) -> PageView {
    var row = PageView()
    row.add("local", plan.markup(entry.at))
    row.add("offset", plan.timeline.offset(at: entry.at).description)
    row.add("notification", entry.id.text.shown(limits.text))
    row.add("kind", kind?.kind.name)
    row.add("destination", kind?.destination?.shown(limits.text))
    return row
  }
}

extension AccountPlan {
  /// The kinds of the notifications that decisions are about: the only requests in a plan's files.
  fileprivate var plannedKinds: [NotificationID: DeliveredKind] {
    var kinds: [NotificationID: DeliveredKind] = [:]
    var isKnown = [Bool](repeating: false, count: requests.count)
    for decision in decisions where !isKnown[Int(decision.request)] {
      isKnown[Int(decision.request)] = true
      let request = requests[Int(decision.request)]
      let known = kinds[request.identifier]
      kinds[request.identifier] = known ?? DeliveredKind(request.kind, destination: request.destination)
    }
    return kinds
  }
}
