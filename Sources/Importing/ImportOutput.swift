import CivilTime
import Diagnostics
import Formats
import OwnWords
import PlanModel

/// Collects the result of a mapper for one file: items, refusals, and counts of what an export cannot express.
final class ImportOutput {
  let file: InputFile
  let run: ImportRun
  let settings: ImportOptions.Settings
  /// The account's number in the run.
  private let account: Int
  /// Whether the account uses the system's zone because none was named.
  private let isGuessed: Bool
  private let isLast: Bool
  /// Receives the records instead of the sink.
  var tap: ImportFrontEnd.Tap?
  private var builder: RecordBuilder
  private var records: [(record: Record, isAccount: Bool)] = []
  /// The first record of the entry that is being written, and the dates of its items.
  private var entry = (start: 0, dates: 0)
  private var warnings: [Diagnostic] = []
  private var refused: [Diagnostic] = []
  /// Counts by their message for one: the message for several, the count, the first place, and the first date.
  private var counts: [String: (many: String, count: Int, place: Place, date: LocalDate?, example: String?)] = [:]
  private var place = Place(line: 1, column: 1)
  private var unknownZones: Set<String> = []

  /// - Parameter app: The app of the items, if it is not the run's.
  init(_ file: InputFile, _ run: ImportRun, app: String? = nil, isLast: Bool) throws(RunFault) {
    (self.file, self.run, self.isLast) = (file, run, isLast)
    settings = run.options.settings(of: file.format)
    builder = RecordBuilder(names: run.names)
    (account, isGuessed) = try run.account(settings, app: app ?? run.options.app)
    if isGuessed {
      warn("local times are read in \(zone.name), the system's zone; --time-zone names another", at: place)
    }
  }

  var zone: Zone { run.accounts[account].zone }
  /// The words of the account's language.
  var words: any OwnWords { OwnLanguage.words(run.accounts[account].locale ?? "en") }

  let utc = Zone(
    name: "UTC", initial: LocalTimeType(offset: .utc, abbreviation: "UTC", isDaylight: false), transitions: [])

  /// The time at which items with only a date remind.
  var time: LocalTime { settings.time ?? LocalTime(hour: 9, minute: 0)! }

  func local(_ instant: Instant) -> LocalDateTime { zone.local(instant) }

  /// Returns the wall time by which an item names an instant, and the item's zone: UTC in the second hour of an overlap,
  /// since a wall time means the first.
  ///
  /// - Parameter own: The zone of the item; nil for the account's.
  func wall(of instant: Instant, in own: Zone? = nil) -> (local: LocalDateTime, zone: Zone?) {
    (own ?? zone).names(instant) ? ((own ?? zone).local(instant), own) : (instant.utc, utc)
  }

  /// The date of `now` in the account's zone.
  var today: LocalDate { local(run.now).date }

  func edit(_ change: (inout ImportedAccount) -> Void) { change(&run.accounts[account]) }

  /// Uses an offset from the file as the account's zone, if no zone was named and the system's had another offset then.
  /// A named zone stays, with a warning.
  func suggest(offsetMinutes minutes: Int, asOf instant: Instant, at place: Place) {
    guard let offset = UTCOffset(seconds: minutes * 60), zone.offset(at: instant) != offset else { return }
    let likely = ImportOutput.zones.first { run.zone(named: $0)?.offset(at: instant) == offset }
    let remedy = "--time-zone names the zone" + (likely.map { ", such as \($0)" } ?? "")
    let written = "the file's offset of \(instant.utc.date) is \(offset)"
    guard isGuessed, records.isEmpty else {
      return warn("\(written), which \(zone.name) did not have: check its local times; \(remedy)", at: place)
    }
    // Zones without daylight saving time, by offset in minutes.
    let odd = [
      330: "Asia/Kolkata", 345: "Asia/Kathmandu", 270: "Asia/Kabul", 390: "Asia/Yangon", 570: "Australia/Darwin",
      210: "Asia/Tehran", -570: "Pacific/Marquesas",
    ]
    let hours = minutes / 60
    let name = minutes % 60 == 0 ? "Etc/GMT\(hours == 0 ? "" : hours > 0 ? "-\(hours)" : "+\(-hours)")" : odd[minutes]
    guard let name, let fixed = run.zone(named: name) else { return }
    warnings.removeAll { $0.location.line == 1 && $0.location.column == 1 }
    warn(
      "the file has only a fixed offset, so local times are read in \(name), without daylight saving time; \(remedy)",
      at: place)
    run.accounts[account].zone = fixed
  }

