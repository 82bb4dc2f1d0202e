import CivilTime
import Diagnostics
import PlanFiles
import PlanModel
import Redacting
import Verifying

/// Runs `tickler verify`, which checks the files of a plan folder against each other.
package enum VerifyRun {
  /// - Parameters:
  ///   - zoneinfo: A tz database for plans that do not describe their zones; `nil` for the system's.
  ///   - sources: Folders that contain the files named in the header, to check their hashes; `nil` to skip them.
  ///   - redactor: Given if nothing from the files may be shown.
  /// - Returns: The output, text for standard error, and status 65 if there are findings, else 0.
  package static func run(
    _ folder: String, zoneinfo: String?, sources: [String]? = nil, format: TextOrJSON, redactor: Redactor? = nil
  ) throws(RunFault) -> (output: String, words: String, status: Int32) {
    if try !PlanFolder.exists(in: folder), try Archive.isArchive(folder) {
      throw RunFault(.noInput, "\(folder) is an archive; verify one of its runs, such as \(folder)/\(Archive.latest)")
    }
    let log = FindingLog(redacting: redactor == nil ? nil : folder)
    var verifier = try Verifier(folder, log, database: try ZoneDatabase.open(zoneinfo ?? ZoneDatabase.systemPath))
    if sources != nil, verifier.header?.redacted != nil {
      throw RunFault(
        .usage,
        "the plan in \(folder) is redacted, without the names and hashes of its sources: leave out --sources"
      )
    }
    var fault: RunFault?
    do throws(RunFault) {
      try verifier.verify(sources: sources)
    } catch {
      // An unreadable line ends the check, but earlier findings are reported.
      guard error.status == .dataError, !log.counts.isEmpty else { throw error }
      fault = redactor?.redact(error) ?? error
    }
    let unread = fault.map { $0.messages.map { $0 + "\n" }.joined() } ?? ""
    let output = format == .text ? log.text + unread : json(folder, verifier, log)
    let unreadPage = verifier.unreadPage.map {
      "tickler: warning: \($0.visible): no number was compared; its template lacks the element data (docs/templates.md)\n"
    }
    let words =
      (unreadPage ?? "")
      + "tickler: \(verifier.accounts.of("account")), \(verifier.decisions.of("decision")) verified in \(folder.visible), "
      + "\(log.total.of("error"))\n"
    return (output, words, log.total == 0 ? 0 : RunFault.Status.dataError.rawValue)
  }

  private static func json(_ folder: String, _ verifier: Verifier, _ log: FindingLog) -> String {
    FieldWriter.document { json in
      json.member("format", "tickler-verify/1")
      json.member("folder", folder)
      json.member("version", verifier.header?.version)
      json.member("now", verifier.header?.now)
      json.member("accounts", verifier.accounts)
      json.member("decisions", verifier.decisions)
      json.member("errors", log.total)
      json.member("kinds", log.counts)
      json.member("listed", log.first)
    }.text
  }
}
