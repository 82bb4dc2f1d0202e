import CivilTime
import PlanModel

extension Check {
  /// The event happened while the app was in the foreground, for kinds whose news the app then shows itself.
  static let appActive = Check(
    .appActive, .candidate { foreground($0, $1.frame) != nil }
  ) { explainer in
    guard case .event(let instant) = explainer.candidate.timing, let at = explainer.candidate.at else { return nil }
    let interval = foreground(explainer.candidate, explainer.frame)
    return [
      .init(.happenedAt, is: "\(instant)", explainer.request.location), .init(.goesOutAt, is: "\(at)"),
      .init(
        .appOpen,
        is: interval.map {
          $0.upperBound == .distantFuture ? "since \($0.lowerBound)" : "\($0.lowerBound) to \($0.upperBound)"
        }
          ?? "not then",
        explainer.account.location),
    ]
  }

  /// Returns the foreground stretch that contains the event, or the instant at which it would go out.
  private static func foreground(_ candidate: Candidate, _ frame: AccountFrame) -> Range<Instant>? {
    guard case .event(let instant) = candidate.timing else { return nil }
    let found = [frame.foreground.first(with: instant), candidate.at.flatMap { frame.foreground.first(with: $0) }]
    return found.compactMap(\.self).min().map { frame.account.value.active[$0] }
  }
}
