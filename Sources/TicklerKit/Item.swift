public import CivilTime
public import PlanModel

/// Something that the app plans for: a task, a habit, a bill, or an item of a kind that the policy declares. For every plan, the app
/// creates its items from its own records.
///
/// ```
/// let bins = Item.task(
///   id: "bins", title: "Take the bins out", at: LocalTime(hour: 19, minute: 0)!, on: Schedule(from: monday, .weekly))
/// ```
///
/// An item that does not fit its kind is reported in ``Plan/unfitItems``. All others are planned.
public struct Item: Hashable, Codable, Sendable {
  /// The kind: its name in exports, or the policy's name under `[items.KIND]`.
  public var kind: String
  /// The id, unique among the account's items of the kind and the same in every plan.
  public var id: String
  /// The values for conditions and texts, by their names in docs/exports.md or the policy.
  public var fields: [String: Value]
  /// The times of day at which it is due; empty for the policy's times.
  public var times: [LocalTime] = []
  /// The dates on which it is due; nil if it is due every day or has no date.
  public var schedule: Schedule?
  /// The weekdays on which it is due.
  public var weekdays = WeekdaySet.all
  /// Whether it is about whole days. Its notifications then name no time.
  public var isAllDay = false
  /// The IANA name of the zone of its times, which is in ``Account/zones``; nil for the account's.
  public var timeZone: String?
  /// Offsets of its reminders from what it is about, as in exports: `0`, `-15m`, `-1d@18:00`; empty for those of its kind.
  public var remind: [String] = []
  /// How long an occurrence takes, in seconds, for calendars; nil if unknown.
  public var duration: Int?
  /// The name that items of one series share.
  public var series: String?
  /// Dates on which every occurrence was completed.
  public var completedOn: [LocalDate] = []
  /// Single completed occurrences, by the wall time at which they were due.
  public var completedAt: Set<LocalDateTime> = []
  /// The date through which every occurrence is completed; nil if there is none.
  public var completedThrough: LocalDate?
  /// Whether it is completed for good.
  public var isCompleted = false
  /// Whether it is no longer in use.
  public var isArchived = false
  /// The instant until which its notifications are suppressed.
  public var snoozedUntil: Instant?
  /// The instant until which its reminders wait.
  public var notBefore: Instant?
  /// The place for reminders.
  public var place: Place?
  /// How its dates move off closed days; nil for the policy's rule.
  public var shift: Shift?
  /// The step counts of a step day, in any order.
  public var samples: [StepSample] = []

  /// Creates an item of any kind (docs/own-kinds.md). Set its other properties afterwards.
  ///
  /// - Parameters:
  ///   - kind: The policy's name for the kind.
  ///   - id: The id, unique among the account's items of the kind and the same in every plan.
  ///   - fields: The values of its fields, by the policy's names.
  ///   - times: The times of day at which it is due; empty for the policy's times.
  ///   - schedule: The dates on which it is due; nil for every day.
  ///   - weekdays: The weekdays on which it is due.
  public init(
    kind: String, id: String, fields: [String: Value] = [:], at times: [LocalTime] = [],
    on schedule: Schedule? = nil, weekdays: WeekdaySet = .all
  ) {
    (self.kind, self.id, self.fields) = (kind, id, fields)
    (self.times, self.schedule, self.weekdays) = (times, schedule, weekdays)
  }

  /// How a date on a weekend or on one of the account's ``Holidays`` moves.
  public typealias Shift = DayShift
  /// A count of the steps since midnight.
  public typealias StepSample = PlanModel.StepSample
}

extension Item: CustomStringConvertible {
  /// `task bins`.
  public var description: String { "\(kind) \(id)" }
}

// MARK: Shipped kinds

extension Item {
  /// Creates a task: something to do at a time of day.
  ///
  /// - Parameters:
  ///   - id: The value for ``id``.
  ///   - title: What to do.
  ///   - time: The time of the reminder.
  ///   - schedule: The dates on which it is due.
  ///   - isCompleted: Whether it is completed for good.
  ///   - completedOn: Dates on which it was completed.
  ///   - shift: How its dates move off closed days; nil for the policy's rule.
  public static func task(
    id: String, title: String, at time: LocalTime, on schedule: Schedule, isCompleted: Bool = false,
    completedOn: [LocalDate] = [], shift: Shift? = nil
  ) -> Item {
    var task = Item(kind: "task", id: id, fields: ["title": .text(title)], at: [time], on: schedule)
    (task.isCompleted, task.completedOn, task.shift) = (isCompleted, completedOn, shift)
    return task
  }

  /// Creates a habit: something to do regularly, with reminders at times of day or at a place.
  ///
  /// - Parameters:
  ///   - id: The value for ``id``.
  ///   - name: What to do.
  ///   - category: The category, for texts.
  ///   - reminders: The times of the reminders.
  ///   - days: The weekdays on which it is due.
  ///   - first: The first date; nil for no limit.
  ///   - last: The last date; nil for no limit.
  ///   - completedOn: Dates on which it was completed.
  ///   - streak: The length of the current streak; nil to count it from `completedOn`.
  ///   - isArchived: Whether it is no longer in use.
  ///   - place: A place for reminders, in addition to the times.
  public static func habit(
    id: String, name: String, category: String? = nil, at reminders: [LocalTime] = [], on days: WeekdaySet = .all,
    from first: LocalDate? = nil, through last: LocalDate? = nil, completedOn: [LocalDate] = [], streak: Int? = nil,
    isArchived: Bool = false, place: Place? = nil
  ) -> Item {
    var habit = Item(kind: "habit", id: id, fields: ["name": .text(name)], at: reminders)
    habit.fields["streak"] = streak.map { .integer($0) }
    habit.fields["category"] = category.map { .text($0) }
    habit.fields["startDate"] = first.map { .date($0) }
    habit.fields["endDate"] = last.map { .date($0) }
    if first != nil || last != nil { habit.schedule = Schedule(from: first ?? .first, .daily, until: last) }
    (habit.weekdays, habit.completedOn, habit.isArchived, habit.place) = (days, completedOn, isArchived, place)
    return habit
  }

