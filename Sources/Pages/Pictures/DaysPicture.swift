import CivilTime
import PlanModel
import RunModel

/// Notifications by local day, stacked by kind; by week if there are many days.
struct DaysPicture {
  /// The most days that are shown one by one. More are shown by week.
  static let maximumDays = 45

  private struct Column {
    var first: LocalDate
    var counts: [Int]
    var total: Int { counts.reduce(0, +) }
  }

  private let kinds: KindSeries
  private let columns: [Column]
  private let isWeekly: Bool

  private static let (width, left, right, top, plot) = (760, 44, 8, 26, 190)
  /// On a phone the days are rows.
  private static let (narrowLeft, narrowRight, row) = (74, 36, 18)

  /// - Returns: nil if no notification has a time.
  init?(_ summary: RunSummary, _ kinds: KindSeries) {
    let byDate = summary.days
    guard let first = byDate.keys.min(), let last = byDate.keys.max() else { return nil }
    self.kinds = kinds
    let days = last.days(since: first) + 1
    isWeekly = days > DaysPicture.maximumDays
    let start = isWeekly ? first.adding(days: -Int(first.weekday.rawValue)) : first
    let step = isWeekly ? 7 : 1
    columns = stride(from: 0, through: last.days(since: start), by: step).map { offset in
      var column = Column(first: start.adding(days: offset), counts: kinds.series.map { _ in 0 })
      for day in 0..<step {
        guard let counts = byDate[column.first.adding(days: day)] else { continue }
        for (index, count) in kinds.counts(counts).enumerated() { column.counts[index] += count }
      }
      return column
    }
  }

  private var description: String {
    let total = columns.reduce(0) { $0 + $1.total }
    let fullest = columns.max { $0.total < $1.total }!
    let mean = total / columns.count
    return
      "\(total.counted("notification")) on \(columns.count.counted(isWeekly ? "week" : "day")), \(mean.grouped) on "
      + "average; the most, \(fullest.total.grouped), \(isWeekly ? "in the week from" : "on") "
      + "\(fullest.first.forReaders). By kind: "
      + kinds.series.map { "\($0.name) \($0.count.grouped)" }.joined(separator: ", ") + "."
  }

  private var title: String { "Notifications by local \(isWeekly ? "week" : "day"), stacked by kind" }

  /// The picture in both forms. Their patterns are in a separate picture, since a hidden one does not provide any.
  var markup: Markup {
    """
    <svg class="patterns" width="0" height="0" aria-hidden="true">\(KindSeries.patterns)</svg>
    \(wide)\(narrow)
    """
  }

  private var wide: Markup {
    let legendRows = (kinds.series.count + 3) / 4
    let plotTop = DaysPicture.top + legendRows * 20
    let baseline = plotTop + DaysPicture.plot
    var svg = SVG(
      "picture-days", width: DaysPicture.width, height: baseline + 38,
      title: title, description: description, form: .wide)
    drawLegend(&svg, left: DaysPicture.left, columns: 4, column: 178)
    let scale = AxisScale(largest: columns.map(\.total).max() ?? 0, length: DaysPicture.plot)
    scale.draw(&svg, DaysPicture.left, DaysPicture.width - DaysPicture.right, baseline)
    let room = DaysPicture.width - DaysPicture.left - DaysPicture.right
    // A few columns stay at the left instead of filling the width.
    let slot = min(72, room / columns.count)
    let bar = max(3, slot * 7 / 10)
    for (index, column) in columns.enumerated() {
      let x = DaysPicture.left + index * slot + (slot - bar) / 2
      draw(column, x, bar, baseline, scale, &svg)
      label(column, index, x + bar / 2, slot, baseline, &svg)
    }
    return svg.markup
  }

  private func draw(_ column: Column, _ x: Int, _ bar: Int, _ baseline: Int, _ scale: AxisScale, _ svg: inout SVG) {
    var sum = 0
    for (index, count) in column.counts.enumerated() where count > 0 {
      let bottom = baseline - scale.length(sum)
      sum += count
      let top = min(bottom - 1, baseline - scale.length(sum))
      svg.rect(
        x, top, bar, bottom - top, "part", fill: "url(#kind-\(index))",
        tip: "\(isWeekly ? "week from " : "")\(column.first.forReaders): \(kinds.series[index].name) \(count.grouped)",
        link: .day(
          column.first...(isWeekly ? column.first.adding(days: 6) : column.first),
          kind: kinds.series[index].kinds.count == 1 ? kinds.series[index].kinds[0] : nil))
    }
    if bar >= 16, sum > 0 {
      svg.text(x + bar / 2, baseline - scale.length(sum) - 5, sum.short, "figure", .middle)
    }
  }

  private func label(_ column: Column, _ index: Int, _ x: Int, _ slot: Int, _ baseline: Int, _ svg: inout SVG) {
    if slot >= 34 || columns.count == 1 {
      if !isWeekly { svg.text(x, baseline + 16, column.first.weekday.forReaders, "label", .middle) }
      svg.text(x, baseline + (isWeekly ? 16 : 31), column.first.short, "label", .middle)
    } else if isWeekly ? index % max(1, 44 / max(1, slot)) == 0 : column.first.weekday == .monday || index == 0 {
      // Beside the first column's label, that of a Monday would overlap.
      if index > 0, index * slot < 44 { return }
      svg.line(x, baseline, x, baseline + 5, "axis")
      svg.text(x, baseline + 18, column.first.short, "label", .middle)
    }
  }

