import PlanModel

extension Check {
  /// The wall time is not after `now`: a device cannot schedule it anymore.
  static let past = Check(
    .past, .candidate { candidate, context in candidate.at.map { $0 <= context.frame.now } ?? false },
    applies: { kind, _ in !kind.definition.description.shape.isOfInstant }
  ) { $0.kind.definition.description.shape.isOfInstant ? nil : passing($0) }

  /// The event is too old to report.
  static let expired = Check(
    .expired,
    .candidate { candidate, context in
      guard let at = candidate.at, !candidate.isLate, candidate.timing != .now else { return false }
      return at <= context.frame.now
    },
    applies: { kind, _ in kind.definition.description.shape.isOfInstant }
  ) { explainer in
    guard case .event(let instant) = explainer.candidate.timing, let facts = passing(explainer) else { return nil }
    return facts + [
      .init(.happenedAt, is: "\(instant)", explainer.request.location),
      .init(.today, is: "\(explainer.frame.today)"),
    ]
  }

  /// It is after the window; a later plan will have it.
  static let beyondWindow = Check(
    .beyondWindow, .candidate { candidate, context in candidate.at.map { $0 >= context.frame.windowEnd } ?? false }
  ) { explainer in
    guard let at = explainer.candidate.at else { return nil }
    return [.init(.at, is: "\(at)"), .init(.windowEnd, is: "\(explainer.plan.windowEnd)")]
  }

  private static func passing(_ explainer: Explainer) -> [Explanation.Fact]? {
    guard let at = explainer.candidate.at else { return nil }
    return [.init(.at, is: "\(at)"), .init(.now, is: "\(explainer.frame.now)")]
  }
}
