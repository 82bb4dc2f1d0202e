public import Templating

/// A notification's title or body with places for fields, in a subset of Mustache: `{{name}}`, sections and inverted
/// sections, comments. Nothing is escaped: notifications are plain text.
///
/// Compiled once when it is read, since it is filled in for every notification of every account.
public struct MustacheText: Sendable {
  /// A field, or a property of one.
  public struct Reference: Hashable, Sendable {
    public var field: String
    public var property: FieldProperty?
  }

  /// A name that is no field of the kind, and where its tag begins.
  public struct Unknown: Hashable, Sendable {
    public var name: String
    /// Bytes from the start of the text.
    public var offset: Int
  }

  let template: MustacheTemplate<Reference, String>
  /// In the order of the text. They are empty, and their sections left out.
  public let unknown: [Unknown]

  public init(literal text: String) {
    template = MustacheTemplate(text.isEmpty ? [] : [.literal(text)])
    unknown = []
  }

  /// - Parameter kind: Whose fields the text may use.
  public init(_ text: String, kind: KindDescription) throws(MustacheFault) {
    var names = FieldNames(kind)
    var steps: [MustacheTemplate<Reference, String>.Step] = []
    for part in try MustacheParser.parse(text, .text(example: kind.fields.first?.name)) {
      switch part {
      case .literal(let literal): steps.append(.literal(literal))
      case .value(let tag, let isEscaped):
        steps.append(.value(try names.resolve(tag, at: steps.count), isEscaped: isEscaped))
      case .section(let tag, let isInverted, let end):
        let reference = try names.resolve(tag, at: steps.count)
        names.enter(isInverted ? nil : reference, until: end)
        steps.append(.section(reference, isInverted: isInverted, end: end))
      // Refused in texts.
      case .include: break
      }
    }
    template = MustacheTemplate(steps)
    unknown = names.unknown
  }

  /// The fields and properties that it uses, as often as it does.
  public var references: [Reference] {
    template.steps.compactMap { step in
      switch step {
      case .literal: nil
      case .value(let reference, _), .section(let reference, _, _): reference
      }
    }
  }

  /// The words alone, with a blank for each field.
  public var words: String {
    template.steps.map { step in
      if case .literal(let text) = step { text } else { " " }
    }.joined()
  }

  /// The text with every field's value in its place.
  ///
  /// - Parameters:
  ///   - value: The value of a field by its name; `none` where there is no such field.
  ///   - language: Writes what is more than plain text; not asked for anything else.
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
      var filling = Filling(language: language, value: value)
      template.fill(&filling)
      return filling.text
    }
  }

  private struct Filling<Language: FieldLanguage>: MustacheValues {
    let language: Language
    let value: (String) -> FieldValue
    var text = ""

    mutating func append(literal: String) { text += literal }

    mutating func append(_ name: Reference, isEscaped: Bool, at step: Int) {
      let field = value(name.field)
      if name.property == nil, case .text(let plain) = field {
        text += plain
      } else if has(field, name.property) {
        text += language.text(field, name.property)
      }
    }

    func open(_ name: Reference, at step: Int) -> Int { has(value(name.field), name.property) ? 1 : 0 }
    func begin(_ entry: Int) {}
    func close() {}

    /// Whether the value is there: a number has one of the plural categories and not the others.
    private func has(_ value: FieldValue, _ property: FieldProperty?) -> Bool {
      if value.isNone { return false }
      guard let property, property != .raw, case .integer(let number) = value else { return true }
      return language.category(number) == property
    }
  }
}

/// What the names in a text stand for.
private struct FieldNames {
  private let fields: [TextField]
  /// The sections around a step that have a value, the innermost last.
  private var sections: [(reference: MustacheText.Reference, end: Int)] = []
  private(set) var unknown: [MustacheText.Unknown] = []

  init(_ kind: KindDescription) {
    fields = kind.fields
  }

  /// - Parameter reference: The value that the section is about; nil: it stands where there is none.
  mutating func enter(_ reference: MustacheText.Reference?, until end: Int) {
    if let reference { sections.append((reference, end)) }
  }

  /// A property of a value whose section the tag stands in, from the inside out, or a field.
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

/// How a language writes the values of fields.
public protocol FieldLanguage {
  /// - Parameter property: One that the value's type has.
  func text(_ value: FieldValue, _ property: FieldProperty?) -> String
  /// The plural category of a number.
  func category(_ number: Int) -> FieldProperty
}

extension FieldValue {
  /// `text` for what is not there.
  public var type: FieldType {
    switch self {
    case .none, .text: .text
    case .integer: .number
    case .percent: .percent
    case .money: .amount
    case .sums: .sums
    case .date: .date
    case .time: .time
    case .duration: .duration
    case .distance: .distance
    case .decimal: .number
    case .dateTime, .instant: .dateTime
    case .flag: .text
    case .list: .list
    }
  }
}
