import CivilTime
import Diagnostics
import Formats

/// Reads a backup of Tasks.org and writes a task for each reminder.
///
/// Sources: data/…/entity/Task.kt, Alarm.kt; AlarmCalculator.kt; RepeatTaskHelper.kt.
struct TasksOrgMapper: JSONMapper {
  static let paths: [JSONMembers.Path] = [
    .init("data", "tasks", "*"), .init("data", "intPrefs"), .init("data", "boolPrefs"),
  ]

  var members: JSONMembers?
  /// Tasks that remind at a time from the settings, which follow the tasks.
  private var held: [JSONValue] = []
  private var numbers: JSONValue?
  /// The time at which tasks with only a date remind.
  private var standard = LocalTime(hour: 18, minute: 0)!
  private var flags: JSONValue?

  mutating func take(_ path: Int, _ value: JSONValue, _ output: ImportOutput) {
    switch path {
    case 0:
      guard let task = value["task"] else {
        return output.refuseMissing("task", in: value, expected: "an object with the task")
      }
      guard task.type == .object else {
        return output.refuse(task, "task", expected: "an object with the task", item: nil)
      }
      if let due = task["dueDate"]?.int, due % 60_000 > 0 { write(value, task, output) } else { held.append(value) }
    case 1: numbers = value
    default: flags = value
    }
  }

  mutating func finish(_ output: ImportOutput) {
    /// Returns a time of day from the settings.
    func time(_ name: String, _ hour: Int) -> LocalTime {
      let standard = LocalTime(hour: hour, minute: 0)!
      guard let member = numbers?[name] else { return standard }
      if let number = member.int, let time = LocalTime(secondOfDay: number / 1000) { return time }
      output.refuse(member, name, expected: "milliseconds since midnight", item: nil)
      return standard
    }
    standard = time("reminder_time_new", 18)
    for value in held { write(value, value["task"]!, output) }
    if flags?["enable_qhours"]?.bool == true {
      let (start, end) = (time("notif_qstart_new", 22), time("notif_qend_new", 10))
      output.edit { $0.quietHours = (start, end) }
    }
  }

