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
    let deliveries = explainer.frame.deliveries(
      of: explainer.request.identifier, onAnyDevice: explainer.kind.definition.delivery.isOnAnyDevice)
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
    let deliveries = frame.deliveries(
      of: context.request(of: candidate).identifier, onAnyDevice: kind.definition.delivery.isOnAnyDevice)
    if deliveries.isEmpty { return frame.hasSnoozedDeliveries && isToldAfterSnooze(candidate, kind, context) }
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

  /// Returns whether an event went out at the end of a snooze, once it had happened.
  private static func isToldAfterSnooze(
    _ candidate: Candidate, _ kind: KindPlan, _ context: CheckContext
  ) -> Bool {
    guard !candidate.isSnoozed, kind.definition.description.shape.isOfInstant else { return false }
    let delivery = kind.definition.delivery
    let snoozed = NotificationID(context.request(of: candidate).identifier.text + NotificationID.snoozedEnding)
    var first = Instant.distantPast
    if case .event(let instant) = candidate.timing { first = instant }
    if case .since(let start) = delivery { first = max(first, start(candidate, context.frame)) }
    return context.frame.deliveries(of: snoozed, onAnyDevice: delivery.isOnAnyDevice).hasAny(since: first)
  }

  /// Returns the earliest instant of a delivery that counts. A notification moved to a later hour after its delivery
  /// goes out again. Devices are up to a minute early.
  private static func first(for candidate: Candidate, _ at: Instant) -> Instant {
    (candidate.deferredFrom ?? at).advanced(bySeconds: -60)
  }
}
