/// An offset with its name (RFC 9636 section 3.2, "local time type record").
public struct LocalTimeType: Hashable, Sendable {
  /// What clocks are ahead of UTC.
  public var offset: UTCOffset
  /// `CET`, `+03`. Not unique: several zones use `CST`, with different offsets.
  public var abbreviation: String
  /// What the tz database says, which in some zones, such as Europe/Dublin, is winter time.
  public var isDaylight: Bool

  /// What holds for a while.
  public init(offset: UTCOffset, abbreviation: String, isDaylight: Bool) {
    self.offset = offset
    self.abbreviation = abbreviation
    self.isDaylight = isDaylight
  }
}
