import CivilTime
import Diagnostics
import Formats

/// Reads Super Productivity's backups, with or without `data` around them: tasks, rules, counters, and time spent.
struct SuperProductivityMapper: JSONMapper {
  private enum Part: Int {
    case task, archived, rule, counter, reminder, planner, today
  }

  private static let parts: [(Part, [String])] = {
    let tasks: [(Part, [String])] = [
      (.task, ["task", "entities", "*"]), (.archived, ["archiveYoung", "task", "entities", "*"]),
      (.archived, ["archiveOld", "task", "entities", "*"]), (.archived, ["taskArchive", "entities", "*"]),
      (.rule, ["taskRepeatCfg", "entities", "*"]), (.counter, ["simpleCounter", "entities", "*"]),
      (.reminder, ["reminders", "*"]), (.planner, ["planner", "days"]), (.today, ["tag", "entities", "TODAY"]),
    ]
    return tasks + tasks.map { ($0.0, ["data"] + $0.1) }
  }()

  static let paths = parts.map { JSONMembers.Path($0.1) }

  var members: JSONMembers?
  /// Focus by date: milliseconds and number of tasks.
  private var focus: [LocalDate: (milliseconds: Int, tasks: Int, place: Place)] = [:]
  /// Tasks whose reminder or day, in older versions, follows later in the file.
  private var held: [JSONValue] = []
  private var reminders: [String: Int] = [:]
  /// Rules whose next date depends on whether a task of theirs is open, and the rules of open tasks.
  private var heldRules: [JSONValue] = []
  private var openRules: Set<String> = []
  /// The days of tasks in the planner, and the list of today.
  private var days: [String: LocalDate] = [:]
  private var todays: Set<String> = []
  /// Whether tasks have days of their own. If so, the planner and the list only repeat them.
  private var hasDays = false

  mutating func take(_ path: Int, _ value: JSONValue, _ output: ImportOutput) {
    switch SuperProductivityMapper.parts[path].0 {
    case .task:
      addFocus(value, output)
      let hasDate = ["dueWithTime", "plannedAt", "dueDay"].contains { value[$0] != nil }
      if value["dueDay"] != nil { hasDays = true }
      if value["isDone"]?.bool != true, let rule = value["repeatCfgId"]?.text { openRules.insert(rule) }
      if value["reminderId"] != nil || !hasDate { held.append(value) } else { writeTask(value, output) }
    case .archived: addFocus(value, output)
    case .rule: if isAfterCompletion(value) { heldRules.append(value) } else { writeRule(value, output) }
    case .counter: writeCounter(value, output)
    case .reminder:
      if let id = value["id"]?.string, let at = value["remindAt"]?.int { reminders[id] = at }
    case .planner:
      for day in value.children {
        guard let date = LocalDate(iso8601: day.key.utf8) else { continue }
        for task in day.children.compactMap(\.text) { days[task] = date }
      }
    case .today: todays.formUnion((value["taskIds"]?.children ?? []).compactMap(\.text))
    }
  }

  mutating func finish(_ output: ImportOutput) {
    for value in held { writeTask(value, output) }
    for value in heldRules { writeRule(value, output) }
    for (date, day) in focus.sorted(by: { $0.key < $1.key }) {
      output.begin("focusDay", id: date.description, at: day.place)
      output.text("date", date.description)
      output.number("sessions", min(day.tasks, 1_000_000))
      output.number("minutes", min(day.milliseconds / 60_000, 1_000_000))
      output.end()
    }
  }

  private mutating func addFocus(_ value: JSONValue, _ output: ImportOutput) {
    // A parent's time is the sum of its subtasks.
    if let parts = value["subTaskIds"]?.children, !parts.isEmpty { return }
    let id = value["id"]?.text
    for day in output.members("timeSpentOnDay", of: value, item: id) ?? [] {
      guard let date = output.date(naming: day, "timeSpentOnDay", item: id) else { continue }
      guard let time = day.int, 0..<1_000_000_000_000 ~= time else {
        output.refuse(day, "timeSpentOnDay", expected: "milliseconds", item: id)
        continue
      }
      if time == 0 { continue }
      var sum = focus[date] ?? (0, 0, day.place)
      sum.milliseconds = min(sum.milliseconds + time, 1 << 50)
      sum.tasks += 1
      focus[date] = sum
    }
  }

  // MARK: Tasks

