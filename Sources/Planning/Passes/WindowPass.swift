import PlanModel

/// Checks 12 and 13: not before `now`, and before the window's end.
enum WindowPass {
  static func check(_ candidate: Candidate, _ frame: AccountFrame) -> Reason? {
    guard let at = candidate.at else { return nil }
    if at < frame.now { return candidate.kind.isEvent ? .expired : .past }
    return at >= frame.windowEnd ? .beyondWindow : nil
  }
}
