import CivilTime
import Diagnostics
import Formats

/// Reads Habitica's user data. Dailies become habits, or tasks if their rule is more than weekdays; to-dos become
/// tasks.
///
/// Sources: website/server/controllers/top-level/dataexport.js, website/common/script/cron.js.
struct HabiticaMapper: JSONMapper {
  static let paths: [JSONMembers.Path] = [
    .init("tasks", "dailys", "*"), .init("tasks", "todos", "*"), .init("tasks", "habits", "*"),
    .init("tasks", "rewards", "*"), .init("preferences"), .init("auth", "timestamps"),
  ]

  var members: JSONMembers?
  /// Dailies that precede the settings in the file.
  private var dailies: [JSONValue] = []
  private var todos: [JSONValue] = []
  private var hasSettings: Bool { hasDayStart && exportedAt != nil }
  private var hasDayStart = false
  /// The offset in minutes, and when it applied.
  private var offset: (minutes: Int, place: Place)?
  private var exportedAt: Instant?
  /// The hours after midnight at which a day begins.
  private var dayStart = 0

  mutating func take(_ path: Int, _ value: JSONValue, _ output: ImportOutput) {
    switch path {
    case 0: if hasSettings { writeDaily(value, output) } else { dailies.append(value) }
    case 1: if hasSettings { writeTodo(value, output) } else { todos.append(value) }
    case 2:
      output.note(
        "plus and minus habit has no schedule", "plus and minus habits have no schedule",
        "not planned", at: value.place)
    case 3: output.note("reward is not planned", "rewards are not planned", at: value.place)
    case 5:
      exportedAt = ["updated", "loggedin"].lazy.compactMap { value[$0]?.string.flatMap(Instant.init(habitica:)) }.first
      suggestZone(output)
    default:
      hasDayStart = true
      if let member = value["dayStart"] {
        if let hour = member.int, 0...23 ~= hour {
          dayStart = hour
        } else {
          output.refuse(member, "dayStart", expected: "an hour from 0 to 23", item: nil)
        }
      }
      if let member = value["timezoneOffset"], let minutes = member.int, -24 * 60...24 * 60 ~= minutes {
        offset = (-minutes, member.place)
      }
      suggestZone(output)
    }
  }

  /// Compares the offset with the zone in use when the file was written.
  private func suggestZone(_ output: ImportOutput) {
    guard hasSettings, let offset else { return }
    output.suggest(offsetMinutes: offset.minutes, asOf: exportedAt ?? output.run.now, at: offset.place)
  }

  mutating func finish(_ output: ImportOutput) {
    if !hasSettings {
      (hasDayStart, exportedAt) = (true, exportedAt ?? output.run.now)
      suggestZone(output)
    }
    for value in dailies { writeDaily(value, output) }
    for value in todos { writeTodo(value, output) }
  }

  private func id(_ value: JSONValue, _ output: ImportOutput) -> String? {
    output.id(value["_id"] == nil && value["id"] != nil ? "id" : "_id", of: value, expected: "the task's id")
  }

  // MARK: Dailies

