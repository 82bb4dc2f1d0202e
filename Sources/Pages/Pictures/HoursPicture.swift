import CivilTime
import RunModel

/// Notifications by local weekday and hour.
struct HoursPicture {
  private let hours: [Int]
  /// The size of a cell and of the row and column heads.
  private struct Layout {
    var form: SVG.Form
    var (left, top, cell, row): (Int, Int, Int, Int)
    var columns: Int
    var rows: Int

    static let wide = Layout(form: .wide, left: 44, top: 20, cell: 29, row: 25, columns: 24, rows: 7)
    /// On a phone the hours are rows.
    static let narrow = Layout(form: .narrow, left: 46, top: 20, cell: 41, row: 19, columns: 7, rows: 24)
  }

  /// - Returns: nil if no notification has a time.
  init?(_ summary: RunSummary) {
    guard summary.hours.contains(where: { $0 > 0 }) else { return nil }
    hours = summary.hours
  }

  private var description: String {
    let byHour = (0..<24).map { hour in (0..<7).reduce(0) { $0 + hours[$1 * 24 + hour] } }
    let busiest = byHour.indices.max { (byHour[$0], $1) < (byHour[$1], $0) }!
    let night = (0..<6).reduce(0) { $0 + byHour[$1] }
    return "Most go out from \(HoursPicture.clock(busiest)) to \(HoursPicture.clock(busiest + 1)) local time: "
      + "\(byHour[busiest].grouped). Between midnight and 06:00: \(night.grouped)."
  }

  private static func clock(_ hour: Int) -> String { (hour < 10 ? "0\(hour)" : "\(hour)") + ":00" }

  var markup: Markup { "\(draw(.wide))\(draw(.narrow))" }

  private func draw(_ layout: Layout) -> Markup {
    let isWide = layout.form == .wide
    let bottom = layout.top + layout.rows * layout.row
    var svg = SVG(
      isWide ? "picture-hours" : "picture-hours-narrow", width: layout.left + layout.columns * layout.cell + 4,
      height: bottom + 28, title: "Notifications by local weekday and hour of day", description: description,
      form: layout.form)
    func name(_ index: Int, isHour: Bool) -> String {
      isHour ? String(HoursPicture.clock(index).prefix(2)) : Weekday.allCases[index].forReaders
    }
    for column in 0..<layout.columns {
      svg.text(
        layout.left + column * layout.cell + layout.cell / 2, layout.top - 7, name(column, isHour: isWide), "label",
        .middle)
    }
    let maximum = hours.max() ?? 0
    for row in 0..<layout.rows {
      let y = layout.top + row * layout.row
      svg.text(layout.left - 8, y + layout.row / 2 + 4, name(row, isHour: !isWide), "label", .end)
      for column in 0..<layout.columns {
        let (weekday, hour) = isWide ? (row, column) : (column, row)
        let count = hours[weekday * 24 + hour]
        let level = HoursPicture.level(count, maximum)
        let x = layout.left + column * layout.cell
        if count == 0 {
          // Empty cells have neither words nor a link.
          svg.rect(x, y, layout.cell - 2, layout.row - 2, HoursPicture.styles[0])
          continue
        }
        let day = Weekday.allCases[weekday]
        let tip =
          "\(day.forReaders) \(HoursPicture.clock(hour)) to \(HoursPicture.clock(hour + 1)): \(count.grouped)"
        svg.rect(
          x, y, layout.cell - 2, layout.row - 2, HoursPicture.styles[level], tip: isWide ? tip : nil,
          link: .hour(hour, on: day))
        svg.text(
          x + layout.cell / 2 - 1, y + layout.row / 2 + 3, count.short, level > 2 ? "on-dark" : "on-light", .middle)
      }
    }
    drawLegend(&svg, layout.left, bottom + 8, maximum)
    return svg.markup
  }

  private static let styles = ["h0", "h1 heat", "h2 heat", "h3 heat", "h4 heat"]

  private func drawLegend(_ svg: inout SVG, _ left: Int, _ y: Int, _ maximum: Int) {
    var x = left
    for (level, range) in HoursPicture.ranges(maximum) {
      let (first, last) = (range.lowerBound.short, range.upperBound.short)
      let words = first == last ? first : "\(first)–\(last)"
      svg.rect(x, y, 14, 14, HoursPicture.styles[level])
      svg.text(x + 19, y + 11, words, "label")
      x += 33 + words.utf8.count * 6
    }
  }

  /// Returns the counts that each level represents. If counts are few, some levels are missing.
  static func ranges(_ maximum: Int) -> [(level: Int, range: ClosedRange<Int>)] {
    let ends = (0...4).map { ($0 * maximum + 3) / 4 }
    return (1...4).compactMap { ends[$0 - 1] < ends[$0] ? ($0, ends[$0 - 1] + 1...ends[$0]) : nil }
  }

  /// Returns the level of a count: 0 for none, 1 to 4 for up to a quarter, a half, three quarters and all of `maximum`.
  static func level(_ count: Int, _ maximum: Int) -> Int {
    count == 0 ? 0 : min(4, 1 + (count - 1) * 4 / max(1, maximum))
  }
}
