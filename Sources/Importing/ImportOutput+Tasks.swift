import CivilTime
import Formats

/// A task of another tool: the fields common to all.
struct ImportedTask {
  var id: String
  var title: String
  var place: Place
  /// The task of which this is one of several items; nil if it is the only one.
  var series: String?
  /// The due time, or the first time of its rule.
  var local: LocalDateTime
  /// The due time of a single task; nil if the file has a wall time.
  var instant: Instant?
  /// When it reminds of its first date; empty if only when it is due.
  var reminders: [LocalDateTime] = []
  /// The reminders that the file has as instants.
  var instants: [Instant] = []
  /// The end of a snooze; nil if it is not snoozed.
  var snooze: Instant?
  var rule: RuleText?
  /// Whether it is due on its date even if the rule lacks it: a user moves a date, and the rule makes the next ones.
  var isMovable = false
  var exceptions: [LocalDate] = []
  var done: [LocalDate] = []
  var isDone = false
  /// Whether it has a date but no time.
  var isAllDay = false

  init(id: String, title: String, at place: Place, _ local: LocalDateTime) {
    (self.id, self.title, self.place, self.local) = (id, title.isEmpty ? "Task" : title, place, local)
  }

  var date: LocalDate { local.date }

  /// Returns the offset of a reminder; nil if it is more than a year.
  fileprivate func offset(of reminder: LocalDateTime) -> String? {
    if isAllDay || reminder.time == local.time {
      return ICalendarDuration.offset(of: reminder, from: date, usual: local.time)
    }
    return ICalendarDuration.offset(seconds: Int(reminder.secondsSinceEpoch - local.secondsSinceEpoch))
  }

  func offset(of reminder: Instant, in zone: Zone) -> String? {
    let (due, own) = (instant ?? zone.instant(of: local), zone.local(reminder))
    if zone.names(due), zone.names(reminder), isAllDay || own.time == local.time { return offset(of: own) }
    return ICalendarDuration.offset(seconds: Int(reminder.epochSeconds - due.epochSeconds))
  }
}

extension ImportOutput {
  func write(_ task: ImportedTask) {
    if task.isDone, task.rule == nil, task.date < today {
      return note("task was done before today", "tasks were done before today", "left out", at: task.place)
    }
    let offsets =
      task.reminders.compactMap(task.offset) + task.instants.compactMap { task.offset(of: $0, in: zone) }
    if offsets.count < task.reminders.count + task.instants.count {
      note(
        "reminder is more than a year from what it is about", "reminders are more than a year from what they are about",
        "not planned", at: task.place)
      if offsets.isEmpty { return }
    }
    guard let rule = task.rule, task.isMovable, rule.has(task.date) != true else { return write(task, offsets) }
    var (single, others) = (task, task)
    single.rule = nil
    if rule.has(task.date) == nil {
      note(
        "task has a rule that is not read: its date alone is planned",
        "tasks have rules that are not read: their dates alone are planned", at: rule.place ?? task.place)
    } else {
      (single.id, single.series, others.series) = ("\(task.id)/\(task.date)", task.id, task.id)
    }
    if !task.exceptions.contains(task.date) { write(single, offsets) }
    guard let (date, rest) = rule.rest(after: task.date) else { return }
    (others.local, others.rule) = (date.at(task.local.time), rest)
    write(others, offsets)
  }

  private func write(_ task: ImportedTask, _ offsets: [String]) {
    begin("task", id: task.id, series: task.series, at: task.place)
    text("title", task.title)
    let single = task.rule == nil && !task.isAllDay ? task.instant : nil
    let (local, own) = single.map { wall(of: $0) } ?? (task.local, nil)
    text("date", local.date.description)
    time(local.time, isAllDay: task.isAllDay)
    if let own { text("timeZone", own.name) }
    if let rule = task.rule {
      text("rrule", rule.text, at: rule.place)
      list("exdates", task.exceptions.sorted().map(\.description))
      list("completedOn", task.done.sorted().map(\.description))
    }
    if !offsets.isEmpty { remind(offsets, repeats: task.rule != nil) }
    if let snooze = task.snooze { text("snoozedUntil", "\(snooze)") }
    if task.isDone { flag("completed") }
    end()
  }

  /// Converts milliseconds since 1970; nil if out of range.
  func instant(milliseconds: Int) -> Instant? { Instant(epochSeconds: Int64(milliseconds / 1000)) }

  /// Refuses an item because of a malformed value.
  func refuse(_ value: JSONValue, _ field: String, expected: String, item: String?) {
    refuse("found \(value.words)", expected: expected, at: value.place, item: item, field: field)
  }

  /// Returns the id of an item, or reports that it has none.
  func id(_ field: String, of value: JSONValue, expected: String) -> String? {
    guard let member = value[field] else {
      refuseMissing(field, in: value, expected: expected)
      return nil
    }
    if let text = member.text, !text.isEmpty { return text }
    refuse(member, field, expected: expected, item: nil)
    return nil
  }

  /// Returns a field as `read` converts it: `.some(nil)` if it is absent; nil after reporting a value that `read`
  /// rejects.
  func value<Value>(
    _ field: String, of value: JSONValue, expected: String, item: String, _ read: (JSONValue) -> Value?
  ) -> Value?? {
    guard let member = value[field] else { return .some(nil) }
    if let result = read(member) { return result }
    refuse(member, field, expected: expected, item: item)
    return nil
  }

  /// Returns the members of a list or object: none if the field is absent, nil after reporting any other value.
  func members(_ field: String, of value: JSONValue, item: String?) -> [JSONValue]? {
    guard let member = value[field] else { return [] }
    if member.type == .list || member.type == .object { return member.children }
    refuse(member, field, expected: "a list or an object", item: item)
    return nil
  }

  /// Returns the date in a member's name; nil after reporting any other name.
  func date(naming value: JSONValue, _ field: String, item: String?) -> LocalDate? {
    if let date = LocalDate(iso8601: value.key.utf8) { return date }
    refuse(
      "found the name \(value.key.quotedForDiagnostic)", expected: "a date, YYYY-MM-DD", at: value.place, item: item,
      field: field)
    return nil
  }

  /// Returns the title of an item, empty if it has none; nil after reporting a value that is no text.
  func title(_ field: String, of value: JSONValue, item: String) -> String? {
    guard let member = value[field] else { return "" }
    if let text = member.text { return text }
    refuse(member, field, expected: "a text", item: item)
    return nil
  }

  func refuseMissing(_ field: String, in value: JSONValue, expected: String, item: String? = nil) {
    refuse("the field is missing", expected: expected, at: value.place, item: item, field: field, code: .missingField)
  }
}
