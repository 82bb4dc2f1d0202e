import PlanModel
import RunModel

/// A picture as inline SVG. Screen readers read its title and description; a table beside it has the figures.
///
/// All lengths are integers in view box units. Colors come from classes of `style.css`.
struct SVG {
  enum Anchor: String { case start, middle, end }

  /// The window widths at which the picture is shown.
  enum Form: String {
    case always = "picture"
    /// Drawn for a phone and enlarged on wider windows.
    case small = "picture small"
  }

  /// The width that fits a window of 390 pixels.
  static let narrowWidth = 340

  private var body: Markup

  /// - Parameter id: Unique on the page; only letters, digits and `-`.
  init(_ id: String, width: Int, height: Int, title: String, description: String, form: Form = .always) {
    body = """
      <svg class="\(form.rawValue)" role="img" viewBox="0 0 \(width) \(height)" width="\(width)" height="\(height)" \
      aria-labelledby="\(id)-t \(id)-d"><title id="\(id)-t">\(title)</title><desc id="\(id)-d">\(description)</desc>
      """
  }

  var markup: Markup { "\(body)</svg>\n" }

  /// - Parameter tip: The tooltip.
  mutating func rect(_ x: Int, _ y: Int, _ width: Int, _ height: Int, _ style: String, tip: String? = nil) {
    body.append("<rect x=\"", x, "\" y=\"", y, "\" width=\"")
    body.append("", width, "\" height=\"", height, "\"")
    body.append(" class=\"", escaping: style, then: "\"")
    if let tip { body.append("><title>\(tip)</title></rect>") } else { body.append("/>") }
  }

  mutating func text(_ x: Int, _ y: Int, _ text: String, _ style: String = "", _ anchor: Anchor = .start) {
    body.append("<text x=\"", x, "\" y=\"", y, "\"")
    if !style.isEmpty { body.append(" class=\"", escaping: style, then: "\"") }
    if anchor != .start { body.append(" text-anchor=\"", escaping: anchor.rawValue, then: "\"") }
    body.append(">", escaping: text, then: "</text>")
  }

  mutating func line(_ x1: Int, _ y1: Int, _ x2: Int, _ y2: Int, _ style: String) {
    body.append("<path d=\"M", x1, " ", y1, "L")
    body.append("", x2, " ", y2, "\"")
    body.append(" class=\"", escaping: style, then: "\"/>")
  }

  /// - Parameter data: Path data: commands and numbers.
  mutating func path(_ data: Markup, _ style: String) {
    body.append("<path d=\"")
    body.append(data)
    body.append("\" class=\"", escaping: style, then: "\"/>")
  }
}

/// An axis from 0 to a round number, with a few round ticks.
struct AxisScale {
  /// The step between two ticks: 1, 2 or 5 times a power of ten.
  let step: Int
  /// The last tick; not less than the largest value.
  let top: Int
  /// The length of the axis in units of the picture.
  let length: Int

  /// - Parameter largest: The largest value to show; 0 gives an axis up to 1.
  init(largest: Int, length: Int, ticks: Int = 4) {
    let wanted = max(1, largest)
    var step = 1
    var power = 1
    search: while true {
      for factor in [1, 2, 5] {
        step = factor * power
        if step * ticks >= wanted { break search }
      }
      power *= 10
    }
    self.step = step
    top = (wanted + step - 1) / step * step
    self.length = length
  }

  var ticks: [Int] { Array(stride(from: 0, through: top, by: step)) }

  /// Draws the grid and the labels of an upright axis.
  func draw(
    _ svg: inout SVG, _ left: Int, _ right: Int, _ baseline: Int, _ label: (Int) -> String = { $0.short }
  ) {
    for tick in ticks {
      let y = baseline - length(tick)
      svg.line(left, y, right, y, tick == 0 ? "axis" : "grid")
      svg.text(left - 6, y + 4, label(tick), "label", .end)
    }
  }

  /// Returns the units from 0 to `value`, at least one unless it is 0.
  func length(_ value: Int) -> Int {
    value == 0 ? 0 : max(1, Int(Double(value) * Double(length) / Double(top) + 0.5))
  }
}

/// Bars in the rows of a table, on one scale.
struct RowBars {
  private static let length = 100

  private let largest: Int

  init(_ counts: some Sequence<Int>) { largest = counts.max() ?? 0 }

  /// Returns a bar, hidden from screen readers because its number is beside it; nil for 0.
  func markup(_ count: Int, isProblem: Bool = false) -> Markup? {
    guard count > 0 else { return nil }
    let style: Markup = isProblem ? "stop-bar" : "kept-bar"
    let width = max(1, count * RowBars.length / max(1, largest))
    return """
      <svg class="share" viewBox="0 0 \(RowBars.length) 8" preserveAspectRatio="none" aria-hidden="true">\
      <rect width="\(width)" height="8" class="\(style)"/></svg>
      """
  }

  /// Returns the level of a count in a heat map: 0 for none, 1 to 4 for up to a quarter, a half, three quarters and all
  /// of the largest.
  func level(_ count: Int) -> Int { count == 0 ? 0 : min(4, 1 + (count - 1) * 4 / max(1, largest)) }
}

extension RunSummary {
  /// The reasons of its drops: findings first, then by count, then in the order of the checks.
  var sortedReasons: [(reason: Reason, count: Int)] {
    Reason.allCases.filter { reasons[$0.index] > 0 }.map { ($0, reasons[$0.index]) }
      .sorted { a, b in
        let isProblem = problems(a.0) > 0
        if isProblem != (problems(b.0) > 0) { return isProblem }
        return a.1 != b.1 ? a.1 > b.1 : a.0.index < b.0.index
      }
  }
}
