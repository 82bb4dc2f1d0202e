import PlanModel
import RunModel

/// Bars in the table of reasons that show how many candidates each reason drops, on one scale.
struct ReasonBars {
  private static let length = 100

  private let largest: Int

  init(_ counts: some Sequence<Int>) { largest = counts.max() ?? 0 }

  /// Returns the reasons: those that need attention first, then by count, then in the order of the checks.
  static func order(_ summary: RunSummary) -> [(reason: Reason, count: Int)] {
    Reason.allCases.filter { summary.reasons[$0.index] > 0 }.map { ($0, summary.reasons[$0.index]) }
      .sorted { a, b in
        let isProblem = summary.problems(a.0) > 0
        if isProblem != (summary.problems(b.0) > 0) { return isProblem }
        return a.1 != b.1 ? a.1 > b.1 : a.0.index < b.0.index
      }
  }

  /// Returns a bar, hidden from screen readers because its number is beside it.
  func markup(_ count: Int, isProblem: Bool) -> Markup {
    let style: Markup = isProblem ? "stop-bar" : "calm-bar"
    let width = max(1, count * ReasonBars.length / max(1, largest))
    return """
      <svg class="share" viewBox="0 0 \(ReasonBars.length) 8" preserveAspectRatio="none" aria-hidden="true">\
      <rect width="\(width)" height="8" class="\(style)"/></svg>
      """
  }
}
