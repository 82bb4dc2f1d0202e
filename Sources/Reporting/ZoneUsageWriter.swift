import CivilTime
import PlanModel

/// Tells of ``ZoneUsage`` as `tickler zones` prints it.
package struct ZoneUsageWriter {
  private let usage: ZoneUsage
  private let now: Instant
  private let tzdata: String
  private let path: String

  /// - Parameters:
  ///   - tzdata: The tz database's release.
  ///   - path: The tree that it was read from.
  package init(_ usage: ZoneUsage, now: Instant, tzdata: String, path: String) {
    self.usage = usage
    self.now = now
    self.tzdata = tzdata
    self.path = path
  }

  package var text: String {
    var lines = ["tz database \(tzdata) in \(path), as of \(now)"]
    for usage in usage.sorted {
      lines.append(
        "\(usage.zone.name): \(usage.accounts.of("account")), UTC\(usage.zone.offset(at: now)) now, "
          + "\(usage.scheduled) scheduled")
      for change in usage.changes {
        let transition = change.transition
        lines.append(
          "  \(transition.at): UTC\(transition.before) → UTC\(transition.after) "
            + "(\(transition.at.local(at: transition.before).forReaders) becomes "
            + "\(transition.at.local(at: transition.after).forReaders)), "
            + "\(change.accounts.of("account")), \(change.onTheDay.of("notification")) on that day, "
            + "\(change.affected) at a wall time that is skipped or comes twice")
      }
    }
    if lines.count == 1 { lines.append("No account is in any zone.") }
    return lines.joined(separator: "\n") + "\n"
  }

  package var json: [UInt8] {
    var text: [UInt8] = Array("{\"format\":\"tickler-zones/1\"".utf8)
    text.appendMember("tzdata", tzdata)
    text.appendMember("zoneinfo", path)
    text.appendMember("now", now)
    text.appendKey("zones")
    text.appendList(usage.sorted) { text, usage in
      text.appendMember("zone", usage.zone.name)
      text.appendMember("offset", usage.zone.offset(at: now).description)
      text.appendKey("accounts")
      text.append(decimal: usage.accounts)
      text.appendKey("scheduled")
      text.append(decimal: usage.scheduled)
      text.appendKey("transitions")
      text.appendList(usage.changes) { text, change in
        text.appendMember("at", change.transition.at)
        text.appendMember("before", change.transition.before.description)
        text.appendMember("after", change.transition.after.description)
        change.appendCounts(to: &text)
      }
    }
    text.append("}" as StaticString)
    return text.indentedJSON
  }
}

extension ZoneUsage.Change {
  func appendCounts(to text: inout [UInt8]) {
    text.appendKey("accounts")
    text.append(decimal: accounts)
    text.appendKey("onTheDay")
    text.append(decimal: onTheDay)
    text.appendKey("affected")
    text.append(decimal: affected)
  }
}
