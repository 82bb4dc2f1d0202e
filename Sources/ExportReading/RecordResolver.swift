import CivilTime
import Diagnostics
import PlanModel

/// What the records of one input are read against.
package struct ResolvingContext: Sendable {
  package var zones: ZoneDatabase
  package var policies: [String: Shared<Policy>]
  package var inputs: [SurveyedInput]

  package init(zones: ZoneDatabase, policies: [String: Policy], inputs: [SurveyedInput]) {
    self.zones = zones
    self.policies = policies.mapValues(Shared.init)
    self.inputs = inputs
  }
}

/// Turns records into the model: types, ranges and names are checked here, and every fault is told with its place.
///
/// One resolver serves one task; its scratch space is used again for each record.
struct RecordResolver {
  let context: ResolvingContext
  var record = Record()
  /// In the order of the records.
  var diagnostics: [Diagnostic] = []
  /// How many of them are errors.
  private(set) var errorCount = 0
  /// Records, or parts of them, that were refused.
  var rejectedCount = 0

  /// The input that the present record comes from, and who it is about, for diagnostics.
  var input = 0
  var accountLabel: String?
  var itemName: ItemName?
  /// Where the present object's fields are, by name; −1: it has no such field.
  var fields = FieldTable()
  /// How many items the list at hand has.
  var listLength = 0
  var recurrences = RecurrenceCache()
  private var zones = TextCache<Zone>(size: 1024)
  /// Names that were warned of since the last report.
  private var warnedFields: Set<WarnedField> = []

  private struct WarnedField: Hashable {
    var input: Int
    var name: String
  }

  init(_ context: ResolvingContext) {
    self.context = context
  }

  // MARK: Places and faults

  func location(_ index: Int) -> RecordLocation {
    let value = record.values[index]
    return RecordLocation(input: input, line: Int(value.line), column: Int(value.column))
  }

  func place(_ index: Int) -> SourceLocation {
    let value = record.values[index]
    return SourceLocation(file: context.inputs[input].file.name, line: Int(value.line), column: Int(value.column))
  }

  mutating func report(
    _ code: Diagnostic.Code, severity: Diagnostic.Severity = .error, at index: Int, field: String? = nil,
    found: String, expected: String?
  ) {
    if severity == .error { errorCount += 1 }
    diagnostics.append(
      Diagnostic(
        severity, code, at: place(index), account: accountLabel, item: itemName?.label, field: field, found: found,
        expected: expected))
  }

  mutating func wrongType(_ index: Int, _ field: FieldLabel, expected: String) {
    report(.wrongType, at: index, field: field.text, found: "found \(words(index))", expected: expected)
  }

  mutating func badValue(_ index: Int, _ field: FieldLabel, expected: String) {
    report(.badValue, at: index, field: field.text, found: "found \(words(index))", expected: expected)
  }

  /// A field that must be there is not, or is null.
  mutating func missing(_ name: FieldName, in object: Int, inside path: String = "", expected: String) {
    let null = child(of: object, name, orNull: true)
    report(
      .missingField, at: null ?? object, field: FieldLabel(path, name).text,
      found: null == nil ? "the field is missing" : "found null", expected: expected)
  }

  /// A value as a diagnostic shows it.
  func words(_ index: Int) -> String {
    switch record.values[index].type {
    case .object: record.isEmpty(index) ? "an empty object" : "an object"
    case .list: record.isEmpty(index) ? "an empty list" : "a list"
    case .string, .untyped: record.string(index).quotedForDiagnostic
    case .number: record.string(index).onOneLine
    case .true: "true"
    case .false: "false"
    case .null: "null"
    }
  }

  /// Notes where the fields of the object at `index` are, and warns of names that it should not have.
  mutating func readFields(of index: Int, known: FieldSet) {
    fields.note(fieldsOf: index, in: record, known: known)
    if fields.hasOthers {
      for child in record.children(of: index) where !known.contains(record.values[child].name) { unknownField(child) }
    }
  }

  mutating func unknownField(_ index: Int) {
    let value = record.values[index]
    let name = value.name == .unknown ? record.unknownName(index) : value.name.rawValue
    guard warnedFields.insert(WarnedField(input: input, name: name)).inserted else { return }
    let place = SourceLocation(
      file: context.inputs[input].file.name, line: Int(value.nameLine), column: Int(value.nameColumn))
    diagnostics.append(
      Diagnostic(
        .warning, .unknownField, at: place, account: accountLabel, item: itemName?.label, field: name.onOneLine,
        found: "the format has no such field here", expected: nil))
  }

