import CivilTime
import Comparing

/// The two plans of a comparison.
package struct Comparison: Sendable {
  package var title: String
  /// Descriptions of the first and the second plan.
  package var old: String
  package var new: String
  package var now: Instant
  /// What could not be compared: one sentence each.
  package var notes: [String] = []

  package init(title: String, old: String, new: String, now: Instant) {
    (self.title, self.old, self.new, self.now) = (title, old, new, now)
  }
}

extension PlanChange {
  /// The distance of a move: `+1:00:00` or `-0:30:00`.
  package var shiftWords: String? {
    shift.map { seconds in
      let value = seconds.magnitude
      func two(_ number: UInt64) -> String { number < 10 ? "0\(number)" : "\(number)" }
      return "\(seconds < 0 ? "-" : "+")\(value / 3600):\(two(value / 60 % 60)):\(two(value % 60))"
    }
  }
}

extension [ChangeCause] {
  /// The causes as a list: `settings, data`.
  package var words: String { map(\.words).joined(separator: ", ") }
}

extension PlanChange.Difference {
  /// Whether the instants before and after show the difference to a reader.
  package var isOfTime: Bool { field == "local" || field == "deferredFrom" }

  /// `title "A" → "B"`.
  package var words: String {
    let side = { (value: String?) in value.map { "\"\($0)\"" } ?? "none" }
    return "\(field) \(side(old)) → \(side(new))"
  }
}

extension LocalTime {
  /// `09:00`. Includes seconds if they are not 0.
  package var forReaders: String { second == 0 ? String(Substring(description.utf8.prefix(5))) : description }
}

extension LocalDateTime {
  /// `2026-11-20 09:00`.
  package var forReaders: String { date.description + " " + time.forReaders }
}
