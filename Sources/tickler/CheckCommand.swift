import Answers
import ArgumentParser
import Diagnostics
import Running

struct CheckCommand: TicklerCommand, NamedCommand {
  static let name = CommandName.check
  static let configuration = CommandConfiguration(
    commandName: name.rawValue, _superCommandName: Tickler.name,
    abstract: "Validate exports and policies without planning.",
    discussion: """
      Examples:
        tickler check exports
        tickler check exports --strict --format github
      """)

  @Option(help: "text, json, sarif, or github for the commands of a workflow.")
  var format = DiagnosticFormat.text

  @OptionGroup var general: RunArguments<Self, General>

  @OptionGroup(title: OtherTools.title) var others: RunArguments<Self, OtherTools>

  func start() async throws {
    let options = try PlanOptions.read(general, others)
    try await Exit.status(options) { () async throws(FatalInput) in
      try CheckRun.run(options, format: format)
    }
  }
}

extension DiagnosticFormat: WordArgument {}
