public import CivilTime
public import Foundation

extension Zone {
  /// Creates the zone of a time zone, from 2000 to 2060; keep it, since it takes some thousand calls.
  ///
  /// Apple's systems hand out no TZif files, so it asks for the offsets. Elsewhere, it reads the system's file, and asks Foundation if there is none.
  ///
  /// ```
  /// var account = Account(id: "rosa", zone: Zone(TimeZone.current))
  /// ```
  public convenience init(_ timeZone: TimeZone) {
    #if !canImport(Darwin)
      if let file = FileManager.default.contents(atPath: "/usr/share/zoneinfo/\(timeZone.identifier)") {
        do {
          try self.init(name: timeZone.identifier, tzif: Array(file))
          return
        } catch {}
      }
    #endif
    self.init(probing: timeZone)
  }

  /// Creates the zone of a time zone from the offsets that it answers with.
  convenience init(probing timeZone: TimeZone) {
    func start(of year: Int) -> Instant { LocalDate(year: year, month: 1, day: 1)!.at(.midnight).instant(at: .utc) }
    self.init(name: timeZone.identifier, in: start(of: 2000)..<start(of: 2060)) { instant in
      UTCOffset(seconds: timeZone.secondsFromGMT(for: Date(instant))) ?? .utc
    }
  }
}
