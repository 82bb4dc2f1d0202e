import Diagnostics

/// Warnings about violations of the schema: one for each kind, regardless of how often it occurs, and at the end the
/// number of further places. They refuse nothing; the reading of records does.
struct SchemaWarnings {
  /// The maximum number of warnings about one document.
  static let limit = 100
  /// The maximum length of a message in characters, since it may quote a value of any length.
  private static let wordCount = 300

  private let file: String
  /// The last start tag; nil after any other event.
  var tag: XMLTag?
  private var warnings: [Diagnostic] = []
  private var reported: Set<String> = []
  private var omitted: (count: Int, last: Place)?

  /// - Parameter file: The document's name in warnings.
  init(file: String) { self.file = file }

  /// Returns the warnings, including the number of further places.
  mutating func finish() -> [Diagnostic] {
    if let (count, last) = omitted {
      let places = count == 1 ? "1 more place does" : "\(count) more places do"
      warnings.append(warning(at: last, field: nil, "\(places) not fit the schema; this is the last one"))
      omitted = nil
    }
    return warnings
  }

  /// - Parameters:
  ///   - message: libxml2's message.
  ///   - here: The current place of reading.
  mutating func note(_ message: String, at here: Place) {
    let violation = SchemaViolation(message)
    let place = place(of: violation.attribute) ?? here
    let words = SchemaWarnings.oneLine(violation.words)
    let key = "\(violation.element) \(violation.attribute ?? "") \(words)"
    guard reported.count < SchemaWarnings.limit, reported.insert(key).inserted else {
      omitted = ((omitted?.count ?? 0) + 1, place)
      return
    }
    let element = violation.element.isEmpty ? "the document" : "element \(violation.element.onOneLine)"
    warnings.append(
      warning(
        at: place, field: violation.attribute?.onOneLine, "\(element) does not fit the schema: \(words)",
        expected: violation.expected))
  }

  private func warning(at place: Place, field: String?, _ found: String, expected: String? = nil) -> Diagnostic {
    Diagnostic(.warning, .schema, at: SourceLocation(file, place), field: field, found: found, expected: expected)
  }

  /// Returns the place of the attribute with that name, or else of the tag; nil without a tag.
  private func place(of attribute: String?) -> Place? {
    guard let tag, let attribute else { return tag?.place }
    let number = tag.attributes.firstIndex { tag.string($0.name) == attribute }
    return number.map { tag.place(ofAttribute: $0 - tag.attributes.startIndex) } ?? tag.place
  }

  /// Returns the text without control characters, truncated if it is too long.
  private static func oneLine(_ text: String) -> String {
    var result = ""
    for (index, scalar) in text.unicodeScalars.enumerated() {
      if index == wordCount { return result + "…" }
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator:
        result += "\\u{\(String(scalar.value, radix: 16))}"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}

/// The parts of libxml2's message about a violation:
/// `Element '{namespace}item', attribute 'date': [facet 'pattern'] The value 'x' is not accepted by the pattern 'y'.`
struct SchemaViolation {
  var element = ""
  var attribute: String?
  /// The message without the names, and without patterns, which are long and say little.
  var words: String
  /// The elements that are allowed there.
  var expected: String?

  init(_ message: String) {
    var rest = message.replacing("{\(XMLFrontEnd.namespace)}", with: "")[...]
    func take(after start: String) -> String? {
      guard rest.hasPrefix(start), let end = rest.dropFirst(start.count).firstIndex(of: "'") else { return nil }
      defer { rest = rest[rest.index(after: end)...] }
      return String(rest.dropFirst(start.count)[..<end])
    }
    if let name = take(after: "Element '") {
      element = name
      attribute = take(after: ", attribute '")
      if rest.hasPrefix(": ") { rest = rest.dropFirst(2) }
      _ = take(after: "[facet '")
      if rest.hasPrefix("] ") { rest = rest.dropFirst(2) }
    }
    while rest.last?.isNewline == true { rest.removeLast() }
    if let pattern = rest.ranges(of: " is not accepted by the pattern '").last {
      rest = (rest[..<pattern.lowerBound] + " has the wrong form")[...]
    }
    if let names = rest.firstRange(of: " Expected is ") {
      expected = rest[names.upperBound...].split { " ().".contains($0) }.joined(separator: " ")
      rest = rest[..<names.lowerBound]
    }
    if rest.hasSuffix(".") { rest = rest.dropLast() }
    words = rest.prefix(1).lowercased() + rest.dropFirst()
  }
}

/// The names in one input that the format lacks: a limited list, and the number of the others.
struct UnknownNames {
  /// The line about the others makes it a hundred.
  private static let limit = 99

  private var listed: Set<String> = []
  /// Beyond the limit, repeated names count again.
  private(set) var unlisted = 0
  private(set) var last = Place(line: 1, column: 1)

  /// - Returns: Whether the name is to be listed; nil if it already was.
  mutating func take(_ name: String, at place: Place) -> Bool? {
    if listed.contains(name) { return nil }
    guard listed.count < UnknownNames.limit else {
      unlisted += 1
      last = place
      return false
    }
    listed.insert(name)
    return true
  }
}

extension Diagnostic {
  /// Returns the warning about an unknown name.
  ///
  /// - Parameter suggestion: The nearest known name.
  static func unknownName(_ name: String, at location: SourceLocation, _ suggestion: String?) -> Diagnostic {
    Diagnostic(
      .warning, .unknownField, at: location, field: name.onOneLine, found: "the format has no such field here",
      expected: suggestion)
  }

  /// Returns the error about a name that is close to a known one.
  static func nearName(_ name: String, at location: SourceLocation, _ suggestion: String) -> Diagnostic {
    Diagnostic(
      .error, .unknownField, at: location, field: name.onOneLine, found: "the format has no such field here",
      expected: "\(suggestion); --strict refuses likely typos")
  }
}
