public import CivilTime

/// A date and a time of day as ASCII digits packed into words, the first digit in the lowest byte.
public struct ClockDigits: Sendable {
  /// `YYYYMMDD`.
  public let date: UInt64
  /// `HHMMSS`.
  @usableFromInline let time: UInt64

  /// Creates the digits of a date and time.
  ///
  /// - Parameter second: The second of the day, 0...86399.
  @inlinable @inline(__always)
  init(date: UInt64, second: UInt64) {
    self.date = date
    let minute = second / 60
    let hour = minute / 60
    // Three numbers below 100, 16 bits each.
    let numbers = hour | (minute &- hour &* 60) << 16 | (second &- minute &* 60) << 32
    let tens = (numbers &* 103) >> 10 & 0x0f_000f_000f
    time = (tens | (numbers &- tens &* 10) << 8) &+ 0x3030_3030_3030
  }

  /// Returns the two digits of a number below 100.
  public static func two(_ number: Int) -> UInt64 {
    UInt64(truncatingIfNeeded: 0x3030 + number / 10 + (number % 10) << 8)
  }

  /// Returns `YYYY-MM-` for the digits of a date; ``day(_:)`` returns the rest.
  @inlinable @inline(__always)
  public static func yearAndMonth(_ date: UInt64) -> UInt64 {
    let hyphen = UInt64(UInt8(ascii: "-"))
    return date & 0xffff_ffff | hyphen << 32 | (date >> 32 & 0xffff) << 40 | hyphen << 56
  }

  /// Returns `DD` for the digits of a date.
  @inlinable @inline(__always)
  public static func day(_ date: UInt64) -> UInt16 { UInt16(truncatingIfNeeded: date >> 48) }

  /// `YYYY-MM-DDTHH:MM:SS` in 8, 8 and 3 bytes.
  @inlinable @inline(__always)
  public var separated: (UInt64, UInt64, UInt64) {
    let colon = UInt64(UInt8(ascii: ":"))
    let clock = UInt64(UInt8(ascii: "T")) | (time & 0xffff) << 8 | colon << 24 | (time & 0xffff_0000) << 16
    return (ClockDigits.yearAndMonth(date), date >> 48 | clock << 16, colon | (time >> 32) << 8)
  }

  /// `THHMMSS` in 7 bytes.
  @inlinable @inline(__always)
  public var compactTime: UInt64 { UInt64(UInt8(ascii: "T")) | time << 8 }
}

/// A cache of date digits. A run writes the same few days over and over.
public struct DateDigits: Sendable {
  @usableFromInline
  struct Entry: Sendable {
    @usableFromInline var day: Int
    @usableFromInline var digits: UInt64
  }

  @usableFromInline var entries = InlineArray<64, Entry>(repeating: Entry(day: .min, digits: 0))

  /// Creates an empty cache.
  public init() {}

  /// Returns `YYYYMMDD`, the first digit in the lowest byte.
  @inlinable @inline(__always)
  public mutating func of(_ date: LocalDate) -> UInt64 {
    let slot = Int(date.daysSinceEpoch) & 63
    let entry = entries[slot]
    return entry.day == date.daysSinceEpoch ? entry.digits : enter(date, slot)
  }

  /// Returns the digits of a wall time.
  @inlinable @inline(__always)
  public mutating func of(_ local: LocalDateTime) -> ClockDigits {
    let date = local.date
    let second = local.secondsSinceEpoch &- Int64(date.daysSinceEpoch) &* 86_400
    return ClockDigits(date: of(date), second: UInt64(truncatingIfNeeded: second))
  }

  @usableFromInline @inline(never)
  mutating func enter(_ date: LocalDate, _ slot: Int) -> UInt64 {
    let digits = date.digits
    entries[slot] = Entry(day: date.daysSinceEpoch, digits: digits)
    return digits
  }
}
