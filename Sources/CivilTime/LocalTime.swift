/// A time of day, 00:00:00 to 23:59:59, without a date or a zone.
public struct LocalTime: Hashable, Comparable, Sendable {
  /// Seconds after midnight as a clock shows them, 0...86399.
  public var secondOfDay: Int32

  @inlinable
  public init(secondOfDay: Int32) {
    self.secondOfDay = secondOfDay
  }

  /// - Returns: nil where a field is out of range; 24:00 and leap seconds are.
  public init?(hour: Int, minute: Int, second: Int = 0) {
    guard (0...23).contains(hour), (0...59).contains(minute), (0...59).contains(second) else {
      return nil
    }
    self.secondOfDay = Int32(hour * 3600 + minute * 60 + second)
  }

  public static let midnight = LocalTime(secondOfDay: 0)

  @inlinable
  public var hour: Int { Int(secondOfDay) / 3600 }
  @inlinable
  public var minute: Int { Int(secondOfDay) / 60 % 60 }
  @inlinable
  public var second: Int { Int(secondOfDay) % 60 }

  // All of them spelled out: other modules would otherwise reach them through the protocol, a call each.
  @inlinable
  public static func == (a: LocalTime, b: LocalTime) -> Bool { a.secondOfDay == b.secondOfDay }
  @inlinable
  public static func != (a: LocalTime, b: LocalTime) -> Bool { a.secondOfDay != b.secondOfDay }
  @inlinable
  public static func < (a: LocalTime, b: LocalTime) -> Bool { a.secondOfDay < b.secondOfDay }
  @inlinable
  public static func <= (a: LocalTime, b: LocalTime) -> Bool { a.secondOfDay <= b.secondOfDay }
  @inlinable
  public static func > (a: LocalTime, b: LocalTime) -> Bool { a.secondOfDay > b.secondOfDay }
  @inlinable
  public static func >= (a: LocalTime, b: LocalTime) -> Bool { a.secondOfDay >= b.secondOfDay }
}

/// A date and time of day as a wall clock shows them, without a zone.
public struct LocalDateTime: Hashable, Comparable, Sendable {
  /// Seconds since 1970-01-01T00:00:00 on the same wall clock.
  public var secondsSinceEpoch: Int64

  @inlinable
  public init(secondsSinceEpoch: Int64) {
    self.secondsSinceEpoch = secondsSinceEpoch
  }

  @inlinable
  public init(date: LocalDate, time: LocalTime) {
    secondsSinceEpoch = Int64(date.daysSinceEpoch) * 86_400 + Int64(time.secondOfDay)
  }

  @inlinable
  @inline(__always)
  public var date: LocalDate {
    let days =
      secondsSinceEpoch >= 0 ? secondsSinceEpoch / 86_400 : (secondsSinceEpoch - 86_399) / 86_400
    return LocalDate(daysSinceEpoch: Int32(truncatingIfNeeded: days))
  }

  @inlinable
  @inline(__always)
  public var time: LocalTime {
    let second = secondsSinceEpoch % 86_400
    return LocalTime(secondOfDay: Int32(second < 0 ? second + 86_400 : second))
  }

  /// Nominal arithmetic: what the clock face shows so many seconds further on, whatever the zone does.
  public func adding(seconds: Int64) -> LocalDateTime {
    LocalDateTime(secondsSinceEpoch: secondsSinceEpoch + seconds)
  }

  /// The instant at which a clock with `offset` shows this.
  @inlinable
  public func instant(at offset: UTCOffset) -> Instant {
    Instant(epochSeconds: secondsSinceEpoch - Int64(offset.seconds))
  }

  // All of them spelled out: other modules would otherwise reach them through the protocol, a call each.
  @inlinable
  public static func == (a: LocalDateTime, b: LocalDateTime) -> Bool { a.secondsSinceEpoch == b.secondsSinceEpoch }
  @inlinable
  public static func != (a: LocalDateTime, b: LocalDateTime) -> Bool { a.secondsSinceEpoch != b.secondsSinceEpoch }
  @inlinable
  public static func < (a: LocalDateTime, b: LocalDateTime) -> Bool { a.secondsSinceEpoch < b.secondsSinceEpoch }
  @inlinable
  public static func <= (a: LocalDateTime, b: LocalDateTime) -> Bool { a.secondsSinceEpoch <= b.secondsSinceEpoch }
  @inlinable
  public static func > (a: LocalDateTime, b: LocalDateTime) -> Bool { a.secondsSinceEpoch > b.secondsSinceEpoch }
  @inlinable
  public static func >= (a: LocalDateTime, b: LocalDateTime) -> Bool { a.secondsSinceEpoch >= b.secondsSinceEpoch }
}

extension LocalTime: CustomStringConvertible {
  /// ISO 8601 with seconds: `09:00:00`.
  public var description: String { String(ascii: 8) { $0.writeTime(self, at: 0, separated: true) } }
}

extension LocalDateTime: CustomStringConvertible {
  /// ISO 8601 without an offset: `2026-11-20T09:00:00`.
  public var description: String { String(ascii: 19) { $0.write(self) } }
}
