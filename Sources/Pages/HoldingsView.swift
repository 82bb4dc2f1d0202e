import CivilTime
import PlanModel

/// What the device holds after the actions, one row per notification, and what it would show without them.
struct HoldingsView {
  /// The requests of one notification.
  private struct Holding {
    var request: Int32
    var repeats: Bool
    var isPlace: Bool
    var count = 0
    var slots = 0
    var first: Instant?
    var last: Instant?
  }

  let plan: AccountPlan
  let limits: AccountLimits

  /// The notifications by next delivery, places first.
  private var holdings: [Holding] {
    // Texts that vary by day give a notification several requests.
    var byNotification: [NotificationID: Int] = [:]
    var byRequest = [Int?](repeating: nil, count: plan.requests.count)
    var holdings: [Holding] = []
    for decision in plan.decisions where decision.outcome.reason == nil {
      let request = Int(decision.request)
      let place = byRequest[request] ?? byNotification[plan.requests[request].identifier] ?? holdings.count
      if place == holdings.count {
        holdings.append(
          Holding(
            request: decision.request, repeats: decision.repeats, isPlace: decision.outcome == .armed,
            first: decision.at))
      }
      if byRequest[request] == nil {
        byRequest[request] = place
        byNotification[plan.requests[request].identifier] = place
      }
      holdings[place].count += 1
      holdings[place].last = decision.at
      if decision.slot > 0 { holdings[place].slots += 1 }
    }
    return holdings
  }

  func add(to view: inout PageView) {
    let isKnown = !plan.actions.isEmpty
    let holdings = isKnown ? holdings : []
    let kept = isKnown ? plan.keptBeyondWindow : []
    view.add("hasHoldings", isKnown)
    view.add("held", holdings.reduce(kept.count) { $0 + ($1.repeats ? 1 : $1.count) })
    view.add("heldRepeating", some: holdings.count { $0.repeats })
    view.add("heldPlaces", some: holdings.count { $0.isPlace })
    view.add("heldBeyond", some: kept.count)
    view.add("holdings", holdings.prefix(limits.actions)) { view, holding in
      let request = Int(holding.request)
      view.add("notification", plan.requests[request].identifier.text.shown(limits.text))
      view.add("kind", plan.requests[request].kind.name)
      view.add("isPlace", holding.isPlace)
      view.add("repeats", holding.repeats)
      view.add("times", holding.count > 1 ? holding.count : nil)
      view.add("first", holding.first.map { plan.timeline.local(at: $0) }, in: plan.today.year)
      view.add("last", holding.count > 1 ? holding.last.map { plan.timeline.local(at: $0) } : nil, in: plan.today.year)
      view.add("slots", holding.slots)
    }
    view.add("beyond", kept.prefix(limits.others)) { view, action in
      view.add("notification", action.request.text.shown(limits.text))
      // The clocks in plan files reach no further than the window.
      view.add("at", action.at.map { $0.markup(in: plan.today.year) })
    }
    let left = max(0, holdings.count - limits.actions) + max(0, kept.count - limits.others)
    view.add("holdingsLeftOut", some: left)
    addUnwanted(&view)
  }

  /// Adds what the device holds now for times that the plan does not have.
  private func addUnwanted(_ view: inout PageView) {
    // A moved notification may keep its first instant and change only its repetition.
    let actions = plan.actions
    let unwanted = actions.indices.filter { index in
      if actions[index].verb == .cancel { return true }
      return actions[index].verb == .move && actions[index].from != nil && actions[index].from != actions[index].at
    }
    let first = unwanted.compactMap { actions[$0].from }.min()
    view.add("unwanted", some: unwanted.count)
    view.add("unwantedFirst", first.map { plan.timeline.local(at: $0) }, in: plan.today.year)
  }
}

extension AccountPlan {
  /// Actions to keep what goes out after the window: a longer plan would schedule it.
  var keptBeyondWindow: [Action] {
    actions.indices.filter { actions[$0].verb == .keep && actions[$0].reason == Reason.beyondWindow.code }
      .map { actions[$0] }
  }
}

extension Action.Verb {
  /// Returns the reason for the action in words: see ``PlanModel/Action/cause``.
  func words(_ cause: String?) -> String {
    let summary = cause.flatMap { Reason(code: $0) }?.summary
    return switch self {
    case .withdraw: summary ?? ""
    case .cancel where cause == Action.replaced: "other requests of the plan replace it"
    case .cancel where cause == Action.removed: "the account no longer has the item"
    case .cancel: summary ?? "this plan has no such notification"
    case .keep where cause == Action.rejected: "its record cannot be read"
    case .update: "the device has another \(cause ?? "text")"
    case .move: cause == nil ? "the device has another time" : "the device waits for a place"
    case .add: "the device does not have it"
    case .keep: summary ?? "it is as planned"
    }
  }
}
