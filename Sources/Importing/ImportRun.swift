import CivilTime
import Diagnostics
import Formats

/// The state that the imports of one run share: options, the accounts they fill, and the number of inputs left.
package final class ImportRun {
  let options: ImportOptions
  let zones: ZoneDatabase
  /// The planning date in UTC. If tickler lacks a rule, its dates around this day are read.
  let today: LocalDate
  let now: Instant
  /// The planned dates. Items without a rule are written for these only.
  let written: ClosedRange<LocalDate>
  let names: FieldNames
  /// Returns the identifier of a task's notification from the item's id.
  let notification: (String) -> String?
  /// Accounts in the order of their first items.
  var accounts: [ImportedAccount] = []
  private let total: Int
  /// The number of inputs not yet read, including the current one.
  private var left: Int
  /// The versions in all calendars; nil if there is only one.
  private var calendars: ICalendarIndex?
  /// The items of tools that number the items of a file: by account, kind and number, their titles and files.
  private var numbered: [String: [(title: String, file: Int)]] = [:]
  private let systemZone: () -> String
  private var hasNamedZone = false
  /// The tz database's names by their spelling in lower case.
  private(set) lazy var zoneNames = Dictionary(zones.names.map { ($0.lowercased(), $0) }) { first, _ in first }
  /// What each spelling of a zone means.
  var zonesAsWritten: [String: Zone?] = [:]
  /// The tz database's names by their last part: `mexico city`.
  private(set) lazy var zonesByCity = Dictionary(grouping: zones.names.sorted()) { name in
    name.split(separator: "/").last?.lowercased().replacing("_", with: " ") ?? ""
  }

  /// - Parameters:
  ///   - count: The number of inputs from other tools.
  ///   - days: The number of planned days; nil if not known yet.
  ///   - names: The names of the export format.
  ///   - notification: Returns the identifier of a task's notification from the item's id; nil if the policy lacks the kind.
  ///   - systemZone: Returns the name of the system's zone.
  package init(
    _ options: ImportOptions, count: Int, zones: ZoneDatabase, now: Instant, days: Int?, names: FieldNames,
    notification: @escaping (String) -> String?, systemZone: @escaping () -> String
  ) {
    (self.options, left, total, self.zones, self.now) = (options, count, count, zones, now)
    (self.names, self.notification, self.systemZone) = (names, notification, systemZone)
    today = now.utc.date
    written = today.adding(days: -2)...today.adding(days: days.map { $0 + 2 } ?? ImportRun.horizonDays)
  }

  /// More than any plan covers.
  static let horizonDays = 400

  /// The dates by which a rule is found to be expressible. They are the same for every plan, and so is the answer.
  var horizon: ClosedRange<LocalDate> { today.adding(days: -2)...today.adding(days: ImportRun.horizonDays) }

  /// Reads the next input.
  ///
  /// - Parameters:
  ///   - read: Reads the input with the given front end.
  ///   - tap: Receives the records instead of the sink.
  package func read<Result>(
    _ file: InputFile, tap: ImportFrontEnd.Tap? = nil, _ read: (ImportFrontEnd) throws(RunFault) -> Result
  ) throws(RunFault) -> Result {
    left -= 1
    let isTable = file.format == .csv || file.format == .mappedJSON
    let mapping = isTable ? try options.mapping(of: file) : nil
    let output = try ImportOutput(file, self, app: mapping?.app, isLast: left == 0)
    output.tap = tap
    if let mapping, mapping.isShipped {
      let others = options.mappings.isEmpty ? "; --mapping names another mapping" : ": no --mapping fits its head"
      output.warn("read as \(mapping.name)\(others)", at: Place(line: 1, column: 1))
    }
    return try read(ImportFrontEnd(output, try mapper(output, mapping)))
  }

  /// Keeps the versions found, and forgets the accounts that a comparison made.
  func finishComparison(_ index: ICalendarIndex) { (calendars, accounts, hasNamedZone) = (index, [], false) }

  /// Counts an item that its file numbers from one.
  ///
  /// - Returns: How many items of other titles have this number in earlier files, and whether one has this title.
  func count(_ item: String, titled title: String) -> (others: Int, isThere: Bool) {
    if total < 2 { return (0, false) }
    let known = numbered[item, default: []]
    if let index = known.firstIndex(where: { $0.title == title }) { return (index, known[index].file != left) }
    // A file that has a number twice is faulty.
    if let index = known.firstIndex(where: { $0.file == left }) { return (index, false) }
    numbered[item, default: []].append((title, left))
    return (known.count, false)
  }

  private func mapper(_ output: ImportOutput, _ mapping: TableMapping?) throws(RunFault) -> any ImportMapper {
    switch output.file.format {
    case .iCalendar: return ICalendarMapper(calendars, file: total - left - 1)
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
      if let mapping, mapping.format == output.file.format {
        let isJSON = try output.file.head().first { $0 > 0x20 && $0 < 0x80 }.map { $0 == 0x5b || $0 == 0x7b }
        guard isJSON ?? (mapping.input == .json) == (mapping.input == .json) else {
          throw output.fault(
            .format, isJSON == true ? "found JSON" : "found a table that is not JSON",
            expected:
              "\(mapping.input == .json ? "JSON" : "CSV"), which the mapping \(mapping.name.quotedForDiagnostic) reads",
            at: Place(line: 1, column: 1))
        }
        return TableMapper(mapping)
      }
      let names = options.shipped.map(\.name).joined(separator: ", ")
      throw output.fault(
        .format, "found a table that no mapping fits",
        expected: "--mapping with \(names.isEmpty ? "" : "one of \(names), or ")a file that describes its columns",
        at: Place(line: 1, column: 1))
    default:
      let advice = output.file.format.advice
      throw output.fault(
        .format, advice?.found ?? "found a file of the format \(output.file.format.rawValue)",
        expected: advice?.expected ?? "another one", at: Place(line: 1, column: 1))
    }
  }

  /// Returns the number of the account that owns a format's items.
  func account(_ settings: ImportOptions.Settings, app: String) throws(RunFault) -> (number: Int, isGuessed: Bool) {
    let id = settings.account ?? ImportOptions.account
    if let known = accounts.firstIndex(where: { $0.id == id && $0.app == app }) { return (known, false) }
    let name = settings.timeZone ?? systemZone()
    let found: Zone?
    do { found = try zones.zone(named: name) } catch {
      throw RunFault(.ioError, "cannot read \(error.file): \(error.reason)")
    }
    guard let zone = found else {
      throw RunFault(
        .dataError,
        "found no zone \(name.quotedForDiagnostic) in tz database \(zones.version); "
          + "--time-zone names one, such as Europe/London".orNearest(to: name, in: zones.names)
      )
    }
    accounts.append(
      ImportedAccount(
        id: id, app: app, zone: zone, locale: settings.locale, platform: settings.platform ?? .other,
        device: settings.device))
    defer { hasNamedZone = true }
    return (accounts.count - 1, settings.timeZone == nil && !hasNamedZone)
  }

  /// Returns the zone named `name`, or nil if none exists.
  func zone(named name: String) -> Zone? { (try? zones.zone(named: name)) ?? nil }
}

