import CivilTime
import Formats
import System

/// A VCALENDAR: what applies to all of its components, and its zones by TZID.
final class ICalendarObject {
  /// METHOD in capitals.
  var method = ""
  /// Whether it is of version 1.0, vCalendar.
  var isOld = false
  /// X-WR-TIMEZONE: the zone of times that name none.
  var zoneName: (text: String, place: Place)?
  private var own: [String: ICalendarZone] = [:]
  /// The same by TZIDs in lower case, which count if none is equal.
  private var ownInAnyCase: [String: ICalendarZone] = [:]
  private var known: [String: Zone?] = [:]

  /// Adds a VTIMEZONE. Of several with one name, the first counts.
  func add(_ zone: ICalendarZone) {
    let name = zone.name.plainZoneName
    if own[name] == nil { (own[name], known) = (zone, [:]) }
    if ownInAnyCase[name.lowercased()] == nil { ownInAnyCase[name.lowercased()] = zone }
  }

  private func own(_ name: String) -> ICalendarZone? { own[name] ?? ownInAnyCase[name.lowercased()] }

  /// Returns what is wrong with the VTIMEZONE of an unknown zone; empty if there is none.
  func fault(ofZone name: String) -> String {
    guard let zone = own(name.plainZoneName) else { return "" }
    return " with DTSTART, TZOFFSETTO and rules that can be read; that of line \(zone.place.line) lacks some"
  }

  /// Returns the zone of a time; nil if neither the tz database nor the file has it.
  ///
  /// - Parameter floating: The zone of a time that names none; nil for that of the calendar.
  func zone(of time: ICalendarTime, floating: Zone? = nil, _ output: ImportOutput) -> Zone? {
    switch time.clock {
    case .utc: output.utc
    case .named(let name): zone(name, output)
    case .floating where time.time == nil: floating ?? output.zone
    case .floating: floating ?? ownZone(output) ?? output.zone
    }
  }

  /// Returns X-WR-TIMEZONE, after warning about an unknown one.
  private func ownZone(_ output: ImportOutput) -> Zone? {
    guard let (name, place) = zoneName else { return nil }
    let zone = zone(name, output)
    if zone == nil { output.warn(unknownZone: name, at: place) }
    return zone
  }

  private func zone(_ name: String, _ output: ImportOutput) -> Zone? {
    let name = name.plainZoneName
    if let zone = known[name] { return zone }
    let zone = find(name, output)
    known[name] = .some(zone)
    return zone
  }

  private func find(_ name: String, _ output: ImportOutput) -> Zone? {
    let database = output.run.zone(written: name)
    guard let own = own(name), let zone = own.zone(in: output.run.horizon) else {
      // An offset in parentheses names no place, so its VTIMEZONE would know more.
      let offset = name.hasPrefix("(") && name.hasSuffix(")") ? UTCOffset(label: name.dropFirst().dropLast()) : nil
      return database ?? offset.map { Zone(name: name, always: $0) } ?? output.run.zone(displayed: name)
    }
    guard let database else { return zone }
    let dates = output.run.written
    let end = min(own.end(in: dates), dates.upperBound)
    if end > dates.lowerBound, !zone.isSame(as: database, in: dates.lowerBound...end) {
      output.warn(
        "the file's VTIMEZONE \(name.quotedForDiagnostic) differs from the tz database, which is used", at: own.place)
    }
    return database
  }
}

extension ImportRun {
  /// Returns the zone of the tz database that a TZID means.
  ///
  /// Knows names in any case, with a prefix as in `/freeassociation.sourceforge.net/Tzfile/Europe/London`, names and
  /// labels of Windows, and fixed offsets such as `GMT+02:00`.
  func zone(written name: String) -> Zone? {
    if let zone = zonesAsWritten[name] { return zone }
    let zone = find(name)
    zonesAsWritten[name] = .some(zone)
    return zone
  }

  /// Whether items can name a zone: the tz database has it.
  func isNamed(_ zone: Zone) -> Bool { self.zone(named: zone.name) === zone }

