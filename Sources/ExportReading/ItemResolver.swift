import CivilTime
import Diagnostics
import PlanModel

/// An item that was read and checked, and put into the list of its kind.
struct CollectedItem {
  var key: ItemKey
  /// In the list of its kind: the last place at first.
  var position: Int
  var updatedAt: Instant?
  /// When its input was exported.
  var exportedAt: Instant?
  var location: RecordLocation
}

extension ItemKind {
  /// The fields that an item of this kind may have.
  var fields: FieldSet { ItemKind.fieldTable[index] }

  static let names = allCases.map(\.rawValue).joined(separator: " ")

  private static let fieldTable: [FieldSet] = allCases.map { kind in
    let common: FieldSet = [.kind, .id, .updatedAt, .account]
    let repeating: FieldSet = [.repeat, .rrule, .exdates, .weekdays, .until]
    switch kind {
    case .task:
      return common.union(repeating).union([.title, .date, .time, .completed, .completedOn])
    case .habit:
      return common.union([
        .name, .category, .reminders, .days, .startDate, .endDate, .completions, .streak, .archived, .location,
      ])
    case .entry: return common.union([.flow, .date])
    case .session: return common.union([.startedAt, .duration, .state])
    case .focusDay: return common.union([.date, .sessions, .minutes])
    case .stepDay: return common.union([.date, .goal, .samples])
    case .workout: return common.union([.type, .endedAt, .duration, .distance])
    case .insight: return common.union([.at])
    case .bill:
      return common.union(repeating).union([
        .name, .amount, .currency, .type, .dueDate, .autoPay, .paid, .paidThrough,
      ])
    case .budget: return common.union([.name, .spent, .limit, .period])
    }
  }
}

extension RecordResolver {
  /// Puts the object at `index` into `items`; nil where it is refused, and then it is told why.
  mutating func item(at index: Int, exportedAt: Instant?, into items: inout Items) -> CollectedItem? {
    itemName = nil
    guard isRecord(index, "an item") else {
      rejectedCount += 1
      return nil
    }
    let errors = errorCount
    defer {
      itemName = nil
      if errorCount > errors { rejectedCount += 1 }
    }
    itemName = ItemName()
    let idIndex = child(of: index, .id)
    let id = idIndex.flatMap { identifier($0, "id") }
    itemName?.id = id
    guard let kind = kind(of: index) else { return nil }
    itemName?.kind = kind
    readFields(of: index, known: kind.fields)
    // The limit of a budget is told of at this instant.
    let updatedAt = optional(.updatedAt) {
      kind == .budget ? $0.instant($1, $2, in: PlannableTime.instants) : $0.instant($1, $2)
    }
    if idIndex == nil { missing(.id, in: index, expected: "an id, unique per account and kind") }
    checkOwner()
    let itemID = ItemID(id ?? "")
    guard let position = resolve(kind, itemID, at: index, updatedAt, into: &items) else { return nil }
    if errorCount > errors {
      items.removeLast(kind)
      return nil
    }
    let digest = idIndex.map { UInt32(truncatingIfNeeded: record.bytes($0).quickHash) } ?? 0
    return CollectedItem(
      key: ItemKey(kind: kind, id: itemID, digest: digest), position: position, updatedAt: updatedAt,
      exportedAt: exportedAt, location: location(index))
  }

  private mutating func kind(of index: Int) -> ItemKind? {
    guard let child = child(of: index, .kind) else {
      missing(.kind, in: index, expected: "one of \(ItemKind.names)")
      return nil
    }
    let type = record.values[child].type
    guard type == .string || type == .untyped else {
      wrongType(child, "kind", expected: "a text")
      return nil
    }
    if let kind = ItemKind.words.choice(record.bytes(child)) { return kind }
    report(
      .unknownKind, at: child, field: "kind", found: "found \(words(child))", expected: "one of \(ItemKind.names)")
    return nil
  }

  /// An item in an account may name that account again, and no other.
  private mutating func checkOwner() {
    guard let owner = optional(.account, { $0.string($1, $2) }), let accountLabel,
      owner.compareBytes(accountLabel) != 0
    else { return }
    badValue(
      Int(fields[.account]), "account",
      expected: "\(accountLabel.quotedForDiagnostic), the account that the item stands in, or no such field")
  }

