import ArgumentParser
import CivilTime
import Diagnostics
import Running

struct ExplainCommand: TicklerCommand {
  static let configuration = CommandConfiguration(
    commandName: "explain", abstract: "Tell how an account's notifications went through the checks, and why they ended."
  )

  @Option(help: ArgumentHelp("The account's id.", valueName: "id"))
  var account: String

  @Option(help: ArgumentHelp("The account's app, where several have the id. Default: all of them.", valueName: "name"))
  var app: String?

  @Option(help: ArgumentHelp("Only this notification, or this request.", valueName: "id"))
  var notification: String?

  @Option(help: ArgumentHelp("Only this local date, YYYY-MM-DD.", valueName: "date"))
  var on: DateArgument?

  @Option(help: "text or json.")
  var format = TextOrJSON.text

  @OptionGroup var shared: SharedOptions

  func start() async throws {
    var question = ExplainRun.Question(account: account, app: app)
    question.notification = notification
    question.date = on?.date
    question.isJSON = format == .json
    let options = shared.planOptions
    try await Exit.printing { () throws(FatalInput) in
      try ExplainRun.run(options, question)
    }
  }
}

/// What a command prints.
enum TextOrJSON: String, ExpressibleByArgument, CaseIterable {
  case text, json
}

/// A date on the command line.
struct DateArgument: ExpressibleByArgument {
  let date: LocalDate

  init?(argument: String) {
    guard let date = LocalDate(iso8601: argument.utf8) else { return nil }
    self.date = date
  }
}
