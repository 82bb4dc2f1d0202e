import Diagnostics
import PlanModel
import Resolving

/// Reports faults of the inputs on standard error, with the words and order of `tickler plan`, for commands that print
/// their results.
struct InputReport {
  private let options: PlanOptions
  private let disclosure: OutputRedaction
  private var once = OnceAFile()
  private var shown = ShownWarnings()
  private(set) var rejected = 0
  /// `nil` to show the faults of all accounts.
  private let account: AccountID?

  /// - Parameter account: The account in question. Faults of other accounts are not shown.
  init(_ sources: Sources, _ options: PlanOptions, about account: AccountID? = nil) {
    self.init(options, sources.disclosure, about: account)
    add(sources.warnings, rejected: sources.rejectedCount + sources.brokenCount)
  }

  init(_ options: PlanOptions, _ disclosure: OutputRedaction, about account: AccountID? = nil) {
    (self.options, self.disclosure, self.account) = (options, disclosure, account)
  }

  /// - Returns: The diagnostics since the last call.
  @discardableResult
  mutating func take(from reader: inout ChunkReader) -> [Diagnostic] {
    let report = reader.takeReport()
    add(report.diagnostics, rejected: report.rejected)
    return report.diagnostics
  }

  mutating func add(_ diagnostics: [Diagnostic], rejected: Int) {
    self.rejected += rejected
    for diagnostic in diagnostics where once.isNew(diagnostic) { print(diagnostic) }
  }

  /// Returns the exit status once all records are read: `status` if it is not 0, else 1 if records were rejected.
  ///
  /// - Throws: Under `--strict`, if any record was rejected.
  func status(_ status: Int32 = 0) throws(RunFault) -> Int32 {
    if !options.isQuiet { for line in shown.rest { StandardError.writeLine("\(line)") } }
    let own = try options.status(rejected: rejected)
    return status == 0 ? own : status
  }

  private mutating func print(_ diagnostic: Diagnostic) {
    if let account, diagnostic.account != nil, !disclosure.isAbout(account, diagnostic) { return }
    let diagnostic = disclosure.printed(diagnostic)
    guard shown.shows(diagnostic) else { return }
    if !options.isQuiet || diagnostic.severity == .error { StandardError.writeLine("\(diagnostic)") }
  }
}
