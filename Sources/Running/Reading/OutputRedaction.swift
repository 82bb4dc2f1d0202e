import Bytes
import Diagnostics
import PlanModel
import Redacting
import RunModel

/// Determines how much of the inputs outputs and messages may reveal.
package struct OutputRedaction: Sendable {
  let names: SourceNames
  /// `nil` if ids and texts may appear.
  let redactor: Redactor?

  init(_ names: SourceNames, _ redactor: Redactor?) {
    (self.names, self.redactor) = (names, redactor)
  }

  /// Returns the name of an input in messages.
  func input(_ path: String) -> String {
    let shown = FileName.shown(path)
    return redactor.map { $0.file(names(shown)) } ?? shown
  }

  /// Returns a diagnostic for the person who runs the command, with files as they were named.
  func printed(_ diagnostic: Diagnostic) -> Diagnostic { redactor.map { $0.redact(diagnostic) } ?? diagnostic }

  /// Returns a diagnostic for output files, given one that may be shown.
  func written(_ diagnostic: Diagnostic) -> Diagnostic {
    var written = diagnostic
    written.location.file = names(diagnostic.location.file)
    return written
  }

  func written(_ header: RunHeader) -> RunHeader { redactor.map { $0.redact(header) } ?? header }

  /// Renames the files in an account's diagnostics for output files.
  func nameFiles(in plan: inout AccountPlan) {
    guard plan.account.value.diagnostics.contains(where: { $0.location.file.hasPrefix("/") }) else { return }
    var account = plan.account.value
    account.diagnostics = account.diagnostics.map(written)
    plan.account = Shared(account)
  }

  /// Returns whether an unredacted diagnostic is about the account with the given id or pseudonym.
  func isAbout(_ id: AccountID, _ diagnostic: Diagnostic) -> Bool {
    guard let account = diagnostic.account.map({ AccountID($0) }) else { return false }
    return account == id || redactor?.account(account) == id
  }
}

extension AccountName {
  /// Returns whether this is the name of the account, or the name of its pseudonym.
  func matches(_ account: Account, _ redactor: Redactor?) -> Bool {
    matches(account) || redactor.map { matches($0.account(account.id), app: account.app) } ?? false
  }
}