  /// Zones with many users, to suggest for an offset.
  private static let zones = [
    "Europe/London", "Europe/Berlin", "Europe/Athens", "America/New_York", "America/Chicago", "America/Denver",
    "America/Los_Angeles", "America/Sao_Paulo", "Europe/Moscow", "Asia/Kolkata", "Asia/Shanghai", "Asia/Tokyo",
    "Australia/Sydney", "Pacific/Auckland",
  ]

  /// Records that a task's notification reached the user, if a plan can still ask for it.
  ///
  /// - Parameter reminder: The item's own reminder; nil if it has none.
  func delivered(_ item: String, _ reminder: ReminderOffset? = nil, at instant: Instant, from place: Place) {
    guard instant <= run.now, instant >= run.now.advanced(bySeconds: -4 * 86_400), var id = run.notification(item)
    else { return }
    if let reminder, reminder != .due { id += ".\(reminder.name)" }
    edit { $0.delivered.append((id, instant, place)) }
  }

  // MARK: Items

  /// Begins an item, whose fields follow.
  ///
  /// - Parameter series: What it is an item of, if other items are of the same; nil if it is the only one.
  func begin(_ kind: String, id: String, series: String? = nil, at place: Place) {
    self.place = place
    builder.restart()
    builder.begin(.object, at: place)
    text("kind", kind)
    text("id", id)
    text("account", run.accounts[account].id)
    if run.accounts[account].app != run.options.app { text("app", run.accounts[account].app) }
    if let series { text("series", series) }
  }

  /// Returns the id of an item that its file may number from one: unlike a longer id, a number is another item's in
  /// another file, if that has another title.
  func id(_ id: String, of kind: String, titled title: String, at place: Place) -> String {
    guard id.utf8.count < 10, Int(id) != nil else { return id }
    let (others, isThere) = run.count("\(account) \(kind) \(id)", titled: title)
    if isThere {
      note(
        "item has the number and title of one in an earlier file",
        "items have the numbers and titles of ones in earlier files",
        "planned once", at: place)
    }
    if others == 0 { return id }
    note(
      "item has the number of another one in an earlier file: both are planned",
      "items have the numbers of other ones in earlier files: all are planned", at: place)
    return "\(id)-\(others + 1)"
  }

  /// Whether an earlier file has an entry.
  func isInEarlierFile(_ entry: String) -> Bool { run.count("\(account) \(entry)", titled: "").isThere }

  /// - Parameter place: The place of the value; nil for that of the item.
  func text(_ name: String, _ value: String, at place: Place? = nil) {
    builder.add(new: name, value, as: .string, at: place ?? self.place)
  }

  func number(_ name: String, _ value: Int, at place: Place? = nil) {
    builder.add(new: name, String(value), as: .number, at: place ?? self.place)
  }

  func flag(_ name: String, at place: Place? = nil) {
    builder.add(new: name, "true", as: .true, at: place ?? self.place)
  }

  func list(_ name: String, _ values: [String], at place: Place? = nil) {
    if values.isEmpty { return }
    entry.dates += values.count
    builder.begin(.list, new: name, at: place ?? self.place)
    for value in values { builder.add(value, as: .string, at: place ?? self.place) }
    builder.end()
  }

