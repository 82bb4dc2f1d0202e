import ArgumentParser
import CivilTime
import Diagnostics
import PlanModel
import Running

struct ZonesCommand: NamedCommand {
  static let name = CommandName.zones
  static let configuration = configured(
    "List the zones in use, their clock changes in the window, and the accounts affected.",
    """
    Examples:
      tickler zones exports --days 30
    """)

  @Option(help: "text or json.")
  var format = TextOrJSON.text

  @OptionGroup var planning: PlanningArguments<Self>

  func start() async throws {
    let options = try PlanOptions.read(planning)
    try await Exit.printing(options, isText: format == .text) { () throws(RunFault) in
      try ZonesRun.run(options, json: format == .json)
    }
  }
}

struct DriftCommand: NamedCommand {
  static let name = CommandName.drift
  static let configuration = configured(
    "Show which notifications change under another tz database.",
    """
    Exit status: 0 nothing does; 1 nothing does, and records were rejected; 2 something does.

    Examples:
      tickler drift --zoneinfo zoneinfo-2026f --against zoneinfo-2025b exports
    """)

  @Option(
    help: ArgumentHelp(
      "The tree to compare --zoneinfo with. Default: the system's.", valueName: "dir"), completion: .directory)
  var against: String?

  @Option(help: "text, markdown, json or html.")
  var format = ChangeFormat.text

  @OptionGroup var planning: PlanningArguments<Self>

  func validate() throws {
    if !planning.has("zoneinfo") { throw ValidationError("drift needs --zoneinfo, the new tree") }
  }

  func start() async throws {
    let options = try PlanOptions.read(planning)
    try await Exit.printing(options, isText: format == .text) { () throws(RunFault) in
      try DriftRun.run(options, against: against, format: format)
    }
  }
}

struct SimulateCommand: NamedCommand {
  static let name = CommandName.simulate
  static let configuration = configured(
    "Show how the plan would differ with another zone, quiet hours, slots, window or now.",
    """
    Exit status: 0 it would not; 1 it would not, and records were rejected; 2 it would.

    Examples:
      tickler simulate exports --account ana --time-zone America/New_York
      tickler simulate exports --quiet-hours 22:00-07:00
    """)

  @OptionGroup var selection: AccountArguments

  @Option(help: ArgumentHelp("As if accounts lived in this zone and did not travel.", valueName: "zone"))
  var timeZone: String?

  @Option(help: ArgumentHelp("As if they moved: INSTANT=ZONE.", valueName: "change"))
  var zoneChange: [ZoneChangeArgument] = []

  @Option(help: ArgumentHelp("With these quiet hours: HH:MM-HH:MM.", valueName: "hours"))
  var quietHours: QuietHours?

  @Option(help: ArgumentHelp("The number of reserved slots.", valueName: "n"))
  var reserved: Int?

  @Option(help: ArgumentHelp("Planned at this instant.", valueName: "instant"))
  var asOf: Instant?

  @Option(help: ArgumentHelp("The days of the window.", valueName: "n"))
  var forDays: Int?

  @Option(help: "text, markdown, json or html.")
  var format = ChangeFormat.text

  @OptionGroup var planning: PlanningArguments<Self>

  func validate() throws {
    if let forDays, !(0...366).contains(forDays) {
      throw ValidationError("--for-days takes a whole number from 0 to 366, not \(forDays)")
    }
    try asOf?.check("--as-of")
    if let reserved, reserved < 0 { throw ValidationError("--reserved takes a number that is not negative") }
    if circumstances.isEmpty {
      throw ValidationError(
        "simulate needs at least one change: --time-zone, --zone-change, --quiet-hours, --reserved, "
          + "--as-of and --for-days")
    }
  }

  private var circumstances: SimulateRun.Circumstances {
    var circumstances = SimulateRun.Circumstances()
    circumstances.account = selection.name
    circumstances.timeZone = timeZone
    circumstances.zoneChanges = zoneChange.map { ($0.at, $0.zone) }
    circumstances.quietHours = quietHours
    circumstances.reserved = reserved
    circumstances.now = asOf
    circumstances.days = forDays
    return circumstances
  }

  func start() async throws {
    var options = try PlanOptions.read(planning)
    options.importing.suggest(account: selection.account)
    let circumstances = circumstances
    try await Exit.printing(options, isText: format == .text) { [options] () throws(RunFault) in
      try SimulateRun.run(options, circumstances, format: format)
    }
  }
}

extension AnswerFormat: ExpressibleByArgument {}

extension ChangeFormat: ExpressibleByArgument {}

/// A move to another zone: `2026-12-01T10:00:00Z=Asia/Tokyo`.
struct ZoneChangeArgument: ExpressibleByArgument {
  let at: Instant
  let zone: String

  init?(argument: String) {
    guard let equals = argument.firstIndex(of: "="), let at = Instant(rfc3339: argument[..<equals].utf8) else {
      return nil
    }
    self.at = at
    zone = String(argument[argument.index(after: equals)...])
  }
}

extension QuietHours: ExpressibleByArgument {
  /// Reads `22:00-07:00`.
  public init?(argument: String) {
    let ends = argument.split(separator: "-", omittingEmptySubsequences: false)
    guard ends.count == 2, let start = LocalTime(iso8601: ends[0].utf8), let end = LocalTime(iso8601: ends[1].utf8)
    else { return nil }
    self.init(start: start, end: end)
  }
}
