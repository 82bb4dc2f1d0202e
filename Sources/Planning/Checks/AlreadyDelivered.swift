import CivilTime
import PlanModel

extension Check {
  /// The user already has it.
  static let alreadyDelivered = Check(
    .alreadyDelivered, .candidate { candidate, context in isDelivered(candidate, context) },
    applies: { $1.hasDeliveries }
  ) { explainer in
    let candidate = explainer.candidate
    if candidate.at == nil, !explainer.kind.settings.isOnceADay { return nil }
    let deliveries = deliveries(of: explainer.request.identifier, explainer.kind, explainer.frame)
    let delivered = Explanation.Fact(
      .delivered, is: deliveries.isEmpty ? "never" : listed(deliveries.instants), explainer.account.location)
    guard let at = candidate.at else { return [delivered, .init(.countsOn, is: "\(explainer.frame.today)")] }
    switch explainer.kind.definition.delivery {
    case .ever where !candidate.isSnoozed: return [delivered, .init(.counts, is: "on any date")]
    case .since(let start):
      return [delivered, .init(.countsFrom, is: "\(start(candidate, explainer.frame))", explainer.request.location)]
    case .ever, .occurrence: return [delivered, .init(.countsFrom, is: "\(first(for: candidate, at))")]
    }
  }

  private static func listed(_ instants: [Instant]) -> Explanation.Fact.Value {
    Explainer.listing(instants) { "\($0)" }
  }

  private static func isDelivered(_ candidate: Candidate, _ context: CheckContext) -> Bool {
    let frame = context.frame
    let kind = frame.kinds[Int(candidate.kind)]
    let deliveries = deliveries(of: context.request(of: candidate).identifier, kind, frame)
    if deliveries.isEmpty { return false }
    guard let at = candidate.at else {
      return kind.settings.isOnceADay && deliveries.instants.contains { frame.date(at: $0) == frame.today }
    }
    if candidate.isSnoozed { return deliveries.hasAny(since: first(for: candidate, at)) }
    switch kind.definition.delivery {
    case .ever: return true
    case .since(let start):
      let first = start(candidate, frame)
      return deliveries.hasAny(since: first)
    case .occurrence:
      let first = first(for: candidate, at)
      return deliveries.hasAny(of: candidate.date, since: first)
    }
  }

  /// Returns the deliveries of a notification. An event is reported also by what went out at the end of a snooze; a due date
  /// is not, since a snooze may end before it.
  private static func deliveries(of id: NotificationID, _ kind: KindPlan, _ frame: AccountFrame) -> Deliveries {
    let delivery = kind.definition.delivery
    var all = frame.deliveries(of: id, onAnyDevice: delivery.isOnAnyDevice)
    guard kind.definition.description.shape.isOfInstant, kind.canBeSnoozed else { return all }
    let snoozed = NotificationID(id.text + NotificationID.snoozedEnding)
    for at in frame.deliveries(of: snoozed, onAnyDevice: delivery.isOnAnyDevice).instants { all.add(at: at, of: nil) }
    return all
  }

  /// Returns the earliest instant of a delivery that counts. A notification moved to a later hour after its delivery
  /// goes out again. Devices are up to a minute early.
  private static func first(for candidate: Candidate, _ at: Instant) -> Instant {
    (candidate.deferredFrom ?? at).advanced(bySeconds: -60)
  }
}
