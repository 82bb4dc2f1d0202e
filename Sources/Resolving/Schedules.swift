import CivilTime
import Diagnostics
import Formats
import PlanModel

/// An item's fields about its repetition, before they become a schedule.
struct ScheduleFields {
  enum Word: String, CaseIterable, Sendable {
    case none, daily, weekly, monthly, yearly, customDays
  }

  var start: LocalDate?
  var word = Word.none
  var weekdays = WeekdaySet()
  var until: LocalDate?
  var exceptions: DateSet = []
  /// The indices of the values of the last date, the excluded dates and the weekdays.
  var untilIndex, exceptionsIndex, weekdaysIndex: Int?
  /// The index of the rule's value.
  var rule: Int?

  /// Returns whether to look for fields without effect. Few items have any, and looking copies the fields: 1 % of W's
  /// instructions.
  func mayHaveNoEffect(_ repetition: Repetition) -> Bool {
    if repetition.isNone, untilIndex != nil || exceptionsIndex != nil { return true }
    if weekdaysIndex != nil, word != .customDays { return true }
    guard let start else { return false }
    if let until, until < start { return true }
    return if case .rule(let rule) = repetition { rule.ends(before: start) } else { false }
  }
}

extension RecordResolver {
  /// Returns the current item's schedule; nil if it has none or there is an error.
  mutating func schedule() -> Schedule? {
    var repetition: Repetition
    switch draft.schedule.word {
    case .none: repetition = .none
    case .daily: repetition = .daily
    case .weekly: repetition = .weekly
    case .monthly: repetition = .monthly
    case .yearly: repetition = .yearly
    case .customDays:
      guard let start = draft.schedule.start else { return nil }
      repetition = .customDays(draft.schedule.weekdays.isEmpty ? WeekdaySet(start.weekday) : draft.schedule.weekdays)
    }
    if let rule = draft.schedule.rule {
      if !repetition.isNone {
        report(
          .badValue, at: rule, field: label(of: rule), found: "the item has both repeat and rrule",
          expected: "one of the two")
        return nil
      }
      guard let start = draft.schedule.start, let recurrence = recurrence(rule, start: start) else { return nil }
      repetition = .rule(recurrence)
    }
    if draft.schedule.mayHaveNoEffect(repetition) { warnOfIdleFields(repetition) }
    guard let start = draft.schedule.start else { return nil }
    return Schedule(
      start: start, repetition: repetition, until: draft.schedule.until, exceptions: draft.schedule.exceptions)
  }

  /// Warns of fields that change no date, and of a last date before the first.
  private mutating func warnOfIdleFields(_ repetition: Repetition) {
    // Imports limit what happens once to its date.
    guard let item, !context.inputs[input].file.format.isForeign,
      child(of: item, context.schema.sourceName) == nil
    else { return }
    let fields = draft.schedule
    func warn(_ index: Int, _ why: String, _ expected: String) {
      report(
        .badValue, severity: .warning, at: index, field: label(of: index), found: "\(words(index)) \(why)",
        expected: expected)
    }
    // Without a date, every day is due.
    let isOnce = fields.start != nil && repetition.isNone && !repeatsByPolicy
    for (index, why) in [
      (fields.until == nil ? nil : fields.untilIndex, "bounds nothing"),
      (fields.exceptions.isEmpty ? nil : fields.exceptionsIndex, "excludes nothing"),
    ] where isOnce {
      guard let index else { continue }
      warn(index, "\(why): the item has neither repeat nor rrule", "one of the two, or no \(nameText(index))")
    }
    if !fields.weekdays.isEmpty, fields.word != .customDays, let index = fields.weekdaysIndex {
      warn(index, "chooses nothing: repeat is not customDays", "\"customDays\", or no weekdays")
    }
    guard let start = fields.start, !repetition.isNone else { return }
    if let until = fields.until, until < start, let index = fields.untilIndex {
      warn(index, "ends it before its first date, \(start)", "a later date")
    }
    if case .rule(let rule) = repetition, let index = fields.rule, rule.ends(before: start) {
      warn(index, "ends before the first date, \(start)", "a later UNTIL")
    }
  }

  /// Whether a kind of the policy repeats the current item, with its own `every`.
  private var repeatsByPolicy: Bool {
    policy?.value.kinds.contains { settings in
      let declaration = settings.description.declaration
      return (declaration.repeatsDates || declaration.elapsed != nil)
        && settings.description.items.contains { $0 == itemKind }
    } ?? false
  }