  /// Writes the offsets of a task's reminders, each once.
  ///
  /// - Parameter repeats: Whether each makes a notification on many dates.
  func remind(_ offsets: [String], repeats: Bool) {
    var seen: Set<String> = []
    let offsets = offsets.filter { seen.insert($0).inserted }
    if offsets == ["0"] { return }
    if repeats { entry.dates += 100 * offsets.count }
    list("remind", offsets)
  }

  /// Limits a task that does not repeat to its date, so that it is never overdue.
  func endOnDate(_ date: LocalDate) { text("until", date.description) }

  /// Writes the time of a task.
  ///
  /// - Parameter isAllDay: Whether the task has only a date, and the time is when to remind.
  func time(_ time: LocalTime, isAllDay: Bool, at place: Place? = nil) {
    text("time", time.short, at: place)
    if isAllDay { flag("allDay", at: place) }
  }

  func build(_ body: (inout RecordBuilder) -> Void) { body(&builder) }

  func end() {
    builder.end()
    records.append((builder.record, false))
  }

  /// More items than the alarms and dates of one entry make, and more dates that these except.
  private static let (maximumItems, maximumDates) = (10_000, 100_000)

  /// Whether the entry that is being written makes more items than it may.
  var isEntryFull: Bool {
    records.count - entry.start > ImportOutput.maximumItems || entry.dates > ImportOutput.maximumDates
  }

  /// Writes the items of one entry of the file, or refuses it if they are too many. `write` stops at ``isEntryFull``, so
  /// that they are never all in memory.
  func writeEntry(_ what: String, _ id: String?, at place: Place, _ write: () -> Void) {
    entry = (records.count, 0)
    write()
    guard isEntryFull else { return }
    records.removeSubrange(entry.start...)
    entry = (records.count, 0)
    refuse(
      "the \(what) makes too many items",
      expected:
        "at most \(ImportOutput.maximumItems) from its alarms and dates, with \(ImportOutput.maximumDates) excepted dates",
      at: place, item: id, code: .limit)
  }

  // MARK: Diagnostics

  /// Counts an item that an export cannot fully express. The counts are reported at the end.
  ///
  /// - Parameters:
  ///   - one: The message for one, without the number: `task repeats after completion: only the next one is planned`.
  ///   - many: The message for several.
  ///   - fate: What becomes of them, if both messages end with it: `not planned`.
  ///   - date: A date that the message concerns. The first one is reported.
  ///   - example: What the file has. The first one is reported.
  func note(
    _ one: String, _ many: String, _ fate: String? = nil, at place: Place, count: Int = 1, date: LocalDate? = nil,
    example: String? = nil
  ) {
    if let fate {
      return note(
        "\(one): it is \(fate)", "\(many): they are \(fate)", at: place, count: count, date: date, example: example)
    }
    counts[one, default: (many, 0, place, date, example)].count += count
    if let date, let first = counts[one]?.date, date < first { counts[one]?.date = date }
  }

  /// Reports that a tool's next dates differ from those of a rule.
  ///
  /// - Parameter next: Returns the tool's date after a date.
  func noteDrift(
    of rule: RuleText?, from start: LocalDate, at place: Place, in tool: String, _ next: (LocalDate) -> LocalDate
  ) {
    let dates = rule?.dates(from: start, in: start...max(start, run.horizon.upperBound).adding(days: 800)) ?? []
    var date = start
    for planned in dates.drop(while: { $0 <= start }).prefix(1000) {
      date = next(date)
      if date == planned { continue }
      return note(
        "schedule has a day that not every month has: \(tool) moves on from where it clamped, tickler keeps the day",
        "schedules have days that not every month has: \(tool) moves on from where it clamped, tickler keeps the day",
        at: place, date: min(date, planned))
    }
  }

  func warn(_ words: String, at place: Place, _ code: Diagnostic.Code = .imported) {
    warnings.append(Diagnostic(.warning, code, at: SourceLocation(file.name, place), found: words))
  }

  /// Warns about an unknown zone, once a file.
  func warn(unknownZone name: String, at place: Place) {
    guard unknownZones.count < 20 else {
      return note("time has another unknown zone", "times have other unknown zones", at: place)
    }
    let words = "the tz database has no zone \(name.quotedForDiagnostic): its times are in \(zone.name)"
    if unknownZones.insert(name).inserted { warn(words.orNearest(to: name, in: run.zones.names), at: place) }
  }

