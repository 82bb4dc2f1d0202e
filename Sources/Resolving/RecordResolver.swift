import CivilTime
import Diagnostics
import Formats
import PlanModel

/// Turns records into the model by the tables of the ``Schema``, and reports every fault with its place.
///
/// Each task has its own resolver, which reuses its memory for every record.
struct RecordResolver {
  let context: ResolvingContext
  var record = Record()
  /// The diagnostics, in the order of the records.
  var diagnostics: [Diagnostic] = []
  /// The number of errors so far, to tell if the current object has any.
  var errorCount = 0
  /// The number of rejected records and parts of records.
  var rejectedCount = 0

  /// The current record's input and account, for diagnostics.
  var input = 0
  var accountLabel: String?
  var itemName: ItemName?
  /// The index of the current item.
  var item: Int?
  /// The current item's kind, once it is known.
  var itemKind: ItemKind?
  /// The declarations of the current account's policy.
  var declared: DeclaredSchema?
  /// The time from which the reminders of tasks without their own count.
  var untimedTasks = Policy.standardTime
  /// The policy of the current account.
  var policy: Shared<Policy>?
  /// The objects and lists between the record and the current value.
  var path: [Step] = []
  /// The values under construction.
  var draft = RecordDraft()

  var zones = TextCache<Zone>(size: 1024)
  /// Recurrences by the text of their rules. Enough for every day of a year and all common sets of weekdays and months.
  var recurrences = TextCache<Recurrence>(size: 4096)
  /// Names already warned about since the last report.
  private var warnedFields: Set<WarnedField> = []

  struct Step {
    var name: FieldName
    /// The index in the list; −1 for an object.
    var member = -1
  }

  private struct WarnedField: Hashable {
    var input: Int
    var name: String
  }

  init(_ context: ResolvingContext) { self.context = context }

  /// Returns whether `body` reports no error.
  mutating func isValid(_ body: (inout RecordResolver) -> Void) -> Bool {
    let errors = errorCount
    body(&self)
    return errorCount == errors
  }

  // MARK: Places and names

  func location(_ index: Int) -> RecordLocation {
    let value = record.values[index]
    return RecordLocation(input: input, line: Int(value.line), column: Int(value.column))
  }

  /// Returns the index of a field in the object at `index`; nil if it is missing.
  ///
  /// - Parameter orNull: Whether `null` counts as present.
  func child(of index: Int, _ name: FieldName, orNull: Bool = false) -> Int? {
    guard record.values[index].type.isObject else { return nil }
    let end = Int(record.values[index].next)
    var child = index + 1
    while child < end {
      if record.values[child].name == name, orNull || !record.values[child].type.isNull { return child }
      child = Int(record.values[child].next)
    }
    return nil
  }

  /// Returns the text of a field without any validation, for the roster and for diagnostics.
  func idText(of index: Int, _ name: FieldName) -> String? {
    child(of: index, name).flatMap { record.values[$0].type.isText ? record.string($0) : nil }
  }

  func nameText(_ index: Int) -> String {
    let name = record.values[index].name
    return name == .unknown ? record.unknownName(index) : context.schema.names[name]
  }

  /// Returns the path of the field at `index`, for diagnostics.
  func label(of index: Int) -> String { label(nameText(index)) }

  /// Returns the path of a field of the current object, such as `zoneChanges[1].at`.
  private func label(_ name: String) -> String {
    var label = ""
    for step in path {
      label += (label.isEmpty ? "" : ".") + context.schema.names[step.name]
      if step.member >= 0 { label += "[\(step.member)]" }
    }
    return label + (label.isEmpty || name.isEmpty ? "" : ".") + name
  }

  private func nameOfItem(_ index: Int) -> ItemName {
    let id = idText(of: index, .id)
    return ItemName(kind: itemKind, id: id?.isEmpty == true ? nil : id)
  }

  // MARK: Faults

  mutating func report(
    _ code: Diagnostic.Code, severity: Diagnostic.Severity = .error, at index: Int, field: String? = nil,
    found: String, shape: String? = nil, expected: String?
  ) {
    if severity == .error { errorCount += 1 }
    let value = record.values[index]
    addDiagnostic(
      severity, code, line: value.line, column: value.column, field: field, found: found, shape: shape,
      expected: expected)
  }