  private func writeTask(_ value: JSONValue, _ output: ImportOutput) {
    guard let id = output.id("id", of: value, expected: "an id"), let title = output.title("title", of: value, item: id)
    else { return }
    let isDone = value["isDone"]?.bool == true
    var isPlanned = false
    /// Writes what is due at a time, else on a day, else when it reminds.
    func write(_ suffix: String, _ timed: Instant?, _ day: LocalDateTime?, reminder: Instant?) {
      let instant = timed ?? (day == nil ? reminder : nil)
      guard let local = instant.map(output.local) ?? day else { return }
      var task = ImportedTask(id: id + suffix, title: title, at: value.place, local)
      (task.isDone, task.isAllDay) = (isDone, timed == nil && day != nil)
      (task.instant, task.instants) = (instant, reminder.map { [$0] } ?? [])
      output.write(task)
      isPlanned = true
    }
    /// Returns the instant of a member in milliseconds; nil after reporting a malformed one.
    func instant(_ name: String) -> Instant?? {
      output.value(name, of: value, expected: "milliseconds since 1970", item: id) { member in
        guard let at = member.int, at.magnitude < 1 << 53 else { return nil }
        return output.instant(milliseconds: at)
      }
    }
    func day(_ name: String) -> LocalDateTime?? {
      output.value(name, of: value, expected: "a date, YYYY-MM-DD", item: id) { $0.date?.at(output.time) }
    }
    guard let due = instant("dueWithTime"), let planned = instant("plannedAt"), let dueDay = day("dueDay"),
      let remind = instant("remindAt"),
      let deadline = instant("deadlineWithTime"), let deadlineDay = day("deadlineDay"),
      let deadlineRemind = instant("deadlineRemindAt")
    else { return }
    let old = value["reminderId"]?.string.flatMap { reminders[$0] }.flatMap { output.instant(milliseconds: $0) }
    let list = hasDays ? nil : days[id] ?? (todays.contains(id) ? output.today : nil)
    write("", due ?? planned, dueDay ?? list?.at(output.time), reminder: remind ?? old)
    write("/deadline", deadline, deadlineDay, reminder: deadlineRemind)
    if !isPlanned {
      output.note("task has no date", "tasks have no date", "not planned", at: value.place)
    }
  }

  // MARK: Rules

  private func isAfterCompletion(_ rule: JSONValue) -> Bool {
    rule["repeatFromCompletionDate"]?.bool == true || rule["waitForCompletion"]?.bool == true
  }

  private func writeRule(_ value: JSONValue, _ output: ImportOutput) {
    guard let id = output.id("id", of: value, expected: "an id"), let title = output.title("title", of: value, item: id)
    else { return }
    if value["isPaused"]?.bool == true {
      return output.note("rule is paused", "rules are paused", "not planned", at: value.place)
    }
    if value["remindAt"]?.string == "DoNotRemind", value["startTime"]?.string?.isEmpty == false {
      return output.note("rule says not to remind", "rules say not to remind", "not planned", at: value.place)
    }
    let isSingle = isAfterCompletion(value)
    if isSingle {
      output.note(
        "task repeats after completion: only the next one is planned",
        "tasks repeat after completion: only the next one is planned", at: value.place)
      // An open task is the next one.
      if openRules.contains(id) { return }
    }
    func date(_ name: String) -> LocalDate?? {
      output.value(name, of: value, expected: "a date, YYYY-MM-DD", item: id) { $0.date }
    }
    guard let start = date("startDate"), let newest = date("lastTaskCreationDay") else { return }
    let creation = value["lastTaskCreation"]?.int.flatMap { output.instant(milliseconds: $0) }
    let made = newest ?? creation.map { output.local($0).date }
    let completed = value["repeatFromCompletionDate"]?.bool == true ? made : nil
    let first = completed ?? start ?? LocalDate(year: 1970, month: 1, day: 1)!
    guard let last = date("repeatUntilDay"), var rule = rule(value, first, id, output),
      let deleted = output.members("deletedInstanceDates", of: value, item: id)
    else { return }
    if let end = [last, rule.lastCounted(from: first)].compactMap(\.self).min() {
      let own = rule["UNTIL"].flatMap { LocalDate(basic: $0) }
      (rule["COUNT"], rule["UNTIL"]) = (nil, min(end, own ?? end).basic)
    }
    // Dates that already have a task are planned by that task.
    let from = max(first, made?.adding(days: 1) ?? first)
    let far = max(from, output.run.horizon.upperBound).adding(days: 366 * 4)
    guard let next = rule.dates(from: first, in: from...far)?.first else { return }
    var time = output.time
    var lead = 0
    if let member = value["startTime"], let text = member.string, !text.isEmpty {
      let padded = text.utf8.count == 4 ? "0" + text : text
      guard let clock = LocalTime(iso8601: padded.utf8) else {
        return output.refuse(member, "startTime", expected: "a time of day, HH:MM", item: id)
      }
      time = clock
      let leads = ["AtStart": 0, "m5": 5, "m10": 10, "m15": 15, "m30": 30, "h1": 60]
      lead = (value["remindAt"]?.string).flatMap { leads[$0] } ?? 0
    }
    var task = ImportedTask(id: id, title: title, at: value.place, next.at(time))
    task.reminders = [task.local.adding(seconds: Int64(-60 * lead))]
    task.rule = isSingle ? nil : rule
    task.isAllDay = value["startTime"]?.string?.isEmpty ?? true
    task.exceptions = deleted.compactMap { member in
      if member.date == nil {
        output.refuse(member, "deletedInstanceDates", expected: "a date, YYYY-MM-DD", item: id)
      }
      return member.date
    }
    output.write(task)
  }

