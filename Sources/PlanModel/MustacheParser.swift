/// Compiles Mustache to steps, with white space treated as the Mustache specification has it: a section's tag or a comment
/// that stands alone on a line takes the line with it.
///
/// Follows swift-mustache, which renders the page, step by step; a test compares the two.
struct MustacheParser {
  private static let maximumDepth = 32

  private(set) var steps: [MustacheText.Step] = []
  private(set) var unknown: [MustacheText.Unknown] = []
  private let bytes: [UInt8]
  private let kind: Kind
  private var position = 0
  /// Text that no step has yet.
  private var pending: [UInt8] = []
  /// The sections around the position, the innermost last.
  private var sections: [Section] = []

  private struct Section {
    var name: String
    var reference: MustacheText.Reference
    var isInverted: Bool
  }

  private struct Tag {
    var name: String
    var offset: Int
  }

  init(_ text: String, kind: Kind) {
    bytes = Array(text.utf8)
    self.kind = kind
  }

  mutating func parse() throws(MustacheText.Malformed) {
    try parseSection(opening: nil, isNewLine: true)
    flush()
  }

  // MARK: Text and tags

  /// - Parameter opening: The tag that opened the section; nil: the whole text.
  private mutating func parseSection(opening: Tag?, isNewLine: Bool) throws(MustacheText.Malformed) {
    var isNewLine = isNewLine
    var indentation: ArraySlice<UInt8> = []
    while position < bytes.count {
      if isNewLine { indentation = read { $0.isBlank } }
      let start = position
      while position < bytes.count, bytes[position] != UInt8(ascii: "\n"), !isAt("{{") { position += 1 }
      let text = bytes[start..<position]
      if position < bytes.count, bytes[position] == UInt8(ascii: "\n") {
        position += 1
        pending += indentation + bytes[start..<position]
        isNewLine = true
        continue
      }
      if !text.isEmpty {
        pending += indentation + text
        indentation = []
        isNewLine = false
      }
      if position == bytes.count { break }
      let offset = position
      position += 2
      let mark = position < bytes.count ? bytes[position] : 0
      switch mark {
      case UInt8(ascii: "#"), UInt8(ascii: "^"), UInt8(ascii: "/"):
        position += 1
        let tag = try name(offset, closedBy: "}}")
        let isAlone = isNewLine && endLine()
        if !isAlone { pending += indentation }
        indentation = []
        if mark == UInt8(ascii: "/") { return try close(tag, opening) }
        try open(tag, isInverted: mark == UInt8(ascii: "^"), isNewLine: isAlone)
        isNewLine = isAlone
      case UInt8(ascii: "!"):
        try skipComment(offset)
        isNewLine = isNewLine && endLine()
      case UInt8(ascii: ">"), UInt8(ascii: "<"), UInt8(ascii: "="), UInt8(ascii: "$"), UInt8(ascii: "%"),
        UInt8(ascii: "*"):
        throw MustacheText.Malformed(
          found: "found {{\(Character(Unicode.Scalar(mark)))",
          expected: "{{field}}, {{#field}}, {{^field}}, {{/field}} or {{! a comment }}", offset: offset)
      default:
        pending += indentation
        indentation = []
        if mark == UInt8(ascii: "{") || mark == UInt8(ascii: "&") { position += 1 }
        let tag = try name(offset, closedBy: mark == UInt8(ascii: "{") ? "}}}" : "}}")
        let reference = try resolve(tag)
        flush()
        steps.append(.value(reference))
        isNewLine = false
      }
    }
    if let opening {
      throw MustacheText.Malformed(
        found: "{{#\(opening.name)}} is not closed", expected: "{{/\(opening.name)}} after it", offset: opening.offset)
    }
  }

  private mutating func open(_ tag: Tag, isInverted: Bool, isNewLine: Bool) throws(MustacheText.Malformed) {
    guard sections.count < MustacheParser.maximumDepth else {
      throw MustacheText.Malformed(
        found: "sections nest too deeply", expected: "\(MustacheParser.maximumDepth) levels at most",
        offset: tag.offset)
    }
    let reference = try resolve(tag)
    flush()
    let index = steps.count
    steps.append(.section(reference, isInverted: isInverted, end: 0))
    sections.append(Section(name: tag.name, reference: reference, isInverted: isInverted))
    try parseSection(opening: tag, isNewLine: isNewLine)
    sections.removeLast()
    flush()
    steps[index] = .section(reference, isInverted: isInverted, end: steps.count)
  }

