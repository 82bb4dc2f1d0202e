import Diagnostics
import PlanFiles
import PlanModel

extension [String] {
  /// The lines of an answer in text, without control characters.
  package var visibleText: String { map(\.visible).joined(separator: "\n") + "\n" }
}

extension FieldWriter {
  mutating func members(_ account: AccountName) {
    member("account", account.id)
    member("app", account.app)
    member("device", account.device)
  }

  mutating func members(_ notification: NotificationID, _ kind: Kind?, _ item: ItemID?) {
    member("notification", notification)
    member("kind", kind)
    member("item", item)
  }

  mutating func members(_ outcome: Outcome?) {
    member("outcome", outcome?.name)
    member("reason", outcome?.reason)
  }
}
