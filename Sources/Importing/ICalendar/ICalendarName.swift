import Bytes

/// The properties and components of a calendar or a vCard that a mapper reads.
enum ICalendarName: String, CaseIterable {
  case begin = "BEGIN"
  case end = "END"
  case uid = "UID"
  case summary = "SUMMARY"
  case start = "DTSTART"
  case endDate = "DTEND"
  case due = "DUE"
  case duration = "DURATION"
  case rule = "RRULE"
  case excludedRule = "EXRULE"
  case exceptions = "EXDATE"
  case moreDates = "RDATE"
  case recurrenceID = "RECURRENCE-ID"
  case status = "STATUS"
  case completed = "COMPLETED"
  case percent = "PERCENT-COMPLETE"
  case sequence = "SEQUENCE"
  case stamp = "DTSTAMP"
  case modified = "LAST-MODIFIED"
  case method = "METHOD"
  case related = "RELATED-TO"
  case alarmID = "X-WR-ALARMUID"
  case calendarZone = "X-WR-TIMEZONE"
  case trigger = "TRIGGER"
  case action = "ACTION"
  case acknowledged = "ACKNOWLEDGED"
  case lastSeen = "X-MOZ-LASTACK"
  case snoozedUntil = "X-MOZ-SNOOZE-TIME"
  case proximity = "X-APPLE-PROXIMITY"
  case zoneID = "TZID"
  case offsetFrom = "TZOFFSETFROM"
  case offsetTo = "TZOFFSETTO"
  case zoneName = "TZNAME"
  case repetition = "REPEAT"
  case calendar = "VCALENDAR"
  case event = "VEVENT"
  case task = "VTODO"
  case alarm = "VALARM"
  case journal = "VJOURNAL"
  case zone = "VTIMEZONE"
  case standard = "STANDARD"
  case daylight = "DAYLIGHT"
  case agent = "AGENT"
  case fullName = "FN"
  case nameParts = "N"
  case birthday = "BDAY"
  case anniversary = "ANNIVERSARY"
  case ownAnniversary = "X-ANNIVERSARY"
  case date = "X-ABDATE"
  case dateLabel = "X-ABLABEL"
  case evolutionAnniversary = "X-EVOLUTION-ANNIVERSARY"
  case contactAnniversary = "X-KADDRESSBOOK-X-ANNIVERSARY"
  case outlookAnniversary = "X-MS-ANNIVERSARY"
  case androidDate = "X-ANDROID-CUSTOM"
  case death = "DEATHDATE"

  private static let byText = Dictionary(uniqueKeysWithValues: allCases.map { ($0.rawValue, $0) })

  /// - Parameter text: A name in any case. Returns nil if no mapper reads it.
  init?(_ text: Span<UInt8>) {
    let name = String(text).uppercased()
    // Thunderbird appends the occurrence: X-MOZ-SNOOZE-TIME-1795712400000000.
    let isSnooze = name.hasPrefix("X-MOZ-SNOOZE-TIME-")
    guard let known = isSnooze ? .snoozedUntil : ICalendarName.byText[name] else { return nil }
    self = known
  }
}
