/// A point in time to the second, 0001-01-01T00:00:00Z to 9999-12-31T23:59:59Z, without leap seconds.
///
/// An instant has no calendar fields: those belong to ``LocalDateTime`` and depend on an offset. Arithmetic saturates at the first
/// and the last instant.
///
/// ```
/// let noon = Instant(rfc3339: "2026-11-20T12:00:00Z".utf8)!
/// assert(noon.advanced(bySeconds: 90).description == "2026-11-20T12:01:30Z")
/// assert(noon.local(at: UTCOffset(seconds: 3600)!).description == "2026-11-20T13:00:00")
/// assert(Instant(epochSeconds: .max) == nil)
/// assert(Instant.distantFuture.advanced(bySeconds: 1) == .distantFuture)
/// ```
public struct Instant: Hashable, Comparable, Sendable {
  /// Seconds since 1970-01-01T00:00:00Z, −62,135,596,800 to 253,402,300,799.
  public let epochSeconds: Int64

  /// Creates an instant, clamped to the first or the last one.
  @inlinable
  init(clamping seconds: Int64) {
    // A single comparison for the usual case.
    let isInRange = UInt64(bitPattern: seconds &+ 62_135_596_800) <= 315_537_897_599
    epochSeconds = isInRange ? seconds : Instant.nearest(to: seconds)
  }

  @usableFromInline
  static func nearest(to seconds: Int64) -> Int64 { min(max(seconds, -62_135_596_800), 253_402_300_799) }

  /// Creates an instant.
  ///
  /// - Parameter epochSeconds: Seconds since 1970-01-01T00:00:00Z, −62,135,596,800 to 253,402,300,799.
  /// - Returns: nil if it is out of range.
  public init?(epochSeconds: Int64) {
    self.init(clamping: epochSeconds)
    guard self.epochSeconds == epochSeconds else { return nil }
  }

  /// The first instant, 0001-01-01T00:00:00Z.
  @inlinable public static var distantPast: Instant { Instant(clamping: .min) }
  /// The last instant, 9999-12-31T23:59:59Z.
  @inlinable public static var distantFuture: Instant { Instant(clamping: .max) }

  /// Returns the instant `seconds` later, or earlier if negative, clamped to the first or the last one. The seconds are elapsed
  /// time, not wall-clock time.
  @inlinable
  public func advanced(bySeconds seconds: Int64) -> Instant {
    let (sum, isOver) = epochSeconds.addingReportingOverflow(seconds)
    return Instant(clamping: isOver ? (seconds < 0 ? .min : .max) : sum)
  }

  /// Returns the wall time of a clock with `offset` at this instant, clamped to the first or the last one.
  @inlinable
  public func local(at offset: UTCOffset) -> LocalDateTime {
    LocalDateTime(clamping: epochSeconds + Int64(offset.storage))
  }

  /// The wall time of a clock in UTC at this instant.
  @inlinable public var utc: LocalDateTime { LocalDateTime(unchecked: epochSeconds) }

  @inlinable
  public static func == (a: Instant, b: Instant) -> Bool { a.epochSeconds == b.epochSeconds }
  @inlinable
  public static func < (a: Instant, b: Instant) -> Bool { a.epochSeconds < b.epochSeconds }
}
