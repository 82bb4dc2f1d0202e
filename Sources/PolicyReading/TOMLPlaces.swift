import Diagnostics
import Synchronization

/// Where the keys of a TOML text are, which the TOML library does not keep.
///
/// Places are found again by reading the text's headers and keys line by line, when the first is asked for: enough for the
/// plain style in which policies and messages are written, and never used for values.
final class TOMLPlaces: Sendable {
  private let file: String
  private let bytes: [UInt8]
  /// The first of each path, dotted from the document down: `en.bill[1].title`; nil: not looked for yet.
  private let found = Mutex<[String: Key]?>(nil)

  private struct Key {
    var line: Int
    /// Where the line and the key begin, in bytes.
    var lineStart: Int
    var start: Int
  }

  init(_ bytes: [UInt8], file: String) {
    self.bytes = bytes
    self.file = file
  }

  /// Where the key with this dotted path is; the first key inside it, the place of its table, or the first line, where
  /// it is not found.
  func place(of path: String) -> SourceLocation {
    guard let key = key(path) else { return SourceLocation(file: file, line: 1, column: 1) }
    return SourceLocation(file: file, line: key.line, column: key.start - key.lineStart + 1)
  }

  /// Where a byte of the text that the key stands for is; the place of the key where that cannot be told.
  ///
  /// - Parameter offset: Bytes from the start of the text as it was read.
  func place(of path: String, offset: Int) -> SourceLocation {
    guard let key = keys()[path], let equals = bytes[key.start...].firstIndex(of: UInt8(ascii: "=")),
      let position = TOMLString(bytes, after: equals)?.position(of: offset)
    else { return place(of: path) }
    let before = bytes[key.lineStart..<position]
    let breaks = before.count { $0 == UInt8(ascii: "\n") }
    let start = before.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? key.lineStart
    return SourceLocation(file: file, line: key.line + breaks, column: position - start + 1)
  }

  private func key(_ path: String) -> Key? {
    let keys = keys()
    var path = path
    while true {
      if let key = keys[path] { return key }
      let inside = keys.filter { $0.key.hasPrefix(path + ".") }.values
      if let first = inside.min(by: { $0.start < $1.start }) { return first }
      guard let dot = path.lastIndex(where: { $0 == "." || $0 == "[" }) else { return nil }
      path = String(path[..<dot])
    }
  }

  private func keys() -> [String: Key] {
    found.withLock { found in
      if let found { return found }
      let keys = TOMLPlaces.keys(of: bytes)
      found = keys
      return keys
    }
  }

  private static func keys(of bytes: [UInt8]) -> [String: Key] {
    var keys: [String: Key] = [:]
    var table = ""
    var counts: [String: Int] = [:]
    // The quote that ends the text of several lines that a line stands in.
    var ending: UInt8?
    var lineStart = 0
    var number = 0
    // By bytes: in Swift a carriage return and a line feed are one character.
    while lineStart <= bytes.count {
      number += 1
      let lineEnd = bytes[lineStart...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
      let line = bytes[lineStart..<lineEnd]
      defer { lineStart = lineEnd + 1 }
      if let quote = ending {
        if line.countTriples(of: quote) > 0 { ending = nil }
        continue
      }
      ending = [UInt8(ascii: "\""), UInt8(ascii: "'")].first { line.countTriples(of: $0) == 1 }
      let start = line.firstIndex { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\t") } ?? line.endIndex
      let rest = line[start...]
      let key = Key(line: number, lineStart: lineStart, start: start)
      if rest.first == UInt8(ascii: "["), let end = rest.firstIndex(of: UInt8(ascii: "]")) {
        table = name(rest[(start + 1)..<end])
        let isElement = rest.dropFirst().first == UInt8(ascii: "[")
        if keys[table] == nil { keys[table] = key }
        if isElement {
          let index = counts[table, default: 0]
          counts[table] = index + 1
          table += "[\(index)]"
          keys[table] = key
        }
      } else if rest.first != UInt8(ascii: "#"), let equals = rest.firstIndex(of: UInt8(ascii: "=")) {
        let path = (table.isEmpty ? "" : table + ".") + name(rest[..<equals])
        if keys[path] == nil { keys[path] = key }
      }
    }
    return keys
  }

  /// A key without its quotes and blanks.
  private static func name(_ bytes: ArraySlice<UInt8>) -> String {
    var name: [UInt8] = []
    name.reserveCapacity(bytes.count)
    for byte in bytes {
      switch byte {
      case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "["): break
      default: name.append(byte)
      }
    }
    return String(decoding: name, as: UTF8.self)
  }
}

extension ArraySlice<UInt8> {
  /// How often the quote stands in it three times in a row.
  fileprivate func countTriples(of quote: UInt8) -> Int {
    var count = 0
    var run = 0
    for byte in self {
      run = byte == quote ? run + 1 : 0
      if run == 3 {
        count += 1
        run = 0
      }
    }
    return count
  }
}
