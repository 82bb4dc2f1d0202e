import ArgumentParser
import Diagnostics
import Running

/// The command line. Each subcommand has a file of its own, which only reads options and calls ``Running``.
@main
struct Tickler: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "tickler",
    abstract: "Plans the local notifications of apps from their exports, and explains every one.",
    discussion: """
      Reads JSON, NDJSON and XML exports of accounts and items, computes the notifications of the next days with daylight \
      saving, travel, duplicates and slot limits, and writes a plan that says of each one when it goes out, or the one \
      reason why not; an HTML page to review it; and a calendar.

      Examples:
        tickler init my-app
        tickler plan exports --out plans
        tickler explain --account ana exports

      Exit status: 0 done; 1 done, some records were rejected; 3 done, an input was unusable and its accounts keep \
      their earlier plan; 64 usage; 65 bad input or policy; 66 missing input; 70 a fault of tickler; 73, 74 output cannot be written; 75 another run holds the output folder; 76 a gate that the \
      operator set was passed.
      """,
    version: "tickler \(Version.current)",
    subcommands: [
      PlanCommand.self, ListCommand.self, NextCommand.self, DoneCommand.self, PaidCommand.self, SnoozeCommand.self,
      UndoCommand.self, RunCommand.self, ReportCommand.self, DiffCommand.self, CheckCommand.self, ExplainCommand.self,
      ApplyCommand.self, VerifyCommand.self, ZonesCommand.self, DriftCommand.self, SimulateCommand.self,
      RehearseCommand.self, HistoryCommand.self, EraseCommand.self, InitCommand.self, SchemaCommand.self,
      WorkerCommand.self,
      MergeCommand.self,
      ImportCommand.self,
    ])

  @MainActor static func main() async {
    ThisProcess.prepare()
    do {
      let arguments = Array(ThisProcess.arguments.dropFirst())
      try checkCommand(arguments)
      var command = try parseAsRoot(arguments)
      if let command = command as? any NamedCommand { try await command.start() } else { try command.run() }
    } catch {
      end(error)
    }
  }

  /// Refuses a first word that is not a command, and suggests the closest one.
  private static func checkCommand(_ arguments: [String]) throws {
    guard let word = arguments.first == "help" ? arguments.dropFirst().first : arguments.first, !word.hasPrefix("-")
    else {
      return
    }
    let names = configuration.subcommands.compactMap { $0.configuration.commandName }
    if names.contains(word) || word == "help" { return }
    let isPath = word.contains("/") || word.contains(".")
    let meant = word.nearest(in: names).map { "the nearest is \($0)" } ?? "one of \(names.joined(separator: " "))"
    throw ValidationError(
      "no command is called \(word.quotedForDiagnostic); "
        + (isPath ? "to plan exports, tickler plan \(word.visible)" : meant))
  }
}

/// A subcommand, with options of ``RunOption``.
protocol NamedCommand: AsyncParsableCommand {
  static var name: CommandName { get }

  /// Runs the command on the caller's thread: the program's first, which receives its signals. The parser's own `run` does not
  /// stay there.
  func start() async throws
}

extension NamedCommand {
  func run() async throws { try await start() }

  /// Returns the configuration of a subcommand.
  static func configured(_ abstract: String, _ discussion: String) -> CommandConfiguration {
    CommandConfiguration(commandName: name.rawValue, abstract: abstract, discussion: discussion)
  }
}
