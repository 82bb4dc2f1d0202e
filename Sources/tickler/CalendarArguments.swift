import ArgumentParser
import Running

/// Options about the calendars, shared by the commands that write them.
struct CalendarArguments: ParsableArguments {
  enum Times: String, WordArgument { case utc, zoned }

  @Option(help: "Calendar times: utc, or zoned for wall times with the zone's rules. Default: utc.")
  var icsTimes: Times?

  @Option(
    help: ArgumentHelp(
      "Calendar events alarm so many minutes before, 0 to 40320. Default: not at all.", valueName: "minutes"))
  var alarms: Int?

  @Flag(help: "Write one calendar an account as well, under accounts/.")
  var icsAccounts = false

  enum Grouping: String, WordArgument { case kind, app }

  @Option(help: "Write one calendar a kind, under kinds/, or an app, under apps/, as well.")
  var icsBy: Grouping?

  @Option(help: ArgumentHelp("What calendar.ics is called. Default: Notifications.", valueName: "name"))
  var icsName: String?

  @Flag(help: "Say METHOD:PUBLISH in calendars, and METHOD:CANCEL in those of what is cancelled.")
  var icsMethod = false

  enum Style: String, WordArgument { case technical, personal }

  @Option(help: "Calendar texts: technical, or personal without kinds, ids and reasons, bills as whole days.")
  var icsStyle: Style?

  enum Component: String, WordArgument { case event, todo }

  @Option(help: "What calendars have: event, or todo for lists of tasks.")
  var icsAs: Component?

  func validate() throws {
    if let alarms, !(0...40_320).contains(alarms) {
      throw ValidationError("--alarms takes a whole number of minutes from 0 to 40320, not \(alarms)")
    }
  }

  /// Puts what was asked for into `options`.
  func apply(to options: inout PlanOptions) {
    if let icsTimes { options.calendar.times = icsTimes == .zoned ? .zoned : .utc }
    if let icsStyle { options.calendar.style = icsStyle == .personal ? .personal : .technical }
    if let icsAs { options.calendar.component = icsAs == .todo ? .todo : .event }
    if let alarms { options.calendar.alarmMinutes = alarms }
    if icsAccounts { options.calendar.hasAccountFiles = true }
    if let icsBy { options.calendar.grouping = .init(rawValue: icsBy.rawValue) }
    if let icsName { options.calendar.name = icsName }
    if icsMethod { options.calendar.hasMethod = true }
  }
}
