import Diagnostics
import Formats
import PlanModel

/// A JSON text whose tokens are found: a line of a plan file, or a whole small one.
package final class JSONDocument {
  fileprivate struct Entry {
    var token: JSONReader.Token
    /// Which of the texts it is that have escapes; −1: none.
    var escaped = -1
    /// In the bytes; of a text without its quotes.
    var range: Range<Int>
    /// The entry after this one and all that is inside it.
    var after: Int
  }

  /// The text, and what its holder keeps before and behind it.
  var bytes: [UInt8] = []
  private(set) var range = 0..<0
  fileprivate private(set) var entries: [Entry] = []
  /// What texts and keys with escapes stand for.
  fileprivate private(set) var unescaped: [String] = []

  /// Finds the tokens of `bytes[range]`, which is one value.
  ///
  /// - Parameter line: The number of its first line.
  func parse(_ range: Range<Int>, line: Int) throws(JSONFault) -> JSONNode {
    self.range = range
    var entries = self.entries
    self.entries = []
    entries.removeAll(keepingCapacity: true)
    unescaped.removeAll(keepingCapacity: true)
    var open: [Int] = []
    let bytes = self.bytes
    let text = bytes.span.extracting(0..<range.upperBound)
    var reader = JSONReader(at: range.lowerBound, line: line, stringLimit: .max)
    while case let token = try reader.next(in: text), token != .end {
      switch token {
      case .endObject, .endArray: entries[open.removeLast()].after = entries.count
      default:
        if token == .beginObject || token == .beginArray { open.append(entries.count) }
        var entry = Entry(token: token, range: reader.token, after: entries.count + 1)
        if token == .key || token == .string, reader.hasEscapes {
          entry.escaped = unescaped.count
          unescaped.append(reader.text(in: text))
        }
        entries.append(entry)
      }
    }
    self.entries = entries
    return JSONNode(document: self, index: 0)
  }

  fileprivate func isKey(_ index: Int, _ name: StaticString) -> Bool {
    let (entry, bytes) = (entries[index], bytes)
    if entry.escaped >= 0 { return name.isSpelled(unescaped[entry.escaped].utf8Span.span) }
    return name.isSpelled(bytes.span.extracting(entry.range))
  }

  /// - Parameter line: The number of the first line of the text.
  func diagnostic(_ fault: PlanFault, file: String, line: Int) -> Diagnostic {
    let before = bytes[range.lowerBound..<fault.offset]
    let start = before.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? range.lowerBound
    let place = SourceLocation(
      file: file, line: line + before.count { $0 == UInt8(ascii: "\n") }, column: fault.offset - start + 1)
    return Diagnostic(
      .error, .format, at: place, field: fault.path.isEmpty ? nil : fault.path, found: fault.found,
      expected: fault.expected)
  }
}

/// A value of a ``JSONDocument``: good until the next one is parsed.
package struct JSONNode {
  fileprivate let document: JSONDocument
  fileprivate let index: Int

  private var entry: JSONDocument.Entry { document.entries[index] }
  private var bytes: ArraySlice<UInt8> { document.bytes[entry.range] }

  /// Where it begins, a text with its quote.
  var offset: Int { entry.token == .string ? entry.range.lowerBound - 1 : entry.range.lowerBound }
  var isNull: Bool { entry.token == .null }

  // MARK: Inside it

  private func node(_ index: Int) -> JSONNode { JSONNode(document: document, index: index) }

  func requireObject() throws(PlanFault) {
    guard entry.token == .beginObject else { throw fault(expected: "an object") }
  }

  /// The value of a member of this object; nil where there is none of that name.
  ///
  /// - Parameter cursor: Where in the object to begin; 0 at first. Is set behind the member.
  func member(_ name: StaticString, _ cursor: inout Int) -> JSONNode? {
    let (first, end) = (index + 1, entry.after)
    guard first < end else { return nil }
    let start = cursor == 0 || cursor == end ? first : cursor
    var key = start
    repeat {
      let after = document.entries[key + 1].after
      if document.isKey(key, name) {
        cursor = after
        return node(key + 1)
      }
      key = after == end ? first : after
    } while key != start
    return nil
  }

  func members() throws(PlanFault) -> [(name: String, value: JSONNode)] {
    try requireObject()
    var members: [(name: String, value: JSONNode)] = []
    var key = index + 1
    while key < entry.after {
      members.append((node(key).string, node(key + 1)))
      key = document.entries[key + 1].after
    }
    return members
  }

  func elements() throws(PlanFault) -> [JSONNode] {
    guard entry.token == .beginArray else { throw fault(expected: "a list") }
    var elements: [JSONNode] = []
    var element = index + 1
    while element < entry.after {
      elements.append(node(element))
      element = document.entries[element].after
    }
    return elements
  }

  // MARK: What it is

  /// Of a text or a key.
  private var string: String {
    entry.escaped >= 0 ? document.unescaped[entry.escaped] : String(decoding: bytes, as: UTF8.self)
  }

  func text() throws(PlanFault) -> String {
    guard entry.token == .string else { throw fault(expected: "a text") }
    return string
  }

  func flag() throws(PlanFault) -> Bool {
    guard entry.token == .true || entry.token == .false else { throw fault(expected: "true or false") }
    return entry.token == .true
  }

  func number<Number: FixedWidthInteger>(in range: ClosedRange<Number>) throws(PlanFault) -> Number {
    guard entry.token == .number, let number = Number(String(decoding: bytes, as: UTF8.self)), range.contains(number)
    else {
      throw fault(expected: "a whole number from \(range.lowerBound) to \(range.upperBound)")
    }
    return number
  }

  func decimal() throws(PlanFault) -> DecimalNumber {
    guard entry.token == .number, let number = DecimalNumber(Array(bytes).span) else {
      throw fault(expected: "a number of at most 38 digits")
    }
    return number
  }

  func fault(expected: String) -> PlanFault {
    let found =
      switch entry.token {
      case .beginObject: "an object"
      case .beginArray: "a list"
      case .string: string.quotedForDiagnostic
      default: String(decoding: bytes.prefix(60), as: UTF8.self)
      }
    return PlanFault(offset: offset, path: "", found: "found \(found)", expected: expected)
  }
}