  private func rule(_ value: JSONValue, _ start: LocalDate, _ id: String, _ output: ImportOutput) -> RuleText? {
    // A rule in words of iCalendar counts, and the fields beside it are the nearest that older versions have.
    if let text = value["rrule"]?.string, !text.isEmpty {
      let rule = RuleText(text.hasPrefix("RRULE:") ? String(text.dropFirst(6)) : text)
      if rule.dates(from: start, in: start...start) != nil { return rule }
      output.note("rule cannot be expressed", "rules cannot be expressed", "not planned", at: value.place)
      return nil
    }
    guard let every = value["repeatEvery"]?.int ?? 1 as Int?, 1...10_000 ~= every else {
      output.refuse(value["repeatEvery"]!, "repeatEvery", expected: "a whole number from 1 to 10000", item: id)
      return nil
    }
    let interval = every == 1 ? "" : ";INTERVAL=\(every)"
    switch value["repeatCycle"]?.string {
    case "DAILY": return RuleText("FREQ=DAILY\(interval)")
    case "WEEKLY":
      let days = zip(Weekday.names, Weekday.allCases).filter { value[$0.0]?.bool == true }.map(\.1.ruleCode)
      if days.isEmpty {
        output.note("rule is never due", "rules are never due", "not planned", at: value.place)
        return nil
      }
      // Super Productivity counts blocks of seven days from the start.
      let week = every == 1 ? "" : ";WKST=\(start.weekday.ruleCode)"
      return RuleText("FREQ=WEEKLY\(interval)\(week);BYDAY=\(days.joined(separator: ","))")
    case "MONTHLY":
      if value["monthlyLastDay"]?.bool == true { return RuleText("FREQ=MONTHLY\(interval);BYMONTHDAY=-1") }
      if let week = value["monthlyWeekOfMonth"]?.int, week == -1 || 1...4 ~= week,
        let day = value["monthlyWeekday"]?.int, 0...6 ~= day
      {
        return RuleText("FREQ=MONTHLY\(interval);BYDAY=\(week)\(Weekday.allCases[(day + 6) % 7].ruleCode)")
      }
      return RuleText("FREQ=MONTHLY\(interval);\(RuleText.clamped(to: start.day))")
    case "YEARLY":
      return RuleText("FREQ=YEARLY\(interval);BYMONTH=\(start.month);\(RuleText.clamped(to: start.day))")
    default:
      if let member = value["repeatCycle"] {
        output.refuse(member, "repeatCycle", expected: "one of DAILY, WEEKLY, MONTHLY, YEARLY", item: id)
      } else {
        output.refuseMissing("repeatCycle", in: value, expected: "one of DAILY, WEEKLY, MONTHLY, YEARLY", item: id)
      }
      return nil
    }
  }

  // MARK: Counters

  private func writeCounter(_ value: JSONValue, _ output: ImportOutput) {
    guard let id = output.id("id", of: value, expected: "an id") else { return }
    if value["isEnabled"]?.bool == false {
      return output.note("counter is switched off", "counters are switched off", "left out", at: value.place)
    }
    let least = max(1, value["streakMinValue"]?.int ?? 1)
    guard let title = output.title("title", of: value, item: id),
      let counts = output.members("countOnDay", of: value, item: id)
    else { return }
    let done = counts.filter { day in
      guard output.date(naming: day, "countOnDay", item: id) != nil else { return false }
      guard let count = day.int else {
        output.refuse(day, "countOnDay", expected: "a whole number", item: id)
        return false
      }
      return count >= least
    }
    output.begin("habit", id: id, at: value.place)
    output.text("name", title.isEmpty ? "Counter" : title, at: value["title"]?.place)
    if let days = value["streakWeekDays"], days.type == .object {
      // 0 is Sunday.
      let on = Weekday.allCases.filter { days[String((Int($0.rawValue) + 1) % 7)]?.bool == true }
      if !on.isEmpty, on.count < 7 { output.list("days", on.map(\.code), at: days.place) }
    }
    output.list("completions", done.map(\.key).sorted().suffix(1000), at: value["countOnDay"]?.place)
    output.end()
  }
}

extension JSONValue {
  /// The date in a string of the form YYYY-MM-DD.
  fileprivate var date: LocalDate? { string.flatMap { LocalDate(iso8601: $0.utf8) } }
}
