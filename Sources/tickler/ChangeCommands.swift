import ArgumentParser
import Diagnostics
import PlanModel
import Running

/// The commands that note what the user did.
protocol ChangeCommand: TicklerCommand, NamedCommand {
  var asked: AccountArguments { get }
  var options: [any SaidOptions] { get }
}

extension ChangeCommand {
  fileprivate func note(_ deed: ChangeRun.Deed, _ item: String?) async throws {
    var options = try PlanOptions.read(options)
    options.importing.suggest(account: asked.account)
    try await Exit.printing(options) { [options] () throws(FatalInput) in
      (try ChangeRun.run(options, deed, item: item, of: asked.name), 0)
    }
  }
}

struct DoneCommand: ChangeCommand {
  static let name = CommandName.done
  static let configuration = CommandConfiguration(
    commandName: name.rawValue, _superCommandName: Tickler.name,
    abstract: "Note that an item is done, in the file of --changes.",
    discussion: """
      Every command that has --changes then plans as if the inputs said so.

      Examples:
        tickler done plants exports --changes changes.ndjson
        tickler done "Water the" --on 2026-10-24 exports --changes changes.ndjson
      """)

  @Argument(help: "The item: its id, or the beginning of its title.")
  var item: String

  @Option(
    help: ArgumentHelp("The due date that is done. Default: the last one up to today, or the next.", valueName: "date"))
  var on: DateArgument?

  @OptionGroup var asked: AccountArguments

  @OptionGroup var general: RunArguments<Self, General>

  @OptionGroup(title: OtherTools.title) var others: RunArguments<Self, OtherTools>

  var options: [any SaidOptions] { [general, others] }

  func start() async throws { try await note(.done(on?.date), item) }
}

struct PaidCommand: ChangeCommand {
  static let name = CommandName.paid
  static let configuration = CommandConfiguration(
    commandName: name.rawValue, _superCommandName: Tickler.name,
    abstract: "Note that a bill is paid, in the file of --changes.",
    discussion: """
      Every command that has --changes then plans as if the inputs said so.

      Examples:
        tickler paid rent exports --changes changes.ndjson
        tickler paid rent --through 2026-10-31 exports --changes changes.ndjson
      """)

  @Argument(help: "The bill: its id, or the beginning of its name.")
  var item: String

  @Option(
    help: ArgumentHelp(
      "Due dates up to this one are paid. Default: the last one up to today, or the next.", valueName: "date"))
  var through: DateArgument?

  @OptionGroup var asked: AccountArguments

  @OptionGroup var general: RunArguments<Self, General>

  @OptionGroup(title: OtherTools.title) var others: RunArguments<Self, OtherTools>

  var options: [any SaidOptions] { [general, others] }

  func start() async throws { try await note(.paid(through?.date), item) }
}

struct UndoCommand: ChangeCommand {
  static let name = CommandName.undo
  static let configuration = CommandConfiguration(
    commandName: name.rawValue, _superCommandName: Tickler.name,
    abstract: "Undo the last change in the file of --changes.",
    discussion: """
      Each further undo takes back the change before.

      Examples:
        tickler undo --changes changes.ndjson
        tickler undo --item rent exports --changes changes.ndjson
      """)

  @Option(
    help: ArgumentHelp("Undo the last change of this item: its id, or the beginning of its title.", valueName: "item"))
  var item: String?

  @OptionGroup var asked: AccountArguments

  @OptionGroup var general: RunArguments<Self, General>

  @OptionGroup(title: OtherTools.title) var others: RunArguments<Self, OtherTools>

  var options: [any SaidOptions] { [general, others] }

  func start() async throws { try await note(.undone, item) }
}
