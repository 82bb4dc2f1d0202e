import CivilTime
import Diagnostics
import TOMLKit

/// One table of a policy file: typed access by key, with every fault collected, unknown keys among them.
final class PolicyTable {
  private let document: PolicyDocument
  private let table: TOMLTable
  private let path: String
  private var known: Set<String> = []
  private var inner: [PolicyTable] = []
  private(set) var diagnostics: [Diagnostic] = []

  init(_ document: PolicyDocument, _ table: TOMLTable, path: String) {
    self.document = document
    self.table = table
    self.path = path
  }

  private func full(_ key: String) -> String { path.isEmpty ? key : "\(path).\(key)" }

  func fault(_ key: String, found: String, expected: String?) {
    diagnostics.append(
      Diagnostic(
        .error, .policy, at: document.place(of: full(key)), field: full(key), found: found, expected: expected))
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

  func table(_ key: String) -> PolicyTable? {
    guard let value = value(key) else { return nil }
    guard let table = value.table else {
      fault(key, found: "found \(value.words)", expected: "a table")
      return nil
    }
    let result = PolicyTable(document, table, path: full(key))
    inner.append(result)
    return result
  }

  /// The keys as they stand, each of which counts as known.
  func allKeys() -> [String] {
    known.formUnion(table.keys)
    return table.keys.sorted()
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