  /// Forgets what was told.
  mutating func clearReport() {
    diagnostics = []
    errorCount = 0
    rejectedCount = 0
    warnedFields.removeAll(keepingCapacity: true)
  }

  /// Puts what was told since there were `count` diagnostics, all of it about one record, in the order of the text.
  mutating func sortDiagnostics(from count: Int) {
    guard diagnostics.count > count + 1 else { return }
    let inOrder = diagnostics[count...].enumerated().sorted { a, b in
      (a.element.location.line, a.element.location.column, a.offset)
        < (b.element.location.line, b.element.location.column, b.offset)
    }
    diagnostics.replaceSubrange(count..., with: inOrder.map(\.element))
  }

  // MARK: Scalars. Each answers nil where the value is not what it should be, and has told so.

  mutating func string(_ index: Int, _ field: FieldLabel) -> String? {
    switch record.values[index].type {
    case .string, .untyped: return record.string(index)
    default:
      wrongType(index, field, expected: "a text")
      return nil
    }
  }

  mutating func identifier(_ index: Int, _ field: FieldLabel) -> String? {
    guard let text = string(index, field) else { return nil }
    if text.isEmpty {
      badValue(index, field, expected: "at least one character")
      return nil
    }
    return text
  }

  mutating func bool(_ index: Int, _ field: FieldLabel) -> Bool? {
    switch record.values[index].type {
    case .true: return true
    case .false: return false
    case .untyped where record.bytes(index).elementsEqual("true".utf8): return true
    case .untyped where record.bytes(index).elementsEqual("false".utf8): return false
    default:
      wrongType(index, field, expected: "true or false")
      return nil
    }
  }

  mutating func integer(_ index: Int, _ field: FieldLabel, in range: ClosedRange<Int>) -> Int? {
    let type = record.values[index].type
    var expected: String { "a whole number from \(range.lowerBound) to \(range.upperBound)" }
    guard type == .number || type == .untyped else {
      wrongType(index, field, expected: expected)
      return nil
    }
    guard let number = DecimalNumber(record.bytes(index)), let value = number.integer, range.contains(value) else {
      badValue(index, field, expected: expected)
      return nil
    }
    return value
  }

  mutating func decimal(_ index: Int, _ field: FieldLabel, orText: Bool = false) -> DecimalNumber? {
    let type = record.values[index].type
    var expected: String {
      orText ? "a decimal number, as a number or a text, of at most 38 digits" : "a number of at most 38 digits"
    }
    guard type == .number || type == .untyped || orText && type == .string else {
      wrongType(index, field, expected: expected)
      return nil
    }
    guard let number = DecimalNumber(record.bytes(index)) else {
      badValue(index, field, expected: expected)
      return nil
    }
    return number
  }

  mutating func date(
    _ index: Int, _ field: FieldLabel, in range: ClosedRange<LocalDate> = .first ... .last
  ) -> LocalDate? {
    let date = parsed(index, field, expected: "a date, YYYY-MM-DD") { LocalDate(iso8601: $0.span) }
    guard let date, !range.contains(date) else { return date }
    badValue(index, field, expected: "a date from \(range.lowerBound) to \(range.upperBound)")
    return nil
  }

  mutating func time(_ index: Int, _ field: FieldLabel) -> LocalTime? {
    parsed(index, field, expected: "a time of day, HH:MM or HH:MM:SS") { LocalTime(iso8601: $0.span) }
  }

  mutating func instant(
    _ index: Int, _ field: FieldLabel, in range: ClosedRange<Instant> = .distantPast ... .distantFuture
  ) -> Instant? {
    let expected = "an RFC 3339 instant with an offset, to the second, such as 2026-11-20T12:00:00Z"
    let instant = parsed(index, field, expected: expected) { Instant(rfc3339: $0.span) }
    guard let instant, !range.contains(instant) else { return instant }
    badValue(index, field, expected: "an instant from \(range.lowerBound) to \(range.upperBound)")
    return nil
  }

  mutating func weekday(_ index: Int, _ field: FieldLabel) -> Weekday? {
    parsed(index, field, expected: "one of mon tue wed thu fri sat sun") { text in
      Weekday.allCases.first { $0.code.utf8.elementsEqual(text) }
    }
  }

