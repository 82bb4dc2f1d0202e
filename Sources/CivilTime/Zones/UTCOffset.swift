/// The offset of a wall clock from UTC, −24:59:59 to +25:59:59 (the range of RFC 9636 section 3.2), positive east of Greenwich.
///
/// ```
/// let newfoundland = UTCOffset(seconds: -12_600)!
/// assert(newfoundland.description == "-03:30")
/// assert(UTCOffset(seconds: 26 * 3600) == nil)
/// ```
public struct UTCOffset: Hashable, Sendable {
  @usableFromInline let storage: Int32

  @inlinable
  init(unchecked seconds: Int32) { storage = seconds }

  /// Creates an offset.
  ///
  /// - Parameter seconds: −89,999 to 93,599.
  /// - Returns: nil if it is out of range.
  public init?(seconds: Int) {
    guard (-89_999...93_599).contains(seconds) else { return nil }
    self.init(unchecked: Int32(seconds))
  }

  /// The offset of UTC: zero.
  @inlinable public static var utc: UTCOffset { UTCOffset(unchecked: 0) }

  /// The offset in seconds, −89,999 to 93,599.
  @inlinable public var seconds: Int { Int(storage) }

  @inlinable
  public static func == (a: UTCOffset, b: UTCOffset) -> Bool { a.storage == b.storage }
}

extension UTCOffset: CustomStringConvertible {
  /// `+01:00`, `-03:30`. Includes seconds if they are not zero, as in `+00:19:32`.
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

/// An offset with its name (RFC 9636 section 3.2, "local time type record").
public struct LocalTimeType: Hashable, Sendable {
  /// How far clocks are ahead of UTC.
  public var offset: UTCOffset
  /// `CET`, `+03`. Not unique: several zones use `CST` with different offsets.
  public var abbreviation: String
  /// The tz database's daylight flag. In some zones, such as Europe/Dublin, it marks winter time.
  public var isDaylight: Bool

  /// Creates a local time type.
  public init(offset: UTCOffset, abbreviation: String, isDaylight: Bool) {
    self.offset = offset
    self.abbreviation = abbreviation
    self.isDaylight = isDaylight
  }
}