  /// Reports a faulty item, which is left out.
  func refuse(
    _ found: String, expected: String, at place: Place, item: String? = nil, field: String? = nil,
    code: Diagnostic.Code = .badValue
  ) {
    refused.append(
      Diagnostic(
        .error, code, at: SourceLocation(file.name, place), item: item?.quotedForDiagnostic, itemID: item, field: field,
        found: found, expected: expected))
  }

  func fault(_ code: Diagnostic.Code, _ found: String, expected: String?, at place: Place) -> RunFault {
    RunFault(code, found, expected: expected, in: file.name, at: place)
  }

  /// The fault of an input without a calendar or vCard.
  func fault(foundNo what: String, named name: String) -> RunFault {
    fault(.format, "found no \(what)", expected: "BEGIN:\(name) in the first line", at: Place(line: 1, column: 1))
  }

  /// Reports the counts and, after the last input, writes the accounts.
  func finish() {
    let inOrder = counts.sorted {
      ($0.value.place.line, $0.value.place.column, $0.key) < ($1.value.place.line, $1.value.place.column, $1.key)
    }
    for (one, (many, count, place, date, example)) in inOrder {
      let first = date.map { "; first on \($0)" } ?? example.map { "; the first is \($0.quotedForDiagnostic)" } ?? ""
      warn("\(count) \(count == 1 ? one : many)\(first)", at: place)
    }
    counts = [:]
    guard isLast else { return }
    for account in run.accounts {
      account.write(&builder, at: account.place)
      records.append((builder.record, true))
    }
    run.accounts = []
  }

  func drain(into sink: inout some RecordSink) throws(RunFault) {
    sink.input.warnings += warnings
    for diagnostic in refused { sink.input.refuse(diagnostic) }
    (warnings, refused) = ([], [])
    for (record, isAccount) in records {
      if let tap { try tap(record, isAccount) } else { try sink.take(record, isAccount: isAccount) }
    }
    records.removeAll(keepingCapacity: true)
  }
}

/// An account that imports fill. It is written after the last import of a run.
struct ImportedAccount {
  let id: String
  let app: String
  var zone: Zone
  var locale: String?
  // A calendar or agenda lacks a phone's limit of 64 slots.
  var platform = Platform.other
  var device: String?
  /// The place that it was imported from.
  var place = Place(line: 1, column: 1)
  /// The daily period without notifications.
  var quietHours: (start: LocalTime, end: LocalTime)?
  var delivered: [(notification: String, at: Instant, place: Place)] = []

  func write(_ builder: inout RecordBuilder, at place: Place) {
    builder.restart()
    builder.begin(.object, at: place)
    builder.add(new: "id", id, as: .string, at: place)
    builder.add(new: "app", app, as: .string, at: place)
    if let device { builder.add(new: "device", device, as: .string, at: place) }
    builder.add(new: "timeZone", zone.name, as: .string, at: place)
    if let locale { builder.add(new: "locale", locale, as: .string, at: place) }
    builder.add(new: "platform", platform.rawValue, as: .string, at: place)
    if let quietHours {
      builder.begin(.object, new: "preferences", at: place)
      builder.begin(.object, new: "quietHours", at: place)
      builder.add(new: "start", quietHours.start.description, as: .string, at: place)
      builder.add(new: "end", quietHours.end.description, as: .string, at: place)
      builder.end()
      builder.end()
    }
    if !delivered.isEmpty {
      builder.begin(.list, new: "delivered", at: place)
      for entry in delivered {
        builder.begin(.object, at: entry.place)
        builder.add(new: "id", entry.notification, as: .string, at: entry.place)
        builder.add(new: "at", entry.at.description, as: .string, at: entry.place)
        builder.end()
      }
      builder.end()
    }
    builder.end()
  }
}
