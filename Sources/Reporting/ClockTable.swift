import CivilTime
import PlanModel

/// The zones of a plan and the time that anything in it looks at: enough to write every local time of the plan, and the
/// rules in its calendars, without a tz database.
package struct ClockTable: Sendable {
  private var zones: [String: Zone] = [:]
  private var first = Instant.distantFuture
  private var last = Instant.distantPast

  package init() {}

  package mutating func count(_ plan: AccountPlan) {
    for stay in plan.timeline.stays where zones[stay.zone.name] == nil { zones[stay.zone.name] = stay.zone }
    reach(plan.windowEnd)
    for index in plan.decisions.indices {
      if let at = plan.decisions[index].at { reach(at) }
      if let from = plan.decisions[index].deferredFrom { reach(from) }
    }
    for index in plan.actions.indices {
      if let from = plan.actions[index].from { reach(from) }
    }
    for delivered in plan.account.delivered { reach(delivered.at) }
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

  /// Each zone by name, with what holds at first and every change after it.
  ///
  /// - Parameter now: The plan's; the time around it is always covered.
  func appendList(now: Instant, to text: inout [UInt8]) {
    let days: Int64 = 86_400
    let calendar = ICSTimeZone.span(now: now)
    let start = min(min(first, now).advanced(bySeconds: -40 * days), calendar.lowerBound)
    let range = start..<max(max(last, now).advanced(bySeconds: 10 * days), calendar.upperBound)
    text.appendList(zones.sorted { $0.key.compareBytes($1.key) < 0 }) { text, entry in
      text.appendMember("zone", entry.key)
      entry.value.localTimeType(at: start).appendFields(to: &text)
      text.appendKey("changes")
      text.appendList(entry.value.transitions(in: range)) { text, change in
        text.appendMember("at", change.at)
        entry.value.localTimeType(at: change.at).appendFields(to: &text)
      }
    }
  }
}

extension LocalTimeType {
  fileprivate func appendFields(to text: inout [UInt8]) {
    text.appendKey("offsetSeconds")
    text.append(decimal: offset.seconds)
    text.appendMember("abbreviation", abbreviation)
    text.appendKey("daylight")
    text.append(isDaylight ? "true" : "false")
  }
}
