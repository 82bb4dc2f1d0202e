import CivilTime
import PlanModel
import RunModel

/// The night of a clock change: the hours from 00 to 04, the skipped or repeated time, and a dot for each notification
/// in it.
struct ClockStrip {
  private static let (height, hours) = (40, 4)

  let change: ZoneUsage.Change
  let zone: String
  let id: String

  var markup: Markup {
    let (before, after) = (change.transition.before, change.transition.after)
    let isForward = after.seconds > before.seconds
    let from = Int(change.transition.at.local(at: isForward ? before : after).time.secondOfDay)
    let to = from + Int(abs(after.seconds - before.seconds))
    let first = to <= ClockStrip.hours * 3600 ? 0 : max(0, min(24 - ClockStrip.hours, from / 3600 - 1))
    let width = SVG.narrowWidth - 24
    func x(_ second: Int) -> Int {
      12 + min(width, max(0, (second - first * 3600) * width / (ClockStrip.hours * 3600)))
    }
    var svg = SVG(
      id, width: SVG.narrowWidth, height: ClockStrip.height, title: "\(zone), \(change.transition.change)",
      description:
        "\(change.affected.counted("notification")) \(isForward ? "in the skipped time" : "in the repeated time").")
    svg.rect(x(from), 4, max(2, x(to) - x(from)), 16, isForward ? "h0 skipped" : "h1 heat")
    svg.line(12, 20, 12 + width, 20, "axis")
    for hour in first...first + ClockStrip.hours {
      svg.line(x(hour * 3600), 16, x(hour * 3600), 20, "axis")
      svg.text(x(hour * 3600), 34, hour < 10 ? "0\(hour)" : "\(hour)", "label", .middle)
    }
    for (index, hit) in change.hits.enumerated() {
      let at = Int(hit.local.time.secondOfDay)
      svg.rect(x(at) - 3, 5 + index % 2 * 7, 6, 6, "bar", tip: "\(hit.words), \(hit.account.words.shown(100))")
    }
    return svg.markup
  }
}

extension ZoneUsage.Hit {
  /// `first 01:30`, `second 01:30`, or `skipped 02:30`.
  var words: String {
    let time = local.time.forReaders
    return isSkipped ? "skipped \(time)" : isSecond ? "second \(time)" : "first \(time)"
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
