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
  }
}
