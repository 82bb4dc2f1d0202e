import ArgumentParser
import Diagnostics
import Running

struct VerifyCommand: NamedCommand {
  static let name = CommandName.verify
  static let configuration = configured(
    "Check a plan's folder for contradictions.",
    """
    Needs no exports: reads as many of the folder's files as are there, and prints a line for each error. docs/recovery.md \
    says what is looked at, and what only the exports could tell. Examples:

      $ tickler verify reports
      reports/summary.json:136: error: outcomes.scheduled is 543; expected 542, the plan's

    Exit status: 0 nothing was found; 65 something was.
    """)

  @Argument(help: ArgumentHelp("The plan's folder.", valueName: "dir"))
  var folder: String

  @Flag(help: "Also check inputs, policies and texts against the SHA-256 in the plan.")
  var sources = false

  @Option(
    help: ArgumentHelp("Where paths of --sources start. Repeatable. Default: the working folder.", valueName: "dir")
  )
  var from: [String] = []

  @Option(help: "text or json.")
  var format = TextOrJSON.text

  @OptionGroup var general: RunArguments<Self, General>

  func validate() throws {
    if !from.isEmpty, !sources { throw ValidationError("--from goes with --sources") }
  }

  func start() async throws {
    let options = try PlanOptions.read(general, readsFile: false)
    try await Exit.printing(options, isText: format == .text) { () throws(RunFault) in
      let (output, words, status) = try VerifyRun.run(
        folder, zoneinfo: options.zoneinfo, sources: sources ? from.isEmpty ? ["."] : from : nil, format: format,
        redactor: options.redactor)
      if !options.isQuiet { StandardError.write(words) }
      return (output, status)
    }
  }
}
