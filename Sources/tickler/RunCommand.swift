import ArgumentParser
import Diagnostics
import Running

struct RunCommand: NamedCommand {
  static let name = CommandName.run
  static let configuration = configured(
    "Plan from a run file, as every night.",
    """
    The file is TOML, and has what tickler plan has on its command line; docs/options.md lists every key. What stands on \
    the command line holds where the file says otherwise. Examples:

      format = "tickler-run/1"
      inputs = ["/srv/exports"]
      archive = "/srv/plans"
      keep = "30d"
      [gates]
      maxRemoved = "2%"

    tickler run nightly.toml writes the plan to a folder of its own under /srv/plans, to which /srv/plans/latest then leads.
    """)

  @Argument(
    help: ArgumentHelp("The run file. Its paths start from its folder.", valueName: "file"),
    completion: .file(extensions: ["toml"]))
  var file: String

  @OptionGroup var general: RunArguments<Self, General>

  @OptionGroup(title: Calendars.title) var calendars: RunArguments<Self, Calendars>

  @OptionGroup(title: OtherTools.title) var others: RunArguments<Self, OtherTools>

  func start() async throws {
    let options = try PlanOptions.read(general, calendars, others, file: file) { options in
      options.jobs = SystemClock.cores
      (options.hasChecksums, options.advises) = (true, true)
      options.command = CommandLineText.current
    }
    let moves = !general.has("now")
    try await Exit.status(options) { () async throws(RunFault) in
      options.watches ? try await WatchRun.run(options, moves: moves) : try await PlanRun.run(options)
    }
  }
}
