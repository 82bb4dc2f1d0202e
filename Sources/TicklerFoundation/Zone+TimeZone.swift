public import CivilTime
public import Foundation

extension Zone {
  /// Creates the zone of a time zone, from 2000 to 2060. Keep the result: creating it takes some thousand calls of Foundation.
  ///
  /// Apple's systems provide no TZif files, so the offsets come from Foundation. Other systems use their own file, and Foundation
  /// if there is none.
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

  /// Creates the zone of a time zone by asking for its offsets.
  convenience init(probing timeZone: TimeZone) {
    func start(of year: Int) -> Instant { LocalDate(year: year, month: 1, day: 1)!.at(.midnight).instant(at: .utc) }
    self.init(name: timeZone.identifier, in: start(of: 2000)..<start(of: 2060)) { instant in
      UTCOffset(seconds: timeZone.secondsFromGMT(for: Date(instant))) ?? .utc
    }
  }
}