  private func write(_ value: JSONValue, _ task: JSONValue, _ output: ImportOutput) {
    guard let id = output.id("remoteId", of: task, expected: "the task's id") else { return }
    func milliseconds(_ name: String) -> Int?? {
      output.value(name, of: task, expected: "milliseconds since 1970", item: id) { member in
        member.int.flatMap { $0.magnitude < 1 << 53 ? $0 : nil }
      }.map { $0 == 0 ? nil : $0 }
    }
    guard let due = milliseconds("dueDate"), let start = milliseconds("hideUntil"),
      let done = milliseconds("completionDate"),
      let deleted = milliseconds("deletionDate")
    else { return }
    if let deleted, deleted > 0 {
      return output.note("task is in the bin", "tasks are in the bin", "left out", at: task.place)
    }
    guard let alarms = output.members("alarms", of: value, item: id),
      let title = output.title("title", of: task, item: id)
    else { return }
    let hasAbsolute = alarms.contains { $0["type"]?.int ?? 0 == 0 || $0["type"]?.int == 4 }
    guard due != nil || start != nil || hasAbsolute else {
      return output.note("task has no date", "tasks have no date", "not planned", at: task.place)
    }
    var rule = task["recurrence"]?.string.flatMap {
      $0.isEmpty ? nil : RuleText($0.hasPrefix("RRULE:") ? String($0.dropFirst(6)) : $0)
    }
    // Backups of versions before 12.8 have it in the rule.
    let isFromCompletion = task["repeatFrom"]?.int == 1 || rule?["FROM"]?.uppercased() == "COMPLETION"
    rule?["FROM"] = nil
    if rule != nil, isFromCompletion {
      output.note(
        "task repeats after completion: only the next one is planned",
        "tasks repeat after completion: only the next one is planned", at: task.place)
      rule = nil
    }
    // Tasks.org ignores the weekdays of other rules.
    if let frequency = rule?["FREQ"]?.uppercased(), !["WEEKLY", "MONTHLY"].contains(frequency) { rule?["BYDAY"] = nil }
    let isAllDay = (due ?? start).map { $0 % 60_000 == 0 } ?? false
    if isAllDay, let until = rule?["UNTIL"] {
      rule?["UNTIL"] = (Instant(taskwarrior: until).map { output.local($0).date } ?? LocalDate(basic: until))?.basic
    }
    var base: Instant?
    /// Returns the local time, at the default time for a date without a time.
    func local(_ milliseconds: Int?) -> LocalDateTime? {
      guard let milliseconds, let instant = output.instant(milliseconds: milliseconds) else { return nil }
      // A second behind the minute marks a time.
      let isTimed = milliseconds % 60_000 > 0
      let minute = instant.advanced(bySeconds: -Int64(output.local(instant).time.second))
      if isTimed, milliseconds == due ?? start { base = minute }
      return isTimed ? output.local(minute) : output.local(instant).date.at(standard)
    }
    let (dueLocal, startLocal) = (local(due), local(start))
    if let base = dueLocal?.date, let own = rule, own["FREQ"]?.uppercased() == "MONTHLY", own["BYDAY"] == nil {
      // Tasks.org repeats the last day of a month on the last day of each following one and ignores the rest of the rule.
      if base.isLastOfMonth {
        rule?["BYMONTHDAY"] = "-1"
        for name in ["BYMONTH", "BYSETPOS"] { rule?[name] = nil }
      }
      let every = own["INTERVAL"].flatMap { Int($0) } ?? 1
      output.noteDrift(of: rule, from: base, at: task.place, in: "Tasks.org") { date in
        if !date.isLastOfMonth {
          return own.dates(from: date, in: date.adding(days: 1)...date.adding(days: 1500))?.first ?? date
        }
        let next = date.adding(months: every)
        return next.adding(days: -next.day + 1).adding(months: 1).adding(days: -1)
      }
    }
    var (reminders, instants): ([LocalDateTime], [Instant]) = ([], [])
    var snooze: Instant?
    /// Adds the reminders relative to the start or the due date.
    ///
    /// - Parameters:
    ///   - times: How often it repeats.
    ///   - again: The same and the seconds between; nil if it repeats within a day.
    func remind(
      fromStart: Bool, after seconds: Int, _ times: Int, _ again: (count: Int, interval: Int)?, at place: Place
    ) {
      guard let base = fromStart ? startLocal : dueLocal else {
        return output.note(
          "reminder is relative to a date that its task lacks",
          "reminders are relative to a date that their tasks lack", "left out", at: place)
      }
      let first = base.adding(seconds: Int64(seconds))
      let again = rule == nil ? again : nil
      reminders += (0...(again?.count ?? 0)).map { first.adding(seconds: Int64($0 * (again?.interval ?? 0))) }
      if times > 0, again == nil {
        output.note(
          "reminder repeats until its task is done: its first time is planned",
          "reminders repeat until their tasks are done: their first times are planned", at: place)
      }
    }
    for alarm in alarms {
      guard alarm.type == .object else {
        output.refuse(alarm, "alarms", expected: "an object", item: id)
        continue
      }
      var (type, time) = (0, 0)
      if let member = alarm["type"] {
        guard let number = member.int else {
          output.refuse(member, "type", expected: "a whole number", item: id)
          continue
        }
        type = number
      }
      if let member = alarm["time"] {
        guard let number = member.int, number.magnitude < 1 << 53 else {
          output.refuse(member, "time", expected: "milliseconds", item: id)
          continue
        }
        time = number
      }
      switch type {
      case 0, 4:
        guard let at = output.instant(milliseconds: time) else { continue }
        if type == 0 { instants.append(at) } else { snooze = max(snooze ?? at, at) }
      case 1, 2:
        remind(
          fromStart: type == 1, after: time / 1000, alarm["repeat"]?.int ?? 0, TasksOrgMapper.again(alarm),
          at: alarm.place)
      case 3:
        output.note("reminder is at random times", "reminders are at random times", "left out", at: alarm.place)
      default:
        output.note("reminder is for a place", "reminders are for places", "left out", at: alarm.place)
      }
    }
    // Backups of versions before 12.4 have flags of the usual reminders.
    let (flags, day) = (task["reminderFlags"]?.int ?? 0, 86_400)
    if flags & 32 != 0, start != nil { remind(fromStart: true, after: 0, 0, nil, at: task.place) }
    if flags & 2 != 0, due != nil { remind(fromStart: false, after: 0, 0, nil, at: task.place) }
    if flags & 4 != 0, due != nil { remind(fromStart: false, after: day, 6, (6, day), at: task.place) }
    let isSnoozed = snooze.map { $0 > output.run.now } ?? false
    if dueLocal == nil, startLocal == nil { base = instants.min() ?? snooze }
    guard alarms.isEmpty || isSnoozed || !reminders.isEmpty || !instants.isEmpty,
      let local = dueLocal ?? startLocal ?? base.map(output.local)
    else { return }
    var item = ImportedTask(id: id, title: title, at: task.place, local)
    (item.instant, item.instants) = (base, instants)
    (item.isAllDay, item.isMovable) = (isAllDay, dueLocal != nil)
    (item.rule, item.isDone, item.reminders) = (rule, (done ?? 0) > 0, reminders)
    item.rule?.place = task["recurrence"]?.place
    // Nothing rings before it ends. A task without a date is due then.
    if isSnoozed, dueLocal != nil || startLocal != nil || !instants.isEmpty { item.snooze = snooze }
    output.write(item)
  }

  /// Returns how often a reminder repeats, and after how many seconds; nil if it does not, or within a day.
  private static func again(_ alarm: JSONValue) -> (count: Int, interval: Int)? {
    guard let count = alarm["repeat"]?.int, 1..<1000 ~= count, let interval = alarm["interval"]?.int, interval > 0,
      interval % 86_400_000 == 0
    else { return nil }
    return (count, interval / 1000)
  }
}
