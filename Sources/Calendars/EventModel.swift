import CivilTime

/// An event that was written and has nothing to it but its times: others of its request are copied from it.
struct EventModel {
  /// From the first byte of the account's first event.
  var start = 0
  /// 0: there is none.
  var count: Int32 = 0
  /// Where its times stand, from its first byte. The date in the UID: 0 where there is none.
  var uid: Int32 = 0
  var beginning: Int32 = 0
  var end: Int32 = 0
  /// The wall time in the description, and how much of it stands before a fold.
  var local: Int32 = 0
  var room: Int32 = 0
  var times = EventTimes()
  /// How many days after the date in UTC the date of the wall time is.
  var daysLater: Int32 = 0
  var sequence: Int32 = 0
  /// Whether it ends on the date after the one that it begins on, as they are written.
  var endsLater = false

  /// Whether an event that has nothing to it but its times differs from this one in the dates alone.
  @inline(__always)
  func isAnotherDay(_ times: EventTimes, _ sequence: Int32) -> Bool {
    count > 0 && sequence == self.sequence && times.isAnotherDay(of: self.times)
  }
}

/// When an event is, and how that is written.
struct EventTimes {
  var at = Instant.distantPast
  /// The date and the second of the day in UTC.
  var date = LocalDate.first
  var second: Int32 = 0
  var stay: Int32 = -1
  var offset = UTCOffset.utc
  var endOffset = UTCOffset.utc
  var isInUTC = true

  /// Seconds.
  var length: Int32 = 300

  init() {}

  /// In UTC.
  @inline(__always)
  init(_ at: Instant, _ stretch: ZoneTimeline.Stretch, length: Int32) {
    self.at = at
    self.length = length
    date = at.utc.date
    second = Int32(truncatingIfNeeded: at.epochSeconds &- Int64(date.daysSinceEpoch) &* 86_400)
    stay = Int32(truncatingIfNeeded: stretch.stay)
    offset = stretch.offset
    endOffset = stretch.offset
  }

  var endAt: Instant { at.advanced(bySeconds: Int64(length)) }
  /// Its beginning and its end on the clock that they are written by.
  var beginning: LocalDateTime { isInUTC ? at.utc : local }
  var end: LocalDateTime { endAt.local(at: isInUTC ? .utc : endOffset) }
  var local: LocalDateTime { at.local(at: offset) }

  /// Whether it differs in the dates alone.
  @inline(__always)
  func isAnotherDay(of other: EventTimes) -> Bool {
    second == other.second && stay == other.stay && offset == other.offset && isInUTC == other.isInUTC
  }
}
