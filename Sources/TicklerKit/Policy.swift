public import CivilTime
internal import Diagnostics
package import PlanModel
internal import Planning
internal import PolicyReading

/// What an app plans and how: its kinds of notification with their times, identifiers and texts, quiet hours, caps and slots.
///
/// Every key of a policy's file is there, by its name, and checked alike whether it comes from a file or from code.
///
/// ```
/// let policy = try Policy([
///   "app": "chores",
///   "quietHours": ["start": "22:00", "end": "07:00"],
///   "kinds": ["task": ["identifier": "chores.{id}", "title": "{{title}}", "body": "Today at {{time}}."]],
/// ])
/// ```
public struct Policy: Sendable {
  let shared: Shared<PlanModel.Policy>
  /// What is odd about the texts and no fault, each as `file:line:column: warning: …`.
  public let warnings: [String]

  /// Reads a policy's file, and the app's texts in all its languages.
  ///
  /// - Parameters:
  ///   - toml: The bytes of a `tickler-policy/1` file.
  ///   - messages: The bytes of a `tickler-messages/1` file of the same app; nil: the policy has all texts itself.
  ///   - holidays: What due dates with a shift go by, beside weekends.
  ///   - name: What errors call the file.
  /// - Throws: Every fault of the files at once.
  public init(
    toml: some Sequence<UInt8>, messages: (some Sequence<UInt8>)? = [UInt8]?.none, holidays: [Holidays] = [],
    name: String = "policy.toml"
  ) throws(InvalidPolicy) {
    do throws(FatalInput) {
      var policy = try PolicyReader.read(Array(toml), file: name, sha256: "", Kinds.catalog)
      var warnings: [Diagnostic] = []
      if let messages {
        let read = try MessagesReader.read(
          Array(messages), file: "messages.toml", sha256: "", Kinds.catalog.with(policy))
        if read.messages.app != policy.app {
          throw FatalInput(
            Diagnostic(
              .error, .message, at: SourceLocation(file: "messages.toml", line: 1, column: 1), field: "app",
              found: "found \(read.messages.app.quotedForDiagnostic)",
              expected: "\(policy.app.quotedForDiagnostic), the policy's app"))
        }
        (policy.messages, warnings) = (read.messages, read.warnings)
      }
      if policy.goesByHolidays { policy.holidays = holidays.map(\.model) }
      shared = Shared(policy)
      self.warnings = warnings.map(\.description)
    } catch {
      throw InvalidPolicy(faults: error.messages)
    }
  }

  /// Takes a policy's keys from code. `format` is not one of them.
  ///
  /// - Parameters:
  ///   - keys: A table: those at the top of a policy's file.
  ///   - messages: The bytes of a `tickler-messages/1` file of the same app; nil: the policy has all texts itself.
  ///   - holidays: What due dates with a shift go by, beside weekends.
  /// - Throws: Every fault at once. Each has the line of its key at the top, counted from 2, and the key's path.
  public init(
    _ keys: PolicyValue, messages: (some Sequence<UInt8>)? = [UInt8]?.none, holidays: [Holidays] = []
  ) throws(InvalidPolicy) {
    let text = "format = \"\(PolicyReader.format)\"\n\(keys.lines)"
    try self.init(toml: text.utf8, messages: messages, holidays: holidays, name: "policy")
  }

  package var model: PlanModel.Policy { shared.value }

  /// The app, as the policy names it.
  public var app: String { shared.app }
  /// The names of the kinds that it lists.
  public var kinds: [String] { shared.value.kinds.map(\.kind.name) }
}

/// Days on which nothing is paid or done, as `tickler plan --holidays` reads them from a file.
public struct Holidays: Hashable, Sendable {
  /// The days, in any order.
  public var dates: [LocalDate]
  /// The ``Account/country`` that they are of, or what else the policy's `[holidays]` compares; nil: they are of all accounts.
  public var calendar: String?

  /// The days of a country, or of all accounts.
  public init(_ dates: [LocalDate], of calendar: String? = nil) {
    (self.dates, self.calendar) = (dates, calendar)
  }

  fileprivate var model: HolidayFile { HolidayFile(file: "", sha256: "", dates: dates, calendar: calendar) }
}

/// Why a policy cannot be used.
public struct InvalidPolicy: Error, Hashable, Sendable, CustomStringConvertible {
  /// Every fault, each as `file:line:column: error: what was found; what is expected`.
  public let faults: [String]

  /// The faults, a line each.
  public var description: String { faults.joined(separator: "\n") }
}
