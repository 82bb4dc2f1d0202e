import CivilTime
import PlanModel

/// Which zones a run's accounts are in, and whom their changes of offset touch. Grows with zones, not accounts.
package struct ZoneUsage: Sendable {
  /// A change of offset inside the window of some account.
  private struct Change {
    var transition: Zone.Transition
    /// Accounts in the zone at the time.
    var accounts = 0
    /// Notifications that go out on the local day of the change.
    var onTheDay = 0
    /// Of them, those whose wall time the clock skips, or shows twice.
    var affected = 0
  }

  private struct Usage {
    var zone: Zone
    var accounts = 0
    var scheduled = 0
    var changes: [Instant: Change] = [:]
  }

  private let now: Instant
  private let tzdata: String
  private let path: String
  private var zones: [String: Usage] = [:]

  package init(now: Instant, tzdata: String, path: String) {
    self.now = now
    self.tzdata = tzdata
    self.path = path
  }

  package mutating func count(_ plan: AccountPlan) {
    for (index, stay) in plan.timeline.stays.enumerated() where stay.start < plan.windowEnd && stay.end > now {
      var usage = zones[stay.zone.name] ?? Usage(zone: stay.zone)
      usage.accounts += 1
      let range = max(now, stay.start)..<max(now, min(plan.windowEnd, stay.end))
      for transition in stay.zone.transitions(in: range) {
        usage.changes[transition.at, default: Change(transition: transition)].accounts += 1
      }
      for decision in plan.decisions where decision.outcome.reason == nil {
        guard let at = decision.at, plan.timeline.stayIndex(at: at) == index else { continue }
        usage.scheduled += 1
        count(decision, at, &usage)
      }
      zones[stay.zone.name] = usage
    }
  }

  private func count(_ decision: Decision, _ at: Instant, _ usage: inout Usage) {
    for (instant, change) in usage.changes {
      let day = instant.local(at: change.transition.before).date
      guard at.local(at: usage.zone.offset(at: at)).date == day else { continue }
      usage.changes[instant]!.onTheDay += 1
      guard let local = decision.local else { continue }
      if case .unique = usage.zone.mapping(of: local) { continue }
      usage.changes[instant]!.affected += 1
    }
  }

  private var sorted: [Usage] { zones.values.sorted { $0.zone.name.compareBytes($1.zone.name) < 0 } }

  package var text: String {
    var lines = ["tz database \(tzdata) in \(path), as of \(now)"]
    for usage in sorted {
      lines.append(
        "\(usage.zone.name): \(usage.accounts.of("account")), UTC\(usage.zone.offset(at: now)) now, "
          + "\(usage.scheduled) scheduled")
      for (instant, change) in usage.changes.sorted(by: { $0.key < $1.key }) {
        lines.append(
          "  \(instant): UTC\(change.transition.before) → UTC\(change.transition.after) "
            + "(\(instant.local(at: change.transition.before).forReaders) becomes "
            + "\(instant.local(at: change.transition.after).forReaders)), "
            + "\(change.accounts.of("account")), \(change.onTheDay.of("notification")) on that day, "
            + "\(change.affected) at a wall time that is skipped or comes twice")
      }
    }
    if zones.isEmpty { lines.append("No account is in any zone.") }
    return lines.joined(separator: "\n") + "\n"
  }

  package var json: [UInt8] {
    var text: [UInt8] = Array("{\"format\":\"tickler-zones/1\"".utf8)
    text.appendMember("tzdata", tzdata)
    text.appendMember("zoneinfo", path)
    text.appendMember("now", now.description)
    text.appendKey("zones")
    text.appendList(sorted) { text, usage in
      text.appendMember("zone", usage.zone.name)
      text.appendMember("offset", usage.zone.offset(at: now).description)
      text.appendKey("accounts")
      text.append(decimal: usage.accounts)
      text.appendKey("scheduled")
      text.append(decimal: usage.scheduled)
      text.appendKey("transitions")
      text.appendList(usage.changes.sorted { $0.key < $1.key }) { text, entry in
        text.appendMember("at", entry.key.description)
        text.appendMember("before", entry.value.transition.before.description)
        text.appendMember("after", entry.value.transition.after.description)
        for (name, count) in [("accounts", entry.value.accounts), ("onTheDay", entry.value.onTheDay)] {
          text.append(UInt8(ascii: ","))
          text.appendJSON(name)
          text.append(UInt8(ascii: ":"))
          text.append(decimal: count)
        }
        text.appendKey("affected")
        text.append(decimal: entry.value.affected)
      }
    }
    text.append("}" as StaticString)
    return text.indentedJSON
  }
}
