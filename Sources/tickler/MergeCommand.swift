import ArgumentParser
import Diagnostics
import Running

struct MergeCommand: NamedCommand {
  static let name = CommandName.merge
  static let configuration = configured(
    "Merge the workers' parts into the plan of a single machine, byte for byte.",
    """
    Inputs come in the order of their first parts; the ranges of one may be in any order. They have to be all of it, each \
    once, and planned alike. No account may be in two parts.

    Examples:
      tickler merge part-0 part-1 --out plans
    """)

  @Argument(help: ArgumentHelp("The folders of tickler worker --out.", valueName: "dir"))
  var parts: [String]

  @Option(help: ArgumentHelp("Command line for the report. Default: this one.", valueName: "text"))
  var command: String?

  @OptionGroup var general: RunArguments<Self, General>

  @OptionGroup(title: Calendars.title) var calendars: RunArguments<Self, Calendars>

  func start() async throws {
    let options = try PlanOptions.read(general, calendars, readsFile: false) { options in
      options.command = command ?? CommandLineText.current
    }
    try await Exit.status { () async throws(RunFault) in try MergeRun.run(parts, options) }
  }
}
