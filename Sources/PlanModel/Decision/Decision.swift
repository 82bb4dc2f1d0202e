import CivilTime

/// Why an instant is not the wall time asked for; the raw value is the word in plan files.
public enum Shift: String, CaseIterable, Sendable {
  /// The clock is put forward over it.
  case dstGap
  /// A move to another zone passes it over.
  case zoneChange
  /// Another notification goes out too shortly before.
  case minimumGap
  /// The due date falls on a weekend, or on a holiday.
  case weekend, holiday
}

extension Shift {
  /// For a reader, after the wall time asked for and "which"; nil: the clock shows it, and another notification was first.
  public var why: String? {
    switch self {
    case .dstGap: "no clock shows"
    case .zoneChange: "the travel passes over"
    case .minimumGap: nil
    case .weekend: "goes by a due date on a weekend"
    case .holiday: "goes by a due date on a holiday"
    }
  }
}

extension Shift {
  /// Whether a closed day may have moved the due date. The minimum gap keeps to the day, and replaces the word for what moved it before.
  public var mayMoveDate: Bool { self == .weekend || self == .holiday || self == .minimumGap }

  /// No clock shows the wall time asked for, or none that the account carries.
  public var isByClock: Bool { self == .dstGap || self == .zoneChange }

  /// Its due date goes elsewhere.
  public var isByDay: Bool { self == .weekend || self == .holiday }
}

extension Decision {
  /// What moved it from ``deferredFrom``, for a reader.
  public var mover: String { shift == .minimumGap ? "the minimum gap" : "quiet hours" }

  /// The check that moved it; nil: none did.
  public var moverReason: Reason? { deferredFrom == nil ? nil : shift == .minimumGap ? .minimumGap : .quietHours }
}

/// How a candidate ends.
public enum Outcome: Hashable, Sendable {
  case scheduled
  /// Waits for a place, not for a time.
  case armed
  /// The device already holds it, though it lies past the window: within the reach.
  case ahead
  case dropped(Reason)

  /// The word in plan files.
  public var name: String {
    switch self {
    case .scheduled: "scheduled"
    case .armed: "armed"
    case .ahead: "ahead"
    case .dropped: "dropped"
    }
  }

  /// Different for different outcomes: −1 scheduled, −2 armed, −3 ahead, else the reason's index.
  public var code: Int {
    switch self {
    case .scheduled: -1
    case .armed: -2
    case .ahead: -3
    case .dropped(let reason): reason.index
    }
  }

  public var isScheduled: Bool {
    if case .scheduled = self { true } else { false }
  }

  /// Whether it goes out within the window, at an instant or at a place.
  public var goesOut: Bool { self == .scheduled || self == .armed }

  /// nil: the device holds a request for it.
  public var reason: Reason? {
    if case .dropped(let reason) = self { reason } else { nil }
  }
}

/// One possible notification and what became of it: a row of the plan.
public struct Decision: Sendable {
  /// Index into the account plan's `requests`.
  public var request: Int32
  public var outcome: Outcome
  /// The wall time asked for; for events, the event's own. nil for place triggers and bills without a due date.
  public var local: LocalDateTime?
  /// The stay (zone) that `local` was read in, as an index into the account plan's `zones`; −1: none.
  public var stay: Int32
  /// When it goes out, or would have; nil where no instant could be found.
  public var at: Instant?
  /// The instant before quiet hours or the minimum gap moved it.
  public var deferredFrom: Instant?
  /// An event that is told after it happened.
  public var isLate: Bool
  /// Whether the previous plan has the occurrence going out as well; false where there is none.
  public var wasScheduled: Bool
  /// Why the policy moved it away from the wall time asked for; nil: it did not.
  public var shift: Shift?
  /// 0: none.
  public var badge: Int32
  /// The slot it takes, from 1; 0: none, or a slot shared with an earlier occurrence.
  public var slot: Int32
  /// How its request repeats; other occurrences of its notification share a repeating one.
  public var part = SeriesPart.once
  /// The `SEQUENCE` of its calendar event: how often the occurrence changed from plan to plan (RFC 5545 section 3.8.7.4).
  public var sequence: Int32 = 0

