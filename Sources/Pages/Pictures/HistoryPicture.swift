import CivilTime
import RunModel

/// One figure of the runs over time: a small picture in a series with one size and one time axis.
struct HistoryPicture {
  private static let (width, height, left, right, top, bottom) = (SVG.narrowWidth, 120, 36, 10, 14, 26)
  /// The most runs that are drawn with dots.
  private static let maximumDots = 62

  /// An identifier of letters, digits and `-`.
  let name: String
  let title: String
  /// Counts by run; nil if unknown.
  let points: [(now: Instant, count: Int?)]

  private var known: [(now: Instant, count: Int)] { points.compactMap { point in point.count.map { (point.now, $0) } } }

  private var description: String {
    let known = known
    guard let first = known.first, let last = known.last, let maximum = known.max(by: { $0.count < $1.count }),
      let least = known.min(by: { $0.count < $1.count })
    else { return "No run tells." }
    return
      "\(known.count.counted("run")) from \(first.now.utc.date) to \(last.now.utc.date): \(first.count.grouped) first, "
      + "\(last.count.grouped) last; the most \(maximum.count.grouped) on \(maximum.now.utc.date), the least "
      + "\(least.count.grouped) on \(least.now.utc.date)."
  }

  var markup: Markup {
    let (left, bottom) = (HistoryPicture.left, HistoryPicture.height - HistoryPicture.bottom)
    let right = HistoryPicture.width - HistoryPicture.right
    var svg = SVG(
      "picture-\(name)", width: HistoryPicture.width, height: HistoryPicture.height, title: title,
      description: description, form: .small)
    let scale = AxisScale(largest: known.map(\.count).max() ?? 0, length: bottom - HistoryPicture.top, ticks: 3)
    scale.draw(&svg, left, right, bottom)
    guard let first = points.first?.now, let last = points.last?.now else { return svg.markup }
    let span = max(1, last.epochSeconds - first.epochSeconds)
    func x(_ now: Instant) -> Int {
      first == last
        ? left + 8 : left + 4 + Int((now.epochSeconds - first.epochSeconds) * Int64(right - left - 8) / span)
    }
    let (begin, end) = (first.utc.date, last.utc.date)
    func label(_ date: LocalDate) -> String { begin.year == end.year ? date.short : "\(date.short) \(date.year)" }
    svg.text(left, bottom + 17, label(begin), "label")
    if begin != end { svg.text(right, bottom + 17, label(end), "label", .end) }
    var data = ""
    var isDown = false
    for point in points {
      guard let count = point.count else {
        isDown = false
        continue
      }
      data += "\(isDown ? "L" : "M")\(x(point.now)) \(bottom - scale.length(count))"
      isDown = true
    }
    svg.path(data, "taken")
    for point in known where points.count <= HistoryPicture.maximumDots {
      svg.rect(
        x(point.now) - 2, bottom - scale.length(point.count) - 2, 4, 4, "bar",
        tip: "\(point.now.utc.date.forReaders): \(point.count.grouped)")
    }
    return svg.markup
  }
}
