import CivilTime
import Diagnostics
import PlanFiles
import PlanModel
import RunModel
import Verifying

/// `tickler verify`: holds a plan's folder against itself.
package enum VerifyRun {
  package enum Format: String, CaseIterable, Sendable { case text, json }

  /// - Parameters:
  ///   - zoneinfo: A tz database for plans that do not describe their zones; nil: the system's.
  ///   - readsSources: Whether the files that the head names are held against their hashes.
  /// - Returns: What to print, what to say beside it, and 0, or 65 where anything was found.
  package static func run(
    _ folder: String, zoneinfo: String?, readsSources: Bool, format: Format
  ) throws(FatalInput) -> (output: String, words: String, status: Int32) {
    let log = FindingLog()
    var verifier = try Verifier(
      folder, log, database: try ZoneDatabase.open(zoneinfo ?? ZoneDatabase.systemPath))
    var fault: FatalInput?
    do {
      try verifier.verify(readsSources: readsSources)
    } catch {
      // A line that cannot be read ends it; what was found before is told all the same.
      guard error.status == .dataError, !log.counts.isEmpty else { throw error }
      fault = error
    }
    let unread = fault.map { $0.messages.map { $0 + "\n" }.joined() } ?? ""
    let output = format == .text ? log.text + unread : json(folder, verifier, log)
    let words =
      "tickler: \(verifier.accounts.of("account")), \(verifier.decisions.of("decision")) verified in \(folder), "
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
