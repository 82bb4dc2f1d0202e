public import CivilTime
internal import PlanModel

/// Something that the app plans for: a task, a habit, a bill. An app makes them anew from its own records for every plan.
///
/// ```
/// let bins = Item.task("bins", "Take the bins out", at: LocalTime(hour: 19, minute: 0)!, Schedule(monday, .weekly))
/// ```
///
/// An `id` is unique among the account's items of a kind, and the same in every plan.
public struct Item: Sendable {
  let add: @Sendable (inout Items, PlanModel.Policy) throws(CannotPlan) -> Void

  init(_ add: @escaping @Sendable (inout Items, PlanModel.Policy) throws(CannotPlan) -> Void) {
    self.add = add
  }

  /// One that fits every policy.
  init(_ add: @escaping @Sendable (inout Items) -> Void) {
    self.add = { items, _ in add(&items) }
  }

  /// Where a date goes that falls on a weekend or on one of the account's ``Holidays``.
  public enum Shift: String, CaseIterable, Sendable {
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

    var model: DayShift { DayShift(rawValue: rawValue)! }
  }

  /// Something to do at a time of the day.
  ///
  /// - Parameters:
  ///   - id: As ``Item`` says.
  ///   - title: What to do.
  ///   - time: When to remind.
  ///   - schedule: On which dates.
  ///   - isCompleted: Done for good.
  ///   - completedOn: Dates on which it was done.
  ///   - shift: Where its dates go; nil: as the policy says.
  public static func task(
    _ id: String, _ title: String, at time: LocalTime, _ schedule: Schedule, isCompleted: Bool = false,
    completedOn: [LocalDate] = [], shift: Shift? = nil
  ) -> Item {
    var item = TaskItem(id: ItemID(id), location: .inCode)
    (item.title, item.time, item.schedule) = (title, time, schedule.model)
    (item.isCompleted, item.completedOn, item.shift) = (isCompleted, DateSet(completedOn), shift?.model)
    return Item { [item] in $0.tasks.append(item) }
  }

  /// Something to do again and again, reminded of at times of the day, or at a place.
  ///
  /// - Parameters:
  ///   - id: As ``Item`` says.
  ///   - name: What to do.
  ///   - category: For texts.
  ///   - reminders: When to remind.
  ///   - days: On which weekdays.
  ///   - first: Not before it; nil: from ever.
  ///   - last: Not after it; nil: for ever.
  ///   - completions: Dates on which it was done.
  ///   - streak: The current streak.
  ///   - isArchived: No longer in use.
  ///   - place: Where else to remind.
  public static func habit(
    _ id: String, _ name: String, category: String? = nil, at reminders: [LocalTime] = [], on days: WeekdaySet = .all,
    from first: LocalDate? = nil, to last: LocalDate? = nil, completions: [LocalDate] = [], streak: Int = 0,
    isArchived: Bool = false, place: Place? = nil
  ) -> Item {
    var item = HabitItem(id: ItemID(id), location: .inCode)
    (item.name, item.category, item.reminders, item.days) = (name, category, reminders, days)
    (item.startDate, item.endDate, item.completions) = (first, last, DateSet(completions))
    (item.streak, item.isArchived, item.place) = (streak, isArchived, place?.model)
    return Item { [item] in $0.habits.append(item) }
  }

  /// Something to pay.
  ///
  /// - Parameters:
  ///   - id: As ``Item`` says.
  ///   - name: For texts.
  ///   - amount: nil: not known.
  ///   - due: The due dates; nil: it has none.
  ///   - isIncome: It is no expense, so nothing is reminded of.
  ///   - isAutoPaid: Paid automatically.
  ///   - isPaid: Paid, for all due dates.
  ///   - paidThrough: Due dates up to this one are paid.
  ///   - shift: Where its due dates go; nil: as the policy says.
  public static func bill(
    _ id: String, _ name: String, _ amount: Amount? = nil, due: Schedule?, isIncome: Bool = false,
    isAutoPaid: Bool = false, isPaid: Bool = false, paidThrough: LocalDate? = nil, shift: Shift? = nil
  ) -> Item {
    var item = BillItem(id: ItemID(id), location: .inCode)
    (item.name, item.amount, item.currency) = (name, amount?.number, amount?.currency)
    (item.direction, item.schedule) = (isIncome ? .income : .expense, due?.model)
    (item.isAutoPaid, item.isPaid, item.paidThrough, item.shift) = (isAutoPaid, isPaid, paidThrough, shift?.model)
    return Item { [item] in $0.bills.append(item) }
  }

