import CivilTime

/// Why an instant differs from the intended wall time. The raw value is the word in plan files.
public enum Shift: String, CaseIterable, Sendable {
  /// The clock skips the wall time.
  case dstGap
  /// A move to another zone skips the wall time.
  case zoneChange
  /// Another notification goes out too shortly before.
  case minimumGap
  /// The due date falls on a weekend, or on a holiday.
  case weekend, holiday
}

extension Shift {
  /// The explanation for readers, after the intended wall time and "which". nil if the clock shows it and another notification was first.
  public var why: String? {
    switch self {
    case .dstGap: "no clock shows"
    case .zoneChange: "the travel passes over"
    case .minimumGap: nil
    case .weekend: "follows a due date on a weekend"
    case .holiday: "follows a due date on a holiday"
    }
  }
}

extension Shift {
  /// Whether a closed day may have moved the due date. The minimum gap keeps the notification on its day, but replaces the word for
  /// an earlier shift.
  public var mayMoveDate: Bool { self == .weekend || self == .holiday || self == .minimumGap }

  /// Whether no clock, or none that the account carries, shows the intended wall time.
  public var isByClock: Bool { self == .dstGap || self == .zoneChange }

  /// Whether the due date moves to another day.
  public var isByDay: Bool { self == .weekend || self == .holiday }
}

extension Decision {
  /// What moved it from ``deferredFrom``, for readers.
  public var mover: String { shift == .minimumGap ? "the minimum gap" : "quiet hours" }

  /// The check that moved it; nil if none did.
  public var moverReason: Reason? { deferredFrom == nil ? nil : shift == .minimumGap ? .minimumGap : .quietHours }
}

/// The result for a candidate.
public enum Outcome: Hashable, Codable, Sendable {
  /// Goes out at its instant.
  case scheduled
  /// Waits for a place instead of a time.
  case armed
  /// On the device already: past the window, but within the reach.
  case ahead
  /// Does not go out.
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

  /// A number for each outcome: −1 scheduled, −2 armed, −3 ahead, otherwise the reason's index.
  public var code: Int {
    switch self {
    case .scheduled: -1
    case .armed: -2
    case .ahead: -3
    case .dropped(let reason): reason.index
    }
  }

  /// Whether it goes out in the window.
  public var isScheduled: Bool {
    if case .scheduled = self { true } else { false }
  }

  /// Whether it goes out within the window, at an instant or a place.
  public var goesOut: Bool { self == .scheduled || self == .armed }

  /// The reason for dropping it; nil if the device gets a request for it.
  public var reason: Reason? {
    if case .dropped(let reason) = self { reason } else { nil }
  }
}

/// What a notification is about: a date, or a date and a time of day.
public struct About: Hashable, Sendable {
  public var date: LocalDate
  /// nil for a whole day.
  public var time: LocalTime?

  public init(date: LocalDate, time: LocalTime?) { (self.date, self.time) = (date, time) }
}

extension About: CustomStringConvertible {
  public var description: String { time.map { "\(date.at($0))" } ?? "\(date)" }
}

/// A candidate and its outcome: a row of the plan.
public struct Decision: Sendable {
  /// The index in the account plan's `requests`.
  public var request: Int32
  public var outcome: Outcome
  /// The intended wall time; for events, that of the event. nil for place triggers and bills without a due date.
  public var local: LocalDateTime?
  /// The stay (zone) in which `local` was read, as an index in the account plan's `zones`; −1 for none.
  public var stay: Int32
  /// When it goes out, or would have; nil if it has no instant.
  public var at: Instant?
  /// What it is about, in the zone of `local`; nil if that is `local` or its date.
  public var about: About?
  /// The instant before quiet hours or the minimum gap moved it.
  public var deferredFrom: Instant?
  /// Whether it reports an event after the fact.
  public var isLate: Bool
  /// Whether the occurrence is scheduled in the previous plan too; false without a previous plan.
  public var wasScheduled: Bool
  /// Why it differs from the intended wall time; nil if it does not.
  public var shift: Shift?
  /// 0 for none.
  public var badge: Int32
  /// The slot, from 1; 0 for none, or for a slot shared with an earlier occurrence.
  public var slot: Int32
  /// The part of the series that its request covers. Occurrences share a repeating request.
  public var part = SeriesPart.once
  /// The `SEQUENCE` of its calendar event: the number of changes from plan to plan (RFC 5545 section 3.8.7.4).
  public var sequence: Int32 = 0
  /// The `now` of the plan in which its calendar event last changed; nil if that is its own plan's.
  public var stamp: Instant?

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

/// All decisions for one account.
public struct AccountPlan: Sendable {
  /// The number of slots, and how many are taken.
  public struct SlotUse: Hashable, Sendable {
    /// The platform's limit; nil for no limit.
    public var limit: Int?
    public var reserved: Int
    public var used: Int
    /// Whether kinds have slots of their own, so that the soonest may lack one.
    public var isByKind: Bool

    public init(limit: Int?, reserved: Int, used: Int, isByKind: Bool = false) {
      (self.limit, self.reserved, self.used, self.isByKind) = (limit, reserved, used, isByKind)
    }
  }

