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
    var rest = text[...]
    while let start = rest.firstRange(of: open) {
      guard let end = rest[start.upperBound...].firstRange(of: close) else {
        throw Malformed(found: "\(open.quoted) without \(close.quoted)")
      }
      if start.lowerBound > rest.startIndex { parts.append(.literal(String(rest[..<start.lowerBound]))) }
      let name = rest[start.upperBound..<end.lowerBound].filter { $0 != " " }
      guard !name.isEmpty, name.utf8.allSatisfy({ ($0 | 0x20) >= 0x61 && ($0 | 0x20) <= 0x7a }) else {
        throw Malformed(found: String(rest[start.lowerBound..<end.upperBound]))
      }
      parts.append(.field(name))
      rest = rest[end.upperBound...]
    }
    if !rest.isEmpty { parts.append(.literal(String(rest))) }
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

extension Substring {
  /// The first place where `needle` stands.
  fileprivate func firstRange(of needle: String) -> Range<Index>? {
    guard let first = needle.first else { return nil }
    var start = startIndex
    while let found = self[start...].firstIndex(of: first) {
      if self[found...].hasPrefix(needle) {
        return found..<index(found, offsetBy: needle.count)
      }
      start = index(after: found)
    }
    return nil
  }
}
