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

/// The output format of a command.
enum TextOrJSON: String, WordArgument {
  case text, json
}

/// A date on the command line (ISO 8601).
struct DateArgument: ExpressibleByArgument {
  let date: LocalDate

  init?(argument: String) {
    guard let date = LocalDate(iso8601: argument.utf8) else { return nil }
    self.date = date
  }
}

/// An instant on the command line (RFC 3339).
struct InstantArgument: ExpressibleByArgument {
  let instant: Instant

  init?(argument: String) {
    guard let instant = Instant(rfc3339: argument.utf8) else { return nil }
    self.instant = instant
  }

  init(_ instant: Instant) { self.instant = instant }

  /// Refuses an instant as of which no plan can be made.
  func check(_ option: String) throws(ValidationError) {
    let range = PlannableTime.now
    if range.contains(instant) { return }
    throw ValidationError("\(option) takes an instant from \(range.lowerBound) to \(range.upperBound), not \(instant)")
  }

  static var defaultCompletionKind: CompletionKind { .default }
}

/// An option whose value is one of a list of words. The library builds its list with generic key paths, which took 1.5
/// million instructions for the options of `plan`.
package protocol WordArgument: ExpressibleByArgument, CaseIterable, RawRepresentable where RawValue == String {}

extension WordArgument {
  package static var allValueStrings: [String] { allCases.map { $0.rawValue } }
}
