import Bytes
import Diagnostics
import Formats
import PlanFiles

/// The files of a site: its pages have a section for each account, and its lists and what it searches have each account once.
enum SiteCheck {
  /// - Parameters:
  ///   - folder: That of the files.
  ///   - expected: What the other files come to.
  static func run(_ folder: String, _ expected: CountsByName, _ run: VerifiedRun) throws(FatalInput) {
    guard let accounts = expected.values["accounts"].flatMap({ Int($0) }) else { return }
    var (sections, rows, lines) = (0, 0, 0)
    for name in try VerifiedFiles.names(in: folder) {
      let path = "\(folder)/\(name)"
      if name.hasPrefix("accounts-") {
        sections += try count(path, expected: run) { $0.starts(with: "<details class=\"account\"") ? 1 : 0 }
      } else if name.hasPrefix("by-id-") {
        rows += try count(path, expected: run) { $0.starts(with: "<tr><th scope=row>") ? 1 : 0 }
      } else if name.hasPrefix("search-") {
        lines += try count(path, expected: run) { $0.starts(with: "tickler(") ? 1 + $0.lineBreaks : 0 }
      }
    }
    for (found, what) in [(sections, "sections"), (rows, "rows by id"), (lines, "lines to search")]
    where found != accounts {
      run.log.add(.page, folder, 1, "\(found) \(what)", expected: "the plan's \(accounts) accounts")
    }
  }

  /// The sum of what `number` says of each line of a file, whose `data-now` is compared with the run's.
  private static func count(
    _ path: String, expected run: VerifiedRun, _ number: (Span<UInt8>) -> Int
  ) throws(FatalInput) -> Int {
    let file = try InputFile.open(path, format: .ndjson, isOwn: true)
    var lines = LineReader(file)
    var sum = 0
    while let (count, head) = try lines.nextLine({ ($0.count > 3 ? number($0) : 0, $0.head) }) {
      sum += count
      if let head, let now = run.header?.now, head.contains("data-now=\""), !head.contains("data-now=\"\(now)\"") {
        run.log.add(.runs, path, lines.line, "the page of another plan", expected: "files of one run, as of \(now)")
      }
    }
    return sum
  }
}

extension Span<UInt8> {
  fileprivate func starts(with text: StaticString) -> Bool {
    let text = "\(text)".utf8.span
    return count >= text.count && text.indices.allSatisfy { self[$0] == text[$0] }
  }

  /// The line where it begins a page.
  fileprivate var head: String? { starts(with: "<html") ? String(self) : nil }

  /// Those that stand in a JSON string.
  fileprivate var lineBreaks: Int {
    var (count, index) = (0, 0)
    while index + 1 < self.count {
      if self[index] == UInt8(ascii: "\\") {
        if self[index + 1] == UInt8(ascii: "n") { count += 1 }
        index += 1
      }
      index += 1
    }
    return count
  }
}
