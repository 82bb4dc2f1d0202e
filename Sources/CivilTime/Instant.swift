/// A point in time to the second, 0001-01-01T00:00:00Z to 9999-12-31T23:59:59Z, without leap seconds.
///
/// An instant has no calendar fields: those belong to ``LocalDateTime``, and depend on an offset. Arithmetic stops at the first
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

  /// Out of range, the first or the last instant.
  @inlinable
  init(clamping seconds: Int64) {
    // Nearly all are in range, which this way takes a single comparison to see.
    let isInRange = UInt64(bitPattern: seconds &+ 62_135_596_800) <= 315_537_897_599
    epochSeconds = isInRange ? seconds : Instant.nearest(to: seconds)
  }

  @usableFromInline
  static func nearest(to seconds: Int64) -> Int64 { min(max(seconds, -62_135_596_800), 253_402_300_799) }

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

  /// Elapsed time, not wall-clock time: the instant `seconds` later, earlier if negative; out of range, the first or the last
  /// instant.
  @inlinable
  public func advanced(bySeconds seconds: Int64) -> Instant {
    let (sum, isOver) = epochSeconds.addingReportingOverflow(seconds)
    return Instant(clamping: isOver ? (seconds < 0 ? .min : .max) : sum)
  }

  /// What a clock with `offset` shows at this instant; out of range, the first or the last wall time.
  @inlinable
  public func local(at offset: UTCOffset) -> LocalDateTime {
    LocalDateTime(clamping: epochSeconds + Int64(offset.storage))
  }

  /// What a clock in UTC shows at this instant.
  @inlinable public var utc: LocalDateTime { LocalDateTime(unchecked: epochSeconds) }

  @inlinable
  public static func == (a: Instant, b: Instant) -> Bool { a.epochSeconds == b.epochSeconds }
  @inlinable
  public static func < (a: Instant, b: Instant) -> Bool { a.epochSeconds < b.epochSeconds }
}
