import CivilTime
import PlanModel
import Reporting

extension ChangeLog {
  /// From the `changes` of a `summary.json`; what cannot be read is left out.
  init(_ value: JSONValue) {
    self.init(
      total: Tally(value["counts"]),
      causes: Dictionary(
        (value["causes"]?.members ?? []).compactMap { name, tally in
          ChangeCause(rawValue: name).map { ($0, Tally(tally)) }
        }
      ) { first, _ in first },
      zones: Dictionary((value["zones"]?.members ?? []).map { ($0.key, Tally($0.value)) }) { first, _ in first },
      accounts: value["accounts"]?.integer ?? 0,
      listed: (value["changes"]?.elements ?? []).compactMap(PlanChange.init))
  }
}

extension ChangeLog.Tally {
  fileprivate init(_ value: JSONValue?) {
    self.init()
    for verb in PlanChange.Verb.allCases { self[verb] = value?[verb.rawValue]?.integer ?? 0 }
  }
}

extension PlanChange {
  fileprivate init?(_ value: JSONValue) {
    let text = { (name: String) in value[name]?.string }
    let instant = { (name: String) in text(name).flatMap { Instant(rfc3339: $0.utf8) } }
    guard let verb = text("change").flatMap(Verb.init), let account = text("account"), let app = text("app"),
      let kind = text("kind").flatMap(Kind.init(known:)), let notification = text("notification")
    else { return nil }
    self.init(
      verb: verb, account: AccountID(account), app: app, kind: kind, item: text("item").map { ItemID($0) },
      notification: NotificationID(notification), local: text("local").flatMap { LocalDateTime(iso8601: $0.utf8) },
      zone: text("zone"), from: instant("from"), to: instant("to"), reason: text("reason").flatMap(Reason.init(code:)))
    cause = text("cause").flatMap(ChangeCause.init)
    differences = (value["differences"]?.elements ?? []).map {
      Difference(field: $0["field"]?.string ?? "", old: $0["old"]?.string, new: $0["new"]?.string)
    }
  }
}
