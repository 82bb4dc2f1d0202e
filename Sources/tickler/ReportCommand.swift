import ArgumentParser
import Diagnostics
import PlanModel
import Running

struct ReportCommand: TicklerCommand {
  static let configuration = CommandConfiguration(
    commandName: "report", _superCommandName: Tickler.name,
    abstract: "Write pages and calendar anew from a plan that is already there.",
    discussion: """
      Needs no exports: plan.ndjson, and for all the details the files beside it that a run writes.

      Examples:
        tickler report plans --emit ics --ics-times zoned
        tickler report plans --account ana
      """)

  @Argument(help: ArgumentHelp("The folder of the plan.", valueName: "dir"), completion: .directory)
  var folder: String

  @Option(
    help: ArgumentHelp("Only the page of this account, whose path is printed.", valueName: "id"))
  var account: String?

  @Option(help: ArgumentHelp("The account's app, where several have the id. Default: all of them.", valueName: "name"))
  var app: String?

  @Option(
    help: ArgumentHelp(
      "What to write: a list of html,ics,site. Default: html,ics, and site where needed.", valueName: "list"))
  var emit: EmitList?

  @Option(help: ArgumentHelp("Where page templates are. Default: templates.", valueName: "dir"), completion: .directory)
  var templates: [String] = []

  @Option(
    help: ArgumentHelp(
      "A TZif tree, for plans that do not describe their zones. Default: the system's.", valueName: "dir"),
    completion: .directory)
  var zoneinfo: String?

  @OptionGroup var calendar: CalendarArguments

  @Option(help: RedactOption.help)
  var redact: String?

  @Flag(help: "Say nothing but errors.")
  var quiet = false

  func validate() throws {
    if app != nil, account == nil { throw ValidationError("--app goes with --account") }
    if let emit, !emit.values.isSubset(of: [.html, .ics, .site]) {
      throw ValidationError("--emit takes html, ics and site here: a plan is made by tickler plan")
    }
  }

  func start() async throws {
    var options = PlanOptions(now: SystemClock.now)
    options.emit = emit?.values ?? [.html, .ics]
    options.makesSiteWhereNeeded = emit == nil
    options.templateFolders = templates
    options.zoneinfo = zoneinfo
    options.isQuiet = quiet
    calendar.apply(to: &options)
    try RedactOption.apply(redact, to: &options)
    if let account {
      try await Exit.printing(options) { [options] () async throws(FatalInput) in
        try await ReportRun.run(folder, account: AccountName(account, app: app), options)
      }
    } else {
      try await Exit.status(options) { [options] () async throws(FatalInput) in
        try await ReportRun.run(folder, options)
      }
    }
  }
}
