import CivilTime
import PlanModel

/// A field of an object, and how its value is read into the ``RecordDraft``.
struct Field: Sendable {
  /// Reads the value at an index of the resolver's record, or reports its faults.
  typealias Reader = @Sendable (inout RecordResolver, Int) -> Void
  /// Stores a value in the draft.
  typealias Store<Value> = @Sendable (inout RecordDraft, consuming Value) -> Void

  let description: FieldDescription
  let isRequired: Bool
  var read: Reader

  init(_ name: String, _ type: ValueType, _ meaning: String, _ need: Need = .optional, _ read: @escaping Reader) {
    description = FieldDescription(name, type, meaning, need)
    isRequired = description.required != nil
    self.read = read
  }
}

/// Fields by type of value.
extension Field {
  static func text(
    _ name: String, _ meaning: String, _ need: Need = .optional, _ store: @escaping Store<String>
  ) -> Field {
    Field(name, .text, meaning, need) { if let text = $0.text($1) { store(&$0.draft, text) } }
  }

  static func identifier(
    _ name: String, _ meaning: String, _ need: Need = .optional, _ store: @escaping Store<String>
  ) -> Field {
    Field(name, .identifier, meaning, need) { if let id = $0.identifier($1) { store(&$0.draft, id) } }
  }

  static func zone(_ name: String, _ meaning: String, _ need: Need, _ store: @escaping Store<Zone>) -> Field {
    Field(name, .zone, meaning, need) { if let zone = $0.zone($1) { store(&$0.draft, zone) } }
  }

  static func bool(_ name: String, _ meaning: String, _ store: @escaping Store<Bool>) -> Field {
    Field(name, .bool, meaning) { if let flag = $0.bool($1) { store(&$0.draft, flag) } }
  }

  static func date(
    _ name: String, _ meaning: String, _ need: Need = .optional, _ store: @escaping Store<LocalDate>
  ) -> Field {
    Field(name, .date, meaning, need) { if let date = $0.date($1) { store(&$0.draft, date) } }
  }

  static func time(
    _ name: String, hours: ClosedRange<Int>? = nil, _ meaning: String, _ need: Need = .optional,
    _ store: @escaping Store<LocalTime>
  ) -> Field {
    guard let hours else {
      return Field(name, .time(hours: nil), meaning, need) { if let time = $0.time($1) { store(&$0.draft, time) } }
    }
    return Field(name, .time(hours: hours), meaning, need) {
      if let time = $0.time($1, between: hours) { store(&$0.draft, time) }
    }
  }

  static func instant(
    _ name: String, in range: ClosedRange<Instant>? = nil, _ meaning: String, _ need: Need = .optional,
    _ store: @escaping Store<Instant>
  ) -> Field {
    Field(name, .instant, meaning, need) { if let at = $0.instant($1, in: range) { store(&$0.draft, at) } }
  }

  static func weekday(_ name: String, _ meaning: String, _ store: @escaping Store<Weekday>) -> Field {
    Field(name, .weekday, meaning) { if let day = $0.weekday($1) { store(&$0.draft, day) } }
  }

  static func choice<Choice: RawRepresentable<String> & CaseIterable & Sendable>(
    _ name: String, _: Choice.Type, _ meaning: String, _ need: Need = .optional, _ store: @escaping Store<Choice>
  ) -> Field {
    let (choices, words) = (Array(Choice.allCases), WordList(Choice.allCases.map(\.rawValue)))
    return Field(name, .choice(words.texts), meaning, need) {
      if let index = $0.choice($1, words) { store(&$0.draft, choices[index]) }
    }
  }

  static func count(
    _ name: String, in range: ClosedRange<Int>, _ meaning: String, _ need: Need = .optional,
    _ store: @escaping Store<Int>
  ) -> Field {
    Field(name, .count(range), meaning, need) { if let number = $0.count($1, in: range) { store(&$0.draft, number) } }
  }

  static func quantity(_ name: String, _ meaning: String, _ store: @escaping Store<DecimalNumber>) -> Field {
    Field(name, .quantity, meaning) { if let number = $0.quantity($1) { store(&$0.draft, number) } }
  }

  static func degrees(
    _ name: String, upTo limit: Int, _ meaning: String, _ need: Need, _ store: @escaping Store<DecimalNumber>
  ) -> Field {
    Field(name, .degrees(limit), meaning, need) {
      if let number = $0.degrees($1, upTo: limit) { store(&$0.draft, number) }
    }
  }

  static func amount(
    _ name: String, _ meaning: String, _ need: Need = .optional, _ store: @escaping Store<DecimalNumber>
  ) -> Field {
    Field(name, .amount, meaning, need) { if let number = $0.decimal($1, as: .amount) { store(&$0.draft, number) } }
  }

  static func dates(_ name: String, _ meaning: String, _ store: @escaping Store<DateSet>) -> Field {
    Field(name, .list(of: .date, least: 0), meaning) { if let dates = $0.dates($1) { store(&$0.draft, dates) } }
  }

  static func times(_ name: String, _ meaning: String, _ store: @escaping Store<[LocalTime]>) -> Field {
    Field(name, .list(of: .time(hours: nil), least: 0), meaning) {
      if let times = $0.times($1) { store(&$0.draft, times) }
    }
  }

  static func weekdays(
    _ name: String, least: Int = 0, _ meaning: String, _ need: Need = .optional, _ store: @escaping Store<WeekdaySet>
  ) -> Field {
    Field(name, .list(of: .weekday, least: least), meaning, need) {
      if let days = $0.weekdays($1, least: least) { store(&$0.draft, days) }
    }
  }

  /// Returns a field with an object, which is stored if it has no errors.
  static func object(
    _ name: String, _ schema: ObjectSchema, _ meaning: String, _ store: @escaping @Sendable (inout RecordDraft) -> Void
  ) -> Field {
    Field(name, .object(schema.description), meaning) { if $0.object($1, schema) { store(&$0.draft) } }
  }

  /// Returns a field with a list of objects. Each is stored if it has no errors.
  ///
  /// - Parameter element: The name of an object's XML element.
  static func objects(
    _ name: String, _ schema: ObjectSchema, element: String, _ meaning: String,
    _ store: @escaping @Sendable (inout RecordDraft) -> Void
  ) -> Field {
    Field(name, .objects(schema.description, element: element), meaning) {
      $0.forEachObject($1) { if $0.member($1, schema) { store(&$0.draft) } }
    }
  }
}
