import CivilTime

/// Why an instant is not the wall time asked for; the raw value is the word in plan files.
package enum Shift: String, Sendable {
  /// The clock is put forward over it.
  case dstGap
  /// A move to another zone passes it over.
  case zoneChange
}

/// How a candidate ends.
package enum Outcome: Hashable, Sendable {
  case scheduled
  /// Waits for a place, not for a time.
  case armed
  case dropped(Reason)

  /// The word in plan files.
  package var name: String {
    switch self {
    case .scheduled: "scheduled"
    case .armed: "armed"
    case .dropped: "dropped"
    }
  }

  /// Different for different outcomes: −1 scheduled, −2 armed, else the reason's index.
  package var code: Int {
    switch self {
    case .scheduled: -1
    case .armed: -2
    case .dropped(let reason): reason.index
    }
  }

  package var isScheduled: Bool {
    if case .scheduled = self { true } else { false }
  }

  package var reason: Reason? {
    if case .dropped(let reason) = self { reason } else { nil }
  }
}

/// One possible notification and what became of it: a row of the plan.
package struct Decision: Sendable {
  /// Index into the account plan's `requests`.
  package var request: Int32
  package var outcome: Outcome
  /// The wall time asked for; for events, the event's own. nil for place triggers and bills without a due date.
  package var local: LocalDateTime?
  /// The stay (zone) that `local` was read in, as an index into the account plan's `zones`; −1: none.
  package var stay: Int16
  /// When it goes out, or would have; nil where no instant could be found.
  package var at: Instant?
  /// The instant before quiet hours moved it.
  package var deferredFrom: Instant?
  /// An event that is told after it happened.
  package var isLate: Bool
  /// Why the policy moved it away from the wall time asked for; nil: it did not.
  package var shift: Shift?
  /// 0: none.
  package var badge: Int32
  /// The slot it takes, from 1; 0: none, or a slot shared with an earlier occurrence.
  package var slot: Int32
  /// The `SEQUENCE` of its calendar event: how often the occurrence changed from plan to plan (RFC 5545 section 3.8.7.4).
  package var sequence: Int32 = 0

  package init(
    request: Int32, outcome: Outcome, local: LocalDateTime?, stay: Int16, at: Instant?, deferredFrom: Instant?,
    isLate: Bool, shift: Shift?, badge: Int32, slot: Int32
  ) {
    self.request = request
    self.outcome = outcome
    self.local = local
    self.stay = stay
    self.at = at
    self.deferredFrom = deferredFrom
    self.isLate = isLate
    self.shift = shift
    self.badge = badge
    self.slot = slot
  }
}

/// Everything that was decided for one account.
package struct AccountPlan: Sendable {
  /// How many slots there are and how many are taken.
  package struct SlotUse: Hashable, Sendable {
    /// nil: the platform has no limit.
    package var limit: Int?
    package var reserved: Int
    package var used: Int

    package init(limit: Int?, reserved: Int, used: Int) {
      self.limit = limit
      self.reserved = reserved
      self.used = used
    }
  }

  package var account: Account
  package var policy: Policy
  package var timeline: ZoneTimeline
  /// The local date of `now`.
  package var today: LocalDate
  /// The window's end, not included.
  package var windowEnd: Instant
  package var requests: [NotificationRequest]
  /// By instant (none first), identifier and local time.
  package var decisions: [Decision]
  package var slots: SlotUse
  /// The instant of the first candidate lost to the slot limit; nil: none was.
  package var coverageHorizon: Instant?
  package var actions: [Action] = []
  /// The language of the texts, a BCP 47 tag; empty: not known.
  package var language = ""
  /// What the account's settings come to, to tell whether they changed: see ``Account/settingsHash``; empty where nobody
  /// asked for it.
  package var settings = ""
  /// What decided each decision's reason, by decision; empty where nobody asked for it.
  package var facts: [[Explanation.Fact]] = []
  /// What the previous plan had going out in the future and this one has not.
  package var cancelled: [CancelledOccurrence] = []

  package init(
    account: Account, policy: Policy, timeline: ZoneTimeline, today: LocalDate, windowEnd: Instant,
    requests: [NotificationRequest], decisions: [Decision], slots: SlotUse, coverageHorizon: Instant?
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
  }
}

/// An occurrence that a previous plan announced and that does not go out any more.
package struct CancelledOccurrence: Sendable {
  /// As the previous plan had it.
  package var request: NotificationRequest
  /// As the previous plan had it, but for `sequence`, which is one higher.
  package var decision: Decision

  package init(request: NotificationRequest, decision: Decision) {
    self.request = request
    self.decision = decision
  }
}

/// What the device has to do so that it holds the plan.
package struct Action: Hashable, Sendable {
  package enum Verb: String, CaseIterable, Sendable { case keep, move, add, cancel }

  package var verb: Verb
  package var notification: NotificationID
  /// When the plan has it; nil for a place trigger and for what is cancelled.
  package var at: Instant?
  /// When the device has it.
  package var from: Instant?
  /// Why it is cancelled: the code of a ``Reason``, or `unknown`.
  package var reason: String?

  package init(verb: Verb, notification: NotificationID, at: Instant?, from: Instant?, reason: String? = nil) {
    self.verb = verb
    self.notification = notification
    self.at = at
    self.from = from
    self.reason = reason
  }
}
