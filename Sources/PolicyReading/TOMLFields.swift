import CivilTime
import Diagnostics
import PlanModel
import TOML

/// Typed access to a TOML table by key. Collects all faults, including unknown keys.
package final class TOMLFields {
  /// The part of an entry that a fault points to.
  package enum Part {
    case key, value
    /// An element of a list, by its index.
    case element(Int)
    /// A byte of a text, counted from its start.
    case byte(Int)
  }

  /// The table in the nearest file that has it.
  private let table: TOMLValue
  private let tables: LayeredTables
  private let node: Int
  private let code: Diagnostic.Code
  /// All requested keys, and the numbers of their values in the table.
  private var known: [String] = []
  private var found: [Int] = []
  private var inner: [TOMLFields] = []
  private var diagnostics: [Diagnostic] = []

  /// - Parameter code: The code of the faults in `summary.json`.
  init(_ tables: LayeredTables, _ node: Int, _ code: Diagnostic.Code) {
    (self.tables, self.node, self.code) = (tables, node, code)
    table = tables.table(node)
    known.reserveCapacity(16)
    found.reserveCapacity(16)
  }

  /// - Throws: The reason why the text is not TOML.
  package convenience init(text: [UInt8], file: String, _ code: Diagnostic.Code) throws(RunFault) {
    let tables = LayeredTables()
    self.init(tables, tables.add(try TOMLFields.root(of: text, file: file, code)), code)
  }

  /// - Throws: The reason why the text is not TOML.
  static func root(of text: [UInt8], file: String, _ code: Diagnostic.Code) throws(RunFault) -> TOMLValue {
    do {
      return try TOMLDocument(text, file: file).root
    } catch {
      let known = ForeignFile.fault(code, in: file, beginning: text, expected: "TOML", [.toml])
      if let known, !error.isLimit { throw RunFault(known) }
      let found = error.isLimit ? error.found : "not TOML: \(error.found)"
      throw RunFault(Diagnostic(.error, code, at: error.location, found: found, expected: error.expected))
    }
  }

  func entry(_ key: String) -> TOMLValue? { tables.value(key, of: node) }

  /// Notes a fault of a key. If the key is missing, the fault points to the table.
  package func fault(
    _ key: String, _ part: Part = .value, found: String, expected: String?, as severity: Diagnostic.Severity = .error
  ) {
    let value = entry(key)
    let location =
      switch part {
      case .key: value?.keyLocation
      case .value: value?.location
      case .element(let index): value?.children[index].location
      case .byte(let offset): value?.location(ofByte: offset)
      }
    diagnostics.append(
      Diagnostic(severity, code, at: location ?? table.location, field: path(key), found: found, expected: expected))
  }

  private func path(_ key: String) -> String { (table.number == 0 ? "" : table.path + ".") + key.asTOMLKey }

  /// Returns a function that finds the place of the key's value, or of the table if the key is missing.
  func finder(of key: String) -> @Sendable () -> SourceLocation {
    let value = entry(key) ?? table
    return { value.location }
  }

  private func value(_ key: String) -> TOMLValue? {
    known.append(key)
    guard let value = entry(key) else { return nil }
    // Keys of lower layers were checked when their files were read.
    if !tables.isLayered(node) || table[key] != nil { found.append(value.number) }
    return value
  }

  package func has(_ key: String) -> Bool { entry(key) != nil }

  /// Returns whether an inner table has a key.
  func has(_ key: String, in inner: String) -> Bool {
    isTable(inner) && tables.table(inner, of: node).map { tables.value(key, of: $0) != nil } ?? false
  }

  /// Reports a missing key.
  package func require(_ key: String, _ expected: @autoclosure () -> String) {
    if !has(key) { fault(key, found: "the key is missing", expected: expected()) }
  }

  /// Returns a value as `read` converts it. Reports a fault if `read` returns nil.
  @inline(__always)
  private func read<Value>(
    _ key: String, _ expected: (TOMLValue) -> String, _ read: (TOMLValue) -> Value?
  ) -> Value? {
    guard let value = value(key) else { return nil }
    if let result = read(value) { return result }
    fault(key, found: "found \(value.words)", expected: expected(value))
    return nil
  }

  package func string(_ key: String) -> String? { read(key, { _ in "a text in quotes" }, \.string) }

  package func bool(_ key: String) -> Bool? { read(key, { _ in "true or false" }, \.boolean) }

  package func integer(_ key: String, in range: ClosedRange<Int>) -> Int? {
    read(key, { $0.unquoted(in: range) ?? "a whole number from \(range.lowerBound) to \(range.upperBound)" }) { value in
      value.integer.flatMap { range.contains($0) ? $0 : nil }
    }
  }

  /// Returns the value of a parsed text.
  package func parsed<Value>(_ key: String, expected: String, _ parse: (String) -> Value?) -> Value? {
    read(key, { _ in expected }) { $0.string.flatMap(parse) }
  }

  /// Passes a text to `take`, which returns nil, or what is expected instead.
  package func parse(_ key: String, _ take: (String) -> String?) {
    guard let text = string(key), let expected = take(text) else { return }
    fault(key, found: "found \(text.quotedForDiagnostic)", expected: expected)
  }

  /// Returns a number of at least 1, or nil for `any`.
  func count(_ key: String) -> Int?? {
    guard let value = value(key) else { return .none }
    if value.string == "any" { return .some(nil) }
    let range = 1...1_000_000
    if let number = value.integer, range.contains(number) { return number }
    fault(
      key, found: "found \(value.words)",
      expected: value.unquoted(in: range) ?? "a whole number from 1 to 1000000, or \"any\"")
    return .none
  }

  /// Returns numbers of days after a date, ascending.
  func dayList(_ key: String) -> [Int]? {
    guard let days = integers(key, in: 1...1_000_000) else { return nil }
    if let first = days.first, zip(days, days.dropFirst()).allSatisfy(<), first > 0 { return days }
    fault(key, found: "found days out of order", expected: "days in ascending order, such as [1, 3, 7, 14]")
    return nil
  }

  static let timeOfDay = "a time of day in quotes, \"HH:MM\" or \"HH:MM:SS\""

  func time(_ key: String) -> LocalTime? {
    parsed(key, expected: TOMLFields.timeOfDay) { LocalTime(iso8601: $0.utf8) }
  }

  func languageTag(_ key: String) -> LanguageTag? {
    parsed(key, expected: "a language tag (BCP 47) such as \"en\" or \"pt-BR\"") { LanguageTag($0) }
  }

  func weekday(_ key: String) -> Weekday? {
    guard let value = value(key) else { return nil }
    if let text = value.string, let day = Weekday.allCases.first(where: { $0.code == text }) { return day }
    let days = Weekday.allCases.map(\.code)
    fault(
      key, found: "found \(value.words)",
      expected: value.string.flatMap(Weekday.init(word:)).map { "\"\($0.code)\"" }
        ?? days.oneOf.orNearest(to: value.string, in: days))
    return nil
  }

  func isTable(_ key: String) -> Bool { entry(key)?.type == .table }
  func isText(_ key: String) -> Bool { entry(key)?.type == .string }
  func isList(_ key: String) -> Bool { entry(key)?.type == .array }

  package func choice<Choice: RawRepresentable & CaseIterable>(
    _ key: String, _: Choice.Type, among accepted: @autoclosure () -> [Choice] = Array(Choice.allCases)
  ) -> Choice? where Choice.RawValue == String {
    guard let value = value(key) else { return nil }
    let choices = accepted()
    if let choice = choices.first(where: { $0.rawValue == value.string }) { return choice }
    let names = choices.map(\.rawValue)
    fault(
      key, found: "found \(value.words)", expected: "one of \(choices.names)".orNearest(to: value.string, in: names))
    return nil
  }

  /// Returns one of a few words.
  package func word(_ key: String, among words: [String]) -> String? {
    read(key, { words.oneOf.orNearest(to: $0.string, in: words) }) { value in words.first { $0 == value.string } }
  }

  package func choices<Choice: RawRepresentable & CaseIterable>(_ key: String, _ type: Choice.Type) -> [Choice]?
  where Choice.RawValue == String { choices(key, type, named: { $0.rawValue }) }

  /// - Parameter named: Returns the word for a choice.
  func choices<Choice: CaseIterable>(
    _ key: String, _: Choice.Type, named name: (Choice) -> String
  ) -> [Choice]? {
    names(key, among: Choice.allCases.map(name))?.compactMap { text in Choice.allCases.first { name($0) == text } }
  }

  /// Returns a list of words from `names`.
  package func names(_ key: String, among names: [String]) -> [String]? {
    let expected = "a list of " + names.joined(separator: " ")
    return elements(key, expected) { element in
      names.first { $0 == element.string }
    } near: { element in
      let day = element.string.flatMap(Weekday.init(word:))?.code
      return day.flatMap { names.contains($0) ? "\"\($0)\"" : nil }
        ?? expected.orNearest(to: element.string, in: names)
    }
  }

  /// Returns the elements of a list as `read` converts them. Reports a fault if the value is not a list, or `read`
  /// returns nil.
  ///
  /// - Parameter near: Returns the expectation for a rejected element.
  private func elements<Value>(
    _ key: String, _ expected: String, _ read: (TOMLValue) -> Value?, near: (TOMLValue) -> String
  ) -> [Value]? {
    guard let value = value(key) else { return nil }
    guard value.type == .array else {
      fault(key, found: "found \(value.words)", expected: expected)
      return nil
    }
    var values: [Value] = []
    for (index, element) in value.children.enumerated() {
      guard let result = read(element) else {
        fault(key, .element(index), found: "found \(element.words)", expected: near(element))
        return nil
      }
      values.append(result)
    }
    return values
  }

  package func table(_ key: String, expected: String = "a table") -> TOMLFields? {
    guard let value = value(key) else { return nil }
    guard value.type == .table else {
      fault(key, found: "found \(value.words)", expected: expected)
      return nil
    }
    return tables.table(key, of: node).map(fields)
  }

  package func strings(_ key: String) -> [String]? {
    read(key, { _ in "a list of texts in quotes" }) { $0.elements(\.string) }
  }

  /// Returns a text, or a list of texts.
  package func texts(_ key: String) -> [String]? {
    entry(key)?.type == .string ? string(key).map { [$0] } : strings(key)
  }

  func integers(_ key: String, in range: ClosedRange<Int>) -> [Int]? {
    let expected = "a list of whole numbers from \(range.lowerBound) to \(range.upperBound)"
    return elements(key, expected) { element in
      element.integer.flatMap { range.contains($0) ? $0 : nil }
    } near: { element in
      element.unquoted(in: range) ?? expected
    }
  }

  /// Returns a list of tables, `[[key]]`.
  ///
  /// - Parameter orNone: Whether the list may be empty.
  func tables(_ key: String, orNone: Bool = false) -> [TOMLFields]? {
    guard let value = value(key) else { return nil }
    let elements = value.children
    guard value.type == .array, orNone || !elements.isEmpty, elements.allSatisfy({ $0.type == .table }) else {
      fault(key, found: "found \(value.words)", expected: "tables, each under [[\(path(key))]]")
      return nil
    }
    return elements.map { fields(tables.add($0)) }
  }

  private func fields(_ node: Int) -> TOMLFields {
    let fields = TOMLFields(tables, node, code)
    inner.append(fields)
    return fields
  }

  /// Returns all keys and marks them as known. Omits keys that a file sets to `false` to remove a lower layer's table.
  package func allKeys() -> [String] {
    let values = table.children
    known += values.map(\.key)
    found += values.map(\.number)
    return tables.isLayered(node) ? tables.keys(of: node).sorted() : values.map(\.key).sorted()
  }

  /// Returns the keys in the order of the file.
  func keysInOrder() -> [String] {
    let own = table.children.map(\.key)
    return own + allKeys().filter { !own.contains($0) }
  }

  /// Marks a key as known, regardless of its value.
  func note(_ key: String) { _ = value(key) }

  /// Returns a list of parsed texts.
  func list<Value>(_ key: String, expected: String, _ parse: (String) -> Value?) -> [Value]? {
    elements(key, "a list of \(expected)") {
      $0.string.flatMap(parse)
    } near: { _ in
      expected
    }
  }

  /// Returns a number; nil, without a fault, if the value is a text.
  func decimal(_ key: String) -> DecimalNumber? {
    guard let value = entry(key), value.string == nil else { return nil }
    note(key)
    if let number = DecimalNumber(value.written) { return number }
    fault(key, found: "found \(value.words)", expected: "a number, or a field of the item in braces")
    return nil
  }

  func numbers(_ key: String) -> [DecimalNumber]? {
    read(key, { _ in "a list of numbers" }) { $0.elements { DecimalNumber($0.written) } }
  }

  /// Returns all faults, sorted by their place in the file.
  package func finishInOrder() -> [Diagnostic] {
    finish().sorted { ($0.location.line, $0.location.column) < ($1.location.line, $1.location.column) }
  }

  /// Returns all faults of this table and its inner tables, including unknown keys.
  func finish() -> [Diagnostic] {
    var all: [Diagnostic] = []
    finish(&all)
    return all
  }

  private func finish(_ all: inout [Diagnostic]) {
    if table.containsChild(where: { !found.contains($0) }) { faultUnknownKeys() }
    all += diagnostics
    for fields in inner { fields.finish(&all) }
  }

  private func faultUnknownKeys() {
    for value in table.children where !found.contains(value.number) {
      let nearest = value.key.nearest(in: known)
      fault(
        value.key, .key, found: "the key is unknown",
        expected: nearest.map { "\($0), the nearest that is known" } ?? Set(known).sorted().oneOf)
    }
  }
}

extension TOMLValue {
  /// The value as diagnostics show it.
  var words: String {
    switch type {
    case .table: "a table"
    case .array: "a list"
    case .string: string!.quotedForDiagnostic
    default: String(written.prefix(60))
    }
  }
}

extension TOMLValue {
  /// Returns the elements of a list as `read` converts them; nil if the value is not a list, or `read` returns nil.
  fileprivate func elements<Value>(_ read: (TOMLValue) -> Value?) -> [Value]? {
    guard type == .array else { return nil }
    let values = children.compactMap(read)
    return values.count == children.count ? values : nil
  }

  /// The suggestion to write a number without quotes, if the text is a number in range.
  fileprivate func unquoted(in range: ClosedRange<Int>) -> String? {
    string.flatMap { Int($0) }.flatMap { range.contains($0) ? "\($0), without quotes" : nil }
  }
}

extension Collection where Element: RawRepresentable, Element.RawValue == String {
  var names: String { map(\.rawValue).joined(separator: " ") }
}

extension [String] {
  /// The elements as `one of a b c`, or the only element.
  package var oneOf: String { count == 1 ? self[0] : "one of " + joined(separator: " ") }
}
