import Bytes
import Diagnostics
import PlanModel
import Redacting
import RunModel

/// How much of its inputs a run lets outputs and messages tell.
package struct OutputRedaction: Sendable {
  let names: SourceNames
  /// nil: ids and texts may stand everywhere.
  let redactor: Redactor?

  init(_ names: SourceNames, _ redactor: Redactor?) {
    self.names = names
    self.redactor = redactor
  }

  /// What messages call an input.
  func input(_ path: String) -> String {
    let shown = FileName.shown(path)
    return redactor.map { $0.file(names(shown)) } ?? shown
  }

  /// For people who run the command: files as they named them.
  func told(_ diagnostic: Diagnostic) -> Diagnostic { redactor.map { $0.redact(diagnostic) } ?? diagnostic }

  /// For files, of what may be told.
  func written(_ diagnostic: Diagnostic) -> Diagnostic {
    var written = diagnostic
    written.location.file = names(diagnostic.location.file)
    return written
  }

  func written(_ header: RunHeader) -> RunHeader { redactor.map { $0.redact(header) } ?? header }

  /// The same for the diagnostics of an account.
  func nameFiles(in plan: inout AccountPlan) {
    guard plan.account.value.diagnostics.contains(where: { $0.location.file.hasPrefix("/") }) else { return }
    var account = plan.account.value
    account.diagnostics = account.diagnostics.map(written)
    plan.account = Shared(account)
  }

  /// Whether a diagnostic, which is not redacted yet, is about an account that somebody asks about by its id or pseudonym.
  func isAbout(_ id: AccountID, _ diagnostic: Diagnostic) -> Bool {
    guard let account = diagnostic.account.map({ AccountID($0) }) else { return false }
    return account == id || redactor?.account(account) == id
  }
}

extension AccountName {
  /// Whether it is the account's, or that of its pseudonym.
  func matches(_ account: Account, _ redactor: Redactor?) -> Bool {
    matches(account) || redactor.map { matches($0.account(account.id), app: account.app) } ?? false
  }
}
