import CivilTime
import Diagnostics
import PlanModel

/// A line of `accounts.ndjson`.
struct AccountDetails {
  var id: AccountID
  var app: String
  var platform = Platform.ios
  var authorization = Authorization.authorized
  var locale: String?
  var language: String
  /// The zones the account is in, one after the other; the first without an instant.
  var zones: [(zone: String, from: Instant?)]
  var today: LocalDate
  var windowEnd: Instant
  var slots: AccountPlan.SlotUse
  /// By decision; empty where no slot is taken.
  var slotNumbers: [Int32]
  var coverageHorizon: Instant?
  var settings: String
  /// Lines of the account in `plan.ndjson` and `actions.ndjson`.
  var decisions: Int
  var actions: Int
  var facts: [Int: [Explanation.Fact]]
  var delivered: [Account.Delivered]
  var olderDeliveries: Int
  var diagnostics: [Diagnostic]

  init(_ bytes: UnsafeBufferPointer<UInt8>, line: Int) throws {
    let value = try JSONValue(bytes, line: line)
    func text(_ name: String) throws -> String {
      guard let text = value[name]?.string else { throw PlanLine.Incomplete(field: name) }
      return text
    }
    func instant(_ text: String?) -> Instant? { text.flatMap { Instant(rfc3339: $0.utf8) } }

    id = AccountID(try text("account"))
    app = try text("app")
    platform = value["platform"]?.string.flatMap(Platform.init) ?? .ios
    authorization = value["authorization"]?.string.flatMap(Authorization.init) ?? .authorized
    locale = value["locale"]?.string
    language = value["language"]?.string ?? ""
    zones = (value["zones"]?.elements ?? []).compactMap { stay in
      stay["zone"]?.string.map { ($0, instant(stay["from"]?.string)) }
    }
    guard !zones.isEmpty else { throw PlanLine.Incomplete(field: "zones") }
    guard let today = LocalDate(iso8601: try text("today").utf8) else { throw PlanLine.Incomplete(field: "today") }
    self.today = today
    guard let end = instant(try text("windowEnd")) else { throw PlanLine.Incomplete(field: "windowEnd") }
    windowEnd = end
    let use = value["slots"]
    slots = AccountPlan.SlotUse(
      limit: use?["limit"]?.integer, reserved: use?["reserved"]?.integer ?? 0, used: use?["used"]?.integer ?? 0)
    slotNumbers = (use?["numbers"]?.elements ?? []).map { Int32($0.integer ?? 0) }
    coverageHorizon = instant(value["coverageHorizon"]?.string)
    settings = value["settings"]?.string ?? ""
    decisions = value["decisions"]?.integer ?? 0
    actions = value["actions"]?.integer ?? 0
    facts = [:]
    for entry in value["facts"]?.elements ?? [] {
      guard let decision = entry["decision"]?.integer else { continue }
      facts[decision] = (entry["compared"]?.elements ?? []).map(Explanation.Fact.init)
    }
    delivered = (value["delivered"]?.elements ?? []).compactMap { entry in
      guard let id = entry["id"]?.string, let at = instant(entry["at"]?.string) else { return nil }
      return Account.Delivered(id: NotificationID(id), at: at)
    }
    olderDeliveries = value["olderDeliveries"]?.integer ?? 0
    diagnostics = (value["diagnostics"]?.elements ?? []).compactMap(Diagnostic.init)
  }
}

extension Explanation.Fact {
  fileprivate init(_ value: JSONValue) {
    let source = value["input"]?.integer.map { input in
      RecordLocation(input: input, line: value["line"]?.integer ?? 1, column: value["column"]?.integer ?? 1)
    }
    self.init(value["name"]?.string ?? "", value["value"]?.string ?? "", source)
  }
}

extension Diagnostic {
  /// nil where severity, code or file are missing or unknown.
  init?(_ value: JSONValue) {
    guard let severity = value["severity"]?.string.flatMap(Severity.init), let file = value["file"]?.string,
      let code = value["code"]?.string.flatMap(Code.init)
    else { return nil }
    self.init(
      severity, code,
      at: SourceLocation(file: file, line: value["line"]?.integer ?? 1, column: value["column"]?.integer ?? 1),
      account: value["account"]?.string, item: value["item"]?.string, field: value["field"]?.string,
      found: value["found"]?.string ?? "", expected: value["expected"]?.string)
  }
}
