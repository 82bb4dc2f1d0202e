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

  /// Creates an item of a shipped kind, which fits every policy.
  ///
  /// - Parameters:
  ///   - fields: Values, by the names of fields in exports.
  ///   - set: Sets the other members.
  private init(
    _ id: String, _ declaration: ItemDeclaration, _ fields: KeyValuePairs<String, FieldValue>,
    _ set: (inout PlanModel.Item) -> Void = { _ in }
  ) {
    var item = PlanModel.Item(ItemID(id), declaration, .inCode)
    for (name, value) in fields { item[name, of: declaration] = value }
    set(&item)
    declaration.settleCurrency(of: &item)
    add = { [item] items, _ in items[ItemList(shipped: declaration.kind)].append(item) }
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
    Item(id, ShippedItems.task, ["title": .text(title)]) { task in
      (task.times, task.schedule, task.shift) = (.at(time), schedule.model, shift?.model)
      (task.isCompleted, task.completedOn) = (isCompleted, DateSet(completedOn))
    }
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
    let fields: KeyValuePairs<String, FieldValue> = [
      "name": .text(name), "category": .text(ifAny: category), "streak": .integer(streak),
      "startDate": .date(ifAny: first),
      "endDate": .date(ifAny: last),
    ]
    return Item(id, ShippedItems.habit, fields) { habit in
      (habit.times, habit.days) = (DueTimes(reminders), days)
      if first != nil || last != nil {
        habit.schedule = PlanModel.Schedule(start: first ?? .first, repetition: .daily, until: last)
      }
      (habit.completedOn, habit.isArchived, habit.place) = (DateSet(completions), isArchived, place?.model)
    }
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
    let fields: KeyValuePairs<String, FieldValue> = [
      "name": .text(name), "amount": amount?.value ?? .none, "currency": .text(ifAny: amount?.currency),
      "type": .text(isIncome ? "income" : "expense"), "autoPay": .flag(isAutoPaid),
    ]
    return Item(id, ShippedItems.bill, fields) { bill in
      (bill.schedule, bill.isCompleted) = (due?.model, isPaid)
      (bill.doneThrough, bill.shift) = (paidThrough, shift?.model)
    }
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
    Item(
      id, ShippedItems.budget,
      [
        "name": .text(name), "spent": spent.value, "limit": limit.value,
        "currency": .text(ifAny: spent.currency ?? limit.currency), "period": .text(period),
        "updatedAt": .instant(updatedAt),
      ])
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
    Item(id, ShippedItems.entry, ["flow": .text(flow.rawValue)]) { $0.schedule = PlanModel.Schedule(start: date) }
  }

  /// A focus session that runs, and ends with a notification.
  ///
  /// - Parameters:
  ///   - id: As ``Item`` says.
  ///   - start: When it began.
  ///   - end: When it ends, where a pause has put it off too.
  public static func session(_ id: String, from start: Instant, to end: Instant) -> Item {
    let seconds = max(0, end.epochSeconds - start.epochSeconds)
    return Item(
      id, ShippedItems.session,
      [
        "startedAt": .instant(start), "duration": .duration(seconds), "endsAt": .instant(end),
        "state": .text("running"),
      ])
  }

  /// What was focused on a day: the figures of the next day's recap.
  public static func focusDay(_ id: String, on date: LocalDate, sessions: Int, minutes: Int) -> Item {
    Item(
      id, ShippedItems.focusDay, ["sessions": .integer(max(0, sessions)), "minutes": .integer(max(0, minutes))]
    ) { $0.schedule = PlanModel.Schedule(start: date) }
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
    let samples = samples.sorted { $0.at < $1.at }.map { StepSample(at: $0.at, steps: $0.steps) }
    let steps = samples.last.map { FieldValue.integer($0.steps) } ?? .none
    return Item(id, ShippedItems.stepDay, ["goal": .integer(max(1, goal)), "steps": steps]) { day in
      (day.schedule, day.samples) = (PlanModel.Schedule(start: date), samples)
    }
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
    Item(
      id, ShippedItems.workout,
      [
        "endedAt": .instant(endedAt), "type": .text(ifAny: type),
        "duration": seconds.map { .duration(Int64($0)) } ?? .none,
        "distance": metres.map { .decimal(DecimalNumber(significand: Int128($0))) } ?? .none,
      ])
  }

  /// Something to read that became available.
  public static func insight(_ id: String, at instant: Instant) -> Item {
    Item(id, ShippedItems.insight, ["at": .instant(instant)])
  }
}

extension Amount {
  /// The amount without its currency, which is a separate field.
  fileprivate var value: FieldValue { .money(Money(number, nil)) }
}
