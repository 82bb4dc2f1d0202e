public import CivilTime

/// Something that the app plans for: a task, a habit, a bill, or an item of a kind that its policy declares. An app makes them from its
/// own records for every plan.
///
/// ```
/// let bins = Item.task(
///   id: "bins", title: "Take the bins out", at: LocalTime(hour: 19, minute: 0)!, on: Schedule(from: monday, .weekly))
/// ```
///
/// An item that does not fit its kind costs itself: ``Plan/unfitItems`` names it, and the others are planned.
public struct Item: Hashable, Codable, Sendable {
  /// Its kind: the name in exports, or the policy's under `[items.KIND]`.
  public var kind: String
  /// Unique among the account's items of a kind, and the same in every plan.
  public var id: String
  /// What conditions and texts read, by the names of docs/exports.md or the policy's.
  public var fields: [String: Value]
  /// When it is due on each date; none: as the policy says.
  public var times: [LocalTime] = []
  /// On which dates; nil: every day, or it has no date.
  public var schedule: Schedule?
  /// On which weekdays.
  public var weekdays = WeekdaySet.all
  /// Dates on which all of it was done.
  public var completedOn: [LocalDate] = []
  /// Single occurrences that are done, by the wall time at which they were due.
  public var completedAt: Set<LocalDateTime> = []
  /// The last of the dates that are all done; nil: none is.
  public var completedThrough: LocalDate?
  /// Done for good.
  public var isCompleted = false
  /// No longer in use.
  public var isArchived = false
  /// Nothing goes out before it.
  public var snoozedUntil: Instant?
  /// Where to remind.
  public var place: Place?
  /// Where its dates go; nil: as the policy says.
  public var shift: Shift?
  /// A step day's counts, in any order.
  public var samples: [StepSample] = []

  /// Creates an item of any kind: docs/own-kinds.md. The other members are set after it.
  ///
  /// - Parameters:
  ///   - kind: The policy's name of it.
  ///   - id: Unique among the account's items of the kind, and the same in every plan.
  ///   - fields: By the policy's names of them.
  ///   - times: When it is due on each date; none: as the policy says.
  ///   - schedule: On which dates; nil: every day.
  ///   - weekdays: On which of them.
  public init(
    kind: String, id: String, fields: [String: Value] = [:], at times: [LocalTime] = [],
    on schedule: Schedule? = nil, weekdays: WeekdaySet = .all
  ) {
    (self.kind, self.id, self.fields) = (kind, id, fields)
    (self.times, self.schedule, self.weekdays) = (times, schedule, weekdays)
  }

  /// Where a date goes that falls on a weekend or on one of the account's ``Holidays``.
  public enum Shift: String, CaseIterable, Codable, Sendable {
    /// Nowhere: it stays.
    case none
    /// To the last open day before it.
    case before
    /// To the next open day.
    case after
    /// To the nearer of the two; of two that are as near, the one before.
    case nearest
    /// Nowhere: it has no notification.
    case skip
  }

  /// The steps since midnight at an instant.
  public struct StepSample: Hashable, Codable, Sendable {
    /// When they were counted.
    public var at: Instant
    /// How many there were.
    public var steps: Int

    /// Creates a count at an instant.
    public init(at: Instant, steps: Int) {
      (self.at, self.steps) = (at, steps)
    }
  }
}

extension Item: CustomStringConvertible {
  /// `task bins`.
  public var description: String { "\(kind) \(id)" }
}

// MARK: Kinds that ship

extension Item {
  /// Something to do at a time of the day.
  ///
  /// - Parameters:
  ///   - id: As ``id`` says.
  ///   - title: What to do.
  ///   - time: When to remind.
  ///   - schedule: On which dates.
  ///   - isCompleted: Done for good.
  ///   - completedOn: Dates on which it was done.
  ///   - shift: Where its dates go; nil: as the policy says.
  public static func task(
    id: String, title: String, at time: LocalTime, on schedule: Schedule, isCompleted: Bool = false,
    completedOn: [LocalDate] = [], shift: Shift? = nil
  ) -> Item {
    var task = Item(kind: "task", id: id, fields: ["title": .text(title)], at: [time], on: schedule)
    (task.isCompleted, task.completedOn, task.shift) = (isCompleted, completedOn, shift)
    return task
  }

  /// Something to do again and again, reminded of at times of the day, or at a place.
  ///
  /// - Parameters:
  ///   - id: As ``id`` says.
  ///   - name: What to do.
  ///   - category: For texts.
  ///   - reminders: When to remind.
  ///   - days: On which weekdays.
  ///   - first: Not before it; nil: from ever.
  ///   - last: Not after it; nil: for ever.
  ///   - completedOn: Dates on which it was done.
  ///   - streak: The current streak.
  ///   - isArchived: No longer in use.
  ///   - place: Where else to remind.
  public static func habit(
    id: String, name: String, category: String? = nil, at reminders: [LocalTime] = [], on days: WeekdaySet = .all,
    from first: LocalDate? = nil, through last: LocalDate? = nil, completedOn: [LocalDate] = [], streak: Int = 0,
    isArchived: Bool = false, place: Place? = nil
  ) -> Item {
    var habit = Item(kind: "habit", id: id, fields: ["name": .text(name), "streak": .number(streak)], at: reminders)
    habit.fields["category"] = category.map { .text($0) }
    habit.fields["startDate"] = first.map { .date($0) }
    habit.fields["endDate"] = last.map { .date($0) }
    if first != nil || last != nil { habit.schedule = Schedule(from: first ?? .first, .daily, until: last) }
    (habit.weekdays, habit.completedOn, habit.isArchived, habit.place) = (days, completedOn, isArchived, place)
    return habit
  }