  /// - Returns: Where in the list of its kind the item is; nil where it lacks something that it must have.
  private mutating func resolve(
    _ kind: ItemKind, _ id: ItemID, at index: Int, _ updatedAt: Instant?, into items: inout Items
  ) -> Int? {
    let place = location(index)
    switch kind {
    case .task: return task(id, at: index, place, into: &items)
    case .habit: return habit(id, at: index, place, into: &items)
    case .entry:
      let flow = required(.flow, in: index, "one of morning bedtime") { $0.choice($1, $2, EntryItem.Flow.self) }
      let date = required(.date, in: index, "a date, YYYY-MM-DD") { $0.date($1, $2) }
      guard let flow, let date else { return nil }
      return items.entries.add(expecting: listLength, EntryItem(id: id, flow: flow, date: date))
    case .session:
      let start = required(.startedAt, in: index, "an instant") { $0.instant($1, $2, in: PlannableTime.instants) }
      let duration = required(.duration, in: index, "a whole number of seconds") {
        $0.integer($1, $2, in: 0...Int(Int32.max))
      }
      let state = required(.state, in: index, "one of running paused stopped completed") {
        $0.choice($1, $2, SessionItem.State.self)
      }
      if let start, let duration, !PlannableTime.instants.contains(start.advanced(bySeconds: Int64(duration))) {
        badValue(
          Int(fields[.duration]), "duration", expected: "a session that ends by \(PlannableTime.instants.upperBound)")
      }
      guard let start, let duration, let state else { return nil }
      return items.sessions.add(
        expecting: listLength,
        SessionItem(id: id, startedAt: start, duration: Int64(duration), state: state, location: place))
    case .focusDay:
      let date = required(.date, in: index, "a date, YYYY-MM-DD") { $0.date($1, $2) }
      let sessions = required(.sessions, in: index, "a whole number") { $0.integer($1, $2, in: 0...1_000_000) }
      let minutes = required(.minutes, in: index, "a whole number of minutes") { $0.integer($1, $2, in: 0...1_000_000) }
      guard let date, let sessions, let minutes else { return nil }
      return items.focusDays.add(
        expecting: listLength, FocusDayItem(id: id, date: date, sessions: sessions, minutes: minutes))
    case .stepDay: return stepDay(id, at: index, place, into: &items)
    case .workout:
      let end = required(.endedAt, in: index, "an instant") { $0.instant($1, $2, in: PlannableTime.instants) }
      let type = optional(.type) { $0.string($1, $2) }
      let duration = optional(.duration) { $0.nonNegative($1, $2) }
      let distance = optional(.distance) { $0.nonNegative($1, $2) }
      guard let end else { return nil }
      return items.workouts.add(
        expecting: listLength,
        WorkoutItem(id: id, type: type, endedAt: end, duration: duration, distance: distance, location: place))
    case .insight:
      guard let at = required(.at, in: index, "an instant", { $0.instant($1, $2, in: PlannableTime.instants) }) else {
        return nil
      }
      return items.insights.add(expecting: listLength, InsightItem(id: id, at: at, location: place))
    case .bill: return bill(id, at: index, place, into: &items)
    case .budget:
      let name = required(.name, in: index, "a text") { $0.string($1, $2) }
      let spent = required(.spent, in: index, "an amount") { $0.decimal($1, $2, orText: true) }
      let limit = required(.limit, in: index, "an amount") { $0.decimal($1, $2, orText: true) }
      let period = required(.period, in: index, "a text") { $0.string($1, $2) }
      if fields[.updatedAt] < 0 { missing(.updatedAt, in: index, expected: "an instant") }
      guard let name, let spent, let limit, let period, let updatedAt else { return nil }
      return items.budgets.add(
        expecting: listLength,
        BudgetItem(
          id: id, name: name, spent: spent, limit: limit, period: period, updatedAt: updatedAt, location: place))
    }
  }

