import CivilTime
import PlanModel

/// Checks 14 to 18.
extension Explainer {
  func circumstance(_ reason: Reason) -> [Explanation.Fact]? {
    guard candidate.at != nil else { return nil }
    switch reason {
    case .alreadyDelivered: return delivered()
    case .appliesTomorrow where candidate.kind == .morning:
      guard let changedAt = account.preferences.morning?.changedAt else { return nil }
      return [
        .init("changedAt", "\(changedAt)", account.location),
        .init("delivered before it today", deliveredTiers(before: changedAt), account.location),
      ]
    case .appActive:
      guard [.goal, .milestone, .unlock].contains(candidate.kind), case .event(let instant) = candidate.timing else {
        return nil
      }
      let interval = account.active.first { $0.contains(instant) }
      return [
        .init("happened at", "\(instant)", request.location),
        .init(
          "the app was open", interval.map { "\($0.lowerBound) to \($0.upperBound)" } ?? "not then", account.location),
      ]
    case .superseded:
      guard case .milestone(let goalAt) = candidate.detail else { return nil }
      return [
        .init("told late", "\(candidate.isLate)"),
        .init("goal reached at", goalAt.map { "\($0)" } ?? "not reached", request.location),
        .init("now", "\(frame.now)"),
      ]
    case .nothingDue:
      guard case .digest(let count) = candidate.detail else { return nil }
      return [.init("bills due in the seven days", "\(count)", account.location)]
    default: return nil
    }
  }

  private func delivered() -> [Explanation.Fact] {
    let deliveries = frame.deliveries(of: request.identifier)
    var facts = [
      Explanation.Fact(
        "delivered", deliveries.isEmpty ? "never" : deliveries.map { "\($0)" }.joined(separator: ", "),
        account.location)
    ]
    if case .session(let startedAt) = candidate.detail {
      facts.append(.init("counts from", "\(startedAt)", request.location))
    } else if candidate.kind.identifierNamesEvent {
      facts.append(.init("counts", "on any date"))
    } else {
      facts.append(.init("counts on", "\(plan.timeline.local(at: candidate.at!).date)"))
    }
    return facts
  }

  private func deliveredTiers(before changedAt: Instant) -> String {
    guard let settings = frame.policy[.morning] else { return "none" }
    let tiers = account.delivered.filter {
      $0.at < changedAt && plan.timeline.local(at: $0.at).date == frame.today && MorningKind.isTier($0.id, settings)
    }
    return tiers.isEmpty ? "none" : tiers.map { "\($0.id) at \($0.at)" }.joined(separator: ", ")
  }
}
