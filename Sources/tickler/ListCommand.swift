import ArgumentParser
import Diagnostics
import PlanModel
import Running

/// What both commands that print an agenda take.
struct AgendaArguments: ParsableArguments {
  @Option(help: ArgumentHelp("Only this account; it is whose the items of other tools' files are.", valueName: "id"))
  var account: String?

  @Option(help: ArgumentHelp("The account's app, where several have the id. Default: all of them.", valueName: "name"))
  var app: String?

  @Option(
    help: ArgumentHelp(
      "Show times in this zone, and read other tools' times by it. Default: the account's own clock.", valueName: "zone"
    ))
  var timeZone: String?

  @Option(help: "text or json.")
  var format = TextOrJSON.text

  func validate() throws {
    if app != nil, account == nil { throw ValidationError("--app goes with --account") }
  }

  func print(
    _ shared: SharedOptions, _ imported: ImportArguments, _ ask: (inout AgendaRun.Question, inout PlanOptions) -> Void
  ) async throws {
    var options = try shared.configured()
    imported.apply(to: &options)
    options.importing.suggest(account: account)
    try RedactOption.apply(shared.redact, to: &options)
    var question = AgendaRun.Question()
    question.account = account.map { AccountName($0, app: app) }
    question.zone = timeZone ?? options.zone
    // Other tools' files are read by the zone of the settings, if there are any: to look at their times in another changes none.
    options.zone = options.zone ?? timeZone
    question.isJSON = format == .json
    question.hasColors = !shared.noColor && StandardOutput.hasColors
    ask(&question, &options)
    try await Exit.printing(options) { [options, question] () throws(FatalInput) in
      try AgendaRun.run(options, question)
    }
  }
}

struct ListCommand: TicklerCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", _superCommandName: Tickler.name,
    abstract: "Print what goes out in the next days, by day, in local times.",
    discussion: """
      Writes no files. Without --days it is today and the six days after it.

      Examples:
        tickler list exports
        tickler list exports --account ana --on 2026-10-24
      """)

  @OptionGroup var agenda: AgendaArguments

  @Option(help: ArgumentHelp("Only this local date, YYYY-MM-DD.", valueName: "date"))
  var on: DateArgument?

  @OptionGroup var shared: SharedOptions

  @OptionGroup(title: "Files of other tools") var imported: ImportArguments

  func validate() throws {
    if on != nil, shared.days != nil { throw ValidationError("--on and --days exclude each other") }
  }

  func start() async throws {
    try await agenda.print(shared, imported) { question, options in
      question.date = on?.date
      options.days = options.days ?? 6
    }
  }
}

struct NextCommand: TicklerCommand {
  static let configuration = CommandConfiguration(
    commandName: "next", _superCommandName: Tickler.name, abstract: "Print the next five notifications that go out.",
    discussion: """
      Writes no files. Looks as far ahead as the policy plans, or --days says.

      Examples:
        tickler next exports
        tickler next exports --account ana
      """)

  @OptionGroup var agenda: AgendaArguments

  @OptionGroup var shared: SharedOptions

  @OptionGroup(title: "Files of other tools") var imported: ImportArguments

  func start() async throws {
    try await agenda.print(shared, imported) { question, _ in question.most = 5 }
  }
}
