import CivilTime
import Diagnostics
import Formats
import RunModel

/// The zones of a plan, from its `summary.json` or else a tz database.
package struct ZoneTable: Sendable {
  private let described: [String: Zone]
  private let database: ZoneDatabase?

  package init(_ clocks: [ZoneClock], database: ZoneDatabase?) {
    let zones = clocks.map { clock in
      Zone(name: clock.zone, initial: clock.initial, transitions: clock.changes.map { (at: $0.at, type: $0.type) })
    }
    described = Dictionary(zones.map { ($0.name, $0) }) { first, _ in first }
    self.database = database
  }

  /// Returns the zone, or nil if neither source has it.
  package func known(_ name: String) -> Zone? { described[name] ?? (try? database?.zone(named: name)) }

  func zone(_ name: String) throws(FatalInput) -> Zone {
    if let zone = known(name) { return zone }
    try database?.refuseFault()
    throw FatalInput(
      .dataError, "the plan has the zone \(name.quotedForDiagnostic), which no tz database here knows",
      redacted: "the plan has a zone that no tz database here knows")
  }
}
