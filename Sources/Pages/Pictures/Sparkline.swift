/// A finding's counts over the last runs, as small bars; the last one is the current run's.
struct Sparkline {
  private static let (step, height) = (6, 20)
  /// The least number of runs that show a course.
  private static let fewest = 3

  private let counts: [Int]

  /// - Parameter counts: The oldest first.
  /// - Returns: nil if there are too few runs.
  init?(_ counts: [Int]) {
    if counts.count < Sparkline.fewest { return nil }
    self.counts = counts
  }

  var markup: Markup {
    let (step, height) = (Sparkline.step, Sparkline.height)
    let label = "The last \(counts.count) runs: \(counts.map(\.grouped).joined(separator: ", "))"
    var bars: Markup = "<title>\(label)</title>"
    let largest = max(1, counts.max() ?? 1)
    for (index, count) in counts.enumerated() {
      let length = max(1, count * height / largest)
      let style: Markup = index == counts.count - 1 ? "stop-bar" : "calm-bar"
      bars.append(
        "<rect class=\"\(style)\" x=\"\(index * step)\" y=\"\(height - length)\" width=\"\(step - 2)\" height=\"\(length)\"/>"
      )
    }
    let width = counts.count * step
    return """
      <svg class="spark" role="img" viewBox="0 0 \(width) \(height)" width="\(width)" height="\(height)">\(bars)</svg>
      """
  }
}
