import ArgumentParser
import Diagnostics
import Running

/// A command that records what the user did.
protocol ChangeCommand: NamedCommand {
  var selection: AccountArguments { get }
  var planning: PlanningArguments<Self> { get }
}

extension ChangeCommand {
  fileprivate func note(_ action: ChangeRun.UserAction, _ item: String?, isSure: Bool = false) async throws {
    var options = try PlanOptions.read(planning)
    options.importing.suggest(account: selection.account)
    try await Exit.status(options) { [options] () throws(RunFault) in
      try ChangeRun.run(options, action, item: item, of: selection.name, isSure: isSure) { (text) throws(RunFault) in
        try Exit.print(text)
      }
      return 0
    }
  }
}

/// The item named on the command line.
enum ItemArgument {
  static let help: ArgumentHelp = "The item's id, words of its title, or its number in tickler list."

  /// Completes item ids from the PATHs and options before the cursor, else from the user's own settings.
  static func completion<Command: ChangeCommand>(_: Command.Type, _ action: ChangeRun.UserAction) -> CompletionKind {
    .custom { words, _, _ in
      // The words up to the cursor, from the command on. What has been typed of ITEM does not matter.
      let line = words.drop { $0 != Command.name.rawValue }.dropFirst()
      guard let command = try? Command.parse(["ITEM"] + line.dropFirst().filter { !$0.isEmpty }),
        let options = try? PlanOptions.read(command.planning)
      else { return [] }
      return ChangeRun.itemIDs(options, action)
    }
  }
}

struct DoneCommand: ChangeCommand {
  static let name = CommandName.done
  static let configuration = configured(
    "Mark an item done in the --changes file.",
    """
    Every command that has --changes then plans as if the inputs said so.

    Examples:
      tickler done plants exports --changes changes.ndjson
      tickler done "Water the" --on 2026-10-24 exports --changes changes.ndjson
    """)

  @Argument(help: ItemArgument.help, completion: ItemArgument.completion(Self.self, .done(nil)))
  var item: String

  @Option(
    help: ArgumentHelp(
      "Its due date, or a day such as yesterday. Default: the last one up to today, else the next.", valueName: "date"))
  var on: TimeQuery.Day?

  @Flag(help: "The due date is meant, although it lies further ahead than tickler list shows.")
  var yes = false

  @OptionGroup var selection: AccountArguments

  @OptionGroup var planning: PlanningArguments<Self>

  func start() async throws { try await note(.done(on), item, isSure: yes) }
}

struct PaidCommand: ChangeCommand {
  static let name = CommandName.paid
  static let configuration = configured(
    "Mark a bill paid in the --changes file.",
    """
    Every command that has --changes then plans as if the inputs said so.

    Examples:
      tickler paid rent exports --changes changes.ndjson
      tickler paid rent --through 2026-10-31 exports --changes changes.ndjson
    """)

  @Argument(help: ItemArgument.help, completion: ItemArgument.completion(Self.self, .paid(nil)))
  var item: String

  @Option(
    help: ArgumentHelp(
      "Paid up to this date, or a day such as tomorrow. Default: the last one up to today, else the next.",
      valueName: "date"))
  var through: TimeQuery.Day?

  @Flag(help: "The due date is meant, although it lies further ahead than tickler list shows.")
  var yes = false

  @OptionGroup var selection: AccountArguments

  @OptionGroup var planning: PlanningArguments<Self>

  func start() async throws { try await note(.paid(through), item, isSure: yes) }
}

struct SnoozeCommand: ChangeCommand {
  static let name = CommandName.snooze
  static let configuration = configured(
    "Put off a task or bill in the --changes file.",
    """
    Nothing of it goes out before UNTIL, and one reminder does then.

    Examples:
      tickler snooze plants 18:00 exports --changes changes.ndjson
      tickler snooze rent tomorrow exports --changes changes.ndjson
    """)

  @Argument(help: ItemArgument.help, completion: ItemArgument.completion(Self.self, .snoozed(.later(0))))
  var item: String

  @Argument(
    help:
      "A time (18:00 or 6pm: the next one), a day (tomorrow, friday, 2026-10-26: at 09:00), both (\"friday 18:00\"), an instant with offset, or a delay (30m, 2h, 3d)."
  )
  var until: SnoozeEnd

  @OptionGroup var selection: AccountArguments

  @OptionGroup var planning: PlanningArguments<Self>

  func start() async throws { try await note(.snoozed(until), item) }
}

extension TimeQuery.Day: ExpressibleByArgument {
  public init?(argument: String) { self.init(argument) }
}

extension SnoozeEnd: ExpressibleByArgument {
  package init?(argument: String) { self.init(argument) }
}

struct UndoCommand: ChangeCommand {
  static let name = CommandName.undo
  static let configuration = configured(
    "Undo the last change in the --changes file.",
    """
    Each further undo takes back the change before.

    Examples:
      tickler undo --changes changes.ndjson
      tickler undo rent exports --changes changes.ndjson
    """)

  @Argument(
    help:
      "Undo this item's last change: id, words of its title, or number. Default: the last change of all.",
    completion: ItemArgument.completion(Self.self, .undone))
  var item: String?

  @OptionGroup var selection: AccountArguments

  @OptionGroup var planning: PlanningArguments<Self>

  func start() async throws { try await note(.undone, item) }
}
