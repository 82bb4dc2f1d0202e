/// What a zone's clocks go by for a while (RFC 9636 section 3.2, "local time type record").
public struct LocalTimeType: Hashable, Sendable {
  public var offset: UTCOffset
  /// `CET`, `+03`. Names are not unique: several zones share `CST`, with offsets of their own.
  public var abbreviation: String
  /// The tz database calls it daylight saving time; in some zones that is the winter's, as in Europe/Dublin.
  public var isDaylight: Bool

  public init(offset: UTCOffset, abbreviation: String, isDaylight: Bool) {
    self.offset = offset
    self.abbreviation = abbreviation
    self.isDaylight = isDaylight
  }
}
