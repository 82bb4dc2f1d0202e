import Diagnostics
import Formats
import PlanFiles

/// A site's pages have a section for each account, and its lists and search scripts have each account once.
enum SiteCheck {
  static func run(_ folder: String, _ expected: CountsByName, _ run: VerifiedRun) throws(RunFault) {
    guard let accounts = expected.values["accounts"].flatMap({ Int($0) }) else { return }
    var counts = [(0, "accounts on pages"), (0, "rows by id"), (0, "lines of ids"), (0, "lines of rows")]
    for name in try VerifiedFiles.names(in: folder) {
      let path = "\(folder)/\(name)"
      if name.hasPrefix("search-") {
        counts[2].0 += try lines(path)
      } else if name.hasPrefix("rows-") {
        counts[3].0 += try lines(path)
      } else if name.hasSuffix(".html") {
        let page = try PageCheck(try InputFile.open(path, format: .ndjson, isOwn: true))
        page.checkRun(run)
        counts[0].0 += page.sections
        if name.hasPrefix("by-id-") { counts[1].0 += page.rows }
      }
    }
    for (found, what) in counts where found != accounts {
      run.log.add(.page, folder, 1, "\(found) \(what)", expected: "the plan's \(accounts) accounts")
    }
  }

  /// Returns the number of lines in a script's text.
  private static func lines(_ path: String) throws(RunFault) -> Int {
    var lines = LineReader(try InputFile.open(path, format: .ndjson, isOwn: true))
    var sum = 0
    while try lines.nextLine({ if $0.starts(with: "tickler(") { sum += 1 + $0.lineBreaks } }) {}
    return sum
  }
}

extension Span<UInt8> {
  /// The number of line breaks escaped in JSON strings.
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
