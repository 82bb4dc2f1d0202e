import Bytes
import Diagnostics

/// A pull reader for other tools' XML 1.0 that tracks lines and columns.
///
/// Exports are read by libxml2, which can check them against a schema. Other tools' files are mostly skipped, which SAX
/// does not allow. Nor does SAX report the places of attributes, or read the DOCTYPE that Apple Health writes.
///
/// As with ``JSONReader``, the caller holds a window of bytes, a token is a range of it, and a token cut off by the
/// window is ``Token/starved``. It refuses entities other than XML's own five, a DOCTYPE unless it is to be skipped,
/// and tags that do not match. Control characters are allowed, since some tools write them.
package struct XMLScanner {
  package enum Token: Sendable {
    /// A start tag. An empty element gives a start and an ``end``.
    case start
    case end
    /// Text between tags, including CDATA; long texts come in parts.
    case text
    case endOfInput
    case starved
  }

  package struct Attribute {
    package let name: Range<Int>
    /// Without the quotes.
    package let value: Range<Int>
    package let place: Place
  }

  package static let maximumDepth = JSONReader.maximumDepth
  private static let maximumAttributes = 1000
  private static let maximumDoctypeBytes = 1 << 20

  private let file: String
  /// The root element before which a DOCTYPE is skipped unread; nil if none is allowed.
  private let rootAfterDoctype: [UInt8]?

  package private(set) var position = 0
  package private(set) var line = 1
  private var lineStart = 0
  /// The names of the open elements, concatenated, and the start of each.
  private var names: [UInt8] = []
  private var starts: [Int] = []
  /// Whether an empty element has begun, which ends with the next token.
  private var isEmptyElement = false
  private var hasRoot = false

  /// The place of the last tag or text.
  package private(set) var place = Place(line: 1, column: 1)
  /// The last tag's name, with its prefix.
  package private(set) var name = 0..<0
  package private(set) var attributes: [Attribute] = []
  /// The last text. References in it need resolving unless it is CDATA.
  package private(set) var text = 0..<0
  package private(set) var isCDATA = false

  /// - Parameter rootAfterDoctype: The root element before which a DOCTYPE is skipped unread; nil if none is allowed.
  package init(file: String, rootAfterDoctype: String? = nil) {
    self.file = file
    self.rootAfterDoctype = rootAfterDoctype.map { Array($0.utf8) }
  }

  /// The number of open elements.
  package var depth: Int { starts.count }

  /// Continues in a window whose first byte is the one at the current ``position``.
  package mutating func slide() {
    lineStart -= position
    position = 0
  }

  private func column(_ index: Int) -> Int { index - lineStart + 1 }

  /// Returns the place of an index on the current line.
  private func place(_ index: Int) -> Place { Place(line: line, column: column(index)) }

  package func fault(_ code: Diagnostic.Code, _ found: String, _ expected: String, at place: Place? = nil) -> RunFault {
    RunFault(code, found, expected: expected, in: file, at: place ?? self.place(position))
  }

  package mutating func next(in bytes: Span<UInt8>, isLast: Bool) throws(RunFault) -> Token {
    if isEmptyElement {
      isEmptyElement = false
      pop()
      return .end
    }
    while true {
      guard position < bytes.count else {
        if !isLast { return .starved }
        if depth > 0 {
          throw fault(.syntax, "found the end of the input", "the end of the element \(openName.quotedForDiagnostic)")
        }
        if !hasRoot { throw fault(.syntax, "found the end of the input", "an element") }
        return .endOfInput
      }
      if bytes[position] != UInt8(ascii: "<") {
        let start = position
        let mark = (line, lineStart)
        place = place(position)
        var index = position
        while index < bytes.count, bytes[index] != UInt8(ascii: "<") {
          if bytes[index] == 0x0a {
            line += 1
            lineStart = index + 1
          }
          index += 1
        }
        // Never splits a reference or a character.
        if index == bytes.count, !isLast, index - start < 65_536 {
          (line, lineStart) = mark
          return .starved
        }
        position = index
        text = start..<index
        isCDATA = false
        if depth == 0 {
          if bytes.isBlank(text) || start == 0 && line == 1 && bytes.extracting(text).isMark { continue }
          throw fault(.syntax, "found text outside of all elements", "none", at: place)
        }
        return .text
      }
      guard position + 1 < bytes.count else {
        if isLast { throw fault(.syntax, "found the end of the input", "a tag") }
        return .starved
      }
      place = place(position)
      switch bytes[position + 1] {
      case UInt8(ascii: "?"):
        guard try skip(to: "?>", in: bytes, isLast) else { return .starved }
      case UInt8(ascii: "!"):
        guard let token = try declaration(bytes, isLast) else { continue }
        return token
      case UInt8(ascii: "/"): return try endTag(bytes, isLast)
      default: return try startTag(bytes, isLast)
      }
    }
  }

  private var openName: String { String(decoding: names[(starts.last ?? 0)...], as: UTF8.self) }

  private mutating func pop() { names.removeSubrange(starts.removeLast()...) }

  /// - Returns: false if the window ends first; then nothing is consumed.
  private mutating func skip(to end: StaticString, in bytes: Span<UInt8>, _ isLast: Bool) throws(RunFault) -> Bool {
    guard let index = bytes.find(end, from: position + 2) else {
      if isLast { throw fault(.syntax, "found the end of the input", "\(end)") }
      return false
    }
    pass(bytes, to: index + end.utf8CodeUnitCount)
    return true
  }

  /// Counts lines up to an index and moves there.
  private mutating func pass(_ bytes: Span<UInt8>, to end: Int) {
    for index in position..<end where bytes[index] == 0x0a {
      line += 1
      lineStart = index + 1
    }
    position = end
  }

  /// Reads a comment, CDATA or the DOCTYPE.
  ///
  /// - Returns: nil if it is to be skipped.
  private mutating func declaration(_ bytes: Span<UInt8>, _ isLast: Bool) throws(RunFault) -> Token? {
    if position + 9 > bytes.count, !isLast { return .starved }
    if bytes.has("<!--", at: position) { return try skip(to: "-->", in: bytes, isLast) ? nil : .starved }
    if bytes.has("<![CDATA[", at: position), depth > 0 {
      let start = position + 9
      guard try skip(to: "]]>", in: bytes, isLast) else { return .starved }
      text = start..<position - 3
      isCDATA = true
      return .text
    }
    guard bytes.has("<!DOCTYPE", at: position), !hasRoot else {
      throw fault(.syntax, "found <!", "a tag, a comment or CDATA")
    }
    guard let root = rootAfterDoctype else {
      throw fault(.limit, "found a DOCTYPE", "none: entities and external subsets are refused")
    }
    var index = position + 9
    while index + root.count + 1 < bytes.count {
      if bytes[index] == UInt8(ascii: "<"), bytes.extracting(index + 1..<index + 1 + root.count).equals(root.span),
        !bytes[index + 1 + root.count].isXMLName
      {
        pass(bytes, to: index)
        return nil
      }
      index += 1
    }
    if isLast || index - position > XMLScanner.maximumDoctypeBytes {
      throw fault(.syntax, "found a DOCTYPE and nothing after it", "<\(String(decoding: root, as: UTF8.self))")
    }
    return .starved
  }

  private mutating func endTag(_ bytes: Span<UInt8>, _ isLast: Bool) throws(RunFault) -> Token {
    var index = position + 2
    while index < bytes.count, bytes[index] != UInt8(ascii: ">"), bytes[index] > 0x20 { index += 1 }
    let name = position + 2..<index
    while index < bytes.count, bytes[index] <= 0x20 { index += 1 }
    guard index < bytes.count else {
      if isLast { throw fault(.syntax, "found the end of the input", "> of an end tag") }
      return .starved
    }
    guard depth > 0, bytes[index] == UInt8(ascii: ">"),
      bytes.extracting(name).equals(names.span.extracting(starts.last!...))
    else {
      throw fault(
        .syntax, "found the end tag \(String(bytes.extracting(name)).quotedForDiagnostic)",
        depth > 0 ? "that of \(openName.quotedForDiagnostic)" : "no end tag here")
    }
    self.name = name
    pass(bytes, to: index + 1)
    pop()
    return .end
  }

  private mutating func startTag(_ bytes: Span<UInt8>, _ isLast: Bool) throws(RunFault) -> Token {
    let mark = (line, lineStart)
    attributes.removeAll(keepingCapacity: true)
    var index = position + 1
    while index < bytes.count, bytes[index].isXMLName { index += 1 }
    let name = position + 1..<index
    while true {
      let before = index
      while index < bytes.count, bytes[index] <= 0x20 {
        if bytes[index] == 0x0a {
          line += 1
          lineStart = index + 1
        }
        index += 1
      }
      guard index < bytes.count else { break }
      let byte = bytes[index]
      if byte == UInt8(ascii: ">") || byte == UInt8(ascii: "/") {
        isEmptyElement = byte == UInt8(ascii: "/")
        if isEmptyElement {
          index += 1
          guard index < bytes.count else { break }
          guard bytes[index] == UInt8(ascii: ">") else {
            throw fault(.syntax, "found \(bytes[index].nameForDiagnostic)", ">", at: place(index))
          }
        }
        guard !name.isEmpty else {
          throw fault(.syntax, "found <", "the name of an element, or &lt;", at: place)
        }
        return try begin(name, bytes, end: index + 1)
      }
      let start = index
      while index < bytes.count, bytes[index].isXMLName { index += 1 }
      guard index < bytes.count else { break }
      guard index > start, start > before, !name.isEmpty else {
        throw fault(
          .syntax, "found \(byte.nameForDiagnostic) in a tag",
          name.isEmpty ? "the name of an element" : "an attribute, / or >", at: place(start))
      }
      let attribute = start..<index
      let place = place(start)
      while index < bytes.count, bytes[index] <= 0x20 { index += 1 }
      guard index < bytes.count else { break }
      guard bytes[index] == UInt8(ascii: "=") else {
        throw fault(.syntax, "found \(bytes[index].nameForDiagnostic)", "= and a value", at: self.place(index))
      }
      index += 1
      while index < bytes.count, bytes[index] <= 0x20 { index += 1 }
      guard index < bytes.count else { break }
      let quote = bytes[index]
      guard quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else {
        throw fault(.syntax, "found \(quote.nameForDiagnostic)", "a value in quotes", at: self.place(index))
      }
      index += 1
      let valueStart = index
      while index < bytes.count, bytes[index] != quote {
        if bytes[index] == UInt8(ascii: "<") {
          throw fault(.syntax, "found < in a value", "the quote that ends it, or &lt;", at: self.place(index))
        }
        if bytes[index] == 0x0a {
          line += 1
          lineStart = index + 1
        }
        index += 1
      }
      guard index < bytes.count else { break }
      attributes.append(Attribute(name: attribute, value: valueStart..<index, place: place))
      guard attributes.count <= XMLScanner.maximumAttributes else {
        throw fault(
          .limit, "the element has too many attributes", "at most \(XMLScanner.maximumAttributes)", at: self.place)
      }
      index += 1
    }
    if isLast { throw fault(.syntax, "found the end of the input", "> of a tag", at: place(bytes.count)) }
    (line, lineStart) = mark
    isEmptyElement = false
    return .starved
  }

  private mutating func begin(_ name: Range<Int>, _ bytes: Span<UInt8>, end: Int) throws(RunFault) -> Token {
    if depth == 0, hasRoot { throw fault(.syntax, "found a second root element", "the end of the document", at: place) }
    guard depth < XMLScanner.maximumDepth else {
      throw fault(.limit, "nesting is too deep", "at most \(XMLScanner.maximumDepth) levels", at: place)
    }
    for (number, attribute) in attributes.enumerated() {
      for other in attributes[..<number]
      where other.name.count == attribute.name.count
        && bytes.extracting(other.name).equals(bytes.extracting(attribute.name))
      {
        throw fault(
          .duplicate, "found the attribute \(String(bytes.extracting(attribute.name)).quotedForDiagnostic) twice",
          "each name once", at: attribute.place)
      }
    }
    hasRoot = true
    self.name = name
    starts.append(names.count)
    names.append(copying: bytes.extracting(name))
    position = end
    return .start
  }
}

