import CivilTime
import Diagnostics
import Formats

/// Reads `task export`: pending tasks with a due date, and rules from the first date without an instance on.
struct TaskwarriorMapper: JSONMapper {
  private struct Template {
    var task: ImportedTask
    var rule: RuleText
    var instances: Int
  }

  private static let statuses = ["pending", "waiting", "recurring", "completed", "deleted"]

  static let paths: [JSONMembers.Path] = [.init("*"), .init()]
  static let mayBeLines = true

  var members: JSONMembers?
  private var templates: [Template] = []
  /// Instances by template: number and due time.
  private var instances: [String: [(number: Int, due: LocalDateTime, place: Place)]] = [:]

  mutating func finish(_ output: ImportOutput) {
    for template in templates { write(template, output) }
  }

  mutating func take(_: Int, _ value: JSONValue, _ output: ImportOutput) {
    guard let uuid = output.id("uuid", of: value, expected: "the task's uuid") else { return }
    let status = value["status"]?.text ?? "pending"
    guard TaskwarriorMapper.statuses.contains(status) else {
      return output.refuse(
        value["status"]!, "status", expected: "one of \(TaskwarriorMapper.statuses.joined(separator: ", "))", item: uuid
      )
    }
    if status == "deleted" {
      return output.note("task is deleted: it is left out", "tasks are deleted: they are left out", at: value.place)
    }
    guard let due = value["due"] else {
      return output.note(
        "task has no due date: it is not planned", "tasks have no due date: they are not planned", at: value.place)
    }
    guard let instant = due.string.flatMap(Instant.init(taskwarrior:)) else {
      return output.refuse(due, "due", expected: "an instant, such as 20261124T160000Z", item: uuid)
    }
    if value["wait"] != nil {
      output.note(
        "task waits until a date: it is planned regardless", "tasks wait until a date: they are planned regardless",
        at: value.place)
    }
    if value["scheduled"] != nil {
      output.note(
        "task is scheduled for another date than it is due: the due date is planned",
        "tasks are scheduled for other dates than they are due: the due dates are planned", at: value.place)
    }
    let (local, isAllDay) = TaskwarriorMapper.local(instant, output)
    guard let title = output.title("description", of: value, item: uuid) else { return }
    var task = ImportedTask(id: uuid, title: title, at: value.place, local)
    (task.isDone, task.isAllDay) = (status == "completed", isAllDay)
    if status == "recurring" {
      guard let recur = value["recur"]?.string, var rule = RuleText(taskwarrior: recur) else {
        return output.note(
          "task repeats as no rule can express: only its instances are planned",
          "tasks repeat as no rule can express: only their instances are planned", at: value.place)
      }
      if let member = value["until"] {
        guard let until = member.string.flatMap(Instant.init(taskwarrior:)) else {
          return output.refuse(member, "until", expected: "an instant, such as 20261124T160000Z", item: uuid)
        }
        let end = output.local(until)
        rule["UNTIL"] = (end.time >= local.time ? end.date : end.date.adding(days: -1)).basic
      }
      rule.clamp(at: local.date)
      templates.append(Template(task: task, rule: rule, instances: value["mask"]?.string?.utf8.count ?? 0))
      return
    }
    if let parent = value["parent"]?.string, let number = value["imask"]?.int, 0..<100_000 ~= number {
      instances[parent, default: []].append((number, local, value.place))
    }
    output.write(task)
  }

  /// Returns the local time. Midnight and the last second of a day stand for a date alone, which reminds at the
  /// default time.
  private static func local(_ instant: Instant, _ output: ImportOutput) -> (LocalDateTime, isAllDay: Bool) {
    let local = output.local(instant)
    let second = local.time.secondOfDay
    return second == 0 || second == 86_399 ? (local.date.at(output.time), true) : (local, false)
  }

