import CivilTime

/// What differs for one occurrence between two plans of the same account.
public struct PlanChange: Sendable, Hashable {
  public enum Verb: String, CaseIterable, Sendable {
    /// It goes out in the second plan only.
    case added
    /// It goes out in the first plan only.
    case removed
    /// It goes out in both, at different instants.
    case moved
    /// It goes out at the same instant with another content, or does not go out for another reason.
    case changed
  }

  /// A field of the plan that has another value; nil: none.
  public struct Difference: Sendable, Hashable {
    public var field: String
    public var old: String?
    public var new: String?

    public init(field: String, old: String?, new: String?) {
      self.field = field
      self.old = old
      self.new = new
    }
  }

  public var verb: Verb
  public var account: AccountID
  public var app: String
  public var device: DeviceID?
  public var kind: Kind
  public var item: ItemID?
  public var notification: NotificationID
  /// The wall time asked for, in the second plan where it has one.
  public var local: LocalDateTime?
  public var zone: String?
  /// When it went out in the first plan.
  public var from: Instant?
  /// When it goes out in the second plan.
  public var to: Instant?
  /// What the accounts' clocks show then, in the first plan and in the second; nil where it does not go out at a time.
  public var fromLocal: LocalDateTime?
  public var toLocal: LocalDateTime?
  /// Names it in the second plan, where that has it, else in the first; nil: not known.
  public var occurrence: Occurrence?
  /// Why it does not go out in the other plan; nil where that has no such candidate.
  public var reason: Reason?
  /// What else has another value.
  public var differences: [Difference] = []
  /// What made the difference, in the order of ``ChangeCause``; empty where it was not asked for.
  public var causes: [ChangeCause] = []
  /// What is known to differ of the account, if that explains the change.
  public var ofAccount: AccountDifference?

  public init(
    verb: Verb, account: AccountName, kind: Kind, item: ItemID?, notification: NotificationID,
    local: LocalDateTime?, zone: String?, from: Instant?, to: Instant?, reason: Reason?
  ) {
    self.verb = verb
    self.account = account.id
    app = account.app ?? ""
    device = account.device
    self.kind = kind
    self.item = item
    self.notification = notification
    self.local = local
    self.zone = zone
    self.from = from
    self.to = to
    self.reason = reason
  }

  /// Whose it is.
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

  /// In words.
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

/// What makes two decisions of two plans the same occurrence, and names it for good: its `uid`.
public struct Occurrence: Hashable, Sendable {
  /// That of its request.
  public var stem: StableHash
  /// The date asked for; nil where the request has one occurrence, which may be moved.
  public var date: LocalDate?

  @inlinable
  public init(stem: StableHash, date: LocalDate?) {
    self.stem = stem
    self.date = date
  }

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
  /// The decision of each occurrence, as an index.
  let old: [Occurrence: Int]
  let new: [Occurrence: Int]

  /// - Parameters:
  ///   - old: The first plan; nil: it does not have the account.
  ///   - new: The second plan; nil: it does not have the account.
  public init(from old: AccountPlan?, to new: AccountPlan?) {
    self.old = old?.decisionsByOccurrence ?? [:]
    self.new = new?.decisionsByOccurrence ?? [:]
  }
}

extension AccountPlan {
  /// The decision of each occurrence, as an index; where some are equal, the one that goes out.
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

  /// The occurrence that a decision is about.
  func occurrence(of decision: borrowing Decision) -> Occurrence {
    let request = Int(decision.request)
    return Occurrence(
      stem: requests[request].uidStem, date: requests[request].isOneOff ? nil : decision.local?.date)
  }
}