  private func writeDaily(_ value: JSONValue, _ output: ImportOutput) {
    guard let id = id(value, output) else { return }
    guard let every = value["everyX"]?.int ?? 1 as Int?, 0...9999 ~= every else {
      return output.refuse(value["everyX"]!, "everyX", expected: "a whole number from 0 to 9999", item: id)
    }
    if let member = value["repeat"], member.type != .object {
      return output.refuse(member, "repeat", expected: "an object with the weekdays", item: id)
    }
    let days = HabiticaMapper.days(value["repeat"])
    let frequency = value["frequency"]?.string ?? "weekly"
    if every == 0 || frequency == "weekly" && days.isEmpty {
      return output.note("daily is never due", "dailies are never due", "not planned", at: value.place)
    }
    var start: LocalDate?
    if let member = value["startDate"] {
      guard let instant = member.string.flatMap({ Instant(habitica: $0) }) else {
        return output.refuse(member, "startDate", expected: "an instant, such as 2025-01-05T23:00:00.000Z", item: id)
      }
      start = output.local(instant).date
    }
    let reminders = reminders(value, id, output)
    guard let completions = completions(value, id, output), let title = output.title("text", of: value, item: id) else {
      return
    }
    if frequency == "weekly" && every == 1 || frequency == "daily" && every == 1 {
      output.begin("habit", id: id, at: value.place)
      output.text("name", title.isEmpty ? "Daily" : title, at: value["text"]?.place)
      var times = Set(reminders.map(\.time.short))
      // The user chose a time with `--all-day-time`.
      if times.isEmpty, let time = output.settings.time { times = [time.short] }
      output.list("reminders", times.sorted(), at: value["reminders"]?.place)
      if frequency == "weekly" {
        output.list("days", Weekday.allCases.filter { days.contains($0) }.map(\.code), at: value["repeat"]?.place)
      }
      if let start { output.text("startDate", start.description, at: value["startDate"]?.place) }
      output.list("completions", completions.map(\.description), at: value["history"]?.place)
      if let streak = value["streak"]?.int, 0...10_000_000 ~= streak { output.number("streak", streak) }
      output.end()
      if times.isEmpty {
        output.note(
          "daily has no reminder: its habit gets none; --all-day-time 18:00 gives it an hour",
          "dailies have no reminder: their habits get none; --all-day-time 18:00 gives them an hour", at: value.place)
      }
      return
    }
    guard let start, let rules = HabiticaMapper.rules(value, frequency, every, days, start) else {
      return output.note(
        "daily has an incomplete rule", "dailies have incomplete rules", "not planned", at: value.place)
    }
    for (number, rule) in rules.enumerated() {
      let name = number == 0 ? id : "\(id)/\(number + 1)"
      var task = ImportedTask(id: name, title: title, at: value.place, start.at(output.time))
      (task.isAllDay, task.rule) = (true, rule)
      task.series = rules.count > 1 ? id : nil
      task.reminders = reminders.map { start.at($0.time) }
      task.done = completions.filter { $0 >= start }
      output.write(task)
    }
  }

  /// Returns the recurrence rules of a daily that repeats by more than weekdays.
  private static func rules(
    _ value: JSONValue, _ frequency: String, _ every: Int, _ days: Set<Weekday>, _ start: LocalDate
  ) -> [RuleText]? {
    let codes = Weekday.allCases.filter { days.contains($0) }.map(\.ruleCode)
    switch frequency {
    case "daily": return [RuleText("FREQ=DAILY;INTERVAL=\(every)")]
    case "weekly":
      // Habitica counts blocks of seven days from the start.
      return codes.isEmpty
        ? nil
        : [
          RuleText("FREQ=WEEKLY;INTERVAL=\(every);WKST=\(start.weekday.ruleCode);BYDAY=\(codes.joined(separator: ","))")
        ]
    case "monthly":
      let weeks = (value["weeksOfMonth"]?.children ?? []).compactMap(\.int).filter { 0...4 ~= $0 }
      if !weeks.isEmpty, !codes.isEmpty {
        let list = weeks.flatMap { week in codes.map { "\(week + 1)\($0)" } }.joined(separator: ",")
        return [RuleText("FREQ=MONTHLY;INTERVAL=\(every);BYDAY=\(list)")]
      }
      let dates = Set((value["daysOfMonth"]?.children ?? []).compactMap(\.int)).filter { 1...31 ~= $0 }.sorted()
      if dates.isEmpty { return nil }
      let sure = dates.filter { $0 <= 28 }.map(String.init).joined(separator: ",")
      // Of a short month, each later day is the last day, once.
      var lists = sure.isEmpty ? [] : ["BYMONTHDAY=\(sure)"]
      var taken = dates.contains(28) ? 28 : 27
      for day in dates where day > 28 {
        lists.append("BYMONTHDAY=\((taken + 1...day).map(String.init).joined(separator: ","));BYSETPOS=-1")
        taken = day
      }
      return lists.map { RuleText("FREQ=MONTHLY;INTERVAL=\(every);\($0)") }
    case "yearly":
      let (_, month, day) = start.fields
      return [RuleText("FREQ=YEARLY;INTERVAL=\(every);BYMONTH=\(month);\(RuleText.clamped(to: day))")]
    default: return nil
    }
  }

  private static func days(_ value: JSONValue?) -> Set<Weekday> {
    let names = ["m", "t", "w", "th", "f", "s", "su"]
    return Set(zip(names, Weekday.allCases).filter { value?[$0.0]?.bool ?? true }.map(\.1))
  }

