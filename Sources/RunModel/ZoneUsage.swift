import CivilTime
import PlanModel

/// The zones of a run's accounts, and what their changes of offset affect. Its size depends on the number of zones, not of
/// accounts. The usage of two parts of a run can be added.
package struct ZoneUsage: Sendable {
  /// A notification at a wall time that the clock skips or shows twice.
  package struct Hit: Sendable, Hashable {
    package let account: AccountName
    package let occurrence: Occurrence
    /// The wall time asked for.
    package let local: LocalDateTime
    package let isSkipped: Bool
    /// Whether it goes out when the clock shows the time again.
    package let isSecond: Bool
  }

  /// A change of offset inside some account's window, with its effects.
  package struct Change: Sendable, Hashable {
    package var transition: Zone.Transition
    /// The number of accounts in the zone at the time.
    package var accounts = 0
    /// The number of notifications on the local day of the change.
    package var onTheDay = 0
    /// The number of those of that day whose wall time the clock skips or shows twice.
    package var affected = 0
    /// The first of these.
    package fileprivate(set) var hits: [Hit] = []
    fileprivate static let listedHits = 20
    /// The local day that the change shortens or lengthens: that of the first wall time skipped or repeated. If a whole day is
    /// skipped, it is the next day.
    package let date: LocalDate

    init(_ transition: Zone.Transition) {
      self.transition = transition
      let (before, after) = (
        transition.at.local(at: transition.before), transition.at.local(at: transition.after)
      )
      date = after < before || before.time == .midnight && after.date > before.date ? after.date : before.date
    }

    /// Returns the zone's wall time, within a day or two of the change.
    fileprivate func local(at instant: Instant) -> LocalDateTime {
      instant.local(at: instant < transition.at ? transition.before : transition.after)
    }
  }

  package struct Usage: Sendable {
    package let zone: Zone
    /// The number of accounts in the zone during any part of their window.
    package var accounts = 0
    package var scheduled = 0
    /// The changes in order of time.
    package var changes: [Change] = []
    /// The time whose transitions are among `changes`.
    fileprivate var known: Range<Instant>?

    fileprivate init(zone: Zone) { self.zone = zone }

    fileprivate mutating func know(_ range: Range<Instant>) {
      if let known, known.lowerBound <= range.lowerBound, range.upperBound <= known.upperBound { return }
      let all = known.map { min($0.lowerBound, range.lowerBound)..<max($0.upperBound, range.upperBound) } ?? range
      for transition in zone.transitions(in: all) where !changes.contains(where: { $0.transition == transition }) {
        changes.append(Change(transition))
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
        let room = ZoneUsage.Change.listedHits - changes[index].hits.count
        changes[index].hits += change.hits.prefix(room)
      }
    }
  }

  private let now: Instant
  private var zones: [String: Usage] = [:]

  package init(now: Instant) { self.now = now }

  /// The zones by name, with the changes inside the window of any account.
  package var sorted: [Usage] {
    zones.values.map { usage in
      var usage = usage
      usage.changes.removeAll { $0.accounts == 0 }
      return usage
    }.sorted { $0.zone.name.compareBytes($1.zone.name) < 0 }
  }

  package mutating func count(_ plan: AccountPlan) {
    let stays = plan.timeline.stays
    for (index, stay) in stays.enumerated() where isInWindow(stay, plan) {
      let range = max(now, stay.start)..<max(now, min(plan.windowEnd, stay.end))
      // An account that returns to a zone counts once.
      let isNew = !stays[..<index].contains { $0.zone.name == stay.zone.name && isInWindow($0, plan) }
      zones[stay.zone.name, default: Usage(zone: stay.zone)].count(plan, .stay(index), range, isNew: isNew)
    }
    var known = Set(stays.filter { isInWindow($0, plan) }.map(\.zone.name))
    let ofItems = Dictionary(grouping: plan.requests.compactMap(\.zone), by: \.name)
    for zone in ofItems.values.compactMap(\.first) {
      let range = now..<max(now, plan.windowEnd)
      zones[zone.name, default: Usage(zone: zone)]
        .count(plan, .items(zone.name), range, isNew: known.insert(zone.name).inserted)
    }
  }

  /// Whose clock a notification follows.
  fileprivate enum Clock {
    case stay(Int)
    /// That of items in a zone of their own.
    case items(String)
  }

  private func isInWindow(_ stay: ZoneTimeline.Stay, _ plan: AccountPlan) -> Bool {
    stay.start < plan.windowEnd && stay.end > now
  }

  package mutating func add(_ other: ZoneUsage) {
    for (name, usage) in other.zones { zones[name, default: Usage(zone: usage.zone)].add(usage) }
  }
}

extension ZoneUsage.Usage {
  fileprivate mutating func count(_ plan: AccountPlan, _ clock: ZoneUsage.Clock, _ range: Range<Instant>, isNew: Bool) {
    know(range)
    if isNew { accounts += 1 }
    for decision in plan.decisions.indices where plan.instant(of: decision, clock) != nil { scheduled += 1 }
    for index in changes.indices where range.contains(changes[index].transition.at) {
      changes[index].accounts += 1
      changes[index].count(plan, clock, zone)
    }
  }
}

extension ZoneUsage.Change {
  private static let reach: Int64 = 3 * 86_400

  fileprivate mutating func count(_ plan: AccountPlan, _ clock: ZoneUsage.Clock, _ zone: Zone) {
    for index in plan.decisions.indices {
      guard let at = plan.instant(of: index, clock),
        abs(at.epochSeconds - transition.at.epochSeconds) < Self.reach
      else { continue }
      let isOnTheDay = local(at: at).date == date
      if isOnTheDay { onTheDay += 1 }
      // What a gap before midnight skips goes out on the next day.
      guard let local = plan.decisions[index].local, isOnTheDay || local.date == date else { continue }
      let mapping = zone.mapping(of: local)
      if case .unique = mapping { continue }
      affected += 1
      guard hits.count < Self.listedHits else { continue }
      var (isSkipped, isSecond) = (true, false)
      let own = plan.decisions[index].deferredFrom ?? at
      if case .fold(let first, _) = mapping { (isSkipped, isSecond) = (false, own > first) }
      hits.append(
        ZoneUsage.Hit(
          account: AccountName(plan.account.id, app: plan.account.app, plan.account.device),
          occurrence: plan.occurrence(of: plan.decisions[index]), local: local, isSkipped: isSkipped,
          isSecond: isSecond))
    }
  }
}

extension AccountPlan {
  /// Returns when a decision goes out; nil if it does not, or does so by another clock.
  @inline(__always)
  fileprivate func instant(of decision: Int, _ clock: ZoneUsage.Clock) -> Instant? {
    guard decisions[decision].outcome.goesOut, let at = decisions[decision].at else { return nil }
    let zone = requests[Int(decisions[decision].request)].zone
    switch clock {
    case .stay(let stay): return zone == nil && timeline.stayIndex(at: at) == stay ? at : nil
    case .items(let name): return zone?.name == name ? at : nil
    }
  }
}
