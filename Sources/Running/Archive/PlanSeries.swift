import CivilTime
import Diagnostics
import PlanFiles
import PlanModel
import System

/// The plans of one account in the runs of an archive, or in a single plan folder. Each is read on demand.
final class PlanSeries {
  struct Run {
    /// The name of its folder.
    var name: String
    var folder: String
    var now: Instant
  }

  let path: String
  /// The runs in the order of their `now`.
  let runs: [Run]
  private let account: AccountName
  private let zones: ZoneDatabase?
  private let options: PlanOptions
  private var read: [String: (folder: PlanFolder, redaction: PlanRedaction, plans: [AccountPlan])] = [:]

  /// - Parameter options: Only `redactor` is used.
  init(
    _ path: String, _ account: AccountName, zones: ZoneDatabase?, _ options: PlanOptions
  ) throws(RunFault) {
    (self.path, self.account, self.zones, self.options) = (path, account, zones, options)
    var isPlan = try PlanFolder.exists(in: path)
    if !isPlan, try Path.exists(path) { isPlan = try !Folder.exists(path) }
    if isPlan {
      runs = [Run(name: path, folder: path, now: try PlanFolder(path, zones: zones).header.now)]
      return
    }
    let archive = try Archive(path)
    var runs: [Run] = []
    for run in archive.runs where try PlanFolder.exists(in: archive.folder(run)) {
      runs.append(Run(name: "\(run)", folder: archive.folder(run), now: run.now))
    }
    self.runs = runs
    if runs.isEmpty {
      throw RunFault(.noInput, "\(path) has no plan; tickler plan --archive \(path) makes one")
    }
  }

  /// Returns the account's plans in a run, one per app.
  func plans(_ run: Run) throws(RunFault) -> [AccountPlan] { try open(run).plans }

  /// Returns the account's plan of one app.
  func plan(of name: AccountName, in run: Run) throws(RunFault) -> AccountPlan? {
    try plans(run).first { $0.name == name }
  }

  func folder(_ run: Run) throws(RunFault) -> PlanFolder { try open(run).folder }

  /// Returns the error for which a run rejected the account's record.
  func rejection(in run: Run) throws(RunFault) -> Diagnostic? {
    let ids = [account.id.text, options.redactor?.account(account.id).text]
    return try open(run).redaction.diagnostics.first.first {
      $0.severity == .error && $0.item == nil && $0.account != nil && ids.contains($0.account)
    }
  }

  func open(
    _ run: Run
  ) throws(RunFault) -> (folder: PlanFolder, redaction: PlanRedaction, plans: [AccountPlan]) {
    if let known = read[run.name] { return known }
    let folder = try PlanFolder(run.folder, zones: zones)
    let redaction = try PlanRedaction(folder, in: run.folder, options)
    let found = (folder, redaction, try redaction.accounts(account))
    read[run.name] = found
    return found
  }

  /// Returns the fault to throw if none of the runs has the account.
  func missing() throws(RunFault) -> RunFault {
    guard let last = runs.last else { return RunFault(.noInput, "\(path) has no plan") }
    let rejection = try rejection(in: last)
    // The record of an unusable input is not at fault.
    if rejection?.code ?? .input == .input, let fault = try fault(of: nil, in: last) {
      return RunFault(
        .noInput,
        "no run read in \(path) has the account \(account), and run \(last.name) could not read an input: \(fault)",
        redacted: "no run read in \(path) has the account, and the last run could not read an input")
    }
    if let fault = rejection {
      return RunFault(
        .noInput, "run \(last.name) rejected the account: \(fault)", redacted: "the last run rejected the account")
    }
    let wanted = account.id
    let apps = Set(try folder(last).accounts(ids: [wanted]) { id, _ in id == wanted }.map(\.account.app)).sorted()
    if !apps.isEmpty, options.redactor == nil {
      return RunFault(
        .noInput,
        "no run read in \(path) has the account \(account); \(wanted.text.quotedForDiagnostic) is in \(apps.joined(separator: ", "))"
      )
    }
    let nearest = try folder(last).nearestAccount(to: account.id.text)
    let header = try folder(last).header
    let isRedacted = options.redactor == nil && header.redacted != nil
    return RunFault(
      .noInput,
      "no run read in \(path) has the account \(account)"
        + (isRedacted
          ? "; the plans are redacted: pass --redact FILE with their key, or the pseudonym"
          : nearest.map { "; the nearest is \($0.quotedForDiagnostic)" } ?? ""),
      redacted: "no run read in \(path) has the account")
  }
}
