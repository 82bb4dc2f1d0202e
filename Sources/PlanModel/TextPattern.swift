/// A text with places for fields: `bill.{id}.{date}` for identifiers, `{{name}} is due` for texts.
///
/// Compiled once when a policy is read; filling it in costs a few copies.
package struct TextPattern: Hashable, Sendable {
  package enum Part: Hashable, Sendable {
    case literal(String)
    case field(String)
  }

  package let parts: [Part]

  package init(literal text: String) {
    parts = [.literal(text)]
  }

  package init(parts: [Part]) {
    self.parts = parts
  }

  package struct Malformed: Error, Hashable {
    package var found: String
  }

  /// - Parameters:
  ///   - open: What opens a field, `{` or `{{`.
  ///   - close: What closes it.
  package init(_ text: String, open: String, close: String) throws(Malformed) {
    var parts: [Part] = []
    var rest = Array(text.utf8)[...]
    let (opening, closing) = (Array(open.utf8), Array(close.utf8))
    while let start = rest.firstIndex(of: opening) {
      let name = start + opening.count
      guard let end = rest[name...].firstIndex(of: closing) else {
        throw Malformed(found: "\(open.quoted) without \(close.quoted)")
      }
      let field = rest[name..<end].filter { $0 != UInt8(ascii: " ") }
      guard !field.isEmpty, field.allSatisfy({ UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0 | 0x20 }) else {
        throw Malformed(found: String(decoding: rest[start..<end + closing.count], as: UTF8.self))
      }
      if start > rest.startIndex {
        parts.append(.literal(String(decoding: rest[..<start], as: UTF8.self)))
      }
      parts.append(.field(String(decoding: field, as: UTF8.self)))
      rest = rest[(end + closing.count)...]
    }
    if !rest.isEmpty { parts.append(.literal(String(decoding: rest, as: UTF8.self))) }
    self.parts = parts
  }

  package var fields: [String] {
    parts.compactMap { part in
      if case .field(let name) = part { name } else { nil }
    }
  }

  /// The text with every field's value in its place.
  package func filled(_ value: (String) -> String) -> String {
    if parts.count == 1, case .literal(let text) = parts[0] { return text }
    var text = ""
    for part in parts {
      switch part {
      case .literal(let literal): text += literal
      case .field(let name): text += value(name)
      }
    }
    return text
  }
}

extension String {
  fileprivate var quoted: String { "\"\(self)\"" }
}

extension ArraySlice<UInt8> {
  /// Where `needle` first begins.
  fileprivate func firstIndex(of needle: [UInt8]) -> Int? {
    guard count >= needle.count else { return nil }
    return (startIndex...endIndex - needle.count).first { self[$0..<$0 + needle.count].elementsEqual(needle) }
  }
}
