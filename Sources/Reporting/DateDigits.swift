import CivilTime

/// A date and a time of day as digits, the first digit in the lowest byte.
struct ClockDigits {
  /// `YYYYMMDD`.
  var date: UInt64
  /// `HHMM`.
  var minutes: UInt32
  /// `SS`.
  var seconds: UInt16

  /// Two digits of a number below 100.
  @inline(__always)
  static func two(_ number: UInt32) -> UInt16 {
    let tens = (number &* 205) >> 11
    return UInt16(truncatingIfNeeded: 0x3030 &+ tens &+ ((number &- tens &* 10) << 8))
  }
}

/// The digits of dates and times, kept for the next event of the same day: a run writes the same few days over and over.
struct DateDigits {
  private static let size = 64

  private struct Entry {
    var day: Int
    var digits: UInt64
  }

  private var entries = [Entry](repeating: Entry(day: .min, digits: 0), count: size)
  /// `HHMM` by minute of the day; 0: not written yet.
  private var minutes = [UInt32](repeating: 0, count: 24 * 60)

  /// `YYYYMMDD`, the first digit in the lowest byte.
  @inline(__always)
  mutating func of(_ date: LocalDate) -> UInt64 {
    let slot = date.daysSinceEpoch & (DateDigits.size - 1)
    let entry = entries[slot]
    return entry.day == date.daysSinceEpoch ? entry.digits : enter(date, slot)
  }

  @inline(__always)
  mutating func of(_ local: LocalDateTime) -> ClockDigits {
    let date = local.date
    let second = UInt32(truncatingIfNeeded: local.secondsSinceEpoch &- Int64(date.daysSinceEpoch) &* 86_400)
    let minute = second / 60
    let known = minutes[Int(minute)]
    return ClockDigits(
      date: of(date), minutes: known > 0 ? known : enter(minute: minute),
      seconds: ClockDigits.two(second &- minute &* 60))
  }

  @inline(never)
  private mutating func enter(_ date: LocalDate, _ slot: Int) -> UInt64 {
    let digits = date.digits
    entries[slot] = Entry(day: date.daysSinceEpoch, digits: digits)
    return digits
  }

  @inline(never)
  private mutating func enter(minute: UInt32) -> UInt32 {
    let digits = UInt32(ClockDigits.two(minute / 60)) | UInt32(ClockDigits.two(minute % 60)) << 16
    minutes[Int(minute)] = digits
    return digits
  }
}

extension ByteCursor {
  /// `YYYY-MM-DDTHH:MM:SSZ`.
  @inline(__always)
  mutating func write(_ instant: Instant, _ dates: inout DateDigits) {
    write(separated: dates.of(instant.utc))
    write(UInt8(ascii: "Z"))
  }
}
