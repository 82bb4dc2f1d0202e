import Bytes
import Diagnostics
import Formats
import PlanFiles
import RunModel

/// `index.html`: the numbers on it are those of the run.
///
/// Whatever words a template has, `data-figure` names the number behind it as `summary.json` does, after the `data-figures` of its line.
struct PageCheck {
  private var figures = CountsByName()
  /// The line of each figure.
  private var places: [String: Int] = [:]
  private var now: String?
  private var hashes: [String] = []
  private var hasSources = false
  private var isInSources = false
  private var sections = 0
  private var lastLine = 0

  /// Inputs whose hashes the page lists.
  private static let listedInputs = 200

  init(_ file: InputFile) throws(FatalInput) {
    var lines = LineReader(file)
    while let text = try lines.nextLine(PageCheck.text) {
      lastLine = lines.line
      if !text.isEmpty { read(text, lines.line) }
    }
  }

  /// Whether the page has any number that can be compared.
  var hasFigures: Bool { !places.isEmpty }

  /// A line that begins with a tag; empty: it does not.
  private static func text(_ bytes: Span<UInt8>) -> String {
    guard bytes.count > 3, bytes.count < 100_000,
      let first = bytes.indices.first(where: { bytes[$0] != UInt8(ascii: " ") }), bytes[first] == UInt8(ascii: "<")
    else { return "" }
    return String(bytes.extracting(first..<bytes.count))
  }

  private mutating func read(_ text: String, _ line: Int) {
    if text.hasPrefix("<html") { now = text.between(" data-now=\"", "\"") }
    if text.hasPrefix("<details id=\"sources\"") { (isInSources, hasSources) = (true, true) }
    if text.hasPrefix("<details class=\"account\"") { sections += 1 }
    readFigures(text, line)
    if isInSources, let hash = text.between("<td><code>", "</code>"), hash.utf8.count == 64 { hashes.append(hash) }
    if text.hasPrefix("</details>") { isInSources = false }
  }

  private mutating func readFigures(_ text: String, _ line: Int) {
    let group = text.between(" data-figures=\"", "\"")
    if let group { figures.know(group) }
    for part in text.split(separator: " data-figure=\"", omittingEmptySubsequences: false).dropFirst() {
      let name = (group.map { $0 + "." } ?? "") + part.prefix { $0 != "\"" }
      let words = String(part.drop { $0 != ">" }).tagless.drop { !$0.isNumber }
      guard let count = Int(words.prefix { $0.isNumber || $0 == "," }.filter { $0 != "," }) else { continue }
      figures.set(name, count)
      places[name] = line
    }
  }

  /// - Parameter expected: What the other files come to.
  func check(_ file: String, _ expected: CountsByName, _ run: VerifiedRun) {
    let leftOut = figures.values["accountsLeftOut"].flatMap { Int($0) } ?? 0
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

  /// Without tags, whole or cut off at either end.
  fileprivate var tagless: String {
    split(separator: "<", omittingEmptySubsequences: false).map { $0.drop { $0 != ">" }.dropFirst() }.joined()
  }
}
