import Bytes
import CivilTime
import PlanModel
import RunModel

/// A written event that has only its times: others of its request are copied from it.
struct EventModel {
  /// The offset from the first byte of the account's first event.
  var start = 0
  /// The length in bytes; 0 if there is no event.
  var count: Int32 = 0
  /// The positions of its times, from its first byte. That of the date in the UID is 0 if it has none.
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

/// The clock by which the start and end of events are written.
struct EventClock {
  /// nil for UTC.
  let zone: ICSTimeZone?
  /// The text between an event's UID and its description, with zeros as times.
  private let frame: WrittenBytes
  /// The positions of stamp, start and end in ``frame``.
  private let stamp: Int
  private let beginning: Int
  private let end: Int

  /// - Parameter stamp: The DTSTAMP of events without their own.
  init(_ zone: ICSTimeZone?, stamp: Instant) {
    self.zone = zone
    let separator = zone.map { ";TZID=\($0.zone.name):" } ?? ":"
    let suffix = zone == nil ? "Z\r\n" : "\r\n"
    var out = ByteWriter()
    out.append("\r\nDTSTAMP:")
    self.stamp = out.count
    out.append(text: "\(stamp.utc.compact)Z\r\nDTSTART\(separator)")
    beginning = out.count
    out.append(text: "00000000T000000\(suffix)DTEND\(separator)")
    end = out.count
    out.append(text: "00000000T000000\(suffix)")
    frame = WrittenBytes(out)
  }

  /// Writes the text between an event's UID and its description.
  ///
  /// - Returns: The positions of the dates of its start and end.
  @inline(__always)
  func write(
    from first: LocalDateTime, to last: LocalDateTime, stamped own: Instant?, in out: inout ByteWriter,
    _ dates: inout DateDigits
  ) -> (beginning: Int, end: Int) {
    let start = out.count
    let own = own.map { dates.of($0.utc) }
    let (first, last) = (dates.of(first), dates.of(last))
    out.append(frame) { frame in
      if let own { frame.store(compact: own, at: stamp) }
      frame.store(compact: first, at: beginning)
      frame.store(compact: last, at: end)
    }
    return (start + beginning, start + end)
  }
}

extension MutableRawSpan {
  /// Stores `YYYYMMDDTHHMMSS`.
  @inline(__always)
  fileprivate mutating func store(compact digits: ClockDigits, at index: Int) {
    storeBytes(of: digits.date, toByteOffset: index, as: UInt64.self)
    // Seven bytes, as two overlapping words.
    storeBytes(of: UInt32(truncatingIfNeeded: digits.compactTime), toByteOffset: index + 8, as: UInt32.self)
    storeBytes(of: UInt32(truncatingIfNeeded: digits.compactTime >> 24), toByteOffset: index + 11, as: UInt32.self)
  }
}

extension LocalDateTime {
  /// The time as `YYYYMMDDTHHMMSS`.
  var compact: String { description.filter { $0 != "-" && $0 != ":" } }
}