  /// What was spent of a budget in a period.
  ///
  /// - Parameters:
  ///   - id: As ``Item`` says.
  ///   - name: For texts.
  ///   - spent: So far.
  ///   - limit: What may be spent.
  ///   - period: Such as `2026-11`.
  ///   - updatedAt: When it was known.
  public static func budget(
    _ id: String, _ name: String, spent: Amount, of limit: Amount, period: String, updatedAt: Instant
  ) -> Item {
    var item = BudgetItem(id: ItemID(id), location: .inCode)
    (item.name, item.spent, item.limit) = (name, spent.number, limit.number)
    (item.currency, item.period, item.updatedAt) = (spent.currency ?? limit.currency, period, updatedAt)
    return Item { [item] in $0.budgets.append(item) }
  }

  /// The part of the day that a diary entry is of.
  public enum Flow: String, CaseIterable, Sendable {
    /// Written in the morning.
    case morning
    /// Written at bedtime.
    case bedtime
  }

  /// A diary entry that was written.
  public static func entry(_ id: String, _ flow: Flow, on date: LocalDate) -> Item {
    var item = EntryItem(id: ItemID(id), location: .inCode)
    (item.flow, item.date) = (EntryItem.Flow(rawValue: flow.rawValue)!, date)
    return Item { [item] in $0.entries.append(item) }
  }

  /// A focus session that runs, and ends with a notification.
  ///
  /// - Parameters:
  ///   - id: As ``Item`` says.
  ///   - start: When it began.
  ///   - end: When it ends, where a pause has put it off too.
  public static func session(_ id: String, from start: Instant, to end: Instant) -> Item {
    var item = SessionItem(id: ItemID(id), location: .inCode)
    item.startedAt = start
    item.duration = max(0, end.epochSeconds - start.epochSeconds)
    (item.ownEnd, item.state) = (end, .running)
    return Item { [item] in $0.sessions.append(item) }
  }

  /// What was focused on a day: the figures of the next day's recap.
  public static func focusDay(_ id: String, on date: LocalDate, sessions: Int, minutes: Int) -> Item {
    var item = FocusDayItem(id: ItemID(id), location: .inCode)
    (item.date, item.sessions, item.minutes) = (date, max(0, sessions), max(0, minutes))
    return Item { [item] in $0.focusDays.append(item) }
  }

  /// The steps of a day.
  ///
  /// - Parameters:
  ///   - id: As ``Item`` says.
  ///   - date: The day.
  ///   - goal: At least 1.
  ///   - samples: The day's count since midnight at some instants, in any order.
  public static func stepDay(
    _ id: String, on date: LocalDate, goal: Int, samples: [(at: Instant, steps: Int)]
  ) -> Item {
    var item = StepDayItem(id: ItemID(id), location: .inCode)
    (item.date, item.goal) = (date, max(1, goal))
    item.samples = samples.sorted { $0.at < $1.at }.map { StepDayItem.Sample(at: $0.at, steps: $0.steps) }
    return Item { [item] in $0.stepDays.append(item) }
  }

  /// A workout that has ended.
  ///
  /// - Parameters:
  ///   - id: As ``Item`` says.
  ///   - endedAt: When it ended.
  ///   - type: For texts.
  ///   - seconds: How long it took.
  ///   - metres: How far it went.
  public static func workout(
    _ id: String, endedAt: Instant, type: String? = nil, seconds: Int? = nil, metres: Int? = nil
  ) -> Item {
    var item = WorkoutItem(id: ItemID(id), location: .inCode)
    (item.endedAt, item.type) = (endedAt, type)
    item.duration = seconds.map { DecimalNumber(significand: Int128($0)) }
    item.distance = metres.map { DecimalNumber(significand: Int128($0)) }
    return Item { [item] in $0.workouts.append(item) }
  }

  /// Something to read that became available.
  public static func insight(_ id: String, at instant: Instant) -> Item {
    var item = InsightItem(id: ItemID(id), location: .inCode)
    item.at = instant
    return Item { [item] in $0.insights.append(item) }
  }
}