  public var account: Shared<Account>
  public let policy: Shared<Policy>
  public var timeline: ZoneTimeline
  /// The local date of `now`.
  public var today: LocalDate
  /// The end of the window, not included.
  public var windowEnd: Instant
  /// The end of the reach, up to which requests past the window are planned; nil without a reach.
  public var reachEnd: Optional<Instant>
  public var requests: [NotificationRequest]
  /// Ordered by instant (none first), identifier and local time.
  public var decisions: [Decision]
  public var slots: SlotUse
  /// The instant of the first candidate lost to the slot limit; nil if none was lost.
  public var coverageHorizon: Optional<Instant>
  public var actions: [Action]
  /// The language of the texts, a BCP 47 tag; empty if unknown.
  public var language: String
  /// The hash of the account's settings, which shows whether they changed: see ``Account/settingsHash``. Empty if not requested.
  public var settings: String
  /// The facts behind each decision's reason, by decision; empty if not requested.
  public var facts: [[Explanation.Fact]]
  /// Future occurrences that the previous plan scheduled and this one does not.
  public var cancelled: [CancelledOccurrence]
  /// The SEQUENCE numbers of occurrences that only earlier plans have.
  public var withdrawn: [WithdrawnOccurrence]
  /// The numbers of events in a person's calendar that have reminders ahead; missing if they are those of a decision.
  public var events: [Occurrence: EventNumber]
  /// The replan deadline; nil if not requested.
  public var planAgain: Optional<PlanAgain>
  /// The engagement figures; nil if not requested.
  public var measures: Optional<AccountMeasures>
  /// The kinds of delivered notifications that the plan lacks, by identifier; empty if not requested.
  public var deliveredKinds: [NotificationID: DeliveredKind]
  /// The items that a kind counts, such as bills; nil if none does or not requested.
  public var reminded: Optional<RemindedItems>
  /// Whether the user opted out: the policy does not accept the permission, and every kind is off by choice. Nothing is missed then.
  public var isOptedOut: Bool
  /// The accepted findings that apply to any of the decisions.
  public var accepted: [AcceptedFinding]
  /// The moments of ``isDuplicateByDeferral(_:)``; empty without duplicates.
  var deferredMoments: Set<DeferredMoment>
  /// The `now` of the earlier plan, if this is a kept one: an input with records of the account could not be used, or the account
  /// was not due. nil if it was planned now.
  public var stale: Optional<Instant>
  /// Whether the run kept it because its ``planAgain`` is not before the run's `--due-before`.
  public var isNotDue: Bool
  /// What the device showed since the previous plan; nil if there was none, or it is unknown.
  public var shown: Optional<ShownPlan>
  /// Whether only an earlier plan has the account. Nothing but its cancellations is known then.
  public var isGone: Bool

  /// - Parameter accepted: The accepted findings, if not the policy's that apply to any of the decisions.
  public init(
    account: Shared<Account>, policy: Shared<Policy>, timeline: ZoneTimeline, today: LocalDate, windowEnd: Instant,
    reachEnd: Instant? = nil, requests: [NotificationRequest], decisions: [Decision], slots: SlotUse,
    coverageHorizon: Instant?, language: String, settings: String = "", isOptedOut: Bool = false,
    accepted: [AcceptedFinding]? = nil, facts: [[Explanation.Fact]] = [], cancelled: [CancelledOccurrence] = [],
    withdrawn: [WithdrawnOccurrence] = [], planAgain: PlanAgain? = nil, stale: Instant? = nil,
    isNotDue: Bool = false, shown: ShownPlan? = nil, isGone: Bool = false
  ) {
    self.account = account
    self.policy = policy
    self.timeline = timeline
    self.today = today
    self.windowEnd = windowEnd
    self.reachEnd = reachEnd
    self.requests = requests
    self.decisions = decisions
    self.slots = slots
    self.coverageHorizon = coverageHorizon
    self.language = language
    self.settings = settings
    self.isOptedOut = isOptedOut
    self.facts = facts
    self.cancelled = cancelled
    self.withdrawn = withdrawn
    self.planAgain = planAgain
    self.stale = stale
    self.isNotDue = isNotDue
    self.shown = shown
    self.isGone = isGone
    // Not in the declarations: assigning to a property with an initial value makes the compiler copy the whole plan. `T?` has one,
    // `Optional<T>` does not.
    actions = []
    measures = nil
    (deliveredKinds, reminded) = ([:], nil)
    events = [:]
    self.accepted = accepted ?? []
    deferredMoments = []
    if accepted == nil { noteAccepted() }
    noteDeferredMoments()
  }

  /// Whether the account could not be planned because an input could not be used.
  public var isUnread: Bool { stale != nil && !isNotDue }
}

/// An occurrence that a previous plan announced and that no longer goes out.
public struct CancelledOccurrence: Sendable {
  /// The previous plan's request.
  public var request: NotificationRequest
  /// The previous plan's decision, with `sequence` increased by one.
  public var decision: Decision
  /// Why its item no longer has it, such as ``Reason/paid``, if no decision says so.
  public var reason: Reason?
  /// The number of its event's cancellation, if a person's calendar had an event with reminders ahead.
  public var event: EventNumber?

  public init(request: NotificationRequest, decision: Decision) {
    self.request = request
    self.decision = decision
  }

  /// The number of the cancellation in a person's calendar.
  public var number: EventNumber { event ?? EventNumber(sequence: decision.sequence, stamp: decision.stamp) }

  /// The identity of the occurrence, shared by the plans that decide about it.
  public var occurrence: Occurrence { Occurrence(decision, request) }
}
