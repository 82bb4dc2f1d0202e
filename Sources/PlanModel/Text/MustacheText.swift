public import Templating

/// A notification's title or body with placeholders, in a subset of Mustache: `{{name}}`, sections and inverted sections, comments.
/// Nothing is escaped, since notifications are plain text.
///
/// Compiled once when read, since every notification of every account fills it in.
public struct MustacheText: Sendable {
  /// A field, or a property of one.
  public struct Reference: Hashable, Sendable {
    public var field: String
    public var property: FieldProperty?
  }

  /// A name that is no field of the kind, with the position of its tag.
  public struct Unknown: Hashable, Sendable {
    public var name: String
    /// The position in bytes from the start of the text.
    public var offset: Int
  }

  let template: MustacheTemplate<Reference, String>
  /// The plural categories that have sections, by field.
  public let categories: [String: Set<FieldProperty>]
  /// The unknown names in order. They render as empty, and their sections are left out.
  public let unknown: [Unknown]
  /// The fields whose values are outside of their own sections, in order.
  public let bare: [String]

  public init(literal text: String) {
    template = MustacheTemplate(text.isEmpty ? [] : [.literal(text)])
    (unknown, categories, bare) = ([], [:], [])
  }

  /// Compiles a text.
  ///
  /// - Parameter kind: The kind whose fields the text may use.
  public init(_ text: String, kind: KindDescription) throws(MustacheFault) {
    var names = FieldNames(kind)
    var steps: [MustacheTemplate<Reference, String>.Step] = []
    var categories: [String: Set<FieldProperty>] = [:]
    var inverted: Set<String> = []
    var bare: [String] = []
    for part in try MustacheParser.parse(text, .text(example: kind.fields.first?.name)) {
      switch part {
      case .literal(let literal): steps.append(.literal(literal))
      case .value(let tag, let isEscaped):
        let reference = try names.resolve(tag, at: steps.count)
        if !names.isInSection(of: reference.field), !bare.contains(reference.field) { bare.append(reference.field) }
        steps.append(.value(reference, isEscaped: isEscaped))
      case .section(let tag, let isInverted, let end):
        let reference = try names.resolve(tag, at: steps.count)
        names.enter(isInverted ? nil : reference, until: end)
        if let property = reference.property, FieldProperty.plural.contains(property) {
          if isInverted { inverted.insert(reference.field) }
          categories[reference.field, default: []].insert(property)
        }
        steps.append(.section(reference, isInverted: isInverted, end: end))
      // The parser rejects includes in texts.
      case .include: break
      }
    }
    template = MustacheTemplate(steps)
    // An inverted section has the words for every other category.
    self.categories = categories.filter { !inverted.contains($0.key) }
    (unknown, self.bare) = (names.unknown, bare)
  }

  /// The fields and properties in use, including repetitions.
  public var references: [Reference] {
    template.steps.compactMap { step in
      switch step {
      case .literal: nil
      case .value(let reference, _), .section(let reference, _, _): reference
      }
    }
  }

  /// The words alone, with a space for each field.
  public var words: String {
    template.steps.map { step in
      if case .literal(let text) = step { text } else { " " }
    }.joined()
  }

  /// Returns the text with the fields' values.
  ///
  /// - Parameters:
  ///   - value: Returns the value of a field by its name, or `none` for an unknown field.
  ///   - language: Formats everything except plain text.
  public func filled(_ language: some FieldLanguage, _ value: (String) -> FieldValue) -> String {
    let steps = template.steps
    if steps.isEmpty { return "" }
    // Most texts are one literal or one field.
    if steps.count == 1 {
      if case .literal(let text) = steps[0] { return text }
      if case .value(let reference, _) = steps[0], reference.property == nil,
        case .text(let text) = value(reference.field)
      {
        return text
      }
    }
    return withoutActuallyEscaping(value) { value in
      var filling = Filling(language: language, categories: categories, value: value)
      template.fill(&filling)
      return filling.text
    }
  }

  private struct Filling<Language: FieldLanguage>: MustacheValues {
    let language: Language
    let categories: [String: Set<FieldProperty>]
    let value: (String) -> FieldValue
    var text = ""

    mutating func append(literal: String) { text += literal }

