import CivilTime
import RunModel

/// The number of accounts whose plan is whole, by day, as a curve.
struct RunOutPicture {
  private let accounts: Int
  private let first: LocalDate
  private let year: Int
  /// The accounts whose plan begins to be incomplete, by day.
  private let horizons: [(date: LocalDate, count: Int)]
  private static let (width, left, top, plot) = (SVG.narrowWidth, 44, 12, 120)

  /// - Returns: nil if every plan is whole to its end.
  init?(_ summary: RunSummary, _ header: RunHeader) {
    horizons = summary.horizonDays.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    guard let first = horizons.first else { return nil }
    year = header.now.utc.date.year
    self.first = min(header.now.utc.date, first.date)
    accounts = summary.accounts
  }

  private var description: String {
    var whole = accounts
    return horizons.prefix(30).map { entry in
      whole -= entry.count
      return "\(whole.grouped) from \(entry.date.forReaders)"
    }.joined(separator: "; ") + "."
  }

  var markup: Markup {
    let (left, top) = (RunOutPicture.left, RunOutPicture.top)
    let baseline = top + RunOutPicture.plot
    let right = RunOutPicture.width - 8
    var svg = SVG(
      "picture-run-out", width: RunOutPicture.width, height: baseline + 26, title: "Accounts with a whole plan, by day",
      description: description)
    let scale = AxisScale(largest: accounts, length: RunOutPicture.plot, ticks: 3)
    scale.draw(&svg, left, right, baseline)
    let days = horizons[horizons.count - 1].date.days(since: first) + 2
    func x(_ date: LocalDate) -> Int { left + date.days(since: first) * (right - left) / days }
    var curve: Markup = "M\(left) \(baseline - scale.length(accounts))"
    var whole = accounts
    for entry in horizons {
      whole -= entry.count
      curve.append("H", x(entry.date), "V", baseline - scale.length(whole), "")
    }
    curve.append("H", right, "")
    svg.path(curve, "taken")
    for date in Set([first, horizons[0].date]).sorted() where date == first || x(date) > left + 48 {
      svg.line(x(date), baseline, x(date), baseline + 5, "axis")
      svg.text(x(date), baseline + 18, date.short(in: year), "label", x(date) > right - 24 ? .end : .middle)
    }
    return svg.markup
  }
}
