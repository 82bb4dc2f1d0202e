import Diagnostics
import PlanModel
import Redacting
import RunModel
import System

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

  func written(_ record: SupersededRecord) -> SupersededRecord { redactor.map { $0.redact(record) } ?? record }

  /// Redacts a plan for output files, and renames the files in its account's diagnostics.
  func redact(_ plan: inout AccountPlan) {
    redactor?.redact(&plan)
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

/// Names for the files that a run reads. Outputs use them so that they do not reveal where files are on the machine.
package struct SourceNames: Sendable {
  /// The shortest unique path suffix of each named file or folder. Keys are paths without a trailing slash.
  private let names: [String: String]

  /// - Parameter roots: Files and folders as they were named. All other files are below them.
  package init(below roots: [String]) {
    let paths = Set(roots.filter { $0.hasPrefix("/") }.map { $0.split(separator: "/") })
    var names: [String: String] = [:]
    var (left, count) = (Array(paths), 1)
    while !left.isEmpty {
      let groups = Dictionary(grouping: left) { $0.suffix(count) }
      left = []
      for (name, group) in groups {
        for path in group {
          if group.count > 1, path.count > count {
            left.append(path)
          } else {
            names[path.map { "/\($0)" }.joined()] = name.joined(separator: "/")
          }
        }
      }
      count += 1
    }
    self.names = names
  }

  /// Returns a relative path unchanged. An absolute path below the working folder is made relative to it. Other paths
  /// start with the name of their root; without a root, only the last component is left.
  package func callAsFunction(_ path: String) -> String {
    guard path.hasPrefix("/") else { return path }
    let parts = path.split(separator: "/")
    if let here = Machine.workingFolder?.split(separator: "/"), parts.count > here.count, parts.starts(with: here) {
      return parts[here.count...].joined(separator: "/")
    }
    for count in (0...parts.count).reversed() {
      guard let name = names[parts[..<count].map { "/\($0)" }.joined()] else { continue }
      return ([Substring(name)] + parts[count...]).filter { !$0.isEmpty }.joined(separator: "/")
    }
    return parts.last.map(String.init) ?? ""
  }
}
