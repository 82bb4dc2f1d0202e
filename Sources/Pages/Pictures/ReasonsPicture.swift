import PlanModel
import RunModel

/// How many candidates each reason keeps from going out.
struct ReasonsPicture {
  private let reasons: [(reason: Reason, count: Int)]
  private let problems: [Reason]
  private static let (width, left, row) = (760, 180, 22)

  /// - Returns: nil where nothing was dropped.
  init?(_ summary: RunSummary) {
    reasons = ReasonsPicture.order(summary)
    problems = Reason.allCases.filter { summary.problems($0) > 0 }
    if reasons.isEmpty { return nil }
  }

  /// Those worth a look first, then by count, then in the order of the checks.
  static func order(_ summary: RunSummary) -> [(reason: Reason, count: Int)] {
    Reason.allCases.filter { summary.reasons[$0.index] > 0 }.map { ($0, summary.reasons[$0.index]) }
      .sorted { a, b in
        let isProblem = summary.problems(a.0) > 0
        if isProblem != (summary.problems(b.0) > 0) { return isProblem }
        return a.1 != b.1 ? a.1 > b.1 : a.0.index < b.0.index
      }
  }

  private var description: String {
    reasons.map {
      "\($0.reason.entry.summary) \($0.count.grouped)\(problems.contains($0.reason) ? " (worth a look)" : "")"
    }
    .joined(separator: ", ") + "."
  }

  var markup: Markup {
    let (left, row) = (ReasonsPicture.left, ReasonsPicture.row)
    let height = reasons.count * row
    var svg = SVG(
      "picture-reasons", width: ReasonsPicture.width, height: height + 26,
      title: "Candidates that do not go out, by reason", description: description)
    let scale = AxisScale(largest: reasons.map(\.count).max() ?? 0, length: ReasonsPicture.width - left - 60)
    for tick in scale.ticks {
      let x = left + scale.length(tick)
      svg.line(x, 0, x, height, tick == 0 ? "axis" : "grid")
      svg.text(x, height + 16, tick.short, "label", .middle)
    }
    for (index, entry) in reasons.enumerated() {
      let y = index * row
      let isProblem = problems.contains(entry.reason)
      svg.text(
        left - 8, y + 15, (isProblem ? "● " : "") + entry.reason.entry.summary, isProblem ? "stop-text" : "label", .end)
      svg.rect(left, y + 3, scale.length(entry.count), row - 7, isProblem ? "bar stop-bar" : "bar calm-bar")
      svg.text(left + scale.length(entry.count) + 6, y + 15, entry.count.short, "figure")
    }
    return svg.markup
  }
}
