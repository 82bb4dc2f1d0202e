import CivilTime

/// The difference between two plans of the same account for one occurrence.
public struct PlanChange: Sendable, Hashable {
  public enum Verb: String, CaseIterable, Sendable {
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
  public struct Difference: Sendable, Hashable {
    public var field: String
    public var old: String?
    public var new: String?

    public init(field: String, old: String?, new: String?) {
      (self.field, self.old, self.new) = (field, old, new)
    }
  }

  public var verb: Verb
  public var account: AccountID
  public var app: String
  public var device: DeviceID?
  public var kind: Kind
  public var item: ItemID?
  public var notification: NotificationID
  /// The intended wall time, in the second plan if that has it.
  public var local: LocalDateTime?
  public var zone: String?
  /// When it goes out in the first plan.
  public var from: Instant?
  /// When it goes out in the second plan.
  public var to: Instant?
  /// The accounts' wall times then, in the first and the second plan; nil if it does not go out at a time.
  public var fromLocal: LocalDateTime?
  public var toLocal: LocalDateTime?
  /// Identifies it in the second plan, or in the first if the second lacks it; nil if unknown.
  public var occurrence: Occurrence?
  /// Why it does not go out in the other plan; nil if that has no such candidate.
  public var reason: Reason?
  /// The other fields with different values.
  public var differences: [Difference] = []
  /// The causes of the difference, in the order of ``ChangeCause``; empty if not requested.
  public var causes: [ChangeCause] = []
  /// The known difference of the account, if it explains the change.
  public var ofAccount: AccountDifference?

  public init(
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

  /// The account and its device.
  public var owner: AccountName { AccountName(account, app: app, device) }

  /// Seconds from the first instant to the second.
  public var shift: Int64? {
    guard let from, let to else { return nil }
    return to.epochSeconds - from.epochSeconds
  }
}

/// A difference between the records of one account.
public enum AccountDifference: Hashable, Sendable {
  case isNew, isGone
  case authorization(from: Authorization, to: Authorization)
  case platform(from: Platform, to: Platform)
  case zone

  /// The difference for readers.
  public var words: String {
    switch self {
    case .isNew: "a new account"
    case .isGone: "the account is gone"
    case .authorization(let from, let to): "authorization \(from.rawValue) → \(to.rawValue)"
    case .platform(let from, let to): "platform \(from.rawValue) → \(to.rawValue)"
    case .zone: "another time zone"
    }
  }
}

/// Identifies the same occurrence in different plans, and names it for good: its `uid`.
public struct Occurrence: Hashable, Sendable {
  /// The stem of its request.
  public var stem: StableHash
  /// The intended date; nil if the request has a single occurrence, which may move.
  public var date: LocalDate?

  @inlinable
  public init(stem: StableHash, date: LocalDate?) { (self.stem, self.date) = (stem, date) }

  public init(_ decision: Decision, _ request: NotificationRequest) {
    self.init(stem: request.uidStem, date: request.isOneOff ? nil : decision.local?.date)
  }

  /// The stem is a hash already, so one word of it is enough.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(stem.low ^ UInt64(bitPattern: Int64(date?.daysSinceEpoch ?? 0)))
  }
}

/// The occurrences of two plans of one account. Finding them once for all comparisons saves 4 % of the next night's run.
public struct OccurrencePair: Sendable {
  /// The index of each occurrence's decision.
  let old: [Occurrence: Int]
  let new: [Occurrence: Int]

  /// Finds the occurrences of two plans.
  ///
  /// - Parameters:
  ///   - old: The first plan; nil if it lacks the account.
  ///   - new: The second plan; nil if it lacks the account.
  public init(from old: AccountPlan?, to new: AccountPlan?) {
    self.old = old?.decisionsByOccurrence ?? [:]
    self.new = new?.decisionsByOccurrence ?? [:]
  }
}

extension AccountPlan {
  /// The index of each occurrence's decision. Of several decisions for one occurrence, the one that goes out.
  public var decisionsByOccurrence: [Occurrence: Int] {
    var result: [Occurrence: Int] = [:]
    result.reserveCapacity(decisions.count)
    for index in decisions.indices {
      let key = occurrence(of: decisions[index])
      if let known = result[key], decisions[known].outcome.reason == nil || decisions[index].outcome.reason != nil {
        continue
      }
      result[key] = index
    }
    return result
  }

  /// Returns the occurrence that a decision is about.
  func occurrence(of decision: borrowing Decision) -> Occurrence {
    let request = Int(decision.request)
    return Occurrence(stem: requests[request].uidStem, date: requests[request].isOneOff ? nil : decision.local?.date)
  }
}
