// Dates and times are coded as the text that exports use: `2026-11-20`, `09:00:00`, `2026-11-20T12:00:00Z`, `mon`.

extension Encodable where Self: CivilValue {
  /// Encodes the extended form of ISO 8601.
  public func encode(to encoder: any Encoder) throws { try encoder.encode(description) }
}

extension Encoder {
  /// Encodes a single value.
  package func encode(_ value: some Encodable) throws {
    var container = singleValueContainer()
    try container.encode(value)
  }
}

extension Decoder {
  /// Decodes a text and parses it; `expected` describes the form in the error.
  package func value<Value>(_ expected: String, _ parse: (String) -> Value?) throws -> Value {
    let text = try singleValueContainer().decode(String.self)
    if let value = parse(text) { return value }
    throw DecodingError.dataCorrupted(
      .init(codingPath: codingPath, debugDescription: "found \(text); expected \(expected)"))
  }
}

extension LocalDate: Codable {
  /// Decodes `YYYY-MM-DD`.
  public init(from decoder: any Decoder) throws {
    self = try decoder.value("a date, YYYY-MM-DD") { LocalDate(iso8601: $0.utf8) }
  }
}

extension LocalTime: Codable {
  /// Decodes `HH:MM` or `HH:MM:SS`.
  public init(from decoder: any Decoder) throws {
    self = try decoder.value("a time of day, HH:MM or HH:MM:SS") { LocalTime(iso8601: $0.utf8) }
  }
}

extension LocalDateTime: Codable {
  /// Decodes `YYYY-MM-DDTHH:MM` or `YYYY-MM-DDTHH:MM:SS`.
  public init(from decoder: any Decoder) throws {
    self = try decoder.value("a wall time, YYYY-MM-DDTHH:MM:SS") { LocalDateTime(iso8601: $0.utf8) }
  }
}

extension Instant: Codable {
  /// Decodes an RFC 3339 instant.
  public init(from decoder: any Decoder) throws {
    self = try decoder.value("an instant of RFC 3339") { Instant(rfc3339: $0.utf8) }
  }
}

extension Weekday: Codable {
  /// Decodes `mon` … `sun`.
  public init(from decoder: any Decoder) throws {
    self = try decoder.value("a weekday, mon to sun") { code in Weekday.allCases.first { $0.code == code } }
  }

  /// Encodes `mon` … `sun`.
  public func encode(to encoder: any Encoder) throws { try encoder.encode(code) }
}

extension WeekdaySet: Codable {
  /// Decodes a list of weekdays.
  public init(from decoder: any Decoder) throws {
    self = try decoder.singleValueContainer().decode([Weekday].self).reduce(into: []) { $0.insert($1) }
  }

  /// Encodes a list of weekdays.
  public func encode(to encoder: any Encoder) throws { try encoder.encode(Weekday.allCases.filter(contains)) }
}
