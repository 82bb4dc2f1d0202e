import ArgumentParser
import Diagnostics
import Running

struct ExplainCommand: NamedCommand {
  static let name = CommandName.explain
  static let configuration = configured(
    "Show which checks an account's notifications passed or failed.",
    """
    Of a date that a rule of a schedule leaves out, it names the rule and the key to change.

    With --at and --archive it answers from the plans of earlier runs: what was planned, whether the device was told, whether it was \
    delivered, and what has changed since. With --archive alone, it lists the account's notifications over all runs.

    Examples:
      tickler explain --account ana --notification focusflow.dailyReminder exports
      tickler explain --account ana --at "yesterday 09:00" --archive /srv/plans
      tickler explain --account ana --archive /srv/plans
      tickler explain --account ana --notification focusflow.task.tea --as-test exports >> policy.toml
    """)

  @Option(help: ArgumentHelp("The account's id; it also gets imported items.", valueName: "id"))
  var account: String

  @Option(help: ArgumentHelp("The account's app, if several have the id. Default: all.", valueName: "name"))
  var app: String?

  @Option(help: ArgumentHelp("Only this notification or request.", valueName: "id"))
  var notification: String?

  @Option(help: ArgumentHelp("Only this local date, or a day such as tomorrow.", valueName: "date"))
  var on: TimeQuery.Day?

  @Option(
    help: ArgumentHelp(
      "What was due then on the account's clock: \"yesterday 9:00\", \"last friday\", \"23 Oct 8pm\", 2026-10-23, 09:00, or an instant (RFC 3339).",
      valueName: "time"))
  var at: TimeQuery?

  @Option(help: ArgumentHelp("Earlier plans: an archive, or one plan's folder.", valueName: "dir"))
  var archive: String?

  @Option(
    help: ArgumentHelp(
      "With --archive, only notifications with this in identifier, item id or title.", valueName: "text"))
  var about: String?

  @Option(help: "text or json.")
  var format = TextOrJSON.text

  @Flag(help: "Print a policy test of the account and its plan instead.")
  var asTest = false

  @OptionGroup var planning: PlanningArguments<Self>

  func validate() throws {
    if about != nil, planning.has("redact") {
      throw ValidationError("--about searches texts, which --redact removes; use --notification")
    }
    if about != nil, archive == nil { throw ValidationError("--about goes with --archive") }
    if asTest, archive != nil || on != nil || at != nil || planning.has("redact") || format == .json {
      throw ValidationError("--as-test goes with --account, --app and --notification only")
    }
    if archive != nil || at != nil, on != nil {
      throw ValidationError(
        archive == nil ? "--at and --on exclude each other" : "with --archive, --at takes the date instead of --on")
    }
    if archive != nil, planning.has("path") {
      throw ValidationError("--archive answers from its plans and takes no exports")
    }
  }

  func start() async throws {
    var options = try PlanOptions.read(planning)
    options.importing.suggest(account: account)
    var question = ExplainRun.Question(account: account, app: app)
    (question.notification, question.about, question.time, question.day) = (notification, about, at, on)
    (question.isJSON, question.isTest) = (format == .json, asTest)
    try await Exit.printing(options, isText: format == .text && !asTest) { [options, question] () throws(RunFault) in
      if let archive { return try ExplainPast.run(archive, question, options) }
      return try ExplainRun.run(options, question)
    }
  }
}

extension TimeQuery: ExpressibleByArgument {
  package init?(argument: String) { self.init(argument) }
}
