import PlanModel

extension Check {
  /// It happened while the app was in the foreground. Of the kinds whose news the app then shows itself.
  static let appActive = Check(
    .appActive,
    .candidate { candidate, context in
      guard case .event(let instant) = candidate.timing else { return false }
      return context.frame.account.value.active.contains { $0.contains(instant) }
    }
  ) { explainer in
    guard case .event(let instant) = explainer.candidate.timing, explainer.candidate.at != nil else { return nil }
    let interval = explainer.account.active.first { $0.contains(instant) }
    return [
      .init("happened at", "\(instant)", explainer.request.location),
      .init(
        "the app was open", interval.map { "\($0.lowerBound) to \($0.upperBound)" } ?? "not then",
        explainer.account.location),
    ]
  }
}
