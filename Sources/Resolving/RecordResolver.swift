import CivilTime
import Diagnostics
import Formats
import PlanModel

/// Turns records into the model by the tables of the ``Schema``, and tells every fault with its place.
///
/// One resolver serves one task; its scratch space is used again for each record.
struct RecordResolver {
  let context: ResolvingContext
  var record = Record()
  /// In the order of the records.
  var diagnostics: [Diagnostic] = []
  /// How many of them are errors that count against the object at hand.
  var errorCount = 0
  /// Records, or parts of them, that were refused.
  var rejectedCount = 0

  /// The input that the present record comes from, and who it is about, for diagnostics.
  var input = 0
  var accountLabel: String?
  var itemName: ItemName?
  /// Where the item at hand is.
  var item: Int?
  /// Its kind, as soon as it is known.
  var itemKind: ItemKind?
  /// What the policy of the account at hand declares.
  var declared: DeclaredSchema?
  /// When its policy reminds of tasks that have no time; nil: tasks need one.
  var untimedTasks: LocalTime?
  /// The objects and lists between the record and the value at hand.
  var path: [Step] = []
  /// What is being read.
  var draft = RecordDraft()

  var zones = TextCache<Zone>(size: 1024)
  /// By the text of the rule. Enough for every day of a year, and for the sets of weekdays and months that are in use.
  var recurrences = TextCache<Recurrence>(size: 4096)
  /// Names that were warned of since the last report.
  private var warnedFields: Set<WarnedField> = []

  struct Step {
    var name: FieldName
    /// Which member of the list; −1: it is an object.
    var member = -1
  }

  private struct WarnedField: Hashable {
    var input: Int
    var name: String
  }

  init(_ context: ResolvingContext) {
    self.context = context
  }

  /// Whether `body` tells of no error.
  mutating func isSound(_ body: (inout RecordResolver) -> Void) -> Bool {
    let errors = errorCount
    body(&self)
    return errorCount == errors
  }

  // MARK: Places and names

  func location(_ index: Int) -> RecordLocation {
    let value = record.values[index]
    return RecordLocation(input: input, line: Int(value.line), column: Int(value.column))
  }

  /// The field of that name in the object at `index`; nil where there is none.
  ///
  /// - Parameter orNull: Whether `null` counts as there.
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

  /// The text of a field before anything is checked, for the roster and for diagnostics.
  func idText(of index: Int, _ name: FieldName) -> String? {
    child(of: index, name).flatMap { record.values[$0].type.isText ? record.string($0) : nil }
  }

  func nameText(_ index: Int) -> String {
    let name = record.values[index].name
    return name == .unknown ? record.unknownName(index) : context.schema.names[name]
  }

  /// What a diagnostic calls the field at `index`.
  func label(of index: Int) -> String { label(nameText(index)) }

  /// What a diagnostic calls a field of the object at hand: `zoneChanges[1].at`.
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
    tell(
      severity, code, line: value.line, column: value.column, field: field, found: found, shape: shape,
      expected: expected)
  }

  private mutating func tell(
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

  /// Reports a fault in the head of the record's input, for which the record is refused.
  mutating func reportHead(
    _ code: Diagnostic.Code, at place: Place, field: String, found: String, expected: String
  ) {
    errorCount += 1
    diagnostics.append(
      Diagnostic(
        .error, code, at: SourceLocation(context.inputs[input].file.name, place), field: field, found: found,
        expected: expected))
  }

  /// Reports a field's value that cannot be used.
  ///
  /// - Parameter isOfType: Whether its type is right.
  mutating func refuse(_ index: Int, expected: String, isOfType: Bool = true) {
    report(
      isOfType ? .badValue : .wrongType, at: index, field: label(of: index), found: "found \(words(index))",
      shape: shape(index), expected: expected)
  }

  /// Tells of a field that must be there and is not, or is null.
  mutating func missing(_ name: FieldName, in object: Int, expected: String) {
    let null = child(of: object, name, orNull: true)
    report(
      .missingField, at: null ?? object, field: label(context.schema.names[name]),
      found: null == nil ? "the field is missing" : "found null", expected: expected)
  }

  /// Whether the record is an object, as every one must be.
  mutating func isRecord(_ index: Int, _ what: String) -> Bool {
    if record.values[index].type.isObject { return true }
    report(.wrongType, at: index, found: "found \(words(index))", expected: "\(what), which is an object")
    return false
  }

  /// Warns of a name that the object at hand should not have, once an input; under `--strict` a name near a known one is an error.
  ///
  /// - Parameter known: The names that it may have.
  mutating func unknownField(_ index: Int, among known: some Sequence<String>) {
    let name = nameText(index)
    if context.isStrict, let suggestion = name.suggestion(among: known) {
      let value = record.values[index]
      errorCount += 1
      return tell(
        .error, .unknownField, line: value.nameLine, column: value.nameColumn, field: name.onOneLine,
        found: "the format has no such field here",
        expected: "\(suggestion); --strict refuses names that are near one")
    }
    guard warnedFields.insert(WarnedField(input: input, name: name)).inserted else { return }
    let value = record.values[index]
    tell(
      .warning, .unknownField, line: value.nameLine, column: value.nameColumn, field: name.onOneLine,
      found: "the format has no such field here", expected: name.suggestion(among: known))
  }

  /// Warns once an input that fractions of seconds are dropped.
  mutating func noteFraction(_ index: Int) {
    guard !context.inputs[input].hasFractions,
      warnedFields.insert(WarnedField(input: input, name: "")).inserted
    else { return }
    let (found, expected) = SurveyedInput.fraction(in: words(index))
    report(.fraction, severity: .warning, at: index, field: label(of: index), found: found, expected: expected)
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

  /// A value without what it says.
  private func shape(_ index: Int) -> String {
    let type = record.values[index].type
    guard type.isText || type == .number else { return words(index) }
    return "a \(type.isText ? "text" : "number") of \(record.string(index).count.of("character"))"
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
}

/// What a diagnostic calls the item at hand; put into words only where there is something to tell.
struct ItemName {
  var kind: ItemKind?
  var id: String?

  var label: String {
    let id = id?.quotedForDiagnostic ?? "without an id"
    return kind.map { "\($0.name) \(id)" } ?? id
  }
}
