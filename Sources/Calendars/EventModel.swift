import CivilTime
import PlanModel

/// A written event that has only its times: others of its request are copied from it.
struct EventModel {
  /// The offset from the first byte of the account's first event.
  var start = 0
  /// The length in bytes; 0 if there is no event.
  var count: Int32 = 0
  /// The positions of its times, from its first byte. That of the date in the UID is 0 if it has none, and a to-do's
  /// only time is its beginning and its end.
  var uid: Int32 = 0
  var beginning: Int32 = 0
  var end: Int32 = 0
  /// The position of the wall time in the description, and the number of its bytes before a fold.
  var local: Int32 = 0
  var room: Int32 = 0
  var times = EventTimes()
  /// The days from the date in UTC to the local date.
  var daysLater: Int32 = 0
  var sequence: Int32 = 0
  var stamp: Instant?
  /// Whether the written end is on the day after the start.
  var endsLater = false

  /// Whether a plain event differs from this one only in dates.
  @inline(__always)
  func isAnotherDay(_ times: EventTimes, _ sequence: Int32, _ stamp: Instant?) -> Bool {
    count > 0 && sequence == self.sequence && stamp == self.stamp && times.isAnotherDay(of: self.times)
  }
}

/// The times of an event, and the clock by which they are written.
struct EventTimes {
  var at = Instant.distantPast
  /// The date and second of the day in UTC.
  var date = LocalDate.first
  var second: Int32 = 0
  var stay: Int32 = -1
  var offset = UTCOffset.utc
  var endOffset = UTCOffset.utc
  var isInUTC = true

  /// The length in seconds.
  var length: Int32 = 300

  init() {}

  /// Creates times written in UTC.
  @inline(__always)
  init(_ at: Instant, _ stretch: ZoneTimeline.Stretch, length: Int32) {
    (self.at, self.length) = (at, length)
    date = at.utc.date
    second = Int32(truncatingIfNeeded: at.epochSeconds &- Int64(date.daysSinceEpoch) &* 86_400)
    stay = Int32(truncatingIfNeeded: stretch.stay)
    offset = stretch.offset
    endOffset = stretch.offset
  }

  var endAt: Instant { at.advanced(bySeconds: Int64(length)) }
  /// The start and end on the clock by which they are written.
  var beginning: LocalDateTime { isInUTC ? at.utc : local }
  var end: LocalDateTime { endAt.local(at: isInUTC ? .utc : endOffset) }
  var local: LocalDateTime { at.local(at: offset) }

  /// Whether the times differ only in dates.
  @inline(__always)
  func isAnotherDay(of other: EventTimes) -> Bool {
    second == other.second && stay == other.stay && offset == other.offset && isInUTC == other.isInUTC
  }
}

extension LocalDateTime {
  /// The time as `YYYYMMDDTHHMMSS`.
  var compact: String { description.filter { $0 != "-" && $0 != ":" } }
}
