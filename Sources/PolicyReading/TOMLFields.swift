import CivilTime
import Diagnostics
import PlanModel
import TOMLKit

/// One table of a TOML file: typed access by key, with every fault collected, unknown keys among them.
final class TOMLFields {
  private let document: TOMLDocument
  private let table: TOMLTable
  private let path: String
  private var known: Set<String> = []
  private var inner: [TOMLFields] = []
  private(set) var diagnostics: [Diagnostic] = []

  init(_ document: TOMLDocument, _ table: TOMLTable, path: String) {
    self.document = document
    self.table = table
    self.path = path
  }

  private func full(_ key: String) -> String { path.isEmpty ? key : "\(path).\(key)" }

  func fault(_ key: String, found: String, expected: String?) {
    diagnostics.append(
      Diagnostic(
        .error, document.code, at: document.places.place(of: full(key)), field: full(key), found: found,
        expected: expected))
  }

  /// Something wrong inside a text.
  ///
  /// - Parameter offset: Bytes from the start of the text.
  func fault(
    _ severity: Diagnostic.Severity = .error, _ key: String, offset: Int, found: String, expected: String?
  ) {
    diagnostics.append(
      Diagnostic(
        severity, document.code, at: document.places.place(of: full(key), offset: offset), field: full(key),
        found: found,
        expected: expected))
  }

  func warn(_ key: String, found: String, expected: String?) {
    diagnostics.append(
      Diagnostic(
        .warning, document.code, at: document.places.place(of: full(key)), field: full(key), found: found,
        expected: expected))
  }

  /// Tells where the key is; the table's place where it is not there.
  func finder(of key: String) -> @Sendable () -> SourceLocation {
    let (places, path) = (document.places, full(key))
    return { places.place(of: path) }
  }

  private func value(_ key: String) -> TOMLValueConvertible? {
    known.insert(key)
    return table[key]
  }

  func has(_ key: String) -> Bool { table[key] != nil }

  func string(_ key: String) -> String? {
    guard let value = value(key) else { return nil }
    if let text = value.string { return text }
    fault(key, found: "found \(value.words)", expected: "a text in quotes")
    return nil
  }

  func bool(_ key: String) -> Bool? {
    guard let value = value(key) else { return nil }
    if let flag = value.bool { return flag }
    fault(key, found: "found \(value.words)", expected: "true or false")
    return nil
  }

  func integer(_ key: String, in range: ClosedRange<Int>) -> Int? {
    guard let value = value(key) else { return nil }
    if let number = value.int, range.contains(number) { return number }
    fault(
      key, found: "found \(value.words)",
      expected: "a whole number from \(range.lowerBound) to \(range.upperBound)")
    return nil
  }

  func time(_ key: String) -> LocalTime? {
    guard let value = value(key) else { return nil }
    if let text = value.string, let time = LocalTime(iso8601: text.utf8) { return time }
    fault(key, found: "found \(value.words)", expected: "a time of day in quotes, \"HH:MM\" or \"HH:MM:SS\"")
    return nil
  }

  func languageTag(_ key: String) -> LanguageTag? {
    guard let value = value(key) else { return nil }
    if let tag = value.string.flatMap(LanguageTag.init) { return tag }
    fault(key, found: "found \(value.words)", expected: "a language tag (BCP 47) such as \"en\" or \"pt-BR\"")
    return nil
  }

  func weekday(_ key: String) -> Weekday? {
    guard let value = value(key) else { return nil }
    if let text = value.string, let day = Weekday.allCases.first(where: { $0.code == text }) { return day }
    fault(
      key, found: "found \(value.words)",
      expected: "one of " + Weekday.allCases.map(\.code).joined(separator: " "))
    return nil
  }

  func isTable(_ key: String) -> Bool { table[key]?.table != nil }

  func choice<Choice: RawRepresentable & CaseIterable>(_ key: String, _: Choice.Type) -> Choice?
  where Choice.RawValue == String {
    guard let value = value(key) else { return nil }
    if let text = value.string, let choice = Choice(rawValue: text) { return choice }
    fault(key, found: "found \(value.words)", expected: "one of " + Choice.allCases.names)
    return nil
  }

  func choices<Choice: RawRepresentable & CaseIterable>(_ key: String, _: Choice.Type) -> [Choice]?
  where Choice.RawValue == String {
    guard let value = value(key) else { return nil }
    let expected = "a list of " + Choice.allCases.names
    guard let list = value.array else {
      fault(key, found: "found \(value.words)", expected: expected)
      return nil
    }
    var choices: [Choice] = []
    for element in list {
      guard let text = element.string, let choice = Choice(rawValue: text) else {
        fault(key, found: "found \(element.words)", expected: expected)
        return nil
      }
      choices.append(choice)
    }
    return choices
  }

