import CivilTime
import Diagnostics
import Formats

/// What the imports of one run share: their options, the accounts that they fill, and how many are still to come.
package final class ImportRun {
  let options: ImportOptions
  let zones: ZoneDatabase
  /// The date in UTC as of which is planned: rules that tickler has not are read as their dates around it.
  let today: LocalDate
  let now: Instant
  /// The dates of which items are written, where no rule has them: those that are planned.
  let written: ClosedRange<LocalDate>
  let names: FieldNames
  /// The identifier of a task's notification, by the item's id.
  let notification: (String) -> String?
  /// In the order of their first items.
  var accounts: [ImportedAccount] = []
  /// How many inputs are still to be read, the present one among them.
  private var left: Int
  private let systemZone: () -> String
  private var hasNamedZone = false

  /// - Parameters:
  ///   - count: How many inputs there are of other tools.
  ///   - days: How many days are planned; nil: nobody knows yet.
  ///   - names: The names of the export format.
  ///   - notification: The identifier of a task's notification, by the item's id; nil where the policy has no such kind.
  ///   - systemZone: The name of the zone that the system is in.
  package init(
    _ options: ImportOptions, count: Int, zones: ZoneDatabase, now: Instant, days: Int?, names: FieldNames,
    notification: @escaping (String) -> String?, systemZone: @escaping () -> String
  ) {
    (self.options, left, self.zones, self.now) = (options, count, zones, now)
    (self.names, self.notification, self.systemZone) = (names, notification, systemZone)
    today = now.utc.date
    written = today.adding(days: -2)...today.adding(days: days.map { $0 + 2 } ?? ImportRun.horizonDays)
  }

  /// More than any plan has.
  private static let horizonDays = 400

  /// The dates by which it is decided whether a rule says them, so that the same holds for every plan.
  var horizon: ClosedRange<LocalDate> { today.adding(days: -2)...today.adding(days: ImportRun.horizonDays) }

  /// Reads the next input.
  ///
  /// - Parameters:
  ///   - read: Reads it with the front end that it is given.
  ///   - tap: Takes the records instead of whoever reads the input.
  package func read<Result>(
    _ file: InputFile, tap: ImportFrontEnd.Tap? = nil, _ read: (ImportFrontEnd) throws(FatalInput) -> Result
  ) throws(FatalInput) -> Result {
    left -= 1
    let output = try ImportOutput(file, self, isLast: left == 0)
    output.tap = tap
    return try read(ImportFrontEnd(output, try mapper(output)))
  }

  private func mapper(_ output: ImportOutput) throws(FatalInput) -> any ImportMapper {
    switch output.file.format {
    case .iCalendar: return ICalendarMapper()
    case .vCard: return VCardMapper()
    case .gnuCash: return GnuCashMapper()
    case .homeBank: return HomeBankMapper()
    case .appleHealth: return AppleHealthMapper()
    case .taskwarrior: return TaskwarriorMapper()
    case .tasksOrg: return TasksOrgMapper()
    case .habitica: return HabiticaMapper()
    case .dayOne: return DayOneMapper()
    case .superProductivity: return SuperProductivityMapper()
    case .csv, .mappedJSON:
      if let mapping = options.mapping, mapping.format == output.file.format { return TableMapper(mapping) }
      throw output.fault(
        .format, "found a table without a mapping", expected: "--mapping with a file that says what its columns are",
        at: Place(line: 1, column: 1))
    case .sqlite:
      throw output.fault(
        .format, "found an SQLite database", expected: "a GnuCash book as XML: File, Save As, Data Format XML",
        at: Place(line: 1, column: 1))
    default:
      throw output.fault(
        .format, "found a file of the format \(output.file.format.rawValue)", expected: "another one",
        at: Place(line: 1, column: 1))
    }
  }

  /// The number of the account that a format's items are of.
  func account(_ settings: ImportOptions.Settings, _ file: InputFile) throws(FatalInput) -> (
    number: Int, isGuessed: Bool
  ) {
    let id = settings.account ?? ImportOptions.account
    let isTable = file.format == .csv || file.format == .mappedJSON
    let app = isTable ? options.mapping?.app ?? options.app : options.app
    if let known = accounts.firstIndex(where: { $0.id == id && $0.app == app }) { return (known, false) }
    let name = settings.timeZone ?? systemZone()
    let found: Zone?
    do { found = try zones.zone(named: name) } catch {
      throw FatalInput(.ioError, "cannot read \(error.file): \(error.reason)")
    }
    guard let zone = found else {
      throw FatalInput(
        .dataError,
        "found no zone \(name.quotedForDiagnostic) in tz database \(zones.version); --time-zone names one, such as Europe/London"
      )
    }
    accounts.append(
      ImportedAccount(
        id: id, app: app, zone: zone, locale: settings.locale, platform: settings.platform ?? .other,
        device: settings.device))
    defer { hasNamedZone = true }
    return (accounts.count - 1, settings.timeZone == nil && !hasNamedZone)
  }

  /// The zone of that name; nil: there is none.
  func zone(named name: String) -> Zone? { (try? zones.zone(named: name)) ?? nil }
}

/// Turns one tool's file into items.
protocol ImportMapper {
  /// As ``FrontEnd/read(_:isLast:into:)``.
  mutating func read(_ window: Span<UInt8>, isLast: Bool, into output: ImportOutput) throws(FatalInput) -> Int
}

/// The front end of every tool: a mapper, and what all have in common.
package struct ImportFrontEnd: FrontEnd {
  package typealias Tap = (_ record: Record, _ isAccount: Bool) throws(FatalInput) -> Void

  private let output: ImportOutput
  private var mapper: any ImportMapper

  init(_ output: ImportOutput, _ mapper: any ImportMapper) {
    (self.output, self.mapper) = (output, mapper)
  }

  package mutating func read(
    _ window: Span<UInt8>, isLast: Bool, into sink: inout some RecordSink
  ) throws(FatalInput) -> Int {
    sink.input.app = output.run.options.app
    do {
      let count = try mapper.read(window, isLast: isLast, into: output)
      if isLast { output.finish() }
      try output.drain(into: &sink)
      return count
    } catch {
      // Under --keep-going what was read so far is planned.
      output.finish()
      try output.drain(into: &sink)
      throw error
    }
  }
}