  /// Returns the zone of a label without an offset, or of a name in a person's language. Abbreviations are of several
  /// zones.
  func zone(displayed name: String) -> Zone? {
    if let zone = name.hasPrefix("(") ? nil : placed(name.lowercased()) { return zone }
    return name.utf8.count > 5 ? ICU.zone(displayed: name).flatMap(zone(named:)) : nil
  }

  private func find(_ name: String) -> Zone? {
    let lower = name.lowercased()
    let known = zoneNames[lower] ?? zoneNames[lower.replacing(" ", with: "_")]
    if let zone = zone(named: name) ?? known.flatMap(zone(named:)) { return zone }
    let parts = name.split(separator: "/")
    let isAddress = name.hasPrefix("/") || name.contains("://")
    for count in [3, 2, 1] where parts.count > max(count, 2) || isAddress && parts.count >= count {
      let inner = parts.suffix(count).joined(separator: "/")
      if inner == name { continue }
      if let zone = zone(named: inner) ?? zoneNames[inner.lowercased()].flatMap(zone(named:)) { return zone }
    }
    var words = lower.split(separator: " ").map {
      (short: $0.utf8.count <= 3, text: $0 == "daylight" ? "standard" : $0.description)
    }
    // Exchange numbers zones of one name.
    if words.count > 2, words.last.flatMap({ Int($0.text) }) != nil { words.removeLast() }
    func spelled(_ capitals: (Bool) -> Int) -> String {
      words.map { $0.text.prefix(capitals($0.short)).uppercased() + $0.text.dropFirst(capitals($0.short)) }
        .joined(separator: " ")
    }
    // The names have abbreviations, such as `SA` and `GTB`, and words as short, such as `New`.
    for spelling in [name, spelled { _ in 1 }, spelled { $0 ? 3 : 1 }] {
      if let zone = ICU.zone(ofWindows: spelling).flatMap(zone(named:)) { return zone }
    }
    if let offset = UTCOffset(label: name[...]) { return Zone(name: name, always: offset) }
    return labeled(name)
  }

  /// Returns the zone of a label of Windows without its offset, as Rails names zones: the one whose clock most of the
  /// places show.
  private func placed(_ label: String) -> Zone? {
    let parts = label.split { ",:()".contains($0) }.map { $0.description.trimmed }
    let places = parts.filter { !$0.contains(where: \.isNumber) }
    let zones = places.compactMap { place in
      ImportRun.labels.first { place.hasPrefix($0.key) }.map { [$0.value] } ?? zonesByCity[place]
    }.joined().compactMap(zone(named:))
    let clocks = Dictionary(grouping: zones) { zone in
      [1, 7].compactMap { month in
        LocalDate(year: today.year, month: month, day: 1).map { zone.offset(at: $0.at(.midnight).instant(at: .utc)) }
      }
    }
    return clocks.values.first { $0.count * 2 > zones.count }?.first
  }

  /// Returns the zone of a label of Windows, such as `(UTC+01:00) Amsterdam, Berlin, Bern, Rome, Stockholm, Vienna`: of
  /// its places, the first one that is a zone with that offset in winter or summer. Labels keep offsets of former years.
  private func labeled(_ label: String) -> Zone? {
    guard label.hasPrefix("("), let close = label.firstIndex(of: ")"),
      let offset = UTCOffset(label: label[label.index(after: label.startIndex)..<close])
    else { return nil }
    let places = label[label.index(after: close)...].lowercased()
    let isFixed = ["universal time", "date line west", "mid-atlantic"].contains { places.contains($0) }
    if isFixed { return Zone(name: label, always: offset) }
    let named = ImportRun.labels.filter { places.contains($0.key) }.map(\.value).sorted()
    let cities = places.split { ",:/()".contains($0) }.flatMap { zonesByCity[$0.description.trimmed] ?? [] }
    let zones = (named + cities).compactMap(zone(named:))
    return (0..<25).lazy.compactMap { years in
      zones.first { zone in
        [1, 7].contains { month in
          let day = LocalDate(year: self.today.year - years, month: month, day: 1) ?? self.today
          return zone.offset(at: day.at(.midnight).instant(at: .utc)) == offset
        }
      }
    }.first
  }

