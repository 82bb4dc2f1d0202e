/// A date and time of day as a wall clock shows them, without a zone: 0001-01-01T00:00:00 to 9999-12-31T23:59:59.
///
/// ```
/// let evening = LocalDate(year: 2026, month: 11, day: 20)!.at(LocalTime(hour: 23, minute: 30)!)
/// assert(evening.adding(seconds: 3600).description == "2026-11-21T00:30:00")
/// assert(evening.instant(at: UTCOffset(seconds: -18_000)!).description == "2026-11-21T04:30:00Z")
/// ```
public struct LocalDateTime: Hashable, Comparable, Sendable {
  /// Seconds since 1970-01-01T00:00:00 on the same wall clock, −62,135,596,800 to 253,402,300,799.
  public let secondsSinceEpoch: Int64

  /// Creates a wall time without checking the range.
  ///
  /// - Parameter seconds: Seconds since 1970-01-01T00:00:00, in range.
  @inlinable
  init(unchecked seconds: Int64) { secondsSinceEpoch = seconds }

  /// Creates a wall time, clamped to the first or the last one.
  @inlinable
  init(clamping seconds: Int64) { self.init(unchecked: Instant(clamping: seconds).epochSeconds) }

  /// Creates a wall time from a date and a time of day.
  @inlinable
  public init(date: LocalDate, time: LocalTime) {
    secondsSinceEpoch = Int64(date.storage) * 86_400 + Int64(time.storage)
  }

  /// Seconds since the first wall time. Never negative, so that one division gives the day.
  @inlinable var secondsSinceStart: UInt64 { UInt64(truncatingIfNeeded: secondsSinceEpoch &+ 62_135_596_800) }

  /// The date on the calendar.
  @inlinable public var date: LocalDate {
    LocalDate(unchecked: Int32(truncatingIfNeeded: secondsSinceStart / 86_400) &- 719_162)
  }

  /// The time of day on the clock.
  @inlinable public var time: LocalTime { LocalTime(unchecked: Int32(truncatingIfNeeded: secondsSinceStart % 86_400)) }

  /// Returns the wall time with the clock's hands `seconds` further on, regardless of zone changes, clamped to the first or the last one.
  public func adding(seconds: Int64) -> LocalDateTime {
    let (sum, isOver) = secondsSinceEpoch.addingReportingOverflow(seconds)
    return LocalDateTime(clamping: isOver ? (seconds < 0 ? .min : .max) : sum)
  }

  /// Returns the instant at which a clock with `offset` shows this wall time, clamped to the first or the last one.
  @inlinable
  public func instant(at offset: UTCOffset) -> Instant {
    Instant(clamping: secondsSinceEpoch - Int64(offset.storage))
  }

  @inlinable
  public static func == (a: LocalDateTime, b: LocalDateTime) -> Bool { a.secondsSinceEpoch == b.secondsSinceEpoch }
  @inlinable
  public static func < (a: LocalDateTime, b: LocalDateTime) -> Bool { a.secondsSinceEpoch < b.secondsSinceEpoch }
}