extension UInt8 {
  /// Approximates the characters of names: anything but white space and the delimiters of a tag.
  fileprivate var isXMLName: Bool {
    self > 0x20 && self != UInt8(ascii: "=") && self != UInt8(ascii: ">") && self != UInt8(ascii: "/")
      && self != UInt8(ascii: "\"") && self != UInt8(ascii: "'") && self != UInt8(ascii: "<")
  }
}

extension Span<UInt8> {
  fileprivate func has(_ text: StaticString, at index: Int) -> Bool {
    let count = text.utf8CodeUnitCount
    guard index + count <= self.count else { return false }
    return extracting(index..<index + count).equals(Array(text.description.utf8).span)
  }

  fileprivate func find(_ text: StaticString, from start: Int) -> Int? {
    let pattern = Array(text.description.utf8)
    guard count >= pattern.count, start <= count - pattern.count else { return nil }
    for index in start...count - pattern.count where self[index] == pattern[0] {
      if extracting(index..<index + pattern.count).equals(pattern.span) { return index }
    }
    return nil
  }

  fileprivate func isBlank(_ range: Range<Int>) -> Bool {
    for index in range where self[index] > 0x20 { return false }
    return true
  }

  /// Whether it is a byte order mark and white space.
  fileprivate var isMark: Bool {
    count >= 3 && self[0] == 0xef && self[1] == 0xbb && self[2] == 0xbf && isBlank(3..<count)
  }
}