  mutating func zone(_ index: Int, _ field: FieldLabel) -> Zone? {
    let type = record.values[index].type
    if type == .string || type == .untyped, let known = zones[record.bytes(index)] { return known }
    guard let name = string(index, field) else { return nil }
    if let zone = try? context.zones.zone(named: name) {
      zones.keep(zone, for: record.bytes(index))
      return zone
    }
    report(
      .unknownZone, at: index, field: field.text, found: "found \(name.quotedForDiagnostic)",
      expected: "the name of a zone or link of tz database \(context.zones.version)")
    return nil
  }

  mutating func choice<Choice: WordChoice>(_ index: Int, _ field: FieldLabel, _: Choice.Type) -> Choice? {
    var expected: String { "one of " + Choice.allCases.map(\.rawValue).joined(separator: " ") }
    return parsed(index, field, expected: expected) { Choice.words.choice($0) }
  }

  private mutating func parsed<Result>(
    _ index: Int, _ field: FieldLabel, expected: @autoclosure () -> String,
    _ parse: (UnsafeBufferPointer<UInt8>) -> Result?
  ) -> Result? {
    let type = record.values[index].type
    guard type == .string || type == .untyped else {
      wrongType(index, field, expected: expected())
      return nil
    }
    if let result = parse(record.bytes(index)) { return result }
    badValue(index, field, expected: expected())
    return nil
  }

  // MARK: Lists

  /// A list of scalars: a JSON array, or one XML attribute with its values separated by spaces.
  mutating func scalars<Element>(
    _ index: Int, _ field: FieldLabel, of what: String,
    _ element: (inout RecordResolver, Int, FieldLabel) -> Element?
  ) -> [Element]? {
    switch record.values[index].type {
    case .list:
      var elements: [Element] = []
      var isComplete = true
      var number = 0
      for child in record.children(of: index) {
        if let value = element(&self, child, field[number]) {
          elements.append(value)
        } else {
          isComplete = false
        }
        number += 1
      }
      return isComplete ? elements : nil
    case .untyped:
      return splitScalars(index, field, element)
    default:
      wrongType(index, field, expected: "a list of \(what)")
      return nil
    }
  }

  private mutating func splitScalars<Element>(
    _ index: Int, _ field: FieldLabel, _ element: (inout RecordResolver, Int, FieldLabel) -> Element?
  ) -> [Element]? {
    let whole = record.values[index]
    let parts = record.bytes(index).split { $0 == 0x20 || $0 == 0x09 || $0 == 0x0a || $0 == 0x0d }
    var elements: [Element] = []
    var isComplete = true
    for (number, part) in parts.enumerated() {
      record.values[index].textStart = whole.textStart + UInt32(part.startIndex)
      record.values[index].textCount = UInt32(part.count)
      if let value = element(&self, index, field[number]) {
        elements.append(value)
      } else {
        isComplete = false
      }
    }
    record.values[index] = whole
    return isComplete ? elements : nil
  }

  mutating func weekdays(_ index: Int, _ field: FieldLabel) -> WeekdaySet? {
    let days = scalars(index, field, of: "weekdays") { resolver, index, field in resolver.weekday(index, field) }
    return days.map { days in
      var set = WeekdaySet()
      for day in days { set.insert(day) }
      return set
    }
  }

  mutating func dates(_ index: Int, _ field: FieldLabel) -> [LocalDate]? {
    scalars(index, field, of: "dates") { resolver, index, field in resolver.date(index, field) }
  }

  mutating func times(_ index: Int, _ field: FieldLabel) -> [LocalTime]? {
    scalars(index, field, of: "times of day") { resolver, index, field in resolver.time(index, field) }
  }
}

/// What a diagnostic calls the item at hand; put into words only where there is something to tell.
struct ItemName {
  var kind: ItemKind?
  var id: String?

  var label: String {
    let id = id?.quotedForDiagnostic ?? "without an id"
    return kind.map { "\($0.rawValue) \(id)" } ?? id
  }
}

extension DecimalNumber {
  /// The number where it is whole and fits an `Int`.
  var integer: Int? {
    var (value, places) = (significand, scale)
    while places > 0 {
      guard value % 10 == 0 else { return nil }
      (value, places) = (value / 10, places - 1)
    }
    return Int(exactly: value)
  }
}

extension String {
  /// The text without line breaks and control characters, cut after 60 characters.
  var onOneLine: String {
    let quoted = quotedForDiagnostic
    return String(quoted.dropFirst().dropLast())
  }
}
