import CivilTime
import Diagnostics
import PlanModel

/// Reads an `[[accepted]]` table: a known and accepted reason for dropping notifications.
enum AcceptedReader {
  private static let reasons = Reason.allCases.filter(\.isLoss).map(\.code)

  /// - Parameter kinds: The policy's kinds.
  /// - Returns: nil if the table has faults.
  static func read(_ table: TOMLFields, _ kinds: [Kind]) -> AcceptedEntry? {
    let reason = table.requiredName("reason", among: reasons, "the reason that is accepted").flatMap(Reason.init(code:))
    let kind = table.name("kind", among: kinds.map(\.name))
    let account = table.string("account")
    if account == "" { table.fault("account", found: "found \"\"", expected: "the account's id") }
    let until = table.date("until")
    table.require("until", "the last date on which it is accepted")
    let why = table.requiredText("why", "why it is accepted")
    guard let reason, let until, !why.isEmpty else { return nil }
    return AcceptedEntry(
      AcceptedFinding(reason: reason, kind: kind.map { Kind($0) }, until: until, why: why),
      account: account.map { AccountID($0) }, place: table.finder(of: "until")())
  }
}

extension TOMLFields {
  fileprivate func requiredName(_ key: String, among names: [String], _ meaning: String) -> String? {
    require(key, "\(meaning), \(names.oneOf)")
    return name(key, among: names)
  }

  /// Returns a date in quotes.
  fileprivate func date(_ key: String) -> LocalDate? {
    parsed(key, expected: "a date in quotes, such as \"2027-01-31\"") { LocalDate(iso8601: $0.utf8) }
  }
}

extension [String: Policy] {
  /// Returns a diagnostic for each entry that has expired, by app and in the order of the files.
  package func expiredAcceptances(asOf now: Instant) -> [Diagnostic] {
    values.sorted { $0.app.compareBytes($1.app) < 0 }.flatMap(\.accepted)
      .filter { $0.finding.until < now.utc.date }.map { entry in
        Diagnostic(
          .warning, .policy, at: entry.place, field: "accepted.until",
          found: "\(entry.finding.reason.code) was accepted until \(entry.finding.until), which has passed",
          expected: "a later date, or no such table")
      }
  }
}
