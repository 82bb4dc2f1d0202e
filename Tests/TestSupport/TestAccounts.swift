import CivilTime
import PlanModel

// Accounts and items in code, as an export would give them. Optional fields are missing unless set. Required fields have
// default values.

extension Account {
  /// - Parameter zone: A zone of the pinned tz database.
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

extension Item {
  package static func task(
    _ id: String, _ title: String = "T", on date: LocalDate, at time: LocalTime, _ repetition: Repetition = .none,
    _ set: (inout Item) -> Void = { _ in }
  ) -> Item {
    test(id, ShippedItems.task) { task in
      (task.title, task.times) = (title, .at(time))
      task.schedule = Schedule(start: date, repetition: repetition)
      set(&task)
    }
  }

  /// Returns a habit named by its id in capitals.
  package static func habit(
    _ id: String, at reminders: [LocalTime] = [], on days: WeekdaySet = .all, _ set: (inout Item) -> Void = { _ in }
  ) -> Item {
    test(id, ShippedItems.habit) { habit in
      (habit.title, habit.times, habit.days) = (id.uppercased(), DueTimes(reminders), days)
      set(&habit)
      let (first, last) = (habit.date("startDate"), habit.date("endDate"))
      if habit.schedule == nil, first != nil || last != nil {
        habit.schedule = Schedule(start: first ?? .first, repetition: .daily, until: last)
      }
    }
  }

  package static func entry(_ flow: ShippedItems.Flow, on date: LocalDate) -> Item {
    test("\(flow.rawValue) \(date)", ShippedItems.entry) { entry in
      entry["flow", of: ShippedItems.entry] = .text(flow.rawValue)
      entry.schedule = Schedule(start: date)
    }
  }

  package static func session(
    _ id: String, at start: Instant, for seconds: Int64, _ state: String = "running"
  ) -> Item {
    test(id, ShippedItems.session) { session in
      (session["startedAt", of: ShippedItems.session], session["duration", of: ShippedItems.session]) = (
        .instant(start), .duration(seconds)
      )
      (session["endsAt", of: ShippedItems.session], session["state", of: ShippedItems.session]) = (
        .instant(start.advanced(bySeconds: seconds)), .text(state)
      )
    }
  }

  package static func focusDay(on date: LocalDate, sessions: Int, minutes: Int) -> Item {
    test("\(date)", ShippedItems.focusDay, at: .test) { day in
      day.schedule = Schedule(start: date)
      (day["sessions", of: ShippedItems.focusDay], day["minutes", of: ShippedItems.focusDay]) = (
        .integer(sessions), .integer(minutes)
      )
    }
  }

  /// - Parameter samples: The counts in order of time.
  package static func stepDay(
    on date: LocalDate = "2026-11-20", goal: Int = 100, _ samples: KeyValuePairs<Instant, Int>
  ) -> Item {
    test("\(date)", ShippedItems.stepDay) { day in
      day.schedule = Schedule(start: date)
      day["goal", of: ShippedItems.stepDay] = .integer(goal)
      day.samples = samples.map { StepSample(at: $0.key, steps: $0.value) }
      day["steps", of: ShippedItems.stepDay] = day.samples.last.map { .integer($0.steps) } ?? .none
    }
  }

  package static func workout(
    _ id: String, _ type: String? = nil, at end: Instant, _ set: (inout Item) -> Void = { _ in }
  ) -> Item {
    test(id, ShippedItems.workout) { workout in
      (workout["type", of: ShippedItems.workout], workout["endedAt", of: ShippedItems.workout]) = (
        .text(ifAny: type), .instant(end)
      )
      set(&workout)
    }
  }

  package static func insight(_ id: String, at instant: Instant) -> Item {
    test(id, ShippedItems.insight) { $0["at", of: ShippedItems.insight] = .instant(instant) }
  }

  /// Returns a bill named by its id in capitals.
  package static func bill(
    _ id: String, due date: LocalDate?, _ repetition: Repetition = .none, _ set: (inout Item) -> Void = { _ in }
  ) -> Item {
    test(id, ShippedItems.bill) { bill in
      bill.title = id.uppercased()
      bill.schedule = date.map { Schedule(start: $0, repetition: repetition) }
      set(&bill)
    }
  }

  /// Returns a budget named by its id in capitals.
  package static func budget(
    _ id: String, spent: String, of limit: String, in period: String, at updatedAt: Instant
  ) -> Item {
    test(id, ShippedItems.budget) { budget in
      budget.title = id.uppercased()
      budget["spent", of: ShippedItems.budget] = .money(Money(DecimalNumber(spent)!, nil))
      budget["limit", of: ShippedItems.budget] = .money(Money(DecimalNumber(limit)!, nil))
      (budget["period", of: ShippedItems.budget], budget["updatedAt", of: ShippedItems.budget]) = (
        .text(period), .instant(updatedAt)
      )
    }
  }

  private func date(_ field: String) -> LocalDate? {
    if case .date(let date) = self[field, of: ShippedItems.habit] { date } else { nil }
  }

  private static func test(
    _ id: String, _ declaration: ItemDeclaration, at location: RecordLocation = .testItem, _ set: (inout Item) -> Void
  ) -> Item {
    var item = Item(ItemID(id), declaration, location)
    set(&item)
    return item
  }
}

extension PlaceTrigger {
  package static func test(_ crossing: Crossing) -> PlaceTrigger {
    var place = PlaceTrigger()
    (place.name, place.latitude, place.longitude, place.crossing) = (
      "P", DecimalNumber(significand: 1), DecimalNumber(significand: 2), crossing
    )
    return place
  }
}

extension RecordLocation {
  /// The location of accounts: the start of the first input.
  package static let test = RecordLocation(input: 0, line: 1, column: 1)
  /// The location of items: the line below.
  static let testItem = RecordLocation(input: 0, line: 2, column: 1)
}

extension Zone {
  /// Returns a zone of the pinned tz database.
  package static func test(_ name: String) -> Zone {
    guard let zone = try? TestFiles.zones.zone(named: name) else { preconditionFailure("there is no zone \(name)") }
    return zone
  }
}

// MARK: Literals

// Values as exports write them: `let date: LocalDate = "2026-11-21"`.

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

/// Weekdays as XML exports write them: `mon fri`.
extension WeekdaySet: ExpressibleByStringLiteral {
  public init(stringLiteral text: String) {
    self = WeekdaySet(
      text.split(separator: " ").map { code in
        WeekdaySet(Weekday.allCases.first { $0.code == code }!)
      })
  }
}