  func table(_ key: String, expected: String = "a table") -> TOMLFields? {
    guard let value = value(key) else { return nil }
    guard let table = value.table else {
      fault(key, found: "found \(value.words)", expected: expected)
      return nil
    }
    let result = TOMLFields(document, table, path: full(key))
    inner.append(result)
    return result
  }

  func strings(_ key: String) -> [String]? {
    guard let value = value(key) else { return nil }
    let texts = value.array?.map(\.string)
    if let texts, !texts.contains(nil) { return texts.compactMap(\.self) }
    fault(key, found: "found \(value.words)", expected: "a list of texts in quotes")
    return nil
  }

  /// A list of tables, `[[key]]`.
  func tables(_ key: String) -> [TOMLFields]? {
    guard let value = value(key) else { return nil }
    let tables = value.array?.map(\.table)
    guard let tables, !tables.isEmpty, !tables.contains(nil) else {
      fault(key, found: "found \(value.words)", expected: "tables, each under [[\(full(key))]]")
      return nil
    }
    let results = tables.enumerated().map { index, table in
      TOMLFields(document, table!, path: "\(full(key))[\(index)]")
    }
    inner += results
    return results
  }

  /// The keys as they stand, each of which counts as known.
  func allKeys() -> [String] {
    known.formUnion(table.keys)
    return table.keys.sorted()
  }

  /// Whether `format` is the one that is expected, and the app's name.
  func readHead(format: String) -> String {
    if let found = string("format") {
      if found != format { fault("format", found: "found \(found.quotedForDiagnostic)", expected: "\"\(format)\"") }
    } else if !has("format") {
      fault("format", found: "the key is missing", expected: "\"\(format)\"")
    }
    let app = string("app")
    if app == "" { fault("app", found: "found \"\"", expected: "the app's name") }
    if !has("app") { fault("app", found: "the key is missing", expected: "the app's name") }
    return app ?? ""
  }

  /// Everything that is wrong, in the order of the file.
  func finishInOrder() -> [Diagnostic] {
    finish().sorted { ($0.location.line, $0.location.column) < ($1.location.line, $1.location.column) }
  }

  /// Everything that is wrong in this table and those inside it, unknown keys included, in the order of the file.
  func finish() -> [Diagnostic] {
    for key in table.keys.sorted() where !known.contains(key) {
      let nearest = key.nearest(in: known)
      fault(
        key, found: "the key is unknown",
        expected: nearest.map { "\($0), the nearest that is known" } ?? known.sorted().oneOf)
    }
    return diagnostics + inner.flatMap { $0.finish() }
  }
}

extension TOMLValueConvertible {
  /// The value as a diagnostic shows it.
  var words: String {
    switch type {
    case .table: "a table"
    case .array: "a list"
    case .string: string?.quotedForDiagnostic ?? "a text"
    default: debugDescription
    }
  }
}

extension Collection where Element: RawRepresentable, Element.RawValue == String {
  var names: String { map(\.rawValue).joined(separator: " ") }
}

extension [String] {
  /// `one of a b c`, or the only one.
  var oneOf: String { count == 1 ? self[0] : "one of " + joined(separator: " ") }
}

extension String {
  /// The candidate that differs least from this text, where it differs little, else the one that it begins.
  func nearest(in candidates: some Sequence<String>) -> String? {
    let scored = candidates.map { (distance: editDistance(to: $0), text: $0) }
    guard let best = scored.min(by: { ($0.distance, $0.text) < ($1.distance, $1.text) }),
      best.distance <= max(1, count / 3)
    else { return count < 3 ? nil : candidates.filter { $0.hasPrefix(self) }.min() }
    return best.text
  }

  /// How many characters have to be put in, left out or changed (V. Levenshtein).
  private func editDistance(to other: String) -> Int {
    let (a, b) = (Array(lowercased()), Array(other.lowercased()))
    var row = Array(0...b.count)
    for (i, character) in a.enumerated() {
      var diagonal = row[0]
      row[0] = i + 1
      for (j, otherCharacter) in b.enumerated() {
        let above = row[j + 1]
        row[j + 1] = Swift.min(above + 1, row[j] + 1, diagonal + (character == otherCharacter ? 0 : 1))
        diagonal = above
      }
    }
    return row[b.count]
  }
}
