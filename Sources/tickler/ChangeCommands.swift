import ArgumentParser
import Diagnostics
import PlanModel
import Running

/// A command that records what the user did.
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

/// The item named on the command line.
enum ItemArgument {
  static let help: ArgumentHelp = "The item: its id, the beginning of its title, or its number in tickler list."

  /// Completes item ids from the PATHs and options before the cursor, else from the user's own settings.
  static func completion<Command: ChangeCommand>(_: Command.Type, _ deed: ChangeRun.Deed) -> CompletionKind {
    .custom { words, _, _ in
      // The words up to the cursor, from the command on. What has been typed of ITEM does not matter.
      let line = words.drop { $0 != Command.name.rawValue }.dropFirst()
      guard let command = try? Command.parse(["ITEM"] + line.dropFirst().filter { !$0.isEmpty }),
        let options = try? PlanOptions.read(command.options)
      else { return [] }
      return ChangeRun.itemIDs(options, deed)
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

  @Argument(help: ItemArgument.help, completion: ItemArgument.completion(Self.self, .done(nil)))
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

  @Argument(help: ItemArgument.help, completion: ItemArgument.completion(Self.self, .paid(nil)))
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

struct SnoozeCommand: ChangeCommand {
  static let name = CommandName.snooze
  static let configuration = CommandConfiguration(
    commandName: name.rawValue, _superCommandName: Tickler.name,
    abstract: "Put off a task or a bill, in the file of --changes.",
    discussion: """
      Nothing of it goes out before UNTIL, and one reminder does then.

      Examples:
        tickler snooze plants 18:00 exports --changes changes.ndjson
        tickler snooze rent 2026-10-26 exports --changes changes.ndjson
      """)

  @Argument(help: ItemArgument.help, completion: ItemArgument.completion(Self.self, .snoozed(.later(0))))
  var item: String

  @Argument(
    help:
      "A time (18:00, the next one), a date (2026-10-26, at 09:00), both (2026-10-26T18:00), an instant with its offset, or a delay (30m, 2h, 3d)."
  )
  var until: SnoozeArgument

  @OptionGroup var asked: AccountArguments

  @OptionGroup var general: RunArguments<Self, General>

  @OptionGroup(title: OtherTools.title) var others: RunArguments<Self, OtherTools>

  var options: [any SaidOptions] { [general, others] }

  func start() async throws { try await note(.snoozed(until.end), item) }
}

struct SnoozeArgument: ExpressibleByArgument {
  let end: SnoozeEnd

  init?(argument: String) {
    guard let end = SnoozeEnd(argument) else { return nil }
    self.end = end
  }
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
        tickler undo rent exports --changes changes.ndjson
      """)

  @Argument(
    help:
      "The item whose last change is undone: its id, the beginning of its title, or its number. Default: the last of all.",
    completion: ItemArgument.completion(Self.self, .undone))
  var item: String?

  @OptionGroup var asked: AccountArguments

  @OptionGroup var general: RunArguments<Self, General>

  @OptionGroup(title: OtherTools.title) var others: RunArguments<Self, OtherTools>

  var options: [any SaidOptions] { [general, others] }

  func start() async throws { try await note(.undone, item) }
}
