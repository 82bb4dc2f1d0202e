import ArgumentParser
import Diagnostics
import Running

struct RunCommand: TicklerCommand, LogArguments {
  static let configuration = CommandConfiguration(
    commandName: "run", _superCommandName: Tickler.name,
    abstract: "Plan as a file says: what an operator calls every night.",
    discussion: """
      The file is TOML, and has what tickler plan has on its command line; docs/operations.md lists every key. Examples:

        format = "tickler-run/1"
        inputs = ["/srv/exports"]
        archive = "/srv/plans"
        keep = "30d"
        [gates]
        maxRemoved = "2%"

      tickler run nightly.toml writes the plan to a folder of its own under /srv/plans, to which /srv/plans/latest then leads.
      """)

  @Argument(
    help: ArgumentHelp("The file. Paths in it start from its own folder.", valueName: "file"),
    completion: .file(extensions: ["toml"]))
  var file: String

  @Option(help: ArgumentHelp("Plan as of this instant (RFC 3339). Default: the clock.", valueName: "instant"))
  var now: InstantArgument?

  @Flag(help: "Say nothing but errors.")
  var quiet = false

  @Flag(help: "Say more about the run.")
  var verbose = false

  @Flag(
    inversion: .prefixedNo, exclusivity: .chooseLast,
    help: "Show on a terminal how far the run is; nowhere else is it shown.")
  var progress = true

  @Option(help: LogHelp.format)
  var logFormat: LogFormat?

  @Flag(help: LogHelp.heartbeat)
  var heartbeat = false

  @Option(help: LogHelp.metrics, completion: .file(extensions: ["prom"]))
  var metrics: String?

  func validate() throws {
    try now?.check("--now")
    if quiet && verbose { throw ValidationError("--quiet and --verbose exclude each other") }
  }

  func start() async throws {
    var options = PlanOptions(now: now?.instant ?? SystemClock.now)
    options.isQuiet = quiet
    options.isVerbose = verbose
    options.showsProgress = progress
    options.jobs = SystemClock.cores
    options.hasChecksums = true
    options.command = CommandLineText.current
    applyLog(to: &options)
    let given = options
    try await Exit.status { () async throws(FatalInput) in
      try await PlanRun.run(try RunConfig.read(file, given))
    }
  }
}
