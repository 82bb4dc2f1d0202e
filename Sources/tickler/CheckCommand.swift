import Answers
import ArgumentParser
import Diagnostics
import Running

struct CheckCommand: TicklerCommand {
  static let configuration = CommandConfiguration(
    commandName: "check", _superCommandName: Tickler.name,
    abstract: "Read and validate exports and policies, and write nothing.",
    discussion: """
      Examples:
        tickler check exports
        tickler check exports --strict --format github
      """)

  @Option(help: "text, json, sarif, or github for the commands of a workflow.")
  var format = DiagnosticFormat.text

  @OptionGroup var shared: SharedOptions

  @OptionGroup(title: "Files of other tools") var imported: ImportedFiles

  func start() async throws {
    var options = try shared.configured()
    imported.apply(to: &options)
    try RedactOption.apply(shared.redact, to: &options)
    try await Exit.status(options) { [options] () async throws(FatalInput) in
      try CheckRun.run(options, format: format)
    }
  }
}

extension DiagnosticFormat: WordArgument {}
