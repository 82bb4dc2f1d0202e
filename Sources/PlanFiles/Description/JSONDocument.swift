import Bytes
import CivilTime
import Diagnostics
import Formats
import PlanModel

/// Tokenized JSON texts: lines of a plan file, or a whole small file.
package final class JSONDocument {
  /// A token, in 32 bytes.
  struct Entry {
    var token: JSONReader.Token
    /// The index in ``unescaped`` of a text or key with escapes; −1 without escapes.
    var escaped: Int32 = -1
    /// The byte range; that of a text excludes its quotes.
    var start: Int32
    var end: Int32
    /// The index of the entry after this value and its content.
    var after: Int32
    /// The ``JSONDocument/word(_:)`` of a key, or the key bits of an object.
    var word: UInt64 = 0
  }

  let bytes: [UInt8]
  /// Constants, because access to a variable of a class is checked: a fifteenth of `verify`.
  let entries: [Entry]
  /// The content of texts and keys with escapes.
  fileprivate let unescaped: [String]
  /// The first byte, line number and entry of each text.
  private let texts: [(start: Int, line: Int, entry: Int)]
  /// The fault in the text after those.
  private let fault: JSONFault?
  /// Long texts read last, by hash. Most lines repeat texts of the previous line, so reading them takes half the
  /// time.
  private var known: [String] = []

  /// Tokenizes one value.
  package convenience init(_ bytes: [UInt8]) { self.init(bytes, 0..<bytes.count, line: 1) }

  /// Tokenizes lines, up to the last one that ends with a line break.
  ///
  /// - Parameters:
  ///   - range: The first line, with or without its line break.
  ///   - line: Its number.
  ///   - maximum: The largest number of lines.
  convenience init(linesOf bytes: [UInt8], from range: Range<Int>, line: Int, maximum: Int) {
    var tokens = Tokens()
    tokens.add(bytes, range, line: line)
    var (start, line) = (range.upperBound + 1, line)
    while tokens.fault == nil, start < bytes.count, tokens.texts.count < maximum {
      let end = bytes.span.firstIndex(of: UInt8(ascii: "\n"), from: start)
      if end == bytes.count { break }
      line += 1
      tokens.add(bytes, start..<end, line: line)
      start = end + 1
    }
    self.init(bytes, tokens)
  }

  /// Tokenizes one value that begins on a line.
  ///
  /// - Parameter field: A member to leave out, if its value is an object or list.
  convenience init(_ bytes: [UInt8], _ range: Range<Int>, line: Int, omitting field: StaticString? = nil) {
    var tokens = Tokens()
    tokens.omitted = field?.withBytes { JSONDocument.word($0) }
    tokens.add(bytes, range, line: line)
    self.init(bytes, tokens)
  }

  private init(_ bytes: [UInt8], _ tokens: consuming Tokens) {
    self.bytes = bytes
    (entries, unescaped, texts, fault) = (tokens.entries, tokens.unescaped, tokens.texts, tokens.fault)
  }

  private struct Tokens {
    var entries: [Entry] = []
    var unescaped: [String] = []
    var texts: [(start: Int, line: Int, entry: Int)] = []
    var fault: JSONFault?
    /// The name of the member to leave out.
    var omitted: UInt64?
    /// The entries of the open objects and lists.
    private var open: [Int] = []
    /// One bit per level: whether two keys of its object have one bit, as equal ones do.
    private var doubtful: UInt64 = 0
    /// The keys of an object, for comparison.
    private var keys: [(word: UInt64, entry: Int)] = []

    init() {
      // A line of a plan has some forty tokens. Growing step by step takes a hundredth of `verify`.
      entries.reserveCapacity(64)
    }

    mutating func add(_ bytes: [UInt8], _ range: Range<Int>, line: Int) {
      let first = entries.count
      open.removeAll(keepingCapacity: true)
      doubtful = 0
      let text = bytes.span.extracting(0..<range.upperBound)
      var reader = JSONReader(at: range.lowerBound, line: line, stringLimit: .max)
      do throws(JSONFault) {
        tokens: while true {
          let token = try reader.next(in: text)
          var entry = Entry(
            token: token, start: Int32(reader.token.lowerBound), end: Int32(reader.token.upperBound),
            after: Int32(entries.count + 1))
          // A switch: `==` on another module's enumeration is a call, a twentieth of `verify`.
          switch token {
          case .end: break tokens
          case .endObject, .endArray:
            let object = open.removeLast()
            if doubtful & 1 == 1 { try refuseRepeatedKey(of: object, text, line: line, from: range.lowerBound) }
            doubtful >>= 1
            entries[object].after = Int32(entries.count)
            continue
          case .beginObject, .beginArray:
            if let omitted, reader.depth == 2, case .key? = entries.last?.token, entries.last!.word == omitted {
              entries.removeLast()
              _ = try reader.skip(to: reader.depth - 1, in: text)
              continue
            }
            open.append(entries.count)
            doubtful <<= 1
          case .key:
            if reader.hasEscapes { keepEscaped(&entry, reader.text(in: text)) }
            entry.word =
              entry.escaped < 0
              ? JSONDocument.word(text.extracting(reader.token))
              : unescaped.last!.withUTF8Bytes { JSONDocument.word($0) }
            let bit = JSONDocument.bit(entry.word)
            if entries[open.last!].word & bit != 0 { doubtful |= 1 }
            entries[open.last!].word |= bit
          case .string: if reader.hasEscapes { keepEscaped(&entry, reader.text(in: text)) }
          case .number, .true, .false, .null, .starved: break
          }
          entries.append(entry)
        }
        texts.append((range.lowerBound, line, first))
      } catch {
        fault = error
      }
    }

    /// Other readers may take another of two equal keys.
    ///
    /// - Parameter start: The start of the text, which begins on `line`.
    private mutating func refuseRepeatedKey(
      of object: Int, _ text: Span<UInt8>, line: Int, from start: Int
    ) throws(JSONFault) {
      keys.removeAll(keepingCapacity: true)
      var key = object + 1
      while key < entries.count {
        keys.append((entries[key].word, key))
        key = Int(entries[key + 1].after)
      }
      func name(_ key: Int) -> String {
        let entry = entries[key]
        return entry.escaped >= 0
          ? unescaped[Int(entry.escaped)] : String(text.extracting(Int(entry.start)..<Int(entry.end)))
      }
      keys.sort { ($0.word, $0.entry) < ($1.word, $1.entry) }
      for (first, second) in zip(keys, keys.dropFirst())
      where first.word == second.word && name(first.entry).compareBytes(name(second.entry)) == 0 {
        let end = Int(entries[second.entry].start) - 1
        var (line, lineStart) = (line, start)
        for index in start..<end where text[index] == UInt8(ascii: "\n") { (line, lineStart) = (line + 1, index + 1) }
        throw JSONFault(
          .duplicateKey(name(second.entry)), at: Place(line: line, column: end - lineStart + 1),
          expected: "each key once")
      }
    }

    private mutating func keepEscaped(_ entry: inout Entry, _ text: String) {
      entry.escaped = Int32(unescaped.count)
      unescaped.append(text)
    }
  }

  /// - Returns: nil if the text was not tokenized.
  /// - Throws: If the text is faulty.
  package func text(_ number: Int) throws(JSONFault) -> JSONNode? {
    if number < texts.count { return JSONNode(document: self, index: texts[number].entry) }
    if let fault, number == texts.count { throw fault }
    return nil
  }

  /// Returns a hash that tells nearly all names apart.
  @inline(__always)
  static func word(_ name: Span<UInt8>) -> UInt64 {
    name.firstWord ^ name.lastWord &* 3 ^ UInt64(truncatingIfNeeded: name.count) << 56
  }

  @inline(__always)
  static func bit(_ word: UInt64) -> UInt64 { 1 << ((word &* 0x9e37_79b9_7f4a_7c15) >> 58) }

  func isEscapedKey(_ entry: Entry, _ name: Span<UInt8>) -> Bool { unescaped[Int(entry.escaped)].isSpelled(name) }

  /// Returns the text in a range, which is well-formed.
  fileprivate func string(_ range: Range<Int>) -> String {
    let bytes = bytes
    let text = bytes.span.extracting(range)
    if text.count <= 15 { return String(text) }
    if known.isEmpty { known = [String](repeating: "", count: 64) }
    let place = Int(text.quickHash & 63)
    let known = known[place]
    if known.isSpelled(text) { return known }
    let string = String(text)
    self.known[place] = string
    return string
  }

  func diagnostic(_ fault: PlanFault, file: String) -> Diagnostic {
    let text = texts.last { $0.start <= fault.offset }!
    let before = bytes[text.start..<fault.offset]
    let start = before.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? text.start
    let place = SourceLocation(
      file: file, line: text.line + before.count { $0 == UInt8(ascii: "\n") }, column: fault.offset - start + 1)
    return Diagnostic(
      .error, .format, at: place, field: fault.path.isEmpty ? nil : fault.path, found: fault.found,
      expected: fault.expected)
  }
}

