import CivilTime
import PlanModel

/// Which zones a run's accounts are in, and whom their changes of offset touch. Grows with zones, not accounts; that of
/// two parts of a run can be added up.
package struct ZoneUsage: Sendable {
  /// A change of offset inside the window of some account, and what it touches.
  package struct Change: Sendable, Hashable {
    package var transition: Zone.Transition
    /// Accounts in the zone at the time.
    package var accounts = 0
    /// Notifications that go out on the local day of the change.
    package var onTheDay = 0
    /// Of them, those whose wall time the clock skips, or shows twice.
    package var affected = 0
    /// The local day of the change, by the clock before it.
    fileprivate let day: Range<Instant>

    init(_ transition: Zone.Transition, in zone: Zone) {
      self.transition = transition
      let date = transition.at.local(at: transition.before).date
      let reach = transition.at.advanced(bySeconds: -3 * 86_400)..<transition.at.advanced(bySeconds: 3 * 86_400)
      let timeline = ZoneTimeline(zone: zone, range: reach)
      day = timeline.startOfDay(date)..<timeline.startOfDay(date.adding(days: 1))
    }
  }

  /// One zone's share.
  package struct Usage: Sendable {
    package let zone: Zone
    /// Accounts that are in the zone at some time of their window.
    package var accounts = 0
    package var scheduled = 0
    /// In order of time.
    package var changes: [Change] = []
    /// The time whose transitions are among `changes`.
    fileprivate var known: Range<Instant>?

    fileprivate init(zone: Zone) {
      self.zone = zone
    }

    fileprivate mutating func know(_ range: Range<Instant>) {
      if let known, known.lowerBound <= range.lowerBound, range.upperBound <= known.upperBound { return }
      let all = known.map { min($0.lowerBound, range.lowerBound)..<max($0.upperBound, range.upperBound) } ?? range
      for transition in zone.transitions(in: all) where !changes.contains(where: { $0.transition == transition }) {
        changes.append(Change(transition, in: zone))
      }
      changes.sort { $0.transition.at < $1.transition.at }
      known = all
    }

    fileprivate mutating func add(_ other: Usage) {
      accounts += other.accounts
      scheduled += other.scheduled
      if let range = other.known { know(range) }
      for change in other.changes {
        guard let index = changes.firstIndex(where: { $0.transition == change.transition }) else { continue }
        changes[index].accounts += change.accounts
        changes[index].onTheDay += change.onTheDay
        changes[index].affected += change.affected
      }
    }
  }

  private let now: Instant
  private var zones: [String: Usage] = [:]

  package init(now: Instant) {
    self.now = now
  }

  /// By zone name.
  package var sorted: [Usage] { zones.values.sorted { $0.zone.name.compareBytes($1.zone.name) < 0 } }

  package mutating func count(_ plan: AccountPlan) {
    for (index, stay) in plan.timeline.stays.enumerated() where stay.start < plan.windowEnd && stay.end > now {
      let range = max(now, stay.start)..<max(now, min(plan.windowEnd, stay.end))
      zones[stay.zone.name, default: Usage(zone: stay.zone)].count(plan, stay: index, range)
    }
  }

  package mutating func add(_ other: ZoneUsage) {
    for (name, usage) in other.zones { zones[name, default: Usage(zone: usage.zone)].add(usage) }
  }
}

extension ZoneUsage.Usage {
  fileprivate mutating func count(_ plan: AccountPlan, stay: Int, _ range: Range<Instant>) {
    know(range)
    accounts += 1
    for index in changes.indices where range.contains(changes[index].transition.at) { changes[index].accounts += 1 }
    for decision in plan.decisions.indices where plan.instant(of: decision, goingOutIn: stay) != nil { scheduled += 1 }
    for index in changes.indices { changes[index].count(plan, stay: stay, zone) }
  }
}

extension ZoneUsage.Change {
  fileprivate mutating func count(_ plan: AccountPlan, stay: Int, _ zone: Zone) {
    for index in plan.decisions.indices {
      guard let at = plan.instant(of: index, goingOutIn: stay), day.contains(at) else { continue }
      onTheDay += 1
      guard let local = plan.decisions[index].local else { continue }
      if case .unique = zone.mapping(of: local) { continue }
      affected += 1
    }
  }
}

extension AccountPlan {
  /// When a decision goes out; nil where it does not, or in another stay.
  @inline(__always)
  fileprivate func instant(of decision: Int, goingOutIn stay: Int) -> Instant? {
    guard decisions[decision].outcome.reason == nil, let at = decisions[decision].at,
      timeline.stayIndex(at: at) == stay
    else { return nil }
    return at
  }
}
