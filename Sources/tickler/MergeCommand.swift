import ArgumentParser
import Diagnostics
import Running

struct MergeCommand: TicklerCommand {
  static let configuration = CommandConfiguration(
    commandName: "merge", _superCommandName: Tickler.name,
    abstract: "Put the parts that workers planned together: the plan that one machine would have made, to the byte.",
    discussion: """
      Inputs come in the order of their first parts; the ranges of one may be in any order. They have to be all of it, each \
      once, and planned alike. No account may be in two parts.

      Examples:
        tickler merge part-0 part-1 --out plans
      """)

  @Argument(help: ArgumentHelp("The folders that tickler worker --out wrote.", valueName: "dir"))
  var parts: [String]

  @Option(help: ArgumentHelp("The folder to write to.", valueName: "dir"))
  var out = "reports"

  @Option(
    help: ArgumentHelp(
      "What to write: a list of plan,actions,summary,html,ics,site. Default: all, site where needed.", valueName: "list"
    ))
  var emit: EmitList?

  @Option(help: ArgumentHelp("The earlier plan that the workers were given.", valueName: "dir"))
  var previous: String?

  @Option(
    help: ArgumentHelp("The command line that the report shows. Default: this one.", valueName: "text"))
  var command: String?

  @Option(help: ArgumentHelp("Where page templates are. Default: templates.", valueName: "dir"))
  var templates: [String] = []

  @Option(help: ArgumentHelp("The TZif tree that the workers were given. Default: the system's.", valueName: "dir"))
  var zoneinfo: String?

  @Option(help: .hidden)
  var redact: String?

  @Flag(help: "Refuse the run where any record was rejected.")
  var strict = false

  @Flag(help: "Say nothing but errors.")
  var quiet = false

  @OptionGroup var calendar: CalendarArguments

  func validate() throws {
    if redact != nil {
      throw ValidationError("--redact goes with tickler worker: what merges redacted parts is redacted")
    }
  }

  func start() async throws {
    var options = PlanOptions(now: SystemClock.now)
    options.out = out
    options.emit = emit?.values ?? Emit.standard
    options.makesSiteWhereNeeded = emit == nil
    options.previous = previous
    options.command = command ?? CommandLineText.current
    options.templateFolders = templates
    options.zoneinfo = zoneinfo
    options.isStrict = strict
    options.isQuiet = quiet
    calendar.apply(to: &options)
    let (parts, settings) = (parts, options)
    try await Exit.status { () async throws(FatalInput) in try MergeRun.run(parts, settings) }
  }
}
