/// A notification's identifier, destination or address with placeholders for fields: `bill.{id}.{date}`, `task/{id}`.
///
/// Compiled once when a policy is read, so that filling it in costs only a few copies.
public struct IdentifierPattern: Hashable, Sendable {
  public enum Part: Hashable, Sendable {
    case literal(String)
    case field(String)
  }

  public let parts: [Part]

  public init(literal text: String) { parts = [.literal(text)] }

  private init(parts: [Part]) { self.parts = parts }

  public struct Malformed: Error, Hashable {
    public var found: String
  }

  public init(_ text: String) throws(Malformed) {
    var parts: [Part] = []
    var rest = text.utf8[...]
    while let open = rest.firstIndex(of: UInt8(ascii: "{")) {
      guard let close = rest[open...].firstIndex(of: UInt8(ascii: "}")) else {
        throw Malformed(found: "\"{\" without \"}\"")
      }
      let field = rest[rest.index(after: open)..<close].filter { $0 != UInt8(ascii: " ") }
      guard !field.isEmpty, field.allSatisfy({ UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0 | 0x20 }) else {
        throw Malformed(found: String(Substring(rest[open...close])))
      }
      if open > rest.startIndex { parts.append(.literal(String(Substring(rest[..<open])))) }
      parts.append(.field(String(decoding: field, as: UTF8.self)))
      rest = rest[rest.index(after: close)...]
    }
    if !rest.isEmpty { parts.append(.literal(String(Substring(rest)))) }
    self.parts = parts
  }

  public var fields: [String] {
    parts.compactMap { part in
      if case .field(let name) = part { name } else { nil }
    }
  }

  /// Returns this address pattern with a destination for `{destination}`.
  public func leading(to destination: IdentifierPattern) -> IdentifierPattern {
    let encoded = destination.parts.map { part in
      if case .literal(let text) = part { Part.literal(text.addressEncoded) } else { part }
    }
    return IdentifierPattern(parts: parts.flatMap { $0 == .field("destination") ? encoded : [$0] })
  }

  /// Returns the text with the fields' values.
  public func filled(_ value: (String) -> String) -> String {
    guard var text = parts.first.map({ $0.text(value) }) else { return "" }
    for index in parts.indices.dropFirst() { text += parts[index].text(value) }
    return text
  }
}

extension IdentifierPattern.Part {
  @inline(__always)
  fileprivate func text(_ value: (String) -> String) -> String {
    switch self {
    case .literal(let text): text
    case .field(let name): value(name)
    }
  }
}
