/// The kinds of notification, in the order in which a kind's candidates are made.
public enum Kind: String, CaseIterable, Sendable, Hashable {
  case dailyReminder, nudge, recap, task, session
  case habit, location, streakMilestone, insight
  case morning, bedtime
  case goal, milestone, workout, unlock
  case bill, overdue, overspend, digest

  /// Position in `allCases`, 0 based.
  public var index: Int { Int(unsafeBitCast(self, to: UInt8.self)) }

  /// Carries an instant of its own instead of a wall time (contract section 5, "Events").
  public var isEvent: Bool {
    switch self {
    case .session, .streakMilestone, .insight, .goal, .milestone, .workout, .unlock, .overspend: true
    case .dailyReminder, .nudge, .recap, .task, .habit, .location, .morning, .bedtime, .bill, .overdue, .digest: false
    }
  }

  /// Its identifier names the event itself, so that it goes out once, whatever the date (check 14).
  public var identifierNamesEvent: Bool {
    switch self {
    case .streakMilestone, .insight, .goal, .milestone, .workout, .unlock, .overspend, .bill: true
    case .dailyReminder, .nudge, .recap, .task, .session, .habit, .location, .morning, .bedtime, .overdue, .digest:
      false
    }
  }

  /// The kinds of item that it is made from; empty for those that need none.
  public var itemKinds: [ItemKind] {
    switch self {
    case .dailyReminder, .nudge: []
    case .recap: [.focusDay]
    case .task: [.task]
    case .session: [.session]
    case .habit, .location, .streakMilestone: [.habit]
    case .insight: [.insight]
    case .morning, .bedtime: [.entry]
    case .goal, .milestone, .unlock: [.stepDay]
    case .workout: [.workout]
    case .bill, .overdue, .digest: [.bill]
    case .overspend: [.budget]
    }
  }

  /// Whether two of its candidates at one instant are the same because nothing tells them apart (check 20):
  /// the kinds without an item, whose subject is empty.
  public var hasEmptySubject: Bool {
    switch self {
    case .dailyReminder, .nudge, .recap, .morning, .bedtime, .digest: true
    case .task, .session, .habit, .location, .streakMilestone, .insight, .goal, .milestone, .workout, .unlock, .bill,
      .overdue, .overspend:
      false
    }
  }
}

/// The kinds of item in an export.
public enum ItemKind: String, CaseIterable, Sendable, Hashable {
  case task, habit, entry, session, focusDay, stepDay, workout, insight, bill, budget

  /// Position in `allCases`, 0 based.
  public var index: Int { Int(unsafeBitCast(self, to: UInt8.self)) }

  var bit: UInt16 { 1 << UInt16(index) }
}

/// A set of kinds as bits.
public struct KindSet: Hashable, Sendable, ExpressibleByArrayLiteral {
  private var bits: UInt32 = 0

  public init() {}

  public init(arrayLiteral kinds: Kind...) {
    for kind in kinds { insert(kind) }
  }

  public static let all = KindSet(Kind.allCases)

  public init(_ kinds: [Kind]) {
    for kind in kinds { insert(kind) }
  }

  public func contains(_ kind: Kind) -> Bool { bits & (1 << UInt32(kind.index)) != 0 }
  public mutating func insert(_ kind: Kind) { bits |= 1 << UInt32(kind.index) }
  public mutating func formUnion(_ other: KindSet) { bits |= other.bits }
  public var isEmpty: Bool { bits == 0 }
}
