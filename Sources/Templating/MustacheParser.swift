/// A piece of a Mustache text.
public enum MustachePart: Sendable {
  case literal(String)
  case value(MustacheTag, isEscaped: Bool)
  /// A section with the parts before `end`, an index into all parts.
  case section(MustacheTag, isInverted: Bool, end: Int)
  /// Another template. If its tag is alone on a line, `indentation` is the white space before the tag, and is added to every line of
  /// the template.
  case include(MustacheTag, indentation: String)
}

/// The reason why a text is not valid.
public struct MustacheFault: Error, Hashable {
  public var found: String
  public var expected: String?
  /// The place, in bytes from the start of the text.
  public var offset: Int

  public init(found: String, expected: String?, offset: Int) {
    (self.found, self.expected, self.offset) = (found, expected, offset)
  }
}

/// A tag's name and place.
public struct MustacheTag: Sendable {
  public var name: String
  /// The start of the tag, in bytes from the start of the text.
  public var offset: Int
}

/// Reads the grammar of Mustache. White space follows the specification: if the tag of a section, comment or other template is alone
/// on a line, the whole line is removed.
///
/// Blocks, other delimiters and functions are rejected. Follows swift-mustache step by step; `make mustache-check` compares the two.
public struct MustacheParser {
  /// The kind of text, which determines the tags that it may have.
  public enum Dialect: Sendable {
    /// A notification's text, which cannot include templates. Faults suggest the field `example`; nil if there are no fields.
    case text(example: String?)
    /// A page's template.
    case template
  }

  private static let maximumDepth = 32

  private let bytes: [UInt8]
  private let dialect: Dialect
  private var parts: [MustachePart] = []
  private var position = 0
  /// Text that is not part of a literal yet.
  private var pending: [UInt8] = []
  /// The number of sections around the position.
  private var depth = 0

  public static func parse(
    _ text: String, _ dialect: Dialect
  ) throws(MustacheFault) -> [MustachePart] {
    var parser = MustacheParser(bytes: Array(text.utf8), dialect: dialect)
    try parser.parseSection(opening: nil, isNewLine: true)
    parser.flush()
    return parser.parts
  }

  private init(bytes: [UInt8], dialect: Dialect) { (self.bytes, self.dialect) = (bytes, dialect) }

  // MARK: Text and tags

  /// - Parameter opening: The tag that opened the section; nil for the whole text.
  private mutating func parseSection(opening: MustacheTag?, isNewLine: Bool) throws(MustacheFault) {
    var isNewLine = isNewLine
    // White space at the start of the line that belongs to no part yet.
    var indentation = position..<position
    while position < bytes.count {
      if isNewLine { indentation = skip { $0.isBlank } }
      let text = skipText()
      if position < bytes.count, bytes[position] == UInt8(ascii: "\n") {
        position += 1
        pending.append(contentsOf: bytes[indentation])
        pending.append(contentsOf: bytes[text.lowerBound..<position])
        isNewLine = true
        continue
      }
      if !text.isEmpty {
        pending.append(contentsOf: bytes[indentation])
        pending.append(contentsOf: bytes[text])
        indentation = position..<position
        isNewLine = false
      }
      if position == bytes.count { break }
      let offset = position
      position += 2
      let mark = position < bytes.count ? bytes[position] : 0
      switch mark {
      case UInt8(ascii: "#"), UInt8(ascii: "^"), UInt8(ascii: "/"):
        position += 1
        let tag = try name(offset, closedBy: 2)
        let isAlone = isNewLine && endLine()
        if !isAlone { pending.append(contentsOf: bytes[indentation]) }
        indentation = position..<position
        if mark == UInt8(ascii: "/") { return try close(tag, opening) }
        try open(tag, isInverted: mark == UInt8(ascii: "^"), isNewLine: isAlone)
        isNewLine = isAlone
      case UInt8(ascii: "!"):
        try skipComment(offset)
        isNewLine = isNewLine && endLine()
      case UInt8(ascii: ">") where dialect.hasIncludes:
        position += 1
        let tag = try name(offset, closedBy: 2, isFile: true)
        isNewLine = isNewLine && endLine()
        if !isNewLine { pending.append(contentsOf: bytes[indentation]) }
        flush()
        let blanks = isNewLine ? String(decoding: bytes[indentation], as: UTF8.self) : ""
        parts.append(.include(tag, indentation: blanks))
        indentation = position..<position
      case UInt8(ascii: ">"), UInt8(ascii: "<"), UInt8(ascii: "="), UInt8(ascii: "$"), UInt8(ascii: "%"),
        UInt8(ascii: "*"):
        throw MustacheFault(
          found: "found {{\(Character(Unicode.Scalar(mark)))", expected: dialect.tags, offset: offset)
      default:
        pending.append(contentsOf: bytes[indentation])
        indentation = position..<position
        let isTriple = mark == UInt8(ascii: "{")
        if isTriple || mark == UInt8(ascii: "&") { position += 1 }
        let tag = try name(offset, closedBy: isTriple ? 3 : 2)
        flush()
        parts.append(.value(tag, isEscaped: !isTriple && mark != UInt8(ascii: "&")))
        isNewLine = false
      }
    }
    if let opening {
      throw MustacheFault(
        found: "{{#\(opening.name)}} is not closed", expected: "{{/\(opening.name)}} after it", offset: opening.offset)
    }
  }

