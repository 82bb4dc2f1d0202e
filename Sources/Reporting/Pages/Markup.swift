import PlanModel

/// A piece of a page: HTML or SVG that is well-formed by itself, in which every value is escaped.
struct Markup: Sendable {
  private(set) var bytes: [UInt8] = []

  init() {}

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  init(_ text: StaticString) {
    bytes.append(text)
  }

  var isEmpty: Bool { bytes.isEmpty }

  /// Appends markup of our own.
  mutating func append(_ markup: StaticString) { bytes.append(markup) }

  mutating func append(_ markup: Markup) { bytes.append(contentsOf: markup.bytes) }

  mutating func append(_ number: Int) { bytes.append(decimal: number) }

  /// Appends a value as text.
  mutating func append(text: String) { bytes.appendEscaped(text) }
}

extension [UInt8] {
  /// Appends `text` so that it stays text between tags and in quoted attributes.
  ///
  /// Works on bytes: a combining mark after a quotation mark makes one character of both for Swift, but not for a
  /// browser. What HTML does not allow in a document (HTML section 13.1.4) and what would not be seen is made visible:
  /// control characters by their pictures, noncharacters by U+FFFD.
  mutating func appendEscaped(_ text: String) {
    text.withBytes { bytes in
      var plain = 0
      var index = 0
      while index < bytes.count {
        let byte = bytes[index]
        guard let (length, replacement) = bytes.replacement(of: byte, at: index) else {
          index += 1
          continue
        }
        append(contentsOf: UnsafeBufferPointer(rebasing: bytes[plain..<index]))
        if let replacement {
          append(replacement)
        } else {
          // U+2400 … U+241F, the pictures of U+0000 … U+001F.
          append(contentsOf: [0xe2, 0x90, 0x80 + byte])
        }
        index += length
        plain = index
      }
      append(contentsOf: UnsafeBufferPointer(rebasing: bytes[plain...]))
    }
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// How many bytes must not stand on a page as they are, and what stands there instead (nil: the control picture);
  /// nil where the byte at `index` may stay.
  fileprivate func replacement(of byte: UInt8, at index: Int) -> (length: Int, StaticString?)? {
    switch byte {
    case UInt8(ascii: "&"): (1, "&amp;")
    case UInt8(ascii: "<"): (1, "&lt;")
    case UInt8(ascii: ">"): (1, "&gt;")
    case UInt8(ascii: "\""): (1, "&quot;")
    case UInt8(ascii: "'"): (1, "&#39;")
    case 0x09, 0x0a: nil
    case 0..<0x20: (1, nil)
    case 0x7f: (1, "\u{2421}")
    case 0xc2 where self[index + 1] < 0xa0: (2, "\u{fffd}")
    case 0xef where isNoncharacter(at: index): (3, "\u{fffd}")
    // U+1FFFE, U+1FFFF, and the last two of every plane after it.
    case 0xf0...0xf4 where self[index + 1] & 0x0f == 0x0f && self[index + 2] == 0xbf && self[index + 3] >= 0xbe:
      (4, "\u{fffd}")
    default: nil
    }
  }

  /// U+FDD0 … U+FDEF, U+FFFE and U+FFFF.
  private func isNoncharacter(at index: Int) -> Bool {
    switch (self[index + 1], self[index + 2]) {
    case (0xbf, 0xbe), (0xbf, 0xbf): true
    case (0xb7, 0x90...0xaf): true
    default: false
    }
  }
}
