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

/// The occurrences of two plans of one account, and how they correspond.
///
/// Merges sorted keys: dictionaries took 13 % of the instructions of the next night's run.
public struct OccurrencePair: Sendable {
  /// The decisions of one plan.
  struct Side: Sendable {
    /// For each decision, the other plan's decision about the same occurrence; nil if it has none.
    fileprivate(set) var others: [Int?]
    /// Whether a decision represents its occurrence: the first that goes out, else the first.
    fileprivate(set) var isFirst: [Bool]

    fileprivate init(_ count: Int) {
      others = Array(repeating: nil, count: count)
      isFirst = Array(repeating: false, count: count)
    }

    /// The decisions that represent their occurrences, in order.
    var firsts: LazyFilterSequence<Range<Int>> { isFirst.indices.lazy.filter { isFirst[$0] } }
  }

  private(set) var old: Side
  private(set) var new: Side

  /// Finds the occurrences of two plans.
  ///
  /// - Parameters:
  ///   - old: The first plan; nil if it lacks the account.
  ///   - new: The second plan; nil if it lacks the account.
  public init(from old: AccountPlan?, to new: AccountPlan?) {
    var stems: [StableHash: UInt64] = [:]
    stems.reserveCapacity((old?.requests.count ?? 0) + (new?.requests.count ?? 0))
    var (before, after) = (SortedKeys(old, &stems), SortedKeys(new, &stems))
    let (oldDecisions, newDecisions) = (old?.decisions ?? [], new?.decisions ?? [])
    self.old = Side(oldDecisions.count)
    self.new = Side(newDecisions.count)
    while case let occurrence = min(before.next, after.next), occurrence < .max {
      let (x, y) = (before.take(occurrence, oldDecisions), after.take(occurrence, newDecisions))
      for place in x.range { self.old.others[before.keys[place].decision] = y.first }
      for place in y.range { self.new.others[after.keys[place].decision] = x.first }
      if let first = x.first { self.old.isFirst[first] = true }
      if let first = y.first { self.new.isFirst[first] = true }
    }
  }

  /// A plan's decisions, sorted by occurrence.
  private struct SortedKeys {
    private(set) var keys: [(occurrence: UInt64, decision: Int)] = []
    private var place = 0

    /// - Parameter stems: Numbers the stems of both plans.
    init(_ plan: AccountPlan?, _ stems: inout [StableHash: UInt64]) {
      guard let plan else { return }
      let numbers = plan.requests.indices.map { index in
        let stem = plan.requests[index].uidStem
        if let known = stems[stem] { return known }
        let number = UInt64(stems.count)
        stems[stem] = number
        return number
      }
      // By stem, the place of its next key. The decisions of a stem are nearly always in the order of their dates already.
      var places = [Int](repeating: 0, count: stems.count + 1)
      for decision in plan.decisions { places[Int(numbers[Int(decision.request)]) + 1] += 1 }
      for number in places.indices.dropFirst() { places[number] += places[number - 1] }
      keys = Array(repeating: (0, 0), count: plan.decisions.count)
      for index in plan.decisions.indices {
        let request = Int(plan.decisions[index].request)
        // 0 means no date.
        let day = plan.requests[request].isOneOff ? nil : plan.decisions[index].local?.date.days(since: .first)
        let number = Int(numbers[request])
        keys[places[number]] = (UInt64(number) << 32 | UInt64(day.map { $0 + 1 } ?? 0), index)
        places[number] += 1
      }
      if keys.indices.dropFirst().allSatisfy({ keys[$0 - 1].occurrence <= keys[$0].occurrence }) { return }
      keys.sort { $0.occurrence != $1.occurrence ? $0.occurrence < $1.occurrence : $0.decision < $1.decision }
    }

    /// The next occurrence; `.max` at the end.
    var next: UInt64 { place < keys.count ? keys[place].occurrence : .max }

    /// Takes the decisions about an occurrence, and returns the one that represents it.
    mutating func take(_ occurrence: UInt64, _ decisions: [Decision]) -> (range: Range<Int>, first: Int?) {
      let start = place
      var first: Int?
      while next == occurrence {
        let decision = keys[place].decision
        if let known = first {
          if decisions[known].outcome.reason != nil, decisions[decision].outcome.reason == nil { first = decision }
        } else {
          first = decision
        }
        place += 1
      }
      return (start..<place, first)
    }
  }
}

extension AccountPlan {
  /// Returns the occurrence that a decision is about.
  func occurrence(of decision: borrowing Decision) -> Occurrence {
    let request = Int(decision.request)
    return Occurrence(stem: requests[request].uidStem, date: requests[request].isOneOff ? nil : decision.local?.date)
  }
}
