import Diagnostics
import PlanModel
import Formats
import Resolving

/// Tells on standard error what is wrong with the inputs, in the words and the order of `tickler plan`: for commands that
/// print their results.
struct InputReport {
  private let options: PlanOptions
  private let disclosure: OutputRedaction
  private var once = OnceAFile()
  private var shown = ShownWarnings()
  private(set) var rejected = 0
  /// nil: what is wrong with any account is shown.
  private let account: AccountID?

  /// - Parameter account: The account that is asked about: what is wrong with others is not shown.
  init(_ sources: Sources, _ options: PlanOptions, about account: AccountID? = nil) {
    self.init(options, sources.disclosure, about: account)
    add(sources.warnings, rejected: sources.rejectedCount)
  }

  init(_ options: PlanOptions, _ disclosure: OutputRedaction, about account: AccountID? = nil) {
    (self.options, self.disclosure, self.account) = (options, disclosure, account)
  }

  /// - Returns: What was found since the last call.
  @discardableResult
  mutating func take(from reader: inout ChunkReader) -> [Diagnostic] {
    let report = reader.takeReport()
    add(report.diagnostics, rejected: report.rejected)
    return report.diagnostics
  }

  mutating func add(_ diagnostics: [Diagnostic], rejected: Int) {
    self.rejected += rejected
    for diagnostic in diagnostics where once.isNew(diagnostic) { tell(diagnostic) }
  }

  /// How the command ends, once all records were read: with `status`, where that is not 0, else 1 where records were rejected.
  ///
  /// - Throws: under `--strict`, where any was rejected.
  func status(_ status: Int32 = 0) throws(FatalInput) -> Int32 {
    if !options.isQuiet { for line in shown.rest { StandardError.tell("\(line)") } }
    let own = try options.status(rejected: rejected)
    return status == 0 ? own : status
  }

  private mutating func tell(_ diagnostic: Diagnostic) {
    if let account, diagnostic.account != nil, !disclosure.isAbout(account, diagnostic) { return }
    let diagnostic = disclosure.told(diagnostic)
    guard shown.shows(diagnostic) else { return }
    if !options.isQuiet || diagnostic.severity == .error { StandardError.tell("\(diagnostic)") }
  }
}
