import ArgumentParser
import Diagnostics
import Running

/// The arguments of both commands that print an agenda.
struct AgendaArguments: ParsableArguments {
  @OptionGroup var selection: AccountArguments

  @Flag(help: "Also show automatic payments and income.")
  var allBills = false

  @Option(help: "text or json.")
  var format = TextOrJSON.text

  func print(
    _ given: any GivenOptions, ask: (inout AgendaRun.Question, inout PlanOptions) -> Void
  ) async throws {
    var options = try PlanOptions.read(given)
    options.importing.suggest(account: selection.account)
    var question = AgendaRun.Question()
    question.account = selection.name
    question.zone = options.shownZone
    question.showsAllBills = allBills
    question.isJSON = format == .json
    question.hasColors = options.usesColors && StandardOutput.hasColors
    question.columns = StandardOutput.columns
    ask(&question, &options)
    try await Exit.printing(options) { [options, question] () throws(RunFault) in
      try AgendaRun.run(options, question)
    }
  }
}

struct ListCommand: NamedCommand {
  static let name = CommandName.list
  static let configuration = configured(
    "Print upcoming notifications by day, in local time.",
    """
    Writes no files. Without --days it is today and the six days after it.

    Examples:
      tickler list exports
      tickler list exports --account ana --on 2026-10-24
    """)

  @OptionGroup var agenda: AgendaArguments

  @Option(help: ArgumentHelp("Only this local date, or a day such as tomorrow.", valueName: "date"))
  var on: TimeQuery.Day?

  @OptionGroup var planning: PlanningArguments<Self>

  func validate() throws {
    if on != nil, planning.has("days") { throw ValidationError("--on and --days exclude each other") }
  }

  func start() async throws {
    try await agenda.print(planning) { question, options in
      question.day = on
      options.days = options.days ?? 6
    }
  }
}

struct NextCommand: NamedCommand {
  static let name = CommandName.next
  static let configuration = configured(
    "Print the next five notifications.",
    """
    Writes no files. Looks as far ahead as the policy plans, or --days says.

    Examples:
      tickler next exports
      tickler next exports --account ana
    """)

  @OptionGroup var agenda: AgendaArguments

  @OptionGroup var planning: PlanningArguments<Self>

  func start() async throws {
    try await agenda.print(planning) { question, _ in question.limit = 5 }
  }
}