    mutating func append(_ name: Reference, isEscaped: Bool, at step: Int) {
      let field = value(name.field)
      if name.property == nil, case .text(let plain) = field {
        text += plain
      } else if has(field, name) {
        text += language.text(field, name.property)
      }
    }

    func open(_ name: Reference, at step: Int) -> Int { has(value(name.field), name) ? 1 : 0 }
    func begin(_ entry: Int) {}
    func close() {}

    /// Returns whether the value exists. Of the plural categories, a number has exactly one: `other` if the text has no
    /// section for its own.
    private func has(_ value: FieldValue, _ name: Reference) -> Bool {
      if value.isNone || value.isBlank { return false }
      if name.property == .past, case .when(let when) = value { return when.isPast }
      guard let property = name.property, property != .raw, case .integer(let number) = value else { return true }
      let category = language.category(number)
      if category == property { return true }
      guard property == .other, let sections = categories[name.field] else { return false }
      return !sections.contains(category)
    }
  }
}

/// Resolves the names in a text.
private struct FieldNames {
  private let fields: [TextField]
  /// The sections around a step that have a value, the innermost last.
  private var sections: [(reference: MustacheText.Reference, end: Int)] = []
  private(set) var unknown: [MustacheText.Unknown] = []

  init(_ kind: KindDescription) { fields = kind.fields }

  /// Enters a section.
  ///
  /// - Parameter reference: The value of the section; nil for an inverted section.
  mutating func enter(_ reference: MustacheText.Reference?, until end: Int) {
    if let reference { sections.append((reference, end)) }
  }

  /// Returns whether a section around the last tag has a field's value.
  func isInSection(of field: String) -> Bool { sections.contains { $0.reference.field == field } }

  /// Returns the property of a value whose section contains the tag, the innermost first, or a field.
  mutating func resolve(_ tag: MustacheTag, at step: Int) throws(MustacheFault) -> MustacheText.Reference {
    while let last = sections.last, last.end <= step { sections.removeLast() }
    if tag.name == "." {
      guard let section = sections.last else {
        throw MustacheFault(
          found: "found {{.}} outside of a section", expected: "the name of a field", offset: tag.offset)
      }
      return section.reference
    }
    guard let dot = tag.name.utf8.firstIndex(of: UInt8(ascii: ".")) else {
      for section in sections.reversed() where section.reference.property == nil {
        if let property = property(tag.name, of: section.reference.field) {
          return MustacheText.Reference(field: section.reference.field, property: property)
        }
      }
      if fields.contains(where: { $0.name == tag.name }) { return MustacheText.Reference(field: tag.name) }
      return unknown(tag)
    }
    let field = String(tag.name[..<dot])
    guard let property = property(String(tag.name[tag.name.utf8.index(after: dot)...]), of: field) else {
      return unknown(tag)
    }
    return MustacheText.Reference(field: field, property: property)
  }

  private mutating func unknown(_ tag: MustacheTag) -> MustacheText.Reference {
    unknown.append(MustacheText.Unknown(name: tag.name, offset: tag.offset))
    return MustacheText.Reference(field: tag.name)
  }

  private func property(_ name: String, of field: String) -> FieldProperty? {
    guard let property = FieldProperty(rawValue: name), let field = fields.first(where: { $0.name == field }) else {
      return nil
    }
    return field.type.properties.contains(property) ? property : nil
  }
}

/// Formats the values of fields in a language.
public protocol FieldLanguage {
  /// Returns the value, or a property of it.
  ///
  /// - Parameter property: A property of the value's type.
  func text(_ value: FieldValue, _ property: FieldProperty?) -> String
  /// Returns the plural category of a number.
  func category(_ number: Int) -> FieldProperty
}

extension String {
  /// The texts between single braces.
  public var singlyBraced: [String] {
    let (open, close) = (UInt8(ascii: "{"), UInt8(ascii: "}"))
    let bytes = Array(utf8)
    return bytes.indices.compactMap { start in
      guard bytes[start] == open, start == 0 || bytes[start - 1] != open else { return nil }
      let rest = bytes[(start + 1)...]
      guard let end = rest.firstIndex(where: { $0 == open || $0 == close }), bytes[end] == close else { return nil }
      return String(decoding: bytes[(start + 1)..<end], as: UTF8.self)
    }
  }
}
