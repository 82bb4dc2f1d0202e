import ArgumentParser
import Diagnostics
import Running

struct VerifyCommand: TicklerCommand, NamedCommand {
  static let name = CommandName.verify
  static let configuration = CommandConfiguration(
    commandName: name.rawValue, _superCommandName: Tickler.name,
    abstract: "Hold a plan's folder against itself, and tell what contradicts the rest.",
    discussion: """
      Needs no exports: reads as many of the folder's files as are there, and prints a line for each error. docs/recovery.md \
      says what is looked at, and what only the exports could tell. Examples:

        $ tickler verify reports
        reports/summary.json:136: error: outcomes.scheduled is 543; expected 542, the plan's

      Exit status: 0 nothing was found; 65 something was.
      """)

  @Argument(help: ArgumentHelp("The folder of the plan.", valueName: "dir"))
  var folder: String

  @Flag(help: "Also read the inputs, policies and texts that the plan names, and hold them against their SHA-256.")
  var sources = false

  @Option(
    help: ArgumentHelp(
      "Where the names of --sources start; may be given more than once. Default: the working folder.", valueName: "dir")
  )
  var from: [String] = []

  @Option(help: "text or json.")
  var format = VerifyRun.Format.text

  @OptionGroup var general: RunArguments<Self, General>

  func validate() throws {
    if !from.isEmpty, !sources { throw ValidationError("--from goes with --sources") }
  }

  func start() async throws {
    let options = try PlanOptions.read(general, readsFile: false)
    try await Exit.printing(options, isText: format == .text) { () throws(FatalInput) in
      let (output, words, status) = try await VerifyRun.run(
        folder, zoneinfo: options.zoneinfo, sources: sources ? from.isEmpty ? ["."] : from : nil, format: format,
        jobs: SystemClock.cores, redactor: options.redactor)
      if !options.isQuiet { StandardError.write(words) }
      return (output, status)
    }
  }
}

extension VerifyRun.Format: WordArgument {}
