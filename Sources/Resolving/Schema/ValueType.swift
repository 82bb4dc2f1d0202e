import PlanModel

/// The type of a field's value.
package indirect enum ValueType: Sendable {
  case text
  /// A text of at least one character.
  case identifier
  /// The name of a zone or link of the tz database.
  case zone
  case bool
  /// `YYYY-MM-DD`.
  case date
  /// `YYYY-MM-DD`, optionally with a time of day: `YYYY-MM-DDTHH:MM`.
  case dateOrTime
  /// `HH:MM` or `HH:MM:SS`, optionally limited to a range between two full hours, inclusive.
  case time(hours: ClosedRange<Int>?)
  /// RFC 3339 with an offset, to the second.
  case instant
  case weekday
  /// One of these words.
  case choice([String])
  /// A whole number.
  case count(ClosedRange<Int>)
  /// A number that is not negative.
  case quantity
  /// A number of degrees between minus and plus this limit, a multiple of ten.
  case degrees(Int)
  /// A number, or a text with one, which keeps digits that other programs would round.
  case amount
  /// The offset of a reminder, such as `-15m` or `-1d@18:00`.
  case reminder
  /// The value of an RFC 5545 RRULE. The object's `repeat` must then be `none` or absent.
  case rule
  /// A list with a minimum length; in XML, one attribute with values separated by spaces.
  case list(of: ValueType, least: Int)
  case object(ObjectDescription)
  /// A list of objects; in XML, repeated elements of the given name.
  case objects(ObjectDescription, element: String)
  /// An object with true or false for each kind's name.
  case switches([String])
  /// A number, such as seconds, optionally in an inclusive range.
  case number(ClosedRange<DecimalNumber>?)
  /// The items of an account; in XML, an element each.
  case items

  /// The name of a kind of item.
  static let kinds = ValueType.choice(ItemKind.shipped.map(\.name))

  /// What diagnostics expect if the value is wrong.
  var words: String {
    switch self {
    case .text, .identifier, .zone: "a text"
    case .bool: "true or false"
    case .date: "a date, YYYY-MM-DD"
    case .dateOrTime: "a date, YYYY-MM-DD, or a date and time, YYYY-MM-DDTHH:MM"
    case .time: "a time of day, HH:MM or HH:MM:SS"
    case .instant: "an RFC 3339 instant with an offset, to the second, such as 2026-11-20T12:00:00Z"
    case .weekday: "one of mon tue wed thu fri sat sun"
    case .choice(let words): "one of " + words.joined(separator: " ")
    case .count(let range): "a whole number from \(range.lowerBound) to \(range.upperBound)"
    case .quantity, .degrees, .number(nil): "a number of at most 38 digits"
    case .number(let range?): "a number from \(range.lowerBound) to \(range.upperBound)"
    case .amount: "a decimal number, as a number or a text, of at most 38 digits"
    case .reminder: ReminderOffset.words
    case .rule: "an RFC 5545 RRULE value"
    case .list(of: .date, least: _): "a list of dates"
    case .list(of: .time, least: _): "a list of times of day"
    case .list(of: .weekday, least: _): "a list of weekdays"
    case .list(of: .dateOrTime, least: _): "a list of dates, or of dates and times, YYYY-MM-DDTHH:MM"
    case .list(of: .text, least: _): "a list of texts"
    case .list: "a list"
    case .object, .switches: "an object"
    case .objects: "a list of objects"
    case .items: "a list of items"
    }
  }

  /// What diagnostics expect if the value is missing.
  fileprivate var wordsIfMissing: String {
    switch self {
    case .zone: "the name of a zone"
    case .time(let hours): hours?.timesInWords ?? "a time of day"
    case .instant: "an instant"
    case .count: "a whole number"
    case .degrees(let limit): "degrees from -\(limit) to \(limit)"
    case .amount: "an amount"
    case .list: words + ", not empty"
    default: words
    }
  }
}

/// The description of a field, for readers of the format.
package struct FieldDescription: Sendable {
  package let name: String
  package let type: ValueType
  /// What diagnostics expect if the field is missing; nil if it is optional.
  package let required: String?
  /// The meaning: a sentence in Markdown, without its period.
  package let meaning: String

  package init(_ name: String, _ type: ValueType, _ meaning: String, _ need: Need = .optional) {
    (self.name, self.type, self.meaning) = (name, type, meaning)
    required =
      switch need {
      case .optional: nil
      case .required: type.wordsIfMissing
      case .requiredAs(let words): words
      }
  }
}

/// The description of an object: its fields in the order of the documentation.
package struct ObjectDescription: Sendable {
  package let name: String
  package let fields: [FieldDescription]
  /// The type's name in schemas. Declared types have names that no type of the format has.
  package let typeName: String

  init(_ name: String, typeName: String? = nil, fields: [FieldDescription]) {
    (self.name, self.fields, self.typeName) = (name, fields, typeName ?? name)
  }
}
