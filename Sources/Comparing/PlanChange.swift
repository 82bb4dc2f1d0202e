import CivilTime
import PlanModel

/// The difference between two plans of the same account for one occurrence.
package struct PlanChange: Sendable, Hashable {
  package enum Verb: String, CaseIterable, Sendable {
    /// It goes out only in the second plan.
    case added
    /// It goes out only in the first plan.
    case removed
    /// It goes out in both, at different instants.
    case moved
    /// It goes out at the same instant with other content, or both plans drop it for different reasons.
    case changed
  }

  /// A field of the plan with another value; nil for none.
  package struct Difference: Sendable, Hashable {
    package var field: String
    package var old: String?
    package var new: String?

    package init(field: String, old: String?, new: String?) {
      (self.field, self.old, self.new) = (field, old, new)
    }
  }

  package var verb: Verb
  package var account: AccountID
  package var app: String
  package var device: DeviceID?
  package var kind: Kind
  package var item: ItemID?
  package var notification: NotificationID
  /// The intended wall time, in the second plan if that has it.
  package var local: LocalDateTime?
  package var zone: String?
  /// When it goes out in the first plan.
  package var from: Instant?
  /// When it goes out in the second plan.
  package var to: Instant?
  /// The accounts' wall times then, in the first and the second plan; nil if it does not go out at a time.
  package var fromLocal: LocalDateTime?
  package var toLocal: LocalDateTime?
  /// Identifies it in the second plan, or in the first if the second lacks it; nil if unknown.
  package var occurrence: Occurrence?
  /// Why it does not go out in the other plan; nil if that has no such candidate.
  package var reason: Reason?
  /// Whether another notification of the item goes out instead of a removed one, such as a habit's at another hour.
  package var isReplaced = false
  /// Whether the second plan's policy accepts the drop, or it is a duplicate that quiet hours or a snooze made.
  package var isAccepted = false
  /// The other fields with different values.
  package var differences: [Difference] = []
  /// The causes of the difference, in the order of ``ChangeCause``; empty if not requested.
  package var causes: [ChangeCause] = []
  /// The known difference of the account, if it explains the change.
  package var ofAccount: AccountDifference?

  package init(
    verb: Verb, account: AccountName, kind: Kind, item: ItemID?, notification: NotificationID,
    local: LocalDateTime?, zone: String?, from: Instant?, to: Instant?, reason: Reason?
  ) {
    self.verb = verb
    self.account = account.id
    app = account.app ?? ""
    device = account.device
    (self.kind, self.item, self.notification, self.local, self.zone) = (kind, item, notification, local, zone)
    (self.from, self.to, self.reason) = (from, to, reason)
  }

  /// Removes everything by which a person could be found, and keeps what it is counted by.
  package mutating func anonymize() {
    (account, device, item, notification) = (AccountID("erased"), nil, nil, NotificationID("erased"))
    (local, from, to, fromLocal, toLocal, occurrence) = (nil, nil, nil, nil, nil, nil)
    differences.removeAll { $0.field != "reason" }
  }

  package var owner: AccountName { AccountName(account, app: app, device) }

  /// Seconds from the first instant to the second.
  package var shift: Int64? {
    guard let from, let to else { return nil }
    return to.epochSeconds - from.epochSeconds
  }
}

/// A difference between the records of one account.
package enum AccountDifference: Hashable, Sendable {
  case isNew, isGone, isRejected
  /// The account has another device instead.
  case device
  /// The item is there, with fewer dates.
  case dates
  /// The item's record could not be read, so the device keeps what it has.
  case isItemRejected
  case authorization(from: Authorization, to: Authorization)
  case platform(from: Platform, to: Platform)
  case zone

  /// The difference for readers.
  package var words: String {
    switch self {
    case .isNew: "a new account"
    case .isGone: "the account is gone"
    case .isRejected: "the account's record is rejected"
    case .isItemRejected: "records are rejected"
    case .device: "another device"
    case .dates: "fewer dates"
    case .authorization(let from, let to): "authorization \(from.rawValue) → \(to.rawValue)"
    case .platform(let from, let to): "platform \(from.rawValue) → \(to.rawValue)"
    case .zone: "another time zone"
    }
  }
}