  /// Something to pay.
  ///
  /// - Parameters:
  ///   - id: As ``id`` says.
  ///   - name: For texts.
  ///   - amount: nil: not known.
  ///   - due: The due dates; nil: it has none.
  ///   - isIncome: It is no expense, so nothing is reminded of.
  ///   - isAutoPaid: Paid automatically.
  ///   - isPaid: Paid, for all due dates.
  ///   - paidThrough: Due dates up to this one are paid.
  ///   - shift: Where its due dates go; nil: as the policy says.
  public static func bill(
    id: String, name: String, amount: Amount? = nil, due: Schedule?, isIncome: Bool = false, isAutoPaid: Bool = false,
    isPaid: Bool = false, paidThrough: LocalDate? = nil, shift: Shift? = nil
  ) -> Item {
    var bill = Item(kind: "bill", id: id, fields: ["name": .text(name), "autoPay": .flag(isAutoPaid)], on: due)
    bill.fields["amount"] = amount.map { .money([$0]) }
    bill.fields["currency"] = amount?.currency.map { .text($0) }
    if isIncome { bill.fields["type"] = .text("income") }
    (bill.isCompleted, bill.completedThrough, bill.shift) = (isPaid, paidThrough, shift)
    return bill
  }

  /// What was spent of a budget in a period.
  ///
  /// - Parameters:
  ///   - id: As ``id`` says.
  ///   - name: For texts.
  ///   - spent: So far.
  ///   - limit: What may be spent.
  ///   - period: Such as `2026-11`.
  ///   - updatedAt: When it was known.
  public static func budget(
    id: String, name: String, spent: Amount, limit: Amount, period: String, updatedAt: Instant
  ) -> Item {
    var budget = Item(
      kind: "budget", id: id,
      fields: [
        "name": .text(name), "spent": .money([spent]), "limit": .money([limit]), "period": .text(period),
        "updatedAt": .instant(updatedAt),
      ])
    budget.fields["currency"] = (spent.currency ?? limit.currency).map { .text($0) }
    return budget
  }

  /// The part of the day that a diary entry is of.
  public enum Flow: String, CaseIterable, Codable, Sendable {
    /// Written in the morning.
    case morning
    /// Written at bedtime.
    case bedtime
  }

  /// A diary entry that was written.
  public static func entry(id: String, flow: Flow, on date: LocalDate) -> Item {
    Item(kind: "entry", id: id, fields: ["flow": .text(flow.rawValue)], on: Schedule(from: date))
  }

  /// A focus session that runs, and ends with a notification.
  ///
  /// - Parameters:
  ///   - id: As ``id`` says.
  ///   - start: When it began.
  ///   - end: When it ends, where a pause has put it off too.
  public static func session(id: String, from start: Instant, to end: Instant) -> Item {
    let seconds = min(max(0, end.epochSeconds - start.epochSeconds), Int64(Int32.max))
    return Item(
      kind: "session", id: id,
      fields: [
        "startedAt": .instant(start), "duration": .seconds(seconds), "endsAt": .instant(end), "state": .text("running"),
      ])
  }

  /// What was focused on a day: the figures of the next day's recap.
  public static func focusDay(id: String, on date: LocalDate, sessions: Int, minutes: Int) -> Item {
    Item(
      kind: "focusDay", id: id, fields: ["sessions": .number(sessions), "minutes": .number(minutes)],
      on: Schedule(from: date))
  }

  /// The steps of a day.
  ///
  /// - Parameters:
  ///   - id: As ``id`` says.
  ///   - date: The day.
  ///   - goal: At least 1.
  ///   - samples: The day's count since midnight at some instants, in any order.
  public static func stepDay(id: String, on date: LocalDate, goal: Int, samples: [StepSample]) -> Item {
    var day = Item(kind: "stepDay", id: id, fields: ["goal": .number(goal)], on: Schedule(from: date))
    day.samples = samples
    return day
  }

  /// A workout that has ended.
  ///
  /// - Parameters:
  ///   - id: As ``id`` says.
  ///   - endedAt: When it ended.
  ///   - type: For texts.
  ///   - seconds: How long it took.
  ///   - meters: How far it went.
  public static func workout(
    id: String, endedAt: Instant, type: String? = nil, seconds: Int? = nil, meters: Int? = nil
  ) -> Item {
    var workout = Item(kind: "workout", id: id, fields: ["endedAt": .instant(endedAt)])
    workout.fields["type"] = type.map { .text($0) }
    workout.fields["duration"] = seconds.map { .seconds(Int64($0)) }
    workout.fields["distance"] = meters.map { .number($0) }
    return workout
  }

  /// Something to read that became available.
  public static func insight(id: String, at instant: Instant) -> Item {
    Item(kind: "insight", id: id, fields: ["at": .instant(instant)])
  }
}