  private mutating func task(
    _ id: ItemID, at index: Int, _ place: RecordLocation, into items: inout Items
  ) -> Int? {
    let title = required(.title, in: index, "a text") { $0.string($1, $2) }
    let date = required(.date, in: index, "a date, YYYY-MM-DD") { $0.date($1, $2, in: PlannableTime.dates) }
    let time = required(.time, in: index, "a time of day, HH:MM or HH:MM:SS") { $0.time($1, $2) }
    let completed = optional(.completed) { $0.bool($1, $2) } ?? false
    let completedOn = optional(.completedOn) { $0.dates($1, $2) } ?? []
    guard let schedule = schedule(start: date), let title, let time else { return nil }
    return items.tasks.add(
      expecting: listLength,
      TaskItem(
        id: id, title: consume title, time: time, schedule: consume schedule, isCompleted: completed,
        completedOn: consume completedOn, location: place))
  }

  private mutating func bill(
    _ id: ItemID, at index: Int, _ place: RecordLocation, into items: inout Items
  ) -> Int? {
    let name = required(.name, in: index, "a text") { $0.string($1, $2) }
    let amount = optional(.amount) { $0.decimal($1, $2, orText: true) }
    let currency = optional(.currency) { $0.string($1, $2) }
    let direction = optional(.type) { $0.choice($1, $2, BillItem.Direction.self) } ?? .expense
    let due = optional(.dueDate) { $0.date($1, $2, in: PlannableTime.dates) }
    let schedule = schedule(start: due)
    let autoPay = optional(.autoPay) { $0.bool($1, $2) } ?? false
    let paid = optional(.paid) { $0.bool($1, $2) } ?? false
    let paidThrough = optional(.paidThrough) { $0.date($1, $2) }
    guard let name else { return nil }
    return items.bills.add(
      expecting: listLength,
      BillItem(
        id: id, name: name, amount: amount, currency: currency, direction: direction, schedule: schedule,
        isAutoPaid: autoPay, isPaid: paid, paidThrough: paidThrough, location: place))
  }

  /// `repeat` or `rrule`, `weekdays`, `until` and `exdates` from `start` on; nil without a start or where one is wrong.
  private mutating func schedule(start: LocalDate?) -> Schedule? {
    let repeats = optional(.repeat) { $0.choice($1, $2, RepeatWord.self) }
    let weekdays = optional(.weekdays) { $0.weekdays($1, $2) } ?? WeekdaySet()
    let until = optional(.until) { $0.date($1, $2) }
    let exceptions = optional(.exdates) { $0.dates($1, $2) } ?? []
    var repetition: Repetition
    switch repeats ?? .none {
    case .none: repetition = .none
    case .daily: repetition = .daily
    case .weekly: repetition = .weekly
    case .monthly: repetition = .monthly
    case .yearly: repetition = .yearly
    case .customDays:
      guard let start else { return nil }
      repetition = .customDays(weekdays.isEmpty ? WeekdaySet(start.weekday) : weekdays)
    }
    if fields[.rrule] >= 0 {
      let index = Int(fields[.rrule])
      if !repetition.isNone {
        report(
          .badValue, at: index, field: "rrule", found: "the item has both repeat and rrule", expected: "one of the two")
        return nil
      }
      guard let start, let rule = recurrence(index, start: start) else { return nil }
      repetition = .rule(rule)
    }
    guard let start else { return nil }
    return Schedule(start: start, repetition: repetition, until: until, exceptions: exceptions)
  }

  private enum RepeatWord: String, WordChoice {
    case none, daily, weekly, monthly, yearly, customDays

    static let words = WordTable<Self>()
  }

  private mutating func recurrence(_ index: Int, start: LocalDate) -> Recurrence? {
    let type = record.values[index].type
    guard type == .string || type == .untyped else {
      wrongType(index, "rrule", expected: "an RFC 5545 RRULE value")
      return nil
    }
    do {
      return try recurrences.recurrence(record.bytes(index), start: start)
    } catch {
      let found = error.found.isEmpty ? "nothing" : error.found.quotedForDiagnostic
      report(
        .badValue, at: index, field: "rrule",
        found: "found \(found) at character \(error.offset + 1) of \(words(index))", expected: error.expected)
      return nil
    }
  }