  /// Writes the rule from the first date without an instance on.
  private mutating func write(_ template: Template, _ output: ImportOutput) {
    var task = template.task
    let start = task.date
    // A second template with the same id is refused as a duplicate, so it needs no instances.
    let own = instances.removeValue(forKey: task.id) ?? []
    let last = own.map(\.due.date).max()
    let far = max(start, output.run.horizon.upperBound).adding(days: 366)
    guard let dates = template.rule.dates(from: start, in: start...far) else { return }
    for (number, due, place) in own where number < dates.count {
      if dates[number] == due.date, task.local.time == due.time { continue }
      output.note(
        "instance is off its rule, since Taskwarrior steps by months of any length and days of 24 hours; its own time is planned",
        "instances are off their rules, since Taskwarrior steps by months of any length and days of 24 hours; their own times are planned",
        at: place)
    }
    guard let next = dates.dropFirst(template.instances).first(where: { last == nil || $0 > last! }) else { return }
    task.local = next.at(task.local.time)
    task.rule = template.rule
    output.write(task)
  }
}

extension Instant {
  /// Reads `20261124T160000Z`.
  init?(taskwarrior text: String) {
    let bytes = Array(text.utf8)
    guard bytes.count > 9, bytes[8] == UInt8(ascii: "T"), bytes.last == UInt8(ascii: "Z"),
      let date = LocalDate(basic: bytes.span.extracting(first: 8)),
      let time = LocalTime(basic: bytes.span.extracting(9..<bytes.count - 1))
    else { return nil }
    self = date.at(time).instant(at: .utc)
  }
}

extension RuleText {
  /// Reads a word or duration of Taskwarrior; nil for hours and shorter units, which no date expresses.
  init?(taskwarrior text: String) {
    let word = text.lowercased()
    if word == "weekdays" {
      self.init("FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR")
      return
    }
    var digits = word.prefix { $0.isNumber }
    var unit = word.dropFirst(digits.count)
    if digits.isEmpty, word.hasPrefix("p") {
      digits = word.dropFirst().prefix { $0.isNumber }
      unit = word.dropFirst(1 + digits.count)
      guard !digits.isEmpty, unit.count == 1 else { return nil }
      // In ISO 8601 `m` means months; Taskwarrior's own `m` means minutes.
      if unit == "m" { unit = "months" }
    }
    guard let count = digits.isEmpty ? 1 : Int(digits), 1...10_000 ~= count else { return nil }
    let rule: (frequency: String, count: Int)
    switch unit.filter({ $0 != " " }) {
    case "daily", "day", "days", "d": rule = ("DAILY", count)
    case "weekly", "week", "weeks", "wk", "wks", "w", "sennight": rule = ("WEEKLY", count)
    case "biweekly", "fortnight": rule = ("WEEKLY", 2 * count)
    case "monthly", "month", "months", "mnths", "mths", "mth", "mo", "mos": rule = ("MONTHLY", count)
    case "bimonthly": rule = ("MONTHLY", 2 * count)
    case "quarterly", "quarter", "quarters", "qtr", "qtrs", "qrtr", "qrtrs", "q": rule = ("MONTHLY", 3 * count)
    case "semiannual": rule = ("MONTHLY", 6 * count)
    case "annual", "yearly", "year", "years", "yrs", "yr", "y": rule = ("YEARLY", count)
    case "biannual", "biyearly": rule = ("YEARLY", 2 * count)
    default: return nil
    }
    self.init("FREQ=\(rule.frequency)" + (rule.count == 1 ? "" : ";INTERVAL=\(rule.count)"))
  }

  /// Makes a rule by months or years use the last day of months that are too short.
  mutating func clamp(at start: LocalDate) {
    guard start.day > 28 else { return }
    let days = (28...start.day).map(String.init).joined(separator: ",")
    switch self["FREQ"] {
    case "MONTHLY": break
    case "YEARLY" where start.month == 2: self["BYMONTH"] = "2"
    default: return
    }
    self["BYMONTHDAY"] = days
    self["BYSETPOS"] = "-1"
  }
}
