import CivilTime
import Formats
import PlanModel

/// What is said of other tools' files that is not in them.
package struct ImportOptions: Sendable {
  /// Of one format, or of all.
  package struct Settings: Sendable {
    /// The id of the account that the items are of.
    package var account: String?
    /// The zone of wall times; nil: the system's.
    package var timeZone: String?
    /// BCP 47; nil: the policy's.
    package var locale: String?
    /// nil: other, which has no limit of slots.
    package var platform: Platform?
    /// The device that the account is planned for; nil: the one without a name.
    package var device: String?
    /// Steps a day.
    package var goal: Int?
    /// From which time of day on a diary entry is the evening's.
    package var border: LocalTime?
    /// When is reminded of what has a date alone.
    package var time: LocalTime?
    /// How many seconds before its start an event without an alarm reminds; nil: never.
    package var eventAlarm: Int64?
    /// The source whose steps count where several overlap; nil: the one with most.
    package var stepSource: String?

    package init() {}

    /// The same with what another says in place of what this does.
    func overridden(by other: Settings) -> Settings {
      var settings = self
      settings.account = other.account ?? account
      settings.timeZone = other.timeZone ?? timeZone
      settings.locale = other.locale ?? locale
      settings.platform = other.platform ?? platform
      settings.device = other.device ?? device
      settings.goal = other.goal ?? goal
      settings.border = other.border ?? border
      settings.time = other.time ?? time
      settings.eventAlarm = other.eventAlarm ?? eventAlarm
      settings.stepSource = other.stepSource ?? stepSource
      return settings
    }
  }

  package typealias Format = InputFile.Format

  package static let app = "personal"
  package static let account = "me"

  /// Of all formats, and of single ones beyond them.
  package var common = Settings()
  package var single: [InputFile.Format: Settings] = [:]
  /// What the inputs are read as, whatever they look like.
  package var format: InputFile.Format?
  /// Chooses the policy.
  package var app = ImportOptions.app
  /// The file that says what the columns of tables are, and what it says once it is read.
  package var mappingFile: String?
  package var mapping: TableMapping?

  package init() {}

  /// Takes the account that a command is asked about for the one that the items are of, where nothing says whose they are: so a command
  /// asks by the name that the plan was made with.
  package mutating func suggest(account: String?) {
    common.account = common.account ?? account
  }

  func settings(of format: InputFile.Format) -> Settings {
    single[format].map { common.overridden(by: $0) } ?? common
  }
}