  mutating func recurrence(_ index: Int, start: LocalDate) -> Recurrence? {
    guard record.values[index].type.isText else {
      refuse(index, expected: ValueType.rule.words, isOfType: false)
      return nil
    }
    if let known = recurrences[record.bytes(index)]?.starting(start) { return known }
    do {
      let recurrence = try Recurrence(RecurrenceRule(parsing: Array(record.string(index).utf8)), start: start)
      recurrences.keep(recurrence, for: record.string(index))
      return recurrence
    } catch {
      let found = error.found.isEmpty ? "nothing" : error.found.quotedForDiagnostic
      report(
        .badValue, at: index, field: label(of: index),
        found: "found \(found) at character \(error.offset + 1) of \(words(index))", expected: error.expected)
      return nil
    }
  }
}

extension Recurrence {
  /// Returns whether UNTIL is before a date in every zone.
  fileprivate func ends(before date: LocalDate) -> Bool {
    switch until {
    case .date(let last): last < date
    case .local(let last): last.date < date
    case .utc(let last): last.local(at: .utc).date.adding(days: 1) < date
    case nil: false
    }
  }
}

extension Field {
  /// Returns the check that runs after an item's fields are read; nil if the kind of item needs none.
  static func finish(_ item: ItemDeclaration) -> Reader? {
    let hasDates = item.has(.standard(.date)) || item.has(.day)
    let firstDate = item.members.first { $0.role == .firstDate }?.name
    let needsTime = item.has(.timeOrPolicyDefault)
    let hasAmounts = item.currency != nil && !item.amounts.isEmpty
    let end = End(item)
    guard hasDates || firstDate != nil || needsTime || hasAmounts || end != nil else { return nil }
    return { resolver, index in
      if hasDates { resolver.setSchedule() }
      if let firstDate { resolver.setLifetime(firstDate) }
      if needsTime { resolver.setTime(of: index) }
      if let end { resolver.setEnd(end, of: index) }
      if hasAmounts { item.settleCurrency(of: &resolver.draft.item!) }
    }
  }
}

/// The indices of an end and of the start and duration that determine it.
private struct End {
  let start, duration, end: Int
  let durationName: String

  /// - Returns: nil if items of that kind have no end.
  init?(_ item: ItemDeclaration) {
    for (end, field) in item.fields.enumerated() {
      if case .end(let start, let duration) = field.role, let first = item.place(start),
        let length = item.place(duration)
      {
        (self.start, self.duration, self.end, durationName) = (first, length, end, duration)
        return
      }
    }
    return nil
  }
}

extension RecordResolver {
  fileprivate mutating func setSchedule() {
    let schedule = schedule()
    draft.item?.schedule = consume schedule
    guard draft.schedule.start == nil, draft.schedule.until != nil || !draft.schedule.exceptions.isEmpty else { return }
    draft.item?.everyDay = Schedule(
      start: .first, repetition: .daily, until: draft.schedule.until, exceptions: draft.schedule.exceptions)
  }

  /// Sets the dates of an item that has a first and a last date: those of its rule, or every day.
  ///
  /// - Parameter first: The name of the first date's field.
  fileprivate mutating func setLifetime(_ first: String) {
    let fields = draft.schedule
    if let rule = fields.rule {
      guard let start = fields.start else {
        return refuse(rule, expected: "a \(first), from which to count")
      }
      guard let recurrence = recurrence(rule, start: start) else { return }
      draft.item?.schedule = Schedule(
        start: start, repetition: .rule(recurrence), until: fields.until, exceptions: fields.exceptions)
    } else if fields.start != nil || fields.until != nil {
      draft.item?.schedule = Schedule(start: fields.start ?? .first, repetition: .daily, until: fields.until)
    }
  }

  /// Sets the policy's time, or 09:00, if the item has none.
  fileprivate mutating func setTime(of item: Int) {
    let name = context.schema.timeName
    if child(of: item, name) != nil { return }
    draft.item?.times = .at(untimedTasks)
    draft.item?.isUntimed = true
  }

  /// Sets the end to start plus duration if the item has none.
  fileprivate mutating func setEnd(_ places: End, of item: Int) {
    guard case .instant(let from)? = draft.item?.values[places.start] else { return }
    if case .none? = draft.item?.values[places.end], case .duration(let seconds)? = draft.item?.values[places.duration]
    {
      draft.item?.values[places.end] = .instant(from.advanced(bySeconds: seconds))
    }
    guard case .instant(let at)? = draft.item?.values[places.end], !PlannableTime.instants.contains(at),
      let duration = child(of: item, context.schema.names.name(places.durationName))
    else { return }
    refuse(duration, expected: "a session that ends by \(PlannableTime.instants.upperBound)")
  }
}
