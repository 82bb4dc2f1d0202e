import Formats

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
  case proximity = "PROXIMITY"
  case appleProximity = "X-APPLE-PROXIMITY"
  case alarmEnabled = "X-KDE-KCALCORE-ENABLED"
  case nextOccurrence = "X-KDE-LIBKCAL-DTRECURRENCE"
  case version = "VERSION"
  case displayAlarm = "DALARM"
  case audioAlarm = "AALARM"
  case mailAlarm = "MALARM"
  case programAlarm = "PALARM"
  case wholeDay = "X-MICROSOFT-CDO-ALLDAYEVENT"
  case wholeDayInMail = "X-MICROSOFT-MSNCALENDAR-ALLDAYEVENT"
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
  case nickname = "NICKNAME"
  case organization = "ORG"
  case birthday = "BDAY"
  case anniversary = "ANNIVERSARY"
  case ownAnniversary = "X-ANNIVERSARY"
  case date = "X-ABDATE"
  case dateLabel = "X-ABLABEL"
  case evolutionAnniversary = "X-EVOLUTION-ANNIVERSARY"
  case contactAnniversary = "X-KADDRESSBOOK-X-ANNIVERSARY"
  case outlookAnniversary = "X-MS-ANNIVERSARY"
  case addressBookAnniversary = "X-WAB-WEDDING_ANNIVERSARY"
  case ownBirthday = "X-BIRTHDAY"
  case evolutionBirthday = "X-EVOLUTION-BIRTHDAY-DATE"
  /// Any other name of a day that recurs, such as `X-ALTBDAY`.
  case unknownDay = "X-?-BDAY"
  case androidDate = "X-ANDROID-CUSTOM"
  case death = "DEATHDATE"
  case revision = "REV"

  private static let names = {
    var names = FieldNames()
    for name in allCases { _ = names.intern(name.rawValue) }
    return names
  }()

  /// Names by the index of their text.
  private static let byNumber = {
    var byNumber = [ICalendarName?](repeating: nil, count: names.count)
    for name in allCases { byNumber[Int(names.name(name.rawValue).index)] = name }
    return byNumber
  }()

  /// - Parameter text: A name in any case. Returns nil if no mapper reads it.
  init?(_ text: Span<UInt8>) {
    var name = ICalendarName.names.name(text)
    if name == .unknown, text.hasLowercase { name = ICalendarName.names.name(String(text).uppercased()) }
    if name == .unknown, text.count > 18, text[0] | 0x20 == UInt8(ascii: "x") {
      // Thunderbird appends the occurrence: X-MOZ-SNOOZE-TIME-1795712400000000.
      let isSnooze = text.extracting(first: 18).word == "X-MOZ-SNOOZE-TIME-"
      if isSnooze { name = ICalendarName.names.name(ICalendarName.snoozedUntil.rawValue) }
    }
    if name == .unknown, text.count > 6, text[0] | 0x20 == UInt8(ascii: "x"), text[1] == UInt8(ascii: "-"),
      ["BDAY", "BIRTHDAY", "ANNIVERSARY", "DEATHDATE"].contains(where: { text.contains(ignoringCase: $0) })
    {
      self = .unknownDay
      return
    }
    guard let known = ICalendarName.byNumber[Int(name.index)] else { return nil }
    self = known
  }
}

extension Span<UInt8> {
  fileprivate var hasLowercase: Bool {
    for index in indices where UInt8(ascii: "a")...UInt8(ascii: "z") ~= self[index] { return true }
    return false
  }
}
