import Calendars

extension RunOption {
  private static let writing: [CommandName] = .planning.and(.report, .merge)

  /// The options for the form of calendars.
  static let calendars = [
    RunOption(
      "ics-times", key: "calendar.times", writing, in: .calendars, takes: "utc|zoned",
      "utc: instants; zoned: wall times with the zone's rules. Default: utc.",
      .word(CalendarOptions.Times.allCases.map(\.rawValue)) { $0.calendar.times = .init(rawValue: $1) ?? .utc }),
    RunOption(
      "ics-style", key: "calendar.style", writing, in: .calendars, takes: "technical|personal",
      "technical; or personal: no kinds, ids and reasons, bills as whole days. Default: technical.",
      .word(CalendarOptions.Style.allCases.map(\.rawValue)) { $0.calendar.style = .init(rawValue: $1) ?? .technical }),
    RunOption(
      "ics-as", key: "calendar.as", writing, in: .calendars, takes: "event|todo",
      "Events, or todos for task lists. Default: event.",
      .word(CalendarOptions.Component.allCases.map(\.rawValue)) {
        $0.calendar.component = .init(rawValue: $1) ?? .event
      }),
    RunOption(
      "ics-length", key: "calendar.length", writing, in: .calendars, takes: "minutes",
      "Length of an event, 1 to 1440. Default: 5; personal: 15.", .whole(1...1440) { $0.calendar.minutes = $1 }),
    RunOption(
      "alarms", key: "calendar.alarms", writing, in: .calendars, takes: "minutes",
      "Minutes from alarm to start, 0 to 40320. Default: no alarm.",
      .whole(0...40_320) { $0.calendar.alarmMinutes = $1 }),
    RunOption(
      "ics-accounts", key: "calendar.accounts", writing, in: .calendars,
      "Also write one calendar per account, in accounts/.", .flag { $0.calendar.hasAccountFiles = $1 }),
    RunOption(
      "ics-by", key: "calendar.by", writing, in: .calendars, takes: "kind|app",
      "Also write one calendar per kind, in kinds/, or per app, in apps/.",
      .word(CalendarOptions.Grouping.allCases.map(\.rawValue)) { $0.calendar.grouping = .init(rawValue: $1) }),
    RunOption(
      "ics-name", key: "calendar.name", writing, in: .calendars, takes: "name",
      "Name of calendar.ics. Default: Notifications.", .text { $0.calendar.name = $1 }),
    RunOption(
      "ics-method", key: "calendar.method", writing, in: .calendars,
      "Write METHOD:PUBLISH, and METHOD:CANCEL in calendars of cancelled events.",
      .flag { $0.calendar.hasMethod = $1 }),
  ]
}
