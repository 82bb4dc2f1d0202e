import ArgumentParser
import Running

/// Options about the calendars, shared by the commands that write them.
struct CalendarArguments: ParsableArguments {
  enum Times: String, CaseIterable, ExpressibleByArgument { case utc, zoned }

  @Option(help: "Calendar times: utc, or zoned for wall times with the zone's rules.")
  var icsTimes = Times.utc

  @Option(
    help: ArgumentHelp(
      "Calendar events alarm so many minutes before, 0 to 40320. Default: not at all.", valueName: "minutes"))
  var alarms: Int?

  @Flag(help: "Write one calendar an account as well, under accounts/.")
  var icsAccounts = false

  enum Grouping: String, CaseIterable, ExpressibleByArgument { case kind, app }

  @Option(help: "Write one calendar a kind, under kinds/, or an app, under apps/, as well.")
  var icsBy: Grouping?

  @Option(help: ArgumentHelp("What calendar.ics is called. Default: Notifications.", valueName: "name"))
  var icsName: String?

  @Flag(help: "Say METHOD:PUBLISH in calendars, and METHOD:CANCEL in those of what is cancelled.")
  var icsMethod = false

  func validate() throws {
    if let alarms, !(0...40_320).contains(alarms) {
      throw ValidationError("--alarms takes a whole number of minutes from 0 to 40320, not \(alarms)")
    }
  }

  /// Puts what was asked for into `options`.
  func apply(to options: inout PlanOptions) {
    options.calendar.times = icsTimes == .zoned ? .zoned : .utc
    options.calendar.alarmMinutes = alarms
    options.calendar.hasAccountFiles = icsAccounts
    options.calendar.grouping = icsBy.flatMap { .init(rawValue: $0.rawValue) }
    options.calendar.name = icsName
    options.calendar.hasMethod = icsMethod
  }
}