  private mutating func habit(
    _ id: ItemID, at index: Int, _ place: RecordLocation, into items: inout Items
  ) -> Int? {
    let name = required(.name, in: index, "a text") { $0.string($1, $2) }
    let category = optional(.category) { $0.string($1, $2) }
    let reminders = optional(.reminders) { $0.times($1, $2) } ?? []
    let days = optional(.days) { $0.weekdays($1, $2) } ?? .all
    let startDate = optional(.startDate) { $0.date($1, $2) }
    let endDate = optional(.endDate) { $0.date($1, $2) }
    let completions = optional(.completions) { $0.dates($1, $2) } ?? []
    let streak = optional(.streak) { $0.integer($1, $2, in: 0...10_000_000) } ?? 0
    let archived = optional(.archived) { $0.bool($1, $2) } ?? false
    var trigger: HabitItem.Place?
    if fields[.location] >= 0 {
      // The last of the item's fields to be read, since the table is used anew for the inner object.
      trigger = placeTrigger(at: Int(fields[.location]))
    }
    guard let name else { return nil }
    return items.habits.add(
      expecting: listLength,
      HabitItem(
        id: id, name: name, category: category, reminders: reminders, days: days, startDate: startDate,
        endDate: endDate, completions: completions, streak: streak, isArchived: archived, place: trigger,
        location: place))
  }

  private mutating func placeTrigger(at index: Int) -> HabitItem.Place? {
    guard isObject(index, "location") else { return nil }
    readFields(of: index, known: [.place, .latitude, .longitude, .radius, .on])
    let name = optional(.place, in: "location") { $0.string($1, $2) } ?? ""
    let latitude = required(.latitude, in: index, "degrees from -90 to 90", inside: "location") {
      $0.degrees($1, $2, limit: 90)
    }
    let longitude = required(.longitude, in: index, "degrees from -180 to 180", inside: "location") {
      $0.degrees($1, $2, limit: 180)
    }
    let radius = optional(.radius, in: "location") { $0.nonNegative($1, $2) }
    let crossing = required(.on, in: index, "one of entry exit", inside: "location") {
      $0.choice($1, $2, HabitItem.Place.Crossing.self)
    }
    guard let latitude, let longitude, let crossing else { return nil }
    return HabitItem.Place(
      name: name, latitude: latitude, longitude: longitude,
      radius: radius ?? DecimalNumber(significand: 100), crossing: crossing)
  }

  private mutating func stepDay(
    _ id: ItemID, at index: Int, _ place: RecordLocation, into items: inout Items
  ) -> Int? {
    let date = required(.date, in: index, "a date, YYYY-MM-DD") { $0.date($1, $2) }
    let goal = required(.goal, in: index, "a whole number of steps") { $0.integer($1, $2, in: 1...1_000_000_000) }
    var samples: [StepDayItem.Sample] = []
    if fields[.samples] >= 0 {
      let list = Int(fields[.samples])
      for (number, child) in objects(in: list, "samples").enumerated() {
        let label = "samples[\(number)]"
        readFields(of: child, known: [.at, .steps])
        let at = required(.at, in: child, "an instant", inside: label) {
          $0.instant($1, $2, in: PlannableTime.instants)
        }
        let steps = required(.steps, in: child, "a whole number of steps", inside: label) {
          $0.integer($1, $2, in: 0...1_000_000_000)
        }
        if let at, let steps { samples.append(.init(at: at, steps: steps)) }
      }
    }
    guard let date, let goal else { return nil }
    let inOrder = samples.enumerated().sorted { ($0.element.at, $0.offset) < ($1.element.at, $1.offset) }
    return items.stepDays.add(
      expecting: listLength,
      StepDayItem(id: id, date: date, goal: goal, samples: inOrder.map(\.element), location: place))
  }

  private mutating func nonNegative(_ index: Int, _ field: FieldLabel) -> DecimalNumber? {
    guard let number = decimal(index, field) else { return nil }
    if number.significand < 0 {
      badValue(index, field, expected: "a number that is not negative")
      return nil
    }
    return number
  }

  private mutating func degrees(_ index: Int, _ field: FieldLabel, limit: Int128) -> DecimalNumber? {
    guard let number = decimal(index, field) else { return nil }
    if number < DecimalNumber(significand: -limit) || number > DecimalNumber(significand: limit) {
      badValue(index, field, expected: "degrees from -\(limit) to \(limit)")
      return nil
    }
    return number
  }
}
