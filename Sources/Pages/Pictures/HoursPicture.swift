import CivilTime
import RunModel

/// What goes out by local weekday and hour.
struct HoursPicture {
  private let hours: [Int]
  private static let (left, top, cell, row) = (44, 20, 29, 25)

  /// - Returns: nil where nothing goes out at a time.
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

  var markup: Markup {
    let (left, top, cell, row) = (HoursPicture.left, HoursPicture.top, HoursPicture.cell, HoursPicture.row)
    var svg = SVG(
      "picture-hours", width: left + 24 * cell + 4, height: top + 7 * row + 4,
      title: "Notifications by local weekday and hour of day", description: description)
    for hour in 0..<24 {
      svg.text(left + hour * cell + cell / 2, top - 7, hour < 10 ? "0\(hour)" : "\(hour)", "label", .middle)
    }
    let most = hours.max() ?? 0
    for weekday in Weekday.allCases {
      let y = top + Int(weekday.rawValue) * row
      svg.text(left - 8, y + row / 2 + 4, weekday.forReaders, "label", .end)
      for hour in 0..<24 {
        let count = hours[Int(weekday.rawValue) * 24 + hour]
        let x = left + hour * cell
        let tip =
          "\(weekday.forReaders) \(HoursPicture.clock(hour)) to \(HoursPicture.clock(hour + 1)): \(count.grouped)"
        switch HoursPicture.level(count, most) {
        case 0: svg.rect(x, y, cell - 2, row - 2, "h0")
        case 1: svg.rect(x, y, cell - 2, row - 2, "h1", tip: tip)
        case 2: svg.rect(x, y, cell - 2, row - 2, "h2", tip: tip)
        case 3: svg.rect(x, y, cell - 2, row - 2, "h3", tip: tip)
        default: svg.rect(x, y, cell - 2, row - 2, "h4", tip: tip)
        }
        guard count > 0 else { continue }
        let style = HoursPicture.level(count, most) > 2 ? "on-dark" : "on-light"
        svg.text(x + cell / 2 - 1, y + row / 2 + 3, count.short, style, .middle)
      }
    }
    return svg.markup
  }

  /// 0: none; 1 to 4: up to a quarter, a half, three quarters and all of the most.
  static func level(_ count: Int, _ most: Int) -> Int {
    count == 0 ? 0 : min(4, 1 + (count - 1) * 4 / max(1, most))
  }
}
