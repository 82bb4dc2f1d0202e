import Bytes
import CivilTime
import PlanFiles
import PlanModel
import RunModel

/// Writes ``ZoneUsage`` as `tickler zones` prints it.
package struct ZoneUsageWriter {
  private let usage: ZoneUsage
  private let now: Instant
  private let tzdata: String
  private let path: String

  package init(_ usage: ZoneUsage, now: Instant, tzdata: String, path: String) {
    (self.usage, self.now, self.tzdata, self.path) = (usage, now, tzdata, path)
  }

  package var text: String {
    var lines = ["tz database \(tzdata) in \(path), as of \(now)"]
    for usage in usage.sorted {
      lines.append(
        "\(usage.zone.name): \(usage.accounts.of("account")), UTC\(usage.zone.offset(at: now)) now, "
          + "\(usage.scheduled) \(usage.scheduled == 1 ? "goes" : "go") out")
      for change in usage.changes {
        let transition = change.transition
        lines.append(
          "  \(transition.at): UTC\(transition.before) → UTC\(transition.after) "
            + "(\(transition.at.local(at: transition.before).forReaders) becomes "
            + "\(transition.at.local(at: transition.after).forReaders)), "
            + "\(change.accounts.of("account")), \(change.onTheDay.of("notification")) on that day, "
            + "\(change.affected) at a wall time that is skipped or repeated")
      }
    }
    if lines.count == 1 { lines.append("No account is in any zone.") }
    return lines.visibleText
  }

  package var json: WrittenBytes {
    FieldWriter.document { json in
      json.member("format", "tickler-zones/1")
      json.member("tzdata", tzdata)
      json.member("zoneinfo", path)
      json.member("now", now)
      json.list("zones", usage.sorted) { json, usage in
        json.member("zone", usage.zone.name)
        json.member("offset", usage.zone.offset(at: now).description)
        json.member("accounts", usage.accounts)
        json.member("scheduled", usage.scheduled)
        json.list("transitions", usage.changes) { json, change in
          json.member("at", change.transition.at)
          json.member("before", change.transition.before.description)
          json.member("after", change.transition.after.description)
          json.member("accounts", change.accounts)
          json.member("onTheDay", change.onTheDay)
          json.member("affected", change.affected)
        }
      }
    }
  }
}
