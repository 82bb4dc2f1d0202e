import CivilTime
import Diagnostics

/// The zones of a plan: as its `summary.json` describes them, else from a tz database.
struct ZoneTable: Sendable {
  private let described: [String: Zone]
  private let database: ZoneDatabase?

  init(summary: JSONValue, database: ZoneDatabase?) {
    let zones = (summary["clocks"]?.elements ?? []).compactMap(Zone.init)
    described = Dictionary(zones.map { ($0.name, $0) }) { first, _ in first }
    self.database = database
  }

  func zone(_ name: String) throws(FatalInput) -> Zone {
    if let zone = described[name] ?? (try? database?.zone(named: name)) { return zone }
    throw FatalInput(.dataError, "the plan has the zone \(name.quotedForDiagnostic), which no tz database here knows")
  }
}

extension Zone {
  fileprivate convenience init?(_ value: JSONValue) {
    guard let name = value["zone"]?.string, let initial = LocalTimeType(value) else { return nil }
    let transitions = (value["changes"]?.elements ?? []).compactMap { change -> (at: Instant, type: LocalTimeType)? in
      guard let at = change["at"]?.string.flatMap({ Instant(rfc3339: $0.utf8) }), let type = LocalTimeType(change)
      else {
        return nil
      }
      return (at, type)
    }
    self.init(name: name, initial: initial, transitions: transitions)
  }
}

extension LocalTimeType {
  fileprivate init?(_ value: JSONValue) {
    guard let offset = value["offsetSeconds"]?.integer.flatMap({ UTCOffset(seconds: $0) }) else { return nil }
    self.init(
      offset: offset, abbreviation: value["abbreviation"]?.string ?? "",
      isDaylight: value["daylight"]?.bool ?? false)
  }
}
