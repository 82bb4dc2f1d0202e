import CivilTime
import Diagnostics
import PlanFiles
import PlanModel
import Redacting
import RunModel
import Verifying

/// `tickler verify`: holds a plan's folder against itself.
package enum VerifyRun {
  package enum Format: String, CaseIterable, Sendable { case text, json }

  /// - Parameters:
  ///   - zoneinfo: A tz database for plans that do not describe their zones; nil: the system's.
  ///   - sources: Folders in which the files that the head names are looked for, to be held against their hashes; nil: they are not.
  ///   - jobs: The number of tasks.
  ///   - redactor: Where nothing that stands in the files may be told.
  /// - Returns: What to print, what to say beside it, and 0, or 65 where anything was found.
  package static func run(
    _ folder: String, zoneinfo: String?, sources: [String]? = nil, format: Format, jobs: Int = 1,
    redactor: Redactor? = nil
  ) async throws(FatalInput) -> (output: String, words: String, status: Int32) {
    let log = FindingLog(redacting: redactor == nil ? nil : folder)
    var verifier = try Verifier(
      folder, log, database: try ZoneDatabase.open(zoneinfo ?? ZoneDatabase.systemPath))
    if sources != nil, verifier.header?.redacted != nil {
      throw FatalInput(
        .usage,
        "the plan in \(folder) is redacted, and has neither the names nor the hashes of its sources: leave out --sources"
      )
    }
    var fault: FatalInput?
    do throws(FatalInput) {
      try await verifier.verify(sources: sources, jobs: jobs)
    } catch {
      // A line that cannot be read ends it; what was found before is told all the same.
      guard error.status == .dataError, !log.counts.isEmpty else { throw error }
      fault = redactor?.redact(error) ?? error
    }
    let unread = fault.map { $0.messages.map { $0 + "\n" }.joined() } ?? ""
    let output = format == .text ? log.text + unread : json(folder, verifier, log)
    let unreadPage = verifier.unreadPage.map {
      "tickler: warning: \($0): no number was compared; its template lacks data-figure (docs/report.md)\n"
    }
    let words =
      (unreadPage ?? "")
      + "tickler: \(verifier.accounts.of("account")), \(verifier.decisions.of("decision")) verified in \(folder), "
      + "\(log.total.of("error"))\n"
    return (output, words, log.total == 0 ? 0 : FatalInput.Status.dataError.rawValue)
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
