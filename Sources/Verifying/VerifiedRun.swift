import CivilTime
import Diagnostics
import PlanFiles
import RunModel

/// What accounts are checked against: heads, zones, and the policies as far as they are known.
struct VerifiedRun {
  let files: VerifiedFiles
  let log: FindingLog
  /// The header from `plan.ndjson`, or else `summary.json`; nil without either.
  let header: RunHeader?
  let summary: SummaryFile?
  /// nil if no file contains it.
  let now: Instant?
  let zones: ZoneTable
  var badges = BadgeRules()

  /// - Parameter database: The source of zones that the folder does not describe. Another release is not used, since
  ///   its instants may differ.
  init(_ files: VerifiedFiles, _ log: FindingLog, database: ZoneDatabase?) throws(RunFault) {
    (self.files, self.log) = (files, log)
    let head = try files.plan?.planHead()
    var summary: SummaryFile?
    if let file = files.summaryFile { summary = try JSONDocument.record(in: file) as SummaryFile }
    let accountsHead = try files.accounts?.accountsHead().head
    self.summary = summary
    header = head?.header ?? summary?.header
    now = header?.now ?? accountsHead?.now
    zones = ZoneTable(summary?.clocks ?? [], database: database?.version == header?.tzdata ? database : nil)
    if let head, let summary, let file = files.summaryFile {
      for difference in head.header.differences(from: summary.header) {
        log.add(
          .runs, file.name, 1, "another \(difference) than in plan.ndjson", expected: "files of one run; plan again")
      }
    }
    if let header, let accountsHead, let file = files.accounts {
      if accountsHead.now != header.now || accountsHead.version != header.version {
        log.add(
          .runs, file.name, 1, "as of \(accountsHead.now) by tickler \(accountsHead.version)",
          expected: "files of one run, as of \(header.now) by tickler \(header.version)")
      }
    }
  }

  /// Notes a fault in the details of an account, if their file is there.
  func note(_ account: VerifiedAccount, _ found: String, _ expected: String) {
    guard let file = files.accounts?.name else { return }
    log.add(.details, file, account.detailsLine, "\(account.words): \(found)", expected: expected)
  }

  /// Returns whether a category is that of an app's entries in a person's calendar.
  func isCategoryOfApp(_ category: String) -> Bool {
    header?.policies.contains { categoryOfApp($0.app) == category } ?? false
  }

  /// Returns the category of an app's entries in a person's calendar: the app's name, escaped as a TEXT value.
  func categoryOfApp(_ app: String) -> String? {
    header?.policies.first { $0.app == app }.map { policy in
      policy.name.replacingScalars { scalar in
        switch scalar {
        case "\\", ";", ",": "\\\(scalar)"
        case "\n": "\\n"
        // No reader accepts other control characters, so calendars omit them, and line separators and overrides of
        // the direction with them.
        case _ where scalar.properties.generalCategory == .control && scalar != "\t": ""
        case "\u{2028}"..."\u{202e}": ""
        default: nil
        }
      }
    }
  }

  /// Returns the number of days after today that the app's policy plans.
  func days(_ app: String) -> Int? { header.map { head in head.policies.first { $0.app == app }?.days ?? head.days } }
}

extension RunHeader {
  fileprivate func differences(from other: RunHeader) -> [String] {
    func lines(_ header: RunHeader) -> [String] {
      header.policies.map { "\($0.app)\n\($0.days)\n\($0.reach)\n\($0.sha256)\n\($0.messages?.sha256 ?? "")" }
    }
    let inputs = { (header: RunHeader) in header.inputs.map { "\($0.file)\n\($0.sha256)" } }
    return [
      ("version", version == other.version), ("now", now == other.now), ("number of days", days == other.days),
      ("tz database", tzdata == other.tzdata), ("list of policies", lines(self) == lines(other)),
      ("list of inputs", inputs(self) == inputs(other)), ("key of --redact", redacted == other.redacted),
    ].filter { !$0.1 }.map(\.0)
  }
}
