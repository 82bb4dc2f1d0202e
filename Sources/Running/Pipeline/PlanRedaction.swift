import Diagnostics
import PlanFiles
import PlanModel
import Redacting
import RunModel

/// A plan that is there, as a command tells of it: redacted where that is asked for and was not done before.
struct PlanRedaction {
  private let source: PlanFolder
  /// nil: it is redacted already, or nothing is.
  private let redactor: Redactor?
  /// The run's.
  private let key: Redactor?

  /// - Throws: where it was redacted with another key.
  init(_ source: PlanFolder, in path: String, _ options: PlanOptions) throws(FatalInput) {
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
    let records = source.summary.supersededRecords
    return redactor.map { records.map($0.redact) } ?? records
  }

  var changes: ChangeLog? {
    var changes = source.summary.changes
    if let redactor, let listed = changes?.listed { changes?.listed = listed.map(redactor.redact) }
    return changes
  }

  var diagnostics: DiagnosticLog {
    var log = source.summary.diagnostics
    if let redactor { log.first = log.first.map { redactor.redact($0, file: file) } }
    return log
  }

  /// The accounts of a name, by id or pseudonym, one an app.
  func accounts(_ name: AccountName) throws(FatalInput) -> [AccountPlan] {
    // A pseudonym does not tell the id that a plan has which is not redacted.
    let ids = redactor == nil ? [name.id] + (key.map { [$0.account(name.id)] } ?? []) : nil
    return try source.accounts(ids: ids) { matches(name, $0, app: $1) }.map(plan)
  }

  /// Whether an account is the one that is asked for, by its id or its pseudonym.
  private func matches(_ name: AccountName, _ id: AccountID, app: String) -> Bool {
    if name.matches(id, app: app) { return true }
    guard let key else { return false }
    let (known, asked) = redactor == nil ? (id, key.account(name.id)) : (key.account(id), name.id)
    return known == asked && AccountName(asked.text, app: name.app).matches(known, app: app)
  }

  /// An archive, and what was left out below a folder, is an input that the head does not have.
  private func file(_ name: String) -> String { redactor?.file(name) ?? name }
}