/// A value of a ``JSONDocument``.
package struct JSONNode {
  let document: JSONDocument
  let index: Int

  private var entry: JSONDocument.Entry { document.entries[index] }
  private var range: Range<Int> { Int(entry.start)..<Int(entry.end) }

  /// The offset of the value; that of a text includes its quote.
  var offset: Int { Int(entry.start) - (isText ? 1 : 0) }
  private var isText: Bool { if case .string = entry.token { true } else { false } }

  // MARK: Members

  private func node(_ index: Int) -> JSONNode { JSONNode(document: document, index: index) }

  func requireObject() throws(PlanFault) {
    guard case .beginObject = entry.token else { throw fault(expected: "an object") }
  }

  func members() throws(PlanFault) -> [(name: String, value: JSONNode)] {
    try requireObject()
    var members: [(name: String, value: JSONNode)] = []
    var key = index + 1
    while key < entry.after {
      members.append((node(key).string, node(key + 1)))
      key = Int(document.entries[key + 1].after)
    }
    return members
  }

  /// Calls `body` with the index of each element of a list, and the element.
  func forEachElement(_ body: (Int, JSONNode) throws(PlanFault) -> Void) throws(PlanFault) {
    guard case .beginArray = entry.token else { throw fault(expected: "a list") }
    var (number, element) = (0, index + 1)
    while element < entry.after {
      try body(number, node(element))
      number += 1
      element = Int(document.entries[element].after)
    }
  }

  // MARK: Values

  /// The content of a text or key.
  private var string: String { entry.escaped >= 0 ? document.unescaped[Int(entry.escaped)] : document.string(range) }

  /// - Parameter left: The number of bytes to drop from its end.
  func text(droppingLast left: Int = 0) throws(PlanFault) -> String {
    guard case .string = entry.token else { throw fault(expected: "a text") }
    if entry.escaped < 0 { return document.string(range.lowerBound..<range.upperBound - left) }
    return left == 0 ? string : string.withUTF8Bytes { String($0.extracting(droppingLast: left)) }
  }

  /// Returns what `read` makes of the bytes of a text.
  @inline(__always)
  func text<Value>(
    expected: @autoclosure () -> String, _ read: (Span<UInt8>) -> Value?
  ) throws(PlanFault) -> Value {
    guard case .string = entry.token else { throw fault(expected: "a text") }
    let bytes = document.bytes
    let value =
      entry.escaped >= 0
      ? document.unescaped[Int(entry.escaped)].withUTF8Bytes(read) : read(bytes.span.extracting(range))
    guard let value else { throw fault(expected: expected()) }
    return value
  }

  func flag() throws(PlanFault) -> Bool {
    switch entry.token {
    case .true: return true
    case .false: return false
    default: throw fault(expected: "true or false")
    }
  }

  func number<Number: FixedWidthInteger>(in range: ClosedRange<Number>) throws(PlanFault) -> Number {
    guard case .number = entry.token, let number = wholeNumber.flatMap(Number.init(exactly:)), range.contains(number)
    else { throw fault(expected: "a whole number from \(range.lowerBound) to \(range.upperBound)") }
    return number
  }

  /// The number; nil if it has a fraction, an exponent, or more than 18 digits.
  private var wholeNumber: Int? {
    let bytes = document.bytes
    let digits = bytes.span.extracting(range)
    let isNegative = digits[0] == UInt8(ascii: "-")
    var number = 0
    for index in (isNegative ? 1 : 0)..<digits.count {
      let digit = digits[index] &- UInt8(ascii: "0")
      guard digit < 10, index < 18 else { return nil }
      number = number &* 10 &+ Int(digit)
    }
    return isNegative ? -number : number
  }

  func decimal() throws(PlanFault) -> DecimalNumber {
    let bytes = document.bytes
    guard case .number = entry.token, let number = DecimalNumber(bytes.span.extracting(range)) else {
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
      default: String(decoding: document.bytes[range].prefix(60), as: UTF8.self)
      }
    return PlanFault(offset: offset, path: "", found: "found \(found)", expected: expected)
  }
}