  private func close(_ tag: Tag, _ opening: Tag?) throws(MustacheText.Malformed) {
    if opening?.name == tag.name { return }
    throw MustacheText.Malformed(
      found: "found {{/\(tag.name)}}",
      expected: opening.map { "{{/\($0.name)}}" } ?? "{{#\(tag.name)}} before it", offset: tag.offset)
  }

  // MARK: Names

  /// The name in a tag, whose closing braces are read too.
  private mutating func name(_ offset: Int, closedBy end: StaticString) throws(MustacheText.Malformed) -> Tag {
    _ = read { $0.isSpace }
    let name = read { $0.isNameByte }
    _ = read { $0.isSpace }
    guard isAt(end) else {
      let close = (position..<bytes.count).first { isAt("}}", $0) }
      guard let close else {
        throw malformed("\"{{\" without \"}}\"", offset)
      }
      throw malformed(String(decoding: bytes[offset..<close + 2], as: UTF8.self), offset)
    }
    position += end.utf8CodeUnitCount
    guard !name.isEmpty else { throw malformed(String(decoding: bytes[offset..<position], as: UTF8.self), offset) }
    return Tag(name: String(decoding: name, as: UTF8.self), offset: offset)
  }

  private func malformed(_ found: String, _ offset: Int) -> MustacheText.Malformed {
    let fields = kind.textFields.map { "{{\($0.name)}}" }
    return MustacheText.Malformed(
      found: "found \(found)",
      expected: fields.isEmpty ? "no fields" : "a field such as \(fields[0])", offset: offset)
  }

  /// What a name stands for: a property of a value whose section it stands in, from the inside out, or a field.
  private mutating func resolve(_ tag: Tag) throws(MustacheText.Malformed) -> MustacheText.Reference {
    if tag.name == "." {
      guard let section = sections.last(where: { !$0.isInverted }) else {
        throw MustacheText.Malformed(
          found: "found {{.}} outside of a section", expected: "the name of a field", offset: tag.offset)
      }
      return section.reference
    }
    let parts = tag.name.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    for section in sections.reversed() where !section.isInverted && section.reference.property == nil {
      if parts.count == 1, let property = property(parts[0], of: section.reference.field) {
        return MustacheText.Reference(field: section.reference.field, property: property)
      }
    }
    if parts.count == 1, kind.textField(parts[0]) != nil { return MustacheText.Reference(field: parts[0]) }
    if parts.count == 2, let property = property(parts[1], of: parts[0]) {
      return MustacheText.Reference(field: parts[0], property: property)
    }
    unknown.append(MustacheText.Unknown(name: tag.name, offset: tag.offset))
    return MustacheText.Reference(field: tag.name)
  }

  private func property(_ name: String, of field: String) -> FieldProperty? {
    guard let property = FieldProperty(rawValue: name), let field = kind.textField(field) else { return nil }
    return field.type.properties.contains(property) ? property : nil
  }

  // MARK: Bytes

  private mutating func flush() {
    if pending.isEmpty { return }
    steps.append(.literal(String(decoding: pending, as: UTF8.self)))
    pending.removeAll()
  }

  private mutating func skipComment(_ offset: Int) throws(MustacheText.Malformed) {
    while !isAt("}}") {
      guard position < bytes.count else {
        throw MustacheText.Malformed(
          found: "found \"{{!\" without \"}}\"", expected: "a comment that ends", offset: offset)
      }
      position += 1
    }
    position += 2
  }

  /// Whether nothing but blanks is left of the line, which is then read.
  private mutating func endLine() -> Bool {
    if position == bytes.count { return true }
    var next = position
    while next < bytes.count, bytes[next].isBlank { next += 1 }
    if next < bytes.count, bytes[next] == UInt8(ascii: "\r") { next += 1 }
    guard next < bytes.count, bytes[next] == UInt8(ascii: "\n") else { return false }
    position = next + 1
    return true
  }

  private mutating func read(while matches: (UInt8) -> Bool) -> ArraySlice<UInt8> {
    let start = position
    while position < bytes.count, matches(bytes[position]) { position += 1 }
    return bytes[start..<position]
  }

  private func isAt(_ text: StaticString, _ index: Int? = nil) -> Bool {
    let index = index ?? position
    let wanted = UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
    return index + wanted.count <= bytes.count && bytes[index..<index + wanted.count].elementsEqual(wanted)
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
