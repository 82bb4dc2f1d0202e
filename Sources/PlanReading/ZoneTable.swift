import CivilTime
import Diagnostics

/// The zones of a plan.
struct ZoneTable: Sendable {
  private let described: [String: Zone]
  private let database: ZoneDatabase?

  init(summary: JSONValue, database: ZoneDatabase?) {
    described = [:]
    self.database = database
  }

  func zone(_ name: String) throws(FatalInput) -> Zone {
    if let zone = described[name] ?? database?.zone(named: name) { return zone }
    throw FatalInput(.dataError, "the plan has the zone \(name.quotedForDiagnostic), which no tz database here knows")
  }
}