  /// Labels without a city that is a zone.
  private static let labels = [
    "eastern time": "America/New_York", "central time": "America/Chicago", "mountain time": "America/Denver",
    "pacific time": "America/Los_Angeles", "atlantic time": "America/Halifax", "newfoundland": "America/St_Johns",
    "alaska": "America/Anchorage", "arizona": "America/Phoenix", "hawaii": "Pacific/Honolulu",
    "central america": "America/Guatemala", "saskatchewan": "America/Regina", "brasilia": "America/Sao_Paulo",
    "greenland": "America/Nuuk", "west central africa": "Africa/Lagos", "ekaterinburg": "Asia/Yekaterinburg",
    "sri jayawardenepura": "Asia/Colombo", "astana": "Asia/Almaty", "solomon is": "Pacific/Guadalcanal",
    "cape verde": "Atlantic/Cape_Verde", "cabo verde": "Atlantic/Cape_Verde",
    "buenos aires": "America/Argentina/Buenos_Aires", "samoa": "Pacific/Apia", "nuku'alofa": "Pacific/Tongatapu",
    "aleutian": "America/Adak", "marquesas": "Pacific/Marquesas", "baja california": "America/Tijuana",
    "easter is": "Pacific/Easter", "chetumal": "America/Cancun", "haiti": "America/Port-au-Prince",
    "turks and caicos": "America/Grand_Turk", "saint pierre": "America/Miquelon", "salvador": "America/Bahia",
    "port louis": "Indian/Mauritius", "nur-sultan": "Asia/Almaty", "chokurdakh": "Asia/Srednekolymsk",
    "lord howe": "Australia/Lord_Howe", "bougainville": "Pacific/Bougainville", "norfolk": "Pacific/Norfolk",
    "petropavlovsk": "Asia/Kamchatka", "chatham": "Pacific/Chatham", "kiritimati": "Pacific/Kiritimati",
    "kamchatka": "Asia/Kamchatka", "mid-atlantic": "Etc/GMT+2", "indiana": "America/Indianapolis",
    "marshall is": "Pacific/Majuro", "new caledonia": "Pacific/Noumea",
  ]
}

extension UTCOffset {
  /// Reads `UTC+01:00`, `GMT +0530`, `UTC-3`, `GMT+05.30`, `+05:30`, `UTC` or `Z`: hours east of Greenwich.
  fileprivate init?(label: Substring) {
    let text = label.uppercased().filter { $0 != " " }
    let isNamed = text.hasPrefix("UTC") || text.hasPrefix("GMT")
    guard isNamed || text == "Z" || text.hasPrefix("+") || text.hasPrefix("-") else { return nil }
    let offset = isNamed || text == "Z" ? text.dropFirst(3) : text[...]
    let parts = offset.dropFirst().split { $0 == ":" || $0 == "." }
    let digits = parts.count == 2 ? parts.joined() : "\(parts.first ?? "")\(offset.utf8.count > 3 ? "" : "00")"
    if offset.isEmpty {
      self = .utc
    } else {
      self.init(basic: "\(offset.first ?? "+")\(digits.utf8.count == 3 ? "0" : "")\(digits)")
    }
  }
}

extension String {
  /// A TZID without escapes and quotes: they belong to a text or to a parameter, not to both.
  fileprivate var plainZoneName: String {
    utf8.contains(UInt8(ascii: "\\")) || utf8.contains(UInt8(ascii: "\""))
      ? filter { $0 != "\\" && $0 != "\"" }.trimmed : trimmed
  }
}

extension Zone {
  convenience init(name: String, always offset: UTCOffset) {
    let type = LocalTimeType(offset: offset, abbreviation: "", isDaylight: false)
    self.init(name: name, initial: type, transitions: [])
  }
}
