import CivilTime
import Diagnostics
import Formats
import PlanModel

/// Options for other tools' files that supply what the files lack.
package struct ImportOptions: Sendable {
  /// The settings of one format, or of all.
  package struct Settings: Sendable {
    /// The id of the account that owns the items.
    package var account: String?
    /// The zone of wall times; nil: the system's.
    package var timeZone: String?
    /// A BCP 47 tag; nil for the policy's locale.
    package var locale: String?
    /// nil for `other`, which has no limit of slots.
    package var platform: Platform?
    /// The device that the account is planned for; nil for the unnamed one.
    package var device: String?
    /// The goal in steps a day.
    package var goal: Int?
    /// The time of day from which a diary entry counts as an evening entry.
    package var border: LocalTime?
    /// The time at which items with only a date remind.
    package var time: LocalTime?
    /// The seconds before its start at which an event without an alarm reminds; nil for no reminder.
    package var eventAlarm: Int64?
    /// The source whose steps count when several overlap; nil for the one with most.
    package var stepSource: String?

    package init() {}

    /// Returns these settings, overridden by those that `other` sets.
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

  /// The settings for all formats; `single` overrides them by format.
  package var common = Settings()
  package var single: [InputFile.Format: Settings] = [:]
  /// The format of every input; nil to detect it.
  package var format: InputFile.Format?
  /// The app, which chooses the policy.
  package var app = ImportOptions.app
  /// The files that map the columns of tables, and their content once read.
  package var mappingFiles: [String] = []
  package var mappings: [TableMapping] = []
  /// The shipped mappings, once a table needs one.
  package var shipped: [TableMapping] = []
  /// Whether the run has one input.
  package var isSingle = false
  /// Whether a run file has an `[import]` table, which says how to read other tools' files.
  package var isInRunFile = false

  package init() {}

  /// Uses the account that a command asks about as the owner of the items, unless an option names one. The command
  /// then accepts the id that the plan was made with.
  package mutating func suggest(account: String?) { common.account = common.account ?? account }

  /// Returns the mapping of a table: of those named, then of those shipped, the first that fits its head, else the only
  /// one named, which reads a single input in any case.
  package func mapping(of file: InputFile) throws(RunFault) -> TableMapping? {
    let only = mappings.count == 1 ? mappings[0] : nil
    if isSingle, let only { return only }
    let fitting = try fittingMapping(of: file)
    return fitting ?? only
  }

  /// Returns the first mapping named, or else shipped, that fits the head of a table.
  package func fittingMapping(of file: InputFile) throws(RunFault) -> TableMapping? {
    mappings.isEmpty && shipped.isEmpty ? nil : fittingMapping(of: try file.head())
  }

  package func fittingMapping(of head: [UInt8]) -> TableMapping? {
    (mappings + shipped).lazy.compactMap { $0.fitted(to: head) }.first
  }

  func settings(of format: InputFile.Format) -> Settings {
    single[format].map { common.overridden(by: $0) } ?? common
  }
}
