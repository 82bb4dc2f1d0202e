import Diagnostics
import PlanFiles
import PlanModel
import Redacting
import RunModel

/// An existing plan as a command may show it: redacted on request, unless it already is.
struct PlanRedaction {
  private let source: PlanFolder
  /// `nil` if the plan is already redacted or is not to be.
  private let redactor: Redactor?
  /// The redactor of this run.
  private let key: Redactor?

  /// - Throws: If the plan was redacted with another key.
  init(_ source: PlanFolder, in path: String, _ options: PlanOptions) throws(RunFault) {
    self.source = source
    key = options.redactor
    redactor = try options.isRedacted(source.header, in: path) ? nil : options.redactor
  }

  var header: RunHeader { redactor.map { $0.redact(source.header) } ?? source.header }

  func plan(_ plan: AccountPlan) -> AccountPlan {
    guard let redactor else { return plan }
    var redacted = plan
    redactor.redact(&redacted, file: file)
    return redacted
  }

  var superseded: [SupersededRecord] {
    let records = source.summary.counts.superseded
    return redactor.map { records.map($0.redact) } ?? records
  }

  var changes: ChangeLog? {
    var changes = source.summary.counts.changes
    if let redactor, let listed = changes?.listed { changes?.listed = listed.map(redactor.redact) }
    return changes
  }

  var diagnostics: DiagnosticLog {
    var log = source.summary.diagnostics
    if let redactor { log.first = log.first.map { redactor.redact($0, file: file) } }
    return log
  }

  /// Returns the accounts with a name, by id or pseudonym, one per app.
  func accounts(_ name: AccountName) throws(RunFault) -> [AccountPlan] {
    // If the plan is not redacted, a pseudonym does not reveal the id to look up.
    let ids = redactor == nil ? [name.id] + (key.map { [$0.account(name.id)] } ?? []) : nil
    return try source.accounts(ids: ids) { matches(name, $0, app: $1) }.map(plan)
  }

  /// Returns whether an account has the requested id or pseudonym.
  private func matches(_ name: AccountName, _ id: AccountID, app: String) -> Bool {
    if name.matches(id, app: app) { return true }
    guard let key else { return false }
    let (known, wanted) = redactor == nil ? (id, key.account(name.id)) : (key.account(id), name.id)
    return known == wanted && AccountName(wanted.text, app: name.app).matches(known, app: app)
  }

  /// Redacts a file name that the header lacks, such as an archive's or an ignored file's.
  private func file(_ name: String) -> String { redactor?.file(name) ?? name }
}
