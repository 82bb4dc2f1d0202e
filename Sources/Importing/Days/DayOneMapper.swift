import CivilTime
import Diagnostics
import Formats

/// Reads Day One journals. Each entry is a morning or bedtime entry, by the local time at which it was written.
struct DayOneMapper: JSONMapper {
  static let paths = [JSONMembers.Path("entries", "*")]

  var members: JSONMembers?
  private var zones: [String: Zone?] = [:]

  mutating func take(_: Int, _ value: JSONValue, _ output: ImportOutput) {
    guard let uuid = output.id("uuid", of: value, expected: "the entry's uuid") else { return }
    guard let date = value["creationDate"] else {
      return output.refuseMissing("creationDate", in: value, expected: "an instant", item: uuid)
    }
    guard let instant = date.string.flatMap({ Instant(rfc3339: $0.utf8, cutsFraction: true) }) else {
      return output.refuse(date, "creationDate", expected: "an instant, such as 2019-03-18T13:04:56Z", item: uuid)
    }
    if instant > output.run.now {
      return output.note("entry is in the future", "entries are in the future", "left out", at: value.place)
    }
    let member = value["timeZone"]
    if let member, member.string == nil {
      return output.refuse(member, "timeZone", expected: "a zone, such as Europe/Berlin", item: uuid)
    }
    let zone = zone(member, output)
    let local = instant.local(at: zone.offset(at: instant))
    let border = output.settings.border ?? LocalTime(hour: 15, minute: 0)!
    output.begin("entry", id: uuid, at: value.place)
    output.text("flow", local.time < border ? "morning" : "bedtime", at: date.place)
    output.text("date", local.date.description, at: date.place)
    output.end()
  }

  /// Returns the zone of the entry, or that of the account.
  private mutating func zone(_ value: JSONValue?, _ output: ImportOutput) -> Zone {
    guard let value, let name = value.string else { return output.zone }
    let known = zones[name] ?? output.run.zone(named: name)
    zones[name] = .some(known)
    if let known { return known }
    output.note(
      "entry has a zone that the tz database does not know: its date is in \(output.zone.name)",
      "entries have zones that the tz database does not know; their dates are in \(output.zone.name)", at: value.place
    )
    return output.zone
  }
}
