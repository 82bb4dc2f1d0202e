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
  var rule: RuleText?
  var exceptions: [LocalDate] = []
  var done: [LocalDate] = []
  var isDone = false
  /// Whether it has a date but no time.
  var isAllDay = false

  init(id: String, title: String, at place: Place, _ local: LocalDateTime) {
    (self.id, self.title, self.place, self.local) = (id, title.isEmpty ? "Task" : title, place, local)
  }

  var date: LocalDate { local.date }
}

extension ImportOutput {
  /// Writes a task.
  ///
  /// - Parameter days: The days from a date of its rule to its reminder; negative if it reminds before.
  func write(_ task: ImportedTask, after days: Int = 0) {
    if task.isDone, task.rule == nil, task.date < today {
      return note("task was done before today", "tasks were done before today", "left out", at: task.place)
    }
    guard let rule = task.rule else { return write(task, id: task.id, on: task.date.adding(days: days)) }
    if let moved = rule.moved(by: days, from: task.date) {
      var task = task
      task.exceptions = task.exceptions.map { $0.adding(days: days) }
      task.done = task.done.map { $0.adding(days: days) }
      return write(task, id: task.id, on: task.date.adding(days: days), rule: moved)
    }
    guard let dates = rule.dates(from: task.date, in: run.horizon) else {
      // The reader of the item reports the fault in the rule.
      return write(task, id: task.id, on: task.date, rule: rule)
    }
    note(
      "reminder is on another day than its task, which no rule can express: its dates are planned one by one",
      "reminders are on another day than their tasks, which no rule can express: their dates are planned one by one",
      at: task.place)
    for date in dates
    where run.written.contains(date.adding(days: days)) && !task.exceptions.contains(date)
      && !task.done.contains(date)
    {
      write(task, id: "\(task.id)/\(date)", on: date.adding(days: days))
    }
  }

  private func write(_ task: ImportedTask, id: String, on date: LocalDate, rule: RuleText? = nil) {
    begin("task", id: id, series: id == task.id ? task.series : task.series ?? task.id, at: task.place)
    text("title", task.title)
    text("date", date.description)
    time(task.local.time, isAllDay: task.isAllDay)
    if let rule {
      text("rrule", rule.text, at: rule.place)
      list("exdates", task.exceptions.sorted().map(\.description))
      list("completedOn", task.done.sorted().map(\.description))
    }
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
