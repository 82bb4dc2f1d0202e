import CivilTime
import PlanModel

// Accounts and items as an export would give them, made in code: what is not named is left out, and what every export has to give has
// some value.

extension Account {
  /// - Parameter zone: Of the pinned tz database.
  package static func test(
    _ id: String = "a", app: String = "focusflow", zone: String = "UTC", _ set: (inout Account) -> Void = { _ in }
  ) -> Account {
    var account = Account(id: AccountID(id), app: app, zone: .test(zone), location: .test)
    set(&account)
    return account
  }
}

extension Account.ZoneChange {
  package static func test(_ at: Instant, _ zone: String) -> Account.ZoneChange { .init(at: at, zone: .test(zone)) }
}

extension Account.Pending {
  package static func test(
    _ id: RequestID, at: Instant? = nil, of notification: String? = nil, repeats: Bool = false, floats: Bool? = nil
  ) -> Account.Pending {
    var pending = Account.Pending(id: id, at: at)
    pending.ownNotification = notification.map { NotificationID($0) }
    (pending.repeats, pending.floats) = (repeats, floats)
    return pending
  }
}

extension TaskItem {
  package static func test(
    _ id: String, _ title: String = "T", on date: LocalDate, at time: LocalTime, _ repetition: Repetition = .none,
    _ set: (inout TaskItem) -> Void = { _ in }
  ) -> TaskItem {
    var task = TaskItem(id: ItemID(id), location: .testItem)
    task.title = title
    task.time = time
    task.schedule = Schedule(start: date, repetition: repetition)
    set(&task)
    return task
  }
}

extension HabitItem {
  /// Its name is its id in capitals.
  package static func test(
    _ id: String, at reminders: [LocalTime] = [], on days: WeekdaySet = .all,
    _ set: (inout HabitItem) -> Void = { _ in }
  ) -> HabitItem {
    var habit = HabitItem(id: ItemID(id), location: .testItem)
    (habit.name, habit.reminders, habit.days) = (id.uppercased(), reminders, days)
    set(&habit)
    return habit
  }
}

extension HabitItem.Place {
  package static func test(_ crossing: Crossing) -> HabitItem.Place {
    var place = HabitItem.Place()
    (place.name, place.latitude, place.longitude, place.crossing) = (
      "P", DecimalNumber(significand: 1), DecimalNumber(significand: 2), crossing
    )
    return place
  }
}

extension EntryItem {
  package static func test(_ flow: Flow, on date: LocalDate) -> EntryItem {
    var entry = EntryItem(id: ItemID("\(flow.rawValue) \(date)"), location: .testItem)
    (entry.flow, entry.date) = (flow, date)
    return entry
  }
}

extension SessionItem {
  package static func test(
    _ id: String, at start: Instant, for seconds: Int64, _ state: State = .running
  ) -> SessionItem {
    var session = SessionItem(id: ItemID(id), location: .testItem)
    (session.startedAt, session.duration, session.state) = (start, seconds, state)
    return session
  }
}

extension FocusDayItem {
  package static func test(on date: LocalDate, sessions: Int, minutes: Int) -> FocusDayItem {
    var day = FocusDayItem(id: ItemID("\(date)"), location: RecordLocation(input: 0, line: 1, column: 1))
    (day.date, day.sessions, day.minutes) = (date, sessions, minutes)
    return day
  }
}

extension StepDayItem {
  /// - Parameter samples: In order of time.
  package static func test(
    on date: LocalDate = "2026-11-20", goal: Int = 100, _ samples: KeyValuePairs<Instant, Int>
  ) -> StepDayItem {
    var day = StepDayItem(id: ItemID("\(date)"), location: .testItem)
    (day.date, day.goal, day.samples) = (date, goal, samples.map { Sample(at: $0.key, steps: $0.value) })
    return day
  }
}

extension WorkoutItem {
  package static func test(
    _ id: String, _ type: String? = nil, at end: Instant, _ set: (inout WorkoutItem) -> Void = { _ in }
  ) -> WorkoutItem {
    var workout = WorkoutItem(id: ItemID(id), location: .testItem)
    (workout.type, workout.endedAt) = (type, end)
    set(&workout)
    return workout
  }
}

extension InsightItem {
  package static func test(_ id: String, at instant: Instant) -> InsightItem {
    var insight = InsightItem(id: ItemID(id), location: .testItem)
    insight.at = instant
    return insight
  }
}

extension BillItem {
  /// Its name is its id in capitals.
  package static func test(
    _ id: String, due date: LocalDate?, _ repetition: Repetition = .none, _ set: (inout BillItem) -> Void = { _ in }
  ) -> BillItem {
    var bill = BillItem(id: ItemID(id), location: .testItem)
    bill.name = id.uppercased()
    bill.schedule = date.map { Schedule(start: $0, repetition: repetition) }
    set(&bill)
    return bill
  }
}

extension BudgetItem {
  /// Its name is its id in capitals.
  package static func test(
    _ id: String, spent: String, of limit: String, in period: String, at updatedAt: Instant
  ) -> BudgetItem {
    var budget = BudgetItem(id: ItemID(id), location: .testItem)
    (budget.name, budget.spent, budget.limit) = (id.uppercased(), DecimalNumber(spent)!, DecimalNumber(limit)!)
    (budget.period, budget.updatedAt) = (period, updatedAt)
    return budget
  }
}

extension RecordLocation {
  /// The first place of the first input, where accounts are.
  package static let test = RecordLocation(input: 0, line: 1, column: 1)
  /// The line below, where items are.
  static let testItem = RecordLocation(input: 0, line: 2, column: 1)
}

extension Zone {
  /// A zone of the pinned tz database.
  package static func test(_ name: String) -> Zone {
    guard let zone = try? TestFiles.zones.zone(named: name) else { preconditionFailure("there is no zone \(name)") }
    return zone
  }
}

// MARK: Literals, as exports write them: `let date: LocalDate = "2026-11-21"`

extension Instant: ExpressibleByStringLiteral {
  public init(stringLiteral text: String) { self = Instant(rfc3339: text.utf8)! }
}

extension LocalDate: ExpressibleByStringLiteral {
  public init(stringLiteral text: String) { self = LocalDate(iso8601: text.utf8)! }
}

extension LocalTime: ExpressibleByStringLiteral {
  public init(stringLiteral text: String) { self = LocalTime(iso8601: text.utf8)! }
}

extension RequestID: ExpressibleByStringLiteral {
  public init(stringLiteral text: String) { self.init(text) }
}

/// In the words of XML exports: `mon fri`.
extension WeekdaySet: ExpressibleByStringLiteral {
  public init(stringLiteral text: String) {
    self = WeekdaySet(
      text.split(separator: " ").map { code in
        WeekdaySet(Weekday.allCases.first { $0.code == code }!)
      })
  }
}
