public import CivilTime
public import Diagnostics
public import PlanModel
internal import Planning
internal import PolicyReading

/// What an app plans and how: its kinds of notification with times, identifiers and texts, quiet hours, caps and slots.
///
/// A policy in code has the same keys as a policy file, and both are validated alike.
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
  /// Oddities in the texts that are not faults.
  public let warnings: [PolicyFault]

  /// Reads a policy file and the app's texts in all their languages.
  ///
  /// - Parameters:
  ///   - toml: The bytes of a `tickler-policy/1` file.
  ///   - messages: The bytes of a `tickler-messages/1` file of the same app; nil if the policy contains all texts.
  ///   - holidays: The closed days, in addition to weekends, that due dates with a shift avoid.
  ///   - name: The file's name in errors.
  /// - Throws: All faults of the files together.
  public init(
    toml: some Sequence<UInt8>, messages: (some Sequence<UInt8>)? = [UInt8]?.none, holidays: [Holidays] = [],
    name: String = "policy.toml"
  ) throws(InvalidPolicy) {
    do throws(RunFault) {
      var policy = try PolicyReader.read(Array(toml), file: name, sha256: "", Kinds.catalog)
      var warnings: [Diagnostic] = []
      if let messages {
        let read = try MessagesReader.read(
          Array(messages), file: "messages.toml", sha256: "", Kinds.catalog.with(policy))
        if read.messages.app != policy.app {
          throw RunFault(
            Diagnostic(
              .error, .message, at: SourceLocation(file: "messages.toml", line: 1, column: 1), field: "app",
              found: "found \(read.messages.app.quotedForDiagnostic)",
              expected: "\(policy.app.quotedForDiagnostic), the policy's app"))
        }
        (policy.messages, warnings) = (read.messages, read.warnings)
      }
      if policy.avoidsHolidays { policy.holidays = holidays }
      shared = Shared(policy)
      self.warnings = warnings
    } catch {
      throw InvalidPolicy(error)
    }
  }

  /// Creates a policy from keys in code. The key `format` does not exist here.
  ///
  /// - Parameters:
  ///   - keys: A table with the top-level keys of a policy file.
  ///   - messages: The bytes of a `tickler-messages/1` file of the same app; nil if the policy contains all texts.
  ///   - holidays: The closed days, in addition to weekends, that due dates with a shift avoid.
  /// - Throws: All faults together. Each has its key's path, and as its line the position of the top-level key, counted from 2.
  public init(
    _ keys: PolicyValue, messages: (some Sequence<UInt8>)? = [UInt8]?.none, holidays: [Holidays] = []
  ) throws(InvalidPolicy) {
    let text = "format = \"\(PolicyReader.format)\"\n\(keys.lines)"
    try self.init(toml: text.utf8, messages: messages, holidays: holidays, name: "policy")
  }

  package var model: PlanModel.Policy { shared.value }

  /// The app's name in the policy.
  public var app: String { shared.app }
  /// The names of the policy's kinds.
  public var kinds: [String] { shared.value.kinds.map(\.kind.name) }
  /// The categories of actions on notifications, for the app to register (`UNNotificationCategory`).
  public var categories: [Category] { shared.categories }

  /// The actions that a notification offers in addition to opening it. ``Request/category`` has the category's id.
  public typealias Category = NotificationCategory
}

/// Days on which nothing is paid or done, as `tickler plan --holidays` reads them from a file.
public typealias Holidays = HolidayFile

extension HolidayFile {
  /// Creates the holidays of a country, or of all accounts.
  ///
  /// - Parameters:
  ///   - dates: The days, in any order.
  ///   - calendar: The account's `country`, or the value that the policy's `[holidays]` compares; nil for all accounts.
  public init(_ dates: [LocalDate], of calendar: String? = nil) {
    self.init(file: "", sha256: "", dates: dates, calendar: calendar)
  }
}

/// A problem at a place in a policy's files: its `location`, the key's path as its `field`, and a `message`.
public typealias PolicyFault = Diagnostic

/// The faults that make a policy unusable.
public struct InvalidPolicy: Error, Hashable, Codable, Sendable, CustomStringConvertible {
  /// Every fault.
  public let faults: [PolicyFault]
  /// The faults, one on each line.
  public let description: String

  init(_ error: RunFault) {
    faults = error.lines.compactMap { line in
      if case .diagnostic(let diagnostic) = line { diagnostic } else { nil }
    }
    description = error.messages.joined(separator: "\n")
  }
}

/// The value of a policy's key in code: a text, number, flag, list or table, written as a literal.
///
/// ```
/// let kind: PolicyValue = ["identifier": "rent.{id}.{date}.{part}", "priority": 7, "dayBefore": false]
/// ```
public enum PolicyValue: Hashable, Sendable {
  /// A text, a time such as `"09:30"`, a date or a name.
  case text(String)
  /// A whole number.
  case number(Int)
  /// True or false.
  case flag(Bool)
  /// An ordered list.
  case list([PolicyValue])
  /// A table: ordered keys and values.
  case table([Entry])

  /// A key of a table, and its value.
  public struct Entry: Hashable, Sendable {
    /// The key, as in docs/policies.md.
    public var key: String
    /// The key's value.
    public var value: PolicyValue

    /// Creates a table entry.
    public init(_ key: String, _ value: PolicyValue) { (self.key, self.value) = (key, value) }
  }

  /// The value in TOML, on one line.
  fileprivate var toml: String {
    switch self {
    case .text(let text): text.asJSON
    case .number(let number): String(number)
    case .flag(let flag): String(flag)
    case .list(let list): "[\(list.map(\.toml).joined(separator: ", "))]"
    case .table(let entries): "{\(entries.map(\.toml).joined(separator: ", "))}"
    }
  }

  /// The table in TOML, one line for each key. A value that is not a table results in a line that is a fault.
  var lines: String {
    guard case .table(let entries) = self else { return toml }
    return entries.map { $0.toml + "\n" }.joined()
  }
}

extension PolicyValue.Entry {
  fileprivate var toml: String { "\(key.asJSON) = \(value.toml)" }
}

extension PolicyValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral {
  /// Creates a text.
  public init(stringLiteral text: String) { self = .text(text) }
  /// Creates a number.
  public init(integerLiteral number: Int) { self = .number(number) }
  /// Creates a flag.
  public init(booleanLiteral flag: Bool) { self = .flag(flag) }
}

extension PolicyValue: ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral {
  /// Creates a list.
  public init(arrayLiteral list: PolicyValue...) { self = .list(list) }
  /// Creates a table.
  public init(dictionaryLiteral entries: (String, PolicyValue)...) { self = .table(entries.map { Entry($0, $1) }) }
}
