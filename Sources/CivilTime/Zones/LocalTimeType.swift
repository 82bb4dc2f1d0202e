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