  private var narrow: Markup {
    let top = (kinds.series.count + 1) / 2 * 20 + 12
    let row = columns.count > 20 ? 14 : DaysPicture.row
    let left = DaysPicture.narrowLeft
    var svg = SVG(
      "picture-days-narrow", width: SVG.narrowWidth, height: top + columns.count * row + 4, title: title,
      description: description, form: .narrow)
    drawLegend(&svg, left: 0, columns: 2, column: 172)
    let scale = AxisScale(
      largest: columns.map(\.total).max() ?? 0, length: SVG.narrowWidth - left - DaysPicture.narrowRight)
    svg.line(left, top, left, top + columns.count * row, "axis")
    for (index, column) in columns.enumerated() {
      let y = top + index * row
      svg.text(
        left - 6, y + row - 5,
        isWeekly ? column.first.short : "\(column.first.weekday.forReaders) \(column.first.short)", "label", .end)
      var sum = 0
      for (series, count) in column.counts.enumerated() where count > 0 {
        let start = left + scale.length(sum)
        sum += count
        svg.rect(start, y + 2, max(1, left + scale.length(sum) - start), row - 4, "part", fill: "url(#kind-\(series))")
      }
      if sum > 0 { svg.text(left + scale.length(sum) + 5, y + row - 5, sum.short, "figure") }
    }
    return svg.markup
  }

  private func drawLegend(_ svg: inout SVG, left: Int, columns: Int, column: Int) {
    for (index, series) in kinds.series.enumerated() {
      let x = left + index % columns * column
      let y = 4 + index / columns * 20
      svg.rect(x, y, 14, 14, "part", fill: "url(#kind-\(index))")
      svg.text(x + 20, y + 11, "\(series.name) \(series.count.short)", "label")
    }
  }
}

/// The kinds with their own color and pattern in a stacked picture: the most frequent. The others share one.
struct KindSeries {
  struct Series {
    var name: String
    var kinds: [Kind]
    var count: Int
  }

  /// The most series, including that of the other kinds.
  static let limit = 8

  /// The series by frequency, then in ``Kind``'s order.
  let series: [Series]

  init(_ summary: RunSummary) {
    let days = summary.days.values
    let used = summary.kindsOfDays.map { kind in (kind, count: days.reduce(0) { $0 + $1[kind.index] }) }
      .sorted { $0.count > $1.count }
    let own = used.count > KindSeries.limit ? used.prefix(KindSeries.limit - 1) : used[...]
    var series = own.map { Series(name: $0.name, kinds: [$0], count: $1) }
    let others = used.dropFirst(own.count)
    if !others.isEmpty {
      series.append(
        Series(
          name: others.count.counted("other kind"), kinds: others.map(\.0), count: others.reduce(0) { $0 + $1.count }))
    }
    self.series = series
  }

  /// Returns the count of each series in `day`.
  func counts(_ day: [Int]) -> [Int] { series.map { $0.kinds.reduce(0) { $0 + day[$1.index] } } }

  /// The fill patterns of the series: a color, and hatching for color-blind readers.
  static let patterns: Markup = """
    <defs>\
    <pattern id="kind-0" width="8" height="8" patternUnits="userSpaceOnUse"><rect width="8" height="8" class="s0"/></pattern>\
    <pattern id="kind-1" width="6" height="6" patternUnits="userSpaceOnUse"><rect width="6" height="6" class="s1"/><path d="M-1 7L7 -1M-1 1L1 -1M5 7L7 5" class="hatch"/></pattern>\
    <pattern id="kind-2" width="6" height="6" patternUnits="userSpaceOnUse"><rect width="6" height="6" class="s2"/><circle cx="3" cy="3" r="1.3" class="dot"/></pattern>\
    <pattern id="kind-3" width="6" height="5" patternUnits="userSpaceOnUse"><rect width="6" height="5" class="s3"/><path d="M0 2.5H6" class="hatch"/></pattern>\
    <pattern id="kind-4" width="6" height="6" patternUnits="userSpaceOnUse"><rect width="6" height="6" class="s4"/><path d="M-1 -1L7 7M-1 5L1 7M5 -1L7 1" class="hatch"/></pattern>\
    <pattern id="kind-5" width="5" height="6" patternUnits="userSpaceOnUse"><rect width="5" height="6" class="s5"/><path d="M2.5 0V6" class="hatch"/></pattern>\
    <pattern id="kind-6" width="7" height="7" patternUnits="userSpaceOnUse"><rect width="7" height="7" class="s6"/><path d="M0 3.5H7M3.5 0V7" class="hatch"/></pattern>\
    <pattern id="kind-7" width="4" height="4" patternUnits="userSpaceOnUse"><rect width="4" height="4" class="s7"/><circle cx="2" cy="2" r=".8" class="dot"/></pattern>\
    </defs>
    """
}
