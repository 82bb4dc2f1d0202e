import Answers
import ArgumentParser
import Diagnostics
import Running

struct CheckCommand: NamedCommand {
  static let name = CommandName.check
  static let configuration = configured(
    "Validate exports and policies without planning.",
    """
    Examples:
      tickler check exports
      tickler check exports --strict --format github
    """)

  @Option(help: "text, json, sarif, or github for the commands of a workflow.")
  var format = DiagnosticFormat.text

  @OptionGroup var planning: PlanningArguments<Self>

  func start() async throws {
    let options = try PlanOptions.read(planning)
    try await Exit.status(options) { () async throws(RunFault) in
      try CheckRun.run(options, format: format)
    }
  }
}

extension DiagnosticFormat: ExpressibleByArgument {}
