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
  /// What is odd about the texts and no fault.
  public let warnings: [PolicyFault]

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
      self.warnings = warnings.map(PolicyFault.init)
    } catch {
      throw InvalidPolicy(error)
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
  /// What its notifications offer to do, for the app to register (`UNNotificationCategory`).
  public var categories: [Category] { shared.value.categories.map(Category.init) }

  /// Actions that a notification offers beside opening it, under the name that ``Request/category`` has.
  public struct Category: Hashable, Codable, Sendable {
    /// A button below the notification.
    public struct Button: Hashable, Codable, Sendable {
      /// What the app gets when it is tapped.
      public let id: String
      /// As people read it.
      public let title: String
      /// Whether the app comes to the foreground for it.
      public let opensApp: Bool
    }

    /// What the device knows it by.
    public let id: String
    /// In the order in which they are shown.
    public let actions: [Button]

    init(_ model: NotificationCategory) {
      id = model.id
      actions = model.actions.map { Button(id: $0.id, title: $0.title, opensApp: $0.opensApp) }
    }
  }
}

/// Days on which nothing is paid or done, as `tickler plan --holidays` reads them from a file.
public struct Holidays: Hashable, Codable, Sendable {
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

/// Something about a place in a policy's files.
public struct PolicyFault: Hashable, Codable, Sendable {
  /// What the file is called.
  public let file: String
  /// Counted from 1.
  public let line: Int
  /// In bytes, counted from 1.
  public let column: Int
  /// The path of the key; nil: it is about more than a key.
  public let key: String?
  /// What was found, and what is expected.
  public let message: String
  /// As the program tells it: `file:line:column: error: what was found; what is expected`.
  public let description: String

  init(_ diagnostic: Diagnostic) {
    (file, line) = (diagnostic.location.file, diagnostic.location.line)
    (column, key) = (diagnostic.location.column, diagnostic.field)
    (message, description) = (diagnostic.message, diagnostic.description)
  }
}

extension PolicyFault: CustomStringConvertible {}

/// Why a policy cannot be used.
public struct InvalidPolicy: Error, Hashable, Codable, Sendable, CustomStringConvertible {
  /// Every fault.
  public let faults: [PolicyFault]
  /// The faults, a line each.
  public let description: String

  init(_ error: FatalInput) {
    faults = error.lines.compactMap { line in
      if case .diagnostic(let diagnostic) = line { PolicyFault(diagnostic) } else { nil }
    }
    description = error.messages.joined(separator: "\n")
  }
}
