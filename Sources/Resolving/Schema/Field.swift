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

  /// Creates a field whose value is stored if it is valid.
  init<Value>(
    _ name: String, as reader: FieldReader<Value>, _ meaning: String, _ need: Need = .optional,
    _ store: @escaping Store<Value>
  ) {
    let read = reader.read
    self.init(name, reader.type, meaning, need) { if let value = read(&$0, $1) { store(&$0.draft, value) } }
  }
}

/// How values of a type are read.
struct FieldReader<Value>: Sendable {
  let type: ValueType
  /// Returns the value at an index of the resolver's record; nil, with a diagnostic, if it is not valid.
  let read: @Sendable (inout RecordResolver, Int) -> Value?

  init(_ type: ValueType, _ read: @escaping @Sendable (inout RecordResolver, Int) -> Value?) {
    (self.type, self.read) = (type, read)
  }
}

extension FieldReader<String> {
  static var text: Self { Self(.text) { $0.text($1) } }
  static var identifier: Self { Self(.identifier) { $0.identifier($1) } }
}

extension FieldReader<LocalTime> {
  static func time(hours: ClosedRange<Int>? = nil) -> Self {
    Self(.time(hours: hours)) { $0.time($1, between: hours) }
  }
}

extension FieldReader<Instant> {
  static func instant(in range: ClosedRange<Instant>? = nil) -> Self {
    Self(.instant) { $0.instant($1, in: range) }
  }
}

extension FieldReader<DecimalNumber> {
  static var quantity: Self { Self(.quantity) { $0.quantity($1) } }
  static func degrees(upTo limit: Int) -> Self { Self(.degrees(limit)) { $0.degrees($1, upTo: limit) } }
}

extension FieldReader<WeekdaySet> {
  static func weekdays(least: Int = 0) -> Self {
    Self(.list(of: .weekday, least: least)) { $0.weekdays($1, least: least) }
  }
}

extension FieldReader<Zone> { static var zone: Self { Self(.zone) { $0.zone($1) } } }

extension FieldReader<Bool> { static var bool: Self { Self(.bool) { $0.bool($1) } } }

extension FieldReader<LocalDate> { static var date: Self { Self(.date) { $0.date($1) } } }

extension FieldReader<Weekday> { static var weekday: Self { Self(.weekday) { $0.weekday($1) } } }

extension FieldReader<DateSet> { static var dates: Self { Self(.list(of: .date, least: 0)) { $0.dates($1) } } }

extension FieldReader<[LocalTime]> {
  static var times: Self { Self(.list(of: .time(hours: nil), least: 0)) { $0.times($1) } }
}

extension FieldReader<Int> {
  static func count(in range: ClosedRange<Int>) -> Self { Self(.count(range)) { $0.count($1, in: range) } }
}

extension FieldReader where Value: RawRepresentable<String> & CaseIterable & Sendable {
  static func choice(_: Value.Type) -> Self {
    let (choices, words) = (Array(Value.allCases), WordList(Value.allCases.map(\.rawValue)))
    return Self(.choice(words.texts)) { resolver, index in resolver.choice(index, words).map { choices[$0] } }
  }
}

/// Fields with objects.
extension Field {
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
