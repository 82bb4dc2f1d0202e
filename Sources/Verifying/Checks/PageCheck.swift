import Bytes
import Diagnostics
import Formats
import PlanFiles
import RunModel

/// `index.html`: the counts in its tables and its head are those of the run. What a template of one's own leaves out is not looked for.
struct PageCheck {
  private var figures = Figures()
  /// Where a figure stands.
  private var places: [String: Int] = [:]
  private var now: String?
  private var hashes: [String] = []
  private var hasSources = false
  private var sections = 0
  private var leftOut = 0
  private var lastLine = 0

  /// The part of the page at hand.
  private enum Part { case other, figures, days, kinds, sources }
  private var part = Part.other
  private var dayKinds: [String] = []

  /// What the head's list of figures says, in one and in many.
  private static let words: [(name: String, words: [String])] = [
    ("accounts", ["account", "accounts"]), ("outcomes.scheduled", ["goes out", "go out"]),
    ("outcomes.armed", ["waits for a place", "wait for a place"]),
    ("outcomes.dropped", ["dropped", "does not go out", "do not go out"]),
    ("accountsWithProblems", ["account worth a look", "accounts worth a look"]),
    ("coverageHorizons.accounts", ["account over its slots", "accounts over their slots"]),
    ("rejectedRecords", ["record rejected", "records rejected"]),
  ]
  /// Inputs whose hashes the page lists.
  private static let listedInputs = 200

  init(_ file: InputFile) throws(FatalInput) {
    var lines = LineReader(file)
    while let text = try lines.nextLine(PageCheck.text) {
      lastLine = lines.line
      if !text.isEmpty { read(text, lines.line) }
    }
  }

  /// A line of the page's own frame; empty where it is none.
  private static func text(_ bytes: Span<UInt8>) -> String {
    guard bytes.count > 3, bytes.count < 100_000, bytes[0] == UInt8(ascii: "<") else { return "" }
    return String(bytes)
  }

  private mutating func read(_ text: String, _ line: Int) {
    if text.hasPrefix("<title>Notification plan of ") { now = text.between("plan of ", "<") }
    if text.hasPrefix("<ul class=\"figures\">") { part = .figures }
    if text.hasPrefix("<table id=\"table-days\"") { part = .days }
    if text.contains("aria-label=\"Decisions by kind\"") {
      part = .kinds
      figures.know("kinds")
    }
    if text.hasPrefix("<details id=\"sources\"") { (part, hasSources) = (.sources, true) }
    if text.hasPrefix("<details class=\"account\"") { sections += 1 }
    if text.contains("id=\"left-out\">"), let words = text.between("shown and ", " ") {
      leftOut = Int(ungrouped: words) ?? 0
    }
    if text.hasPrefix("<tr id=\"reason-"), let code = text.between("reason-", "\""), let count = text.numbers.first {
      set("reasons.\(code)", count, line)
    }
    switch part {
    case .other: break
    case .figures: readFigure(text, line)
    case .days: readDay(text, line)
    case .kinds: readKind(text, line)
    case .sources:
      let hash = text.between("<td><code>", "</code>") ?? ""
      if hash.utf8.count == 64 { hashes.append(hash) }
    }
    if ["</ul>", "</table>", "</details>"].contains(where: text.hasPrefix) { part = .other }
  }

  private mutating func set(_ name: String, _ count: Int, _ line: Int) {
    figures.set(name, count)
    places[name] = line
  }

  private mutating func readFigure(_ text: String, _ line: Int) {
    // A number, how much more it is than before, and words.
    let parts = text.tagless.split(separator: " ")
    guard text.hasPrefix("<li"), let number = parts.first.flatMap({ Int(ungrouped: String($0)) }) else { return }
    let words = parts.dropFirst().drop { $0.first.map { "+−".contains($0) } ?? false }.joined(separator: " ")
    guard let known = PageCheck.words.first(where: { $0.words.contains(words) }) else { return }
    set(known.name, number, line)
  }

  private mutating func readDay(_ text: String, _ line: Int) {
    if text.hasPrefix("<thead>") {
      dayKinds = text.split(separator: "class=\"number\">").dropFirst(2).map { String($0.prefix { $0 != "<" }) }
      figures.know("byDay")
    }
    guard text.hasPrefix("<tr data-date="), let date = text.between("\"", "\"") else { return }
    for (kind, count) in zip(dayKinds, text.numbers.dropFirst()) { set("byDay.\(date).\(kind)", count, line) }
  }

  private mutating func readKind(_ text: String, _ line: Int) {
    let numbers = text.numbers
    guard text.hasPrefix("<tr><th scope=\"row\">"), let kind = text.between("\"row\">", "<"), numbers.count == 3 else {
      return
    }
    for (outcome, count) in zip(["scheduled", "armed", "dropped"], numbers) {
      set("kinds.\(kind).\(outcome)", count, line)
    }
  }

  /// - Parameter expected: What the other files come to.
  func check(_ file: String, _ expected: Figures, _ run: VerifiedRun) {
    var figures = figures
    if places.keys.contains(where: { $0.hasPrefix("reasons.") }) { figures.know("reasons") }
    for (name, found, wanted) in figures.differences(from: expected)
    where !name.hasPrefix("coverageHorizons.") || name == "coverageHorizons.accounts" {
      run.log.add(.page, file, places[name] ?? lastLine, "\(name) is \(found)", expected: "\(wanted), the plan's")
    }
    if run.files.site == nil, let accounts = expected.values["accounts"].flatMap({ Int($0) }),
      figures.groups.contains("accounts"),
      accounts - sections != leftOut
    {
      run.log.add(
        .page, file, lastLine, "\(sections) accounts and \(leftOut) left out", expected: "the plan's \(accounts) in all"
      )
    }
    guard let header = run.header else { return }
    if let now, now != "\(header.now)" {
      run.log.add(.runs, file, 1, "the page of the plan of \(now)", expected: "files of one run, as of \(header.now)")
    }
    let wanted =
      header.inputs.prefix(PageCheck.listedInputs).map(\.sha256) + header.policies.map(\.sha256)
      + header.holidays.map(\.sha256)
    if hasSources, hashes != wanted {
      run.log.add(
        .runs, file, 1, "other SHA-256 of inputs and policies than in the head",
        expected: "files of one run; plan again")
    }
  }
}

extension String {
  /// What stands between the first `start` and the next `end`.
  fileprivate func between(_ start: String, _ end: String) -> String? {
    guard let first = firstRange(of: start) else { return nil }
    let rest = self[first.upperBound...]
    guard let last = rest.firstRange(of: end) else { return nil }
    return String(rest[..<last.lowerBound])
  }

  /// Those of the cells of a table's row, links or not.
  fileprivate var numbers: [Int] {
    split(separator: "<td class=\"number\"").dropFirst().compactMap { cell in
      let content = cell.drop { $0 != ">" }.dropFirst()
      return Int(
        ungrouped: String(content[..<(content.firstRange(of: "</td>")?.lowerBound ?? content.endIndex)]).tagless)
    }
  }

  /// Without what stands in angle brackets.
  fileprivate var tagless: String {
    split(separator: "<", omittingEmptySubsequences: false).enumerated().map { index, part in
      index == 0 ? String(part) : String(part.drop { $0 != ">" }.dropFirst())
    }.joined()
  }
}

extension Int {
  /// `1,234` as well.
  fileprivate init?(ungrouped text: String) {
    self.init(text.filter { $0 != "," })
  }
}
