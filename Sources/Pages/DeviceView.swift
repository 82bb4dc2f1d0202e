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
    let newest = delivered.enumerated().sorted { ($1.element.at, $0.offset) < ($0.element.at, $1.offset) }
    let kinds = newest.isEmpty ? DeliveredKinds([]) : DeliveredKinds(plan.decidedRequests)
    var rows = Markup()
    for (_, entry) in newest.prefix(AccountLimits.delivered) {
      rows.append(templates.delivered.fill(self.view(entry, kinds.request(of: entry.id.notification))))
    }
    view.add("delivered", delivered.count)
    view.add("deliveredRows", rows.isEmpty ? nil : rows)
    view.add("deliveredLeftOut", some: delivered.count - AccountLimits.delivered)
  }

  func view(_ entry: Account.Delivered, _ request: NotificationRequest?) -> PageView {
    var row = PageView()
    row.add("local", plan.markup(entry.at))
    row.add("offset", plan.timeline.offset(at: entry.at).description)
    row.add("notification", entry.id.text.shown(limits.text))
    row.add("kind", request?.kind.name)
    // A request whose identifier differs in numbers is about another item or day.
    let destination = request?.identifier == entry.id.notification ? request?.destination : nil
    row.add("destination", destination?.shown(limits.text))
    return row
  }
}

extension AccountPlan {
  /// The requests that a decision refers to, in the order of decisions: the only ones in a plan's files.
  fileprivate var decidedRequests: [NotificationRequest] {
    var isKnown = [Bool](repeating: false, count: requests.count)
    var decided: [NotificationRequest] = []
    for decision in decisions where !isKnown[Int(decision.request)] {
      isKnown[Int(decision.request)] = true
      decided.append(requests[Int(decision.request)])
    }
    return decided
  }
}

/// The kinds of delivered notifications, as far as the plan shows them.
struct DeliveredKinds {
  private var byIdentifier: [NotificationID: NotificationRequest] = [:]
  /// Requests by identifier without its numbers; nil if several kinds share it.
  private var byForm: [String: NotificationRequest?] = [:]

  init(_ requests: [NotificationRequest]) {
    for request in requests where byIdentifier[request.identifier] == nil {
      byIdentifier[request.identifier] = request
      let form = DeliveredKinds.form(request.identifier)
      if let known = byForm[form] {
        if known?.kind != request.kind { byForm[form] = .some(nil) }
      } else {
        byForm[form] = request
      }
    }
  }

  /// Returns the request with this identifier, or one whose identifier differs only in numbers, such as a date.
  func request(of id: NotificationID) -> NotificationRequest? {
    byIdentifier[id] ?? byForm[DeliveredKinds.form(id)] ?? nil
  }

  private static func form(_ id: NotificationID) -> String {
    var form: [UInt8] = []
    for byte in id.text.utf8 {
      guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else {
        form.append(byte)
        continue
      }
      if form.last != UInt8(ascii: "#") { form.append(UInt8(ascii: "#")) }
    }
    return String(decoding: form, as: UTF8.self)
  }
}