  private mutating func open(_ tag: MustacheTag, isInverted: Bool, isNewLine: Bool) throws(MustacheFault) {
    guard depth < MustacheParser.maximumDepth else {
      throw MustacheFault(
        found: "sections nest too deeply", expected: "\(MustacheParser.maximumDepth) levels at most",
        offset: tag.offset)
    }
    flush()
    let index = parts.count
    parts.append(.section(tag, isInverted: isInverted, end: 0))
    depth += 1
    try parseSection(opening: tag, isNewLine: isNewLine)
    depth -= 1
    flush()
    parts[index] = .section(tag, isInverted: isInverted, end: parts.count)
  }

  private func close(_ tag: MustacheTag, _ opening: MustacheTag?) throws(MustacheFault) {
    if opening?.name == tag.name { return }
    throw MustacheFault(
      found: "found {{/\(tag.name)}}",
      expected: opening.map { "{{/\($0.name)}}" } ?? "{{#\(tag.name)}} before it", offset: tag.offset)
  }

  /// Reads the name and the closing braces of a tag.
  ///
  /// - Parameters:
  ///   - braces: The number of closing braces.
  ///   - isFile: Whether the name may have a folder.
  private mutating func name(
    _ offset: Int, closedBy braces: Int, isFile: Bool = false
  ) throws(MustacheFault) -> MustacheTag {
    _ = skip { $0.isSpace }
    let name = skip { $0.isNameByte || isFile && $0 == UInt8(ascii: "/") }
    _ = skip { $0.isSpace }
    guard isAt(UInt8(ascii: "}"), braces, position) else {
      let close = (position..<bytes.count).first { isAt(UInt8(ascii: "}"), 2, $0) }
      guard let close else { throw malformed("\"{{\" without \"}}\"", offset) }
      throw malformed(String(decoding: bytes[offset..<close + 2], as: UTF8.self), offset)
    }
    position += braces
    guard !name.isEmpty else { throw malformed(String(decoding: bytes[offset..<position], as: UTF8.self), offset) }
    return MustacheTag(name: String(decoding: bytes[name], as: UTF8.self), offset: offset)
  }

  private func malformed(_ found: String, _ offset: Int) -> MustacheFault {
    MustacheFault(found: "found \(found)", expected: dialect.example, offset: offset)
  }

  // MARK: Bytes

  private mutating func flush() {
    if pending.isEmpty { return }
    parts.append(.literal(String(decoding: pending, as: UTF8.self)))
    pending.removeAll(keepingCapacity: true)
  }

  /// Skips to the next tag or the end of the line, and returns the range of the skipped text.
  private mutating func skipText() -> Range<Int> {
    let start = position
    while position < bytes.count {
      let byte = bytes[position]
      if byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "{") && isAt(byte, 2, position) { break }
      position += 1
    }
    return start..<position
  }

  private mutating func skipComment(_ offset: Int) throws(MustacheFault) {
    while !isAt(UInt8(ascii: "}"), 2, position) {
      guard position < bytes.count else {
        throw MustacheFault(found: "found \"{{!\" without \"}}\"", expected: "a comment that ends", offset: offset)
      }
      position += 1
    }
    position += 2
  }

  /// Consumes the rest of the line if it is white space, and returns whether it is.
  private mutating func endLine() -> Bool {
    if position == bytes.count { return true }
    var next = position
    while next < bytes.count, bytes[next].isBlank { next += 1 }
    if next < bytes.count, bytes[next] == UInt8(ascii: "\r") { next += 1 }
    guard next < bytes.count, bytes[next] == UInt8(ascii: "\n") else { return false }
    position = next + 1
    return true
  }

  private mutating func skip(while matches: (UInt8) -> Bool) -> Range<Int> {
    let start = position
    while position < bytes.count, matches(bytes[position]) { position += 1 }
    return start..<position
  }

  /// Returns whether `count` equal bytes start at an index.
  private func isAt(_ byte: UInt8, _ count: Int, _ index: Int) -> Bool {
    guard index + count <= bytes.count else { return false }
    for offset in 0..<count where bytes[index + offset] != byte { return false }
    return true
  }
}

extension MustacheParser.Dialect {
  fileprivate var hasIncludes: Bool {
    if case .template = self { true } else { false }
  }

  /// A valid tag, for faults.
  fileprivate var example: String {
    switch self {
    case .text(let example): example.map { "a field such as {{\($0)}}" } ?? "no fields"
    case .template: "a name such as {{id}}"
    }
  }

  /// All forms of tags, for faults.
  fileprivate var tags: String {
    switch self {
    case .text: "{{field}}, {{#field}}, {{^field}}, {{/field}} or {{! a comment }}"
    case .template: "{{name}}, {{{name}}}, {{#name}}, {{^name}}, {{/name}}, {{> name}} or {{! a comment }}"
    }
  }
}

extension UInt8 {
  fileprivate var isBlank: Bool { self == UInt8(ascii: " ") || self == UInt8(ascii: "\t") }
  fileprivate var isSpace: Bool { isBlank || self == UInt8(ascii: "\n") || self == UInt8(ascii: "\r") }

  fileprivate var isNameByte: Bool {
    switch self {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"), UInt8(ascii: "."):
      true
    default: false
    }
  }
}