  private mutating func addDiagnostic(
    _ severity: Diagnostic.Severity, _ code: Diagnostic.Code, line: UInt32, column: UInt32, field: String?,
    found: String, shape: String? = nil, expected: String?
  ) {
    let place = SourceLocation(file: context.inputs[input].file.name, line: Int(line), column: Int(column))
    let item = itemName ?? item.map { nameOfItem($0) }
    diagnostics.append(
      Diagnostic(
        severity, code, at: place, account: accountLabel, item: item?.label, itemID: item?.id, field: field,
        found: found, shape: shape, expected: expected))
  }

  /// Reports a fault in the head of the input, for which the current record is rejected.
  mutating func reportHead(
    _ code: Diagnostic.Code, at place: Place, field: String, found: String, expected: String
  ) {
    errorCount += 1
    diagnostics.append(
      Diagnostic(
        .error, code, at: SourceLocation(context.inputs[input].file.name, place), field: field, found: found,
        expected: expected))
  }

  /// Reports an invalid value of a field.
  ///
  /// - Parameter isOfType: Whether its type is right.
  mutating func refuse(_ index: Int, expected: String, isOfType: Bool = true) {
    report(
      isOfType ? .badValue : .wrongType, at: index, field: label(of: index), found: "found \(words(index))",
      shape: shape(index), expected: expected)
  }

  /// Reports a required field that is missing or null.
  mutating func missing(_ name: FieldName, in object: Int, expected: String) {
    let null = child(of: object, name, orNull: true)
    report(
      .missingField, at: null ?? object, field: label(context.schema.names[name]),
      found: null == nil ? "the field is missing" : "found null", expected: expected)
  }

  /// Returns whether the record is an object, and reports it if not.
  mutating func isRecord(_ index: Int, _ what: String) -> Bool {
    if record.values[index].type.isObject { return true }
    report(.wrongType, at: index, found: "found \(words(index))", expected: "\(what), which is an object")
    return false
  }

  /// Warns about an unknown field, once for each name and input. With `--strict`, a name close to a known one is an error.
  ///
  /// - Parameter known: The names that the object may have.
  mutating func unknownField(_ index: Int, among known: some Sequence<String>) {
    let name = nameText(index)
    if context.isStrict, let suggestion = name.suggestion(among: known) {
      let value = record.values[index]
      errorCount += 1
      return addDiagnostic(
        .error, .unknownField, line: value.nameLine, column: value.nameColumn, field: name.onOneLine,
        found: "the format has no such field here", expected: "\(suggestion); --strict refuses likely typos")
    }
    guard warnedFields.insert(WarnedField(input: input, name: name)).inserted else { return }
    let value = record.values[index]
    addDiagnostic(
      .warning, .unknownField, line: value.nameLine, column: value.nameColumn, field: name.onOneLine,
      found: "the format has no such field here", expected: name.suggestion(among: known))
  }

  /// Warns, once for each input, that fractions of seconds are dropped.
  mutating func noteFraction(_ index: Int) {
    guard !context.inputs[input].hasFractions,
      warnedFields.insert(WarnedField(input: input, name: "")).inserted
    else { return }
    let (found, expected) = SurveyedInput.fraction(in: words(index))
    report(.fraction, severity: .warning, at: index, field: label(of: index), found: found, expected: expected)
  }

  /// Returns a value as diagnostics show it.
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

  /// Returns a description of a value without its content.
  private func shape(_ index: Int) -> String {
    let type = record.values[index].type
    guard type.isText || type == .number else { return words(index) }
    return "a \(type.isText ? "text" : "number") of \(record.string(index).count.of("character"))"
  }

  /// Clears all that was reported.
  mutating func clearReport() {
    diagnostics = []
    errorCount = 0
    rejectedCount = 0
    warnedFields.removeAll(keepingCapacity: true)
  }

  /// Sorts the diagnostics after the first `count`, all of one record, by their place in the text.
  mutating func sortDiagnostics(from count: Int) {
    guard diagnostics.count > count + 1 else { return }
    let inOrder = diagnostics[count...].enumerated().sorted { a, b in
      (a.element.location.line, a.element.location.column, a.offset)
        < (b.element.location.line, b.element.location.column, b.offset)
    }
    diagnostics.replaceSubrange(count..., with: inOrder.map(\.element))
  }
}

/// The item's name in diagnostics. Its label is composed only when something is reported.
struct ItemName {
  var kind: ItemKind?
  var id: String?

  var label: String {
    let id = id?.quotedForDiagnostic ?? "without an id"
    return kind.map { "\($0.name) \(id)" } ?? id
  }
}