  @inlinable
  public init(
    request: Int32, outcome: Outcome, local: LocalDateTime?, stay: Int32, at: Instant?, deferredFrom: Instant?,
    isLate: Bool, shift: Shift?, badge: Int32, slot: Int32
  ) {
    self.request = request
    self.outcome = outcome
    self.local = local
    self.stay = stay
    self.at = at
    self.deferredFrom = deferredFrom
    self.isLate = isLate
    wasScheduled = false
    self.shift = shift
    self.badge = badge
    self.slot = slot
  }

  public var repeats: Bool { part != .once }
}

/// Everything that was decided for one account.
public struct AccountPlan: Sendable {
  /// How many slots there are and how many are taken.
  public struct SlotUse: Hashable, Sendable {
    /// nil: the platform has no limit.
    public var limit: Int?
    public var reserved: Int
    public var used: Int

    public init(limit: Int?, reserved: Int, used: Int) {
      self.limit = limit
      self.reserved = reserved
      self.used = used
    }
  }

  public var account: Shared<Account>
  public let policy: Shared<Policy>
  public var timeline: ZoneTimeline
  /// The local date of `now`.
  public var today: LocalDate
  /// The window's end, not included.
  public var windowEnd: Instant
  /// The end of the days up to which requests past the window are planned; nil: none are.
  public var reachEnd: Instant?
  public var requests: [NotificationRequest]
  /// By instant (none first), identifier and local time.
  public var decisions: [Decision]
  public var slots: SlotUse
  /// The instant of the first candidate lost to the slot limit; nil: none was.
  public var coverageHorizon: Instant?
  public var actions: [Action]
  /// The language of the texts, a BCP 47 tag; empty: not known.
  public let language: String
  /// What the account's settings come to, to tell whether they changed: see ``Account/settingsHash``; empty where nobody
  /// asked for it.
  public var settings: String
  /// What decided each decision's reason, by decision; empty where nobody asked for it.
  public var facts: [[Explanation.Fact]]
  /// What the previous plan had going out in the future and this one has not.
  public var cancelled: [CancelledOccurrence]
  /// The numbers of occurrences that earlier plans had and this one knows nothing of.
  public var withdrawn: [WithdrawnOccurrence]
  /// Until when it stays whole; nil where nobody asked for it.
  public var planAgain: PlanAgain?
  /// How notifications work for the account; nil where nobody asked for it.
  public var measures: AccountMeasures?
  /// The permission is none that the policy accepts, and every kind is off by choice: nothing is missed.
  public var isOptedOut: Bool
  /// What the policy accepts of its losses, as far as it concerns any decision.
  public var accepted: [AcceptedFinding]
  /// The `now` of the earlier plan that it is, unplanned since: an input with records of the account could not be used. nil: it was
  /// planned now.
  public var stale: Instant?
  /// Only an earlier plan has the account; all that is known of it is what was taken back.
  public var isGone: Bool

  public init(
    account: Shared<Account>, policy: Shared<Policy>, timeline: ZoneTimeline, today: LocalDate, windowEnd: Instant,
    requests: [NotificationRequest], decisions: [Decision], slots: SlotUse, coverageHorizon: Instant?, language: String
  ) {
    self.account = account
    self.policy = policy
    self.timeline = timeline
    self.today = today
    self.windowEnd = windowEnd
    self.requests = requests
    self.decisions = decisions
    self.slots = slots
    self.coverageHorizon = coverageHorizon
    self.language = language
    // Not beside the declarations: what has a value before it is given one makes the compiler copy the whole plan.
    actions = []
    settings = ""
    facts = []
    cancelled = []
    withdrawn = []
    planAgain = nil
    measures = nil
    reachEnd = nil
    isOptedOut = false
    accepted = []
    stale = nil
    isGone = false
  }
}

/// An occurrence that a previous plan announced and that does not go out any more.
public struct CancelledOccurrence: Sendable {
  /// As the previous plan had it.
  public var request: NotificationRequest
  /// As the previous plan had it, but for `sequence`, which is one higher.
  public var decision: Decision

  public init(request: NotificationRequest, decision: Decision) {
    self.request = request
    self.decision = decision
  }
}
