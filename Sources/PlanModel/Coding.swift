import CivilTime

extension Decodable where Self: Identifier {
  /// Decodes the text.
  public init(from decoder: any Decoder) throws { self.init(try decoder.singleValueContainer().decode(String.self)) }
}

extension Encodable where Self: Identifier {
  /// Encodes the text.
  public func encode(to encoder: any Encoder) throws { try encoder.encode(text) }
}

extension Explanation.Fact {
  private struct Plain: Decodable {
    var label: Label
    var parts: [Part]
    var source: RecordLocation?
  }

  private struct Words: Decodable {
    var name: String
    var value: String
    var source: RecordLocation?
  }

  /// Decodes a fact, also of version 0.2.0.
  public init(from decoder: any Decoder) throws {
    if let words = try? Words(from: decoder) {
      self.init(named: words.name, words.value, words.source)
    } else {
      let plain = try Plain(from: decoder)
      self.init(plain.label, parts: plain.parts, plain.source)
    }
  }
}

extension Reason: Codable {
  /// Decodes a ``code``.
  public init(from decoder: any Decoder) throws {
    self = try decoder.value("the code of a reason") { Reason(code: $0) }
  }

  /// Encodes the ``code``.
  public func encode(to encoder: any Encoder) throws { try encoder.encode(code) }
}

extension RepeatingTime {
  private struct Plain: Decodable {
    var time: LocalTime
    var dates: Dates
  }

  /// Decodes a time that devices can repeat.
  public init(from decoder: any Decoder) throws {
    let plain = try Plain(from: decoder)
    guard let time = RepeatingTime(plain.time, plain.dates) else {
      throw DecodingError.dataCorrupted(
        .init(codingPath: decoder.codingPath, debugDescription: "expected a time that a device can repeat"))
    }
    self = time
  }
}

extension Kind: Codable, CodingKeyRepresentable {
  /// Decodes the name.
  public init(from decoder: any Decoder) throws { self.init(try decoder.singleValueContainer().decode(String.self)) }

  /// Encodes the name.
  public func encode(to encoder: any Encoder) throws { try encoder.encode(name) }

  /// The name as the key of an object.
  public var codingKey: any CodingKey { name.codingKey }

  /// Creates the kind that a key names.
  public init?(codingKey: some CodingKey) { self.init(codingKey.stringValue) }
}
