import ArgumentParser
import CivilTime
import PlanModel
import Running

/// The account that a command is about.
struct AccountArguments: ParsableArguments {
  @Option(help: ArgumentHelp("Only this account, which also gets imported items.", valueName: "id"))
  var account: String?

  @Option(help: ArgumentHelp("The account's app, if several have the id. Default: all.", valueName: "name"))
  var app: String?

  func validate() throws {
    if app != nil, account == nil { throw ValidationError("--app goes with --account") }
  }

  var name: AccountName? { account.map { AccountName($0, app: app) } }
}

extension TextOrJSON: ExpressibleByArgument {}

extension LocalDate: ExpressibleByArgument {
  public init?(argument: String) { self.init(iso8601: argument.utf8) }
}

extension Instant: ExpressibleByArgument {
  public init?(argument: String) { self.init(rfc3339: argument.utf8) }

  /// Refuses an instant as of which no plan can be made.
  func check(_ option: String) throws(ValidationError) {
    let range = PlannableTime.now
    if range.contains(self) { return }
    throw ValidationError("\(option) takes an instant from \(range.lowerBound) to \(range.upperBound), not \(self)")
  }
}