/// Turns a file of one tool into items.
protocol ImportMapper {
  /// Reads a window like ``FrontEnd/read(_:isLast:into:)``.
  mutating func read(_ window: Span<UInt8>, isLast: Bool, into output: ImportOutput) throws(RunFault) -> Int
}

/// A mapper of content lines: iCalendar and vCard.
protocol LineMapper: ImportMapper {
  var lines: ICalendarLines { get set }

  mutating func take(_ line: ICalendarLines.Line, _ output: ImportOutput) throws(RunFault)
  /// Reads what the end of the input leaves open, and checks that there was something to read.
  mutating func finish(_ output: ImportOutput) throws(RunFault)
}

extension LineMapper {
  mutating func read(_ window: Span<UInt8>, isLast: Bool, into output: ImportOutput) throws(RunFault) -> Int {
    var lines = self.lines
    let count = try lines.read(window, isLast: isLast, output) { line throws(RunFault) in try take(line, output) }
    self.lines = lines
    if isLast { try finish(output) }
    return count
  }
}

/// A mapper of JSON files: the paths that it reads, and what it does with each member.
protocol JSONMapper: ImportMapper {
  static var paths: [JSONMembers.Path] { get }
  /// Whether the text may have one object a line without a list around them.
  static var mayBeLines: Bool { get }
  var members: JSONMembers? { get set }

  /// Maps an object at a path, given by its number.
  mutating func take(_ path: Int, _ value: JSONValue, _ output: ImportOutput)
  /// Maps what waits for the end of the file.
  mutating func finish(_ output: ImportOutput)
}

extension JSONMapper {
  static var mayBeLines: Bool { false }

  func finish(_ output: ImportOutput) {}

  mutating func read(_ window: Span<UInt8>, isLast: Bool, into output: ImportOutput) throws(RunFault) -> Int {
    var members = self.members ?? JSONMembers(output, paths: Self.paths, mayBeLines: Self.mayBeLines)
    let count = try members.read(window, isLast: isLast) { (path, value) throws(RunFault) in
      take(path, value, output)
    }
    self.members = members
    if isLast { finish(output) }
    return count
  }
}

/// The front end of every tool: a mapper and the steps that all mappers share.
package struct ImportFrontEnd: FrontEnd {
  package typealias Tap = (_ record: Record, _ isAccount: Bool) throws(RunFault) -> Void

  private let output: ImportOutput
  private var mapper: any ImportMapper
  private var windows: UTF16Windows

  init(_ output: ImportOutput, _ mapper: any ImportMapper) {
    (self.output, self.mapper) = (output, mapper)
    windows = UTF16Windows(isOff: !output.file.format.mayBeUTF16)
  }

  package mutating func read(
    _ window: Span<UInt8>, isLast: Bool, into sink: inout some RecordSink
  ) throws(RunFault) -> Int {
    sink.input.app = output.run.options.app
    do {
      let count = try windows.read(window, isLast: isLast) { [output] (text) throws(RunFault) in
        try mapper.read(text, isLast: isLast, into: output)
      }
      if isLast, windows.isUTF16 {
        output.warn("the text is UTF-16, not UTF-8: it is read", at: Place(line: 1, column: 1))
      }
      if isLast { output.finish() }
      try output.drain(into: &sink)
      return count
    } catch {
      // With --keep-going, the items read so far are planned.
      output.finish()
      try output.drain(into: &sink)
      throw error
    }
  }
}
