import Calendars

extension RunOption {
  private static let writing: [CommandName] = .planning.and(.report, .merge)

  /// The options for the form of calendars.
  static let calendars = [
    RunOption(
      "ics-times", key: "calendar.times", writing, in: .calendars, takes: "utc|zoned",
      "Times as instants, or zoned: wall times with the zone's rules. Default: utc.",
      .word(CalendarOptions.Times.allCases.map(\.rawValue)) { $0.calendar.times = .init(rawValue: $1) ?? .utc }),
    RunOption(
      "ics-style", key: "calendar.style", writing, in: .calendars, takes: "technical|personal",
      "Texts: technical, or personal without kinds, ids and reasons, bills as whole days. Default: technical.",
      .word(CalendarOptions.Style.allCases.map(\.rawValue)) { $0.calendar.style = .init(rawValue: $1) ?? .technical }),
    RunOption(
      "ics-as", key: "calendar.as", writing, in: .calendars, takes: "event|todo",
      "What calendars have: event, or todo for lists of tasks. Default: event.",
      .word(CalendarOptions.Component.allCases.map(\.rawValue)) {
        $0.calendar.component = .init(rawValue: $1) ?? .event
      }),
    RunOption(
      "ics-length", key: "calendar.length", writing, in: .calendars, takes: "minutes",
      "How long an event takes, 1 to 1440. Default: 5; personal: 15.", .whole(1...1440) { $0.calendar.minutes = $1 }),
    RunOption(
      "alarms", key: "calendar.alarms", writing, in: .calendars, takes: "minutes",
      "Minutes from an event's alarm to its start, 0 to 40320. Default: no alarm.",
      .whole(0...40_320) { $0.calendar.alarmMinutes = $1 }),
    RunOption(
      "ics-accounts", key: "calendar.accounts", writing, in: .calendars,
      "Write one calendar an account as well, under accounts/.", .flag { $0.calendar.hasAccountFiles = $1 }),
    RunOption(
      "ics-by", key: "calendar.by", writing, in: .calendars, takes: "kind|app",
      "Write one calendar a kind, under kinds/, or an app, under apps/, as well.",
      .word(CalendarOptions.Grouping.allCases.map(\.rawValue)) { $0.calendar.grouping = .init(rawValue: $1) }),
    RunOption(
      "ics-name", key: "calendar.name", writing, in: .calendars, takes: "name",
      "What calendar.ics is called. Default: Notifications.", .text { $0.calendar.name = $1 }),
    RunOption(
      "ics-method", key: "calendar.method", writing, in: .calendars,
      "Say METHOD:PUBLISH in calendars, and METHOD:CANCEL in those of what is cancelled.",
      .flag { $0.calendar.hasMethod = $1 }),
  ]
}
