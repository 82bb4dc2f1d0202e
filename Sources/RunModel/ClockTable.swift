import CivilTime
import PlanModel

/// The zones of a plan and the time that it covers. This is enough to write every local time of the plan, and the rules in its
/// calendars, without a tz database.
package struct ClockTable: Sendable {
  private var zones: [String: Zone] = [:]
  /// The first instant of the covered time; later than ``last`` if the plan covers none.
  package private(set) var first = Instant.distantFuture
  package private(set) var last = Instant.distantPast

  package init() {}

  package init(_ zones: [Zone], _ first: Instant, _ last: Instant) {
    self.zones = Dictionary(zones.map { ($0.name, $0) }) { first, _ in first }
    (self.first, self.last) = (first, last)
  }

  /// Counts an account whose zones are needed for writing.
  package mutating func count(_ plan: AccountPlan) {
    for stay in plan.timeline.stays where zones[stay.zone.name] == nil { zones[stay.zone.name] = stay.zone }
    for index in plan.requests.indices {
      if let zone = plan.requests[index].zone { zones[zone.name] = zone }
    }
    reach(plan.reachEnd ?? plan.windowEnd)
    for index in plan.decisions.indices {
      if let at = plan.decisions[index].at { reach(at) }
      if let from = plan.decisions[index].deferredFrom { reach(from) }
    }
    for index in plan.actions.indices {
      if let from = plan.actions[index].from { reach(from) }
    }
    for delivered in plan.account.delivered { reach(delivered.at) }
    for cancelled in plan.cancelled { if let at = cancelled.decision.at { reach(at) } }
    for stay in plan.timeline.stays.dropFirst() { reach(stay.start) }
  }

  private mutating func reach(_ instant: Instant) {
    first = min(first, instant)
    last = max(last, instant)
  }

  package mutating func add(_ other: ClockTable) {
    zones.merge(other.zones) { first, _ in first }
    first = min(first, other.first)
    last = max(last, other.last)
  }

  /// Returns each zone by name, with its first local time type and every change after it.
  ///
  /// - Parameter now: The plan's. The time around it is always covered.
  package func clocks(now: Instant) -> [ZoneClock] {
    let days: Int64 = 86_400
    let calendar = ClockTable.calendarSpan(now: now)
    let start = min(min(first, now).advanced(bySeconds: -40 * days), calendar.lowerBound)
    let range = start..<max(max(last, now).advanced(bySeconds: 10 * days), calendar.upperBound)
    return zones.values.sorted { $0.name.compareBytes($1.name) < 0 }.map { zone in
      ZoneClock(
        zone: zone.name, initial: zone.localTimeType(at: start),
        changes: zone.typeChanges(in: range).map { .init(at: $0.at, type: $0.type) })
    }
  }

  /// Returns the time for which a plan's calendars have zone rules: from the December before the year of `now` to the end of the
  /// second year after it. No plan spans more.
  package static func calendarSpan(now: Instant) -> Range<Instant> {
    let today = now.utc.date
    let first = LocalDate(year: today.year, month: 1, day: 1) ?? today
    func midnight(_ date: LocalDate) -> Instant { date.at(.midnight).instant(at: .utc) }
    return midnight(first.adding(days: -31))..<midnight(first.adding(days: 3 * 366))
  }
}

/// The clock of a zone during the time of a plan.
package struct ZoneClock: Sendable {
  package struct Change: Sendable {
    package var at: Instant
    /// The type from then on.
    package var type: LocalTimeType

    package init(at: Instant, type: LocalTimeType) { (self.at, self.type) = (at, type) }
  }

  package var zone: String
  /// The type before the first change.
  package var initial: LocalTimeType
  package var changes: [Change]

  package init(zone: String, initial: LocalTimeType, changes: [Change]) {
    (self.zone, self.initial, self.changes) = (zone, initial, changes)
  }
}
