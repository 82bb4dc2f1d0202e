import CivilTime
import Diagnostics
import Formats

/// Reads `task export`: pending tasks with a due date, and rules from the first date without an instance on.
struct TaskwarriorMapper: JSONMapper {
  private struct Template {
    var task: ImportedTask
    var step: TaskwarriorStep
    var end: LocalDate?
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
      return output.note("task is deleted", "tasks are deleted", "left out", at: value.place)
    }
    guard let due = value["due"] else {
      return output.note("task has no due date", "tasks have no due date", "not planned", at: value.place)
    }
    guard let instant = due.string.flatMap(Instant.init(taskwarrior:)) else {
      return output.refuse(due, "due", expected: "an instant, such as 20261124T160000Z", item: uuid)
    }
    if value["wait"] != nil {
      output.note("task waits until a date", "tasks wait until a date", "planned regardless", at: value.place)
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
    var until: Instant?
    if let member = value["until"] {
      guard let read = member.string.flatMap(Instant.init(taskwarrior:)) else {
        return output.refuse(member, "until", expected: "an instant, such as 20261124T160000Z", item: uuid)
      }
      until = read
    }
    if status != "recurring" {
      if let until, until < max(instant, output.run.now) {
        return output.note(
          "task expired, or expires before it is due", "tasks expired, or expire before they are due", "left out",
          at: value.place)
      }
      task.instant = instant
    } else {
      guard let recur = value["recur"]?.string, let step = TaskwarriorStep(recur) else {
        return output.note(
          "task repeats as no rule can express: only its instances are planned",
          "tasks repeat as no rule can express: only their instances are planned", at: value.place)
      }
      var end: LocalDate?
      if let until {
        let last = output.local(until)
        end = last.time >= local.time ? last.date : last.date.adding(days: -1)
      }
      if step.isOfDays {
        output.note(
          "task repeats by months, quarters or years that Taskwarrior counts as days: so does tickler",
          "tasks repeat by months, quarters or years that Taskwarrior counts as days: so does tickler", at: value.place)
      }
      templates.append(
        Template(task: task, step: step, end: end, instances: value["mask"]?.string?.utf8.count ?? 0))
      return
    }
    task.series = value["parent"]?.string
    if let parent = task.series, let number = value["imask"]?.int, 0..<100_000 ~= number {
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
    if template.instances > 0 { task.series = task.id }
    // A second template with the same id is refused as a duplicate, so it needs no instances.
    let own = instances.removeValue(forKey: task.id) ?? []
    let last = own.map(\.due.date).max() ?? .first
    // The due date is the first date, regardless of the rule.
    var (date, number) = (start, 0)
    let numbered = Dictionary(own.map { ($0.number, $0) }) { first, _ in first }
    while number < template.instances || date <= last {
      if let own = numbered[number], date != own.due.date || task.local.time != own.due.time {
        output.note(
          "instance is off its rule, since Taskwarrior counts days of 24 hours; its own time is planned",
          "instances are off their rules, since Taskwarrior counts days of 24 hours; their own times are planned",
          at: own.place)
      }
      (date, number) = (template.step.next(date), number + 1)
      if date > (template.end ?? output.run.horizon.upperBound.adding(days: 366 * 10)) { return }
    }
    var rule = template.step.rule(from: date)
    if let end = template.end { rule["UNTIL"] = end.basic }
    output.noteDrift(of: rule, from: date, at: task.place, in: "Taskwarrior", template.step.next)
    (task.local, task.rule) = (date.at(task.local.time), rule)
    // The rule of weekdays lacks a due date on a weekend.
    task.isMovable = true
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