  private func completions(_ value: JSONValue, _ id: String, _ output: ImportOutput) -> [LocalDate]? {
    guard let history = output.members("history", of: value, item: id) else { return nil }
    func day(_ instant: Instant) -> LocalDate { output.local(instant).adding(seconds: Int64(-3600 * dayStart)).date }
    let done = history.filter { $0["completed"]?.bool == true }
    var dates = done.compactMap { entry -> LocalDate? in
      let date = entry["date"]
      let number = date?.int.flatMap { $0.magnitude < 1 << 53 ? output.instant(milliseconds: $0) : nil }
      guard let instant = number ?? date?.string.flatMap(Instant.init(habitica:)) else {
        output.refuse(date ?? entry, "history.date", expected: "milliseconds since 1970", item: id)
        return nil
      }
      return day(instant)
    }
    // The history of older versions does not say it; `completed` is about the day on which the file was written.
    if value["completed"]?.bool == true, !history.contains(where: { $0["completed"] != nil }) {
      dates.append(day(exportedAt ?? output.run.now))
    }
    return Set(dates).sorted().suffix(1000)
  }

  // MARK: To-dos

  private func writeTodo(_ value: JSONValue, _ output: ImportOutput) {
    guard let id = id(value, output) else { return }
    if value["completed"]?.bool == true {
      return output.note("to-do is done", "to-dos are done", "left out", at: value.place)
    }
    guard let title = output.title("text", of: value, item: id) else { return }
    let reminders = reminders(value, id, output)
    var due: LocalDateTime?
    if let member = value["date"], let text = member.string, !text.isEmpty {
      // Programs other than Habitica's write a date alone, or any text.
      let day = Instant(habitica: text).map { output.local($0).date } ?? LocalDate(iso8601: text.utf8)
      due = day?.at(output.time)
      if day == nil {
        output.note(
          "to-do has a text that is no date: only its reminders are planned",
          "to-dos have texts that are no dates: only their reminders are planned", at: member.place, example: text)
        if reminders.isEmpty { return }
      }
    }
    guard let local = due ?? reminders.min() else {
      return output.note("to-do has no date", "to-dos have no date", "not planned", at: value.place)
    }
    var task = ImportedTask(id: id, title: title, at: value.place, local)
    (task.isAllDay, task.reminders) = (due != nil, reminders)
    output.write(task)
  }

  /// Returns the times of the reminders. Their digits are the user's wall time, despite the trailing `Z`.
  private func reminders(_ value: JSONValue, _ id: String, _ output: ImportOutput) -> [LocalDateTime] {
    var found: [LocalDateTime] = []
    for reminder in output.members("reminders", of: value, item: id) ?? [] {
      guard let member = reminder["time"] else { continue }
      guard let time = member.string.flatMap({ LocalDateTime(digits: $0) }) else {
        output.refuse(member, "reminders.time", expected: "a time, such as 2025-01-05T18:30:00.000Z", item: id)
        continue
      }
      found.append(time)
    }
    return found
  }
}

extension LocalDateTime {
  /// Reads the digits at the start of `2025-01-05T18:30:00.000Z`.
  init?(digits text: String) {
    guard text.utf8.count >= 16, let date = LocalDate(iso8601: text.utf8.prefix(10)),
      let time = LocalTime(iso8601: text.utf8.dropFirst(11).prefix(5))
    else { return nil }
    self = date.at(time)
  }
}

extension Instant {
  /// Reads `2025-01-05T23:00:00.000Z`, or `Mon Sep 23 2024 00:00:00 GMT+0200` with or without a zone name after it.
  init?(habitica text: String) {
    if let instant = Instant(rfc3339: text.utf8, cutsFraction: true) {
      self = instant
      return
    }
    let parts = text.split(separator: " ")
    let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
    guard parts.count >= 6, let month = months.firstIndex(of: String(parts[1])), let day = Int(parts[2]),
      let year = Int(parts[3]),
      let date = LocalDate(year: year, month: month + 1, day: day), let time = LocalTime(iso8601: parts[4].utf8),
      parts[5].hasPrefix("GMT"), let offset = UTCOffset(basic: parts[5].dropFirst(3))
    else { return nil }
    self = date.at(time).instant(at: offset)
  }
}
