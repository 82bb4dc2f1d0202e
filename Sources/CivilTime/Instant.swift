/// A point on the time line, in whole seconds since 1970-01-01T00:00:00Z (leap seconds not counted).
///
/// An instant has no calendar fields: those belong to ``LocalDateTime`` and need an offset.
public struct Instant: Hashable, Comparable, Sendable {
  /// Seconds since the Unix epoch.
  public var epochSeconds: Int64

  @inlinable
  public init(epochSeconds: Int64) {
    self.epochSeconds = epochSeconds
  }

  /// Earlier than every instant that a calendar date of this library can name.
  public static let distantPast = Instant(epochSeconds: .min / 4)
  /// Later than every instant that a calendar date of this library can name.
  public static let distantFuture = Instant(epochSeconds: .max / 4)

  // All of them spelled out: other modules would otherwise reach them through the protocol, a call each.
  @inlinable
  public static func == (a: Instant, b: Instant) -> Bool { a.epochSeconds == b.epochSeconds }
  @inlinable
  public static func != (a: Instant, b: Instant) -> Bool { a.epochSeconds != b.epochSeconds }
  @inlinable
  public static func < (a: Instant, b: Instant) -> Bool { a.epochSeconds < b.epochSeconds }
  @inlinable
  public static func <= (a: Instant, b: Instant) -> Bool { a.epochSeconds <= b.epochSeconds }
  @inlinable
  public static func > (a: Instant, b: Instant) -> Bool { a.epochSeconds > b.epochSeconds }
  @inlinable
  public static func >= (a: Instant, b: Instant) -> Bool { a.epochSeconds >= b.epochSeconds }

  /// Elapsed time, not wall-clock time: the instant `seconds` later (earlier when negative).
  @inlinable
  public func advanced(bySeconds seconds: Int64) -> Instant {
    Instant(epochSeconds: epochSeconds + seconds)
  }

  /// What a wall clock at `offset` shows at this instant.
  @inlinable
  public func local(at offset: UTCOffset) -> LocalDateTime {
    LocalDateTime(secondsSinceEpoch: epochSeconds + Int64(offset.seconds))
  }

  /// The instant as wall-clock fields in UTC.
  @inlinable
  public var utc: LocalDateTime { local(at: .utc) }
}

/// A wall clock's distance from UTC in seconds, positive east of Greenwich.
public struct UTCOffset: Hashable, Sendable {
  public var seconds: Int32

  @inlinable
  public init(seconds: Int32) {
    self.seconds = seconds
  }

  @inlinable
  public static var utc: UTCOffset { UTCOffset(seconds: 0) }

  @inlinable
  public static func == (a: UTCOffset, b: UTCOffset) -> Bool { a.seconds == b.seconds }
  @inlinable
  public static func != (a: UTCOffset, b: UTCOffset) -> Bool { a.seconds != b.seconds }
}

extension UTCOffset: CustomStringConvertible {
  /// `+01:00`, `-03:30`; with seconds where they are not zero, as in `+00:19:32`.
  public var description: String {
    let magnitude = abs(seconds)
    var text = [seconds < 0 ? UInt8(ascii: "-") : UInt8(ascii: "+")]
    text.appendTwoDigits(magnitude / 3600)
    text.append(UInt8(ascii: ":"))
    text.appendTwoDigits(magnitude / 60 % 60)
    if magnitude % 60 != 0 {
      text.append(UInt8(ascii: ":"))
      text.appendTwoDigits(magnitude % 60)
    }
    return String(decoding: text, as: UTF8.self)
  }
}

extension Instant: CustomStringConvertible {
  /// RFC 3339 in UTC: `2026-11-20T12:00:00Z`.
  public var description: String { String(ascii: 20) { $0.write(self) } }
}