  /// Creates a bill.
  ///
  /// - Parameters:
  ///   - id: The value for ``id``.
  ///   - name: The name, for texts.
  ///   - amount: The amount; nil if unknown.
  ///   - due: The due dates; nil if there are none.
  ///   - isIncome: Whether it is income, which has no reminders.
  ///   - isAutoPaid: Whether it is paid automatically.
  ///   - isPaid: Whether it is paid for all due dates.
  ///   - paidThrough: The last due date that is paid.
  ///   - shift: How its due dates move off closed days; nil for the policy's rule.
  public static func bill(
    id: String, name: String, amount: Amount? = nil, due: Schedule?, isIncome: Bool = false, isAutoPaid: Bool = false,
    isPaid: Bool = false, paidThrough: LocalDate? = nil, shift: Shift? = nil
  ) -> Item {
    var bill = Item(kind: "bill", id: id, fields: ["name": .text(name), "autoPay": .flag(isAutoPaid)], on: due)
    bill.fields["amount"] = amount.map { .money($0) }
    bill.fields["currency"] = amount?.currency.map { .text($0) }
    if isIncome { bill.fields["type"] = .text("income") }
    (bill.isCompleted, bill.completedThrough, bill.shift) = (isPaid, paidThrough, shift)
    return bill
  }

  /// Creates the state of a budget in a period.
  ///
  /// - Parameters:
  ///   - id: The value for ``id``.
  ///   - name: The name, for texts.
  ///   - spent: The amount spent so far.
  ///   - limit: The amount that may be spent.
  ///   - period: The period, such as `2026-11`.
  ///   - updatedAt: The time of the last update.
  public static func budget(
    id: String, name: String, spent: Amount, limit: Amount, period: String, updatedAt: Instant
  ) -> Item {
    var budget = Item(
      kind: "budget", id: id,
      fields: [
        "name": .text(name), "spent": .money(spent), "limit": .money(limit), "period": .text(period),
        "updatedAt": .instant(updatedAt),
      ])
    budget.fields["currency"] = (spent.currency ?? limit.currency).map { .text($0) }
    return budget
  }

  /// The part of the day that a diary entry belongs to.
  public enum Flow: String, CaseIterable, Codable, Sendable {
    /// Written in the morning.
    case morning
    /// Written at bedtime.
    case bedtime
  }

  /// Creates a diary entry that has been written.
  public static func entry(id: String, flow: Flow, on date: LocalDate) -> Item {
    Item(kind: "entry", id: id, fields: ["flow": .text(flow.rawValue)], on: Schedule(from: date))
  }

  /// Creates a running focus session, which ends with a notification.
  ///
  /// - Parameters:
  ///   - id: The value for ``id``.
  ///   - start: The start.
  ///   - end: The end, including pauses so far.
  public static func session(id: String, from start: Instant, to end: Instant) -> Item {
    let seconds = min(max(0, end.epochSeconds - start.epochSeconds), Int64(Int32.max))
    return Item(
      kind: "session", id: id,
      fields: [
        "startedAt": .instant(start), "duration": .duration(seconds), "endsAt": .instant(end),
        "state": .text("running"),
      ])
  }

  /// Creates the totals of a day's focus sessions, for the recap on the next day.
  public static func focusDay(id: String, on date: LocalDate, sessions: Int, minutes: Int) -> Item {
    Item(
      kind: "focusDay", id: id, fields: ["sessions": .integer(sessions), "minutes": .integer(minutes)],
      on: Schedule(from: date))
  }

  /// Creates a day's steps.
  ///
  /// - Parameters:
  ///   - id: The value for ``id``.
  ///   - date: The day.
  ///   - goal: The goal, at least 1.
  ///   - samples: Counts since midnight, in any order.
  public static func stepDay(id: String, on date: LocalDate, goal: Int, samples: [StepSample]) -> Item {
    var day = Item(kind: "stepDay", id: id, fields: ["goal": .integer(goal)], on: Schedule(from: date))
    day.samples = samples
    return day
  }

  /// Creates a finished workout.
  ///
  /// - Parameters:
  ///   - id: The value for ``id``.
  ///   - endedAt: The end.
  ///   - type: The type, for texts.
  ///   - seconds: The duration.
  ///   - meters: The distance.
  public static func workout(
    id: String, endedAt: Instant, type: String? = nil, seconds: Int? = nil, meters: Int? = nil
  ) -> Item {
    var workout = Item(kind: "workout", id: id, fields: ["endedAt": .instant(endedAt)])
    workout.fields["type"] = type.map { .text($0) }
    workout.fields["duration"] = seconds.map { .duration(Int64($0)) }
    workout.fields["distance"] = meters.map { .integer($0) }
    return workout
  }

  /// Creates an insight: something to read that became available at an instant.
  public static func insight(id: String, at instant: Instant) -> Item {
    Item(kind: "insight", id: id, fields: ["at": .instant(instant)])
  }
}
