import CivilTime
import PlanModel
import RunModel

/// The clock changes of the window: a lane for each zone, a mark for each change.
struct ClocksPicture {
  /// The most zones that are drawn. The table covers more.
  static let maximumLanes = 14

  private struct Lane {
    var zone: String
    var changes: [ZoneUsage.Change]
    var accounts: Int
  }

  private let lanes: [Lane]
  private let leftOut: Int
  private let range: Range<Instant>
  private let touched: Int
  private static let (width, left, row) = (SVG.narrowWidth, 10, 36)

  /// - Returns: nil if no clock changes.
  init?(_ usage: [ZoneUsage.Usage], _ header: RunHeader) {
    let changing = usage.map { usage in
      Lane(
        zone: usage.zone.name, changes: usage.changes.filter { $0.accounts > 0 },
        accounts: usage.changes.map(\.accounts).max() ?? 0)
    }.filter { !$0.changes.isEmpty }
    let sorted = changing.sorted { a, b in
      a.accounts != b.accounts ? a.accounts > b.accounts : a.zone.compareBytes(b.zone) < 0
    }
    guard let last = sorted.flatMap({ $0.changes.map(\.transition.at) }).max() else { return nil }
    lanes = Array(sorted.prefix(ClocksPicture.maximumLanes))
    leftOut = sorted.count - lanes.count
    let end = header.now.advanced(bySeconds: Int64(header.days + 1) * 86_400)
    range = header.now..<max(end, last.advanced(bySeconds: 1))
    touched = sorted.reduce(0) { $0 + $1.changes.reduce(0) { $0 + $1.onTheDay } }
  }

  private var description: String {
    let words = lanes.flatMap { lane in
      lane.changes.map { "\(lane.zone) \($0.transition.change) at \($0.transition.at)" }
    }
    return words.joined(separator: "; ") + ". \(touched.counted("notification")) on the days of the changes."
  }

  var markup: Markup {
    let (left, row) = (ClocksPicture.left, ClocksPicture.row)
    let height = lanes.count * row
    let room = ClocksPicture.width - left - 80
    var svg = SVG(
      "picture-clocks", width: ClocksPicture.width, height: height + (leftOut > 0 ? 46 : 26),
      title: "Clock changes inside the window", description: description, form: .small)
    let days = Int((range.upperBound.epochSeconds - range.lowerBound.epochSeconds + 86_399) / 86_400)
    let step = [1, 2, 7, 14, 28, 61, 92].first { days / $0 <= 5 } ?? 122
    for day in stride(from: 0, through: days - 1, by: step) {
      let x = left + day * room / days
      svg.line(x, 0, x, height, day == 0 ? "axis" : "grid")
      svg.text(
        max(x, 18), height + 16, range.lowerBound.advanced(bySeconds: Int64(day) * 86_400).utc.date.short, "label",
        .middle)
    }
    for (index, lane) in lanes.enumerated() {
      let y = index * row + row - 12
      svg.text(left + 4, y - 12, lane.zone, "label")
      svg.line(left, y, left + room, y, "grid")
      for change in lane.changes {
        let seconds = change.transition.at.epochSeconds - range.lowerBound.epochSeconds
        let x = left + Int(seconds * Int64(room) / (Int64(days) * 86_400))
        let isForward = change.transition.after.seconds > change.transition.before.seconds
        svg.path(isForward ? "M\(x - 6) \(y + 5)l6 -11l6 11z" : "M\(x - 6) \(y - 5)l6 11l6 -11z", "mark")
        svg.text(x + 10, y + 4, "\(change.transition.shift), \(change.onTheDay.short)", "figure")
      }
    }
    if leftOut > 0 {
      svg.text(left, height + 36, "and \(leftOut.counted("more zone")), in the table", "label")
    }
    return svg.markup
  }
}

extension UTCOffset {
  /// Returns the clock change from this offset to another: `+1:00`, `−0:30`.
  func shift(to other: UTCOffset) -> String {
    let seconds = Int(other.seconds) - Int(self.seconds)
    let minutes = abs(seconds) / 60
    let rest = minutes % 60 < 10 ? "0\(minutes % 60)" : "\(minutes % 60)"
    return "\(seconds < 0 ? "−" : "+")\(minutes / 60):\(rest)"
  }
}

extension Zone.Transition {
  var shift: String { before.shift(to: after) }

  var change: String {
    after.seconds == before.seconds
      ? "keeps its offset" : "clocks go \(after.seconds > before.seconds ? "forward" : "back") (\(shift))"
  }
}
