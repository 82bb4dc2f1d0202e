import CivilTime

/// An item that ships, with the fields that a kind which a policy declares may use: `[kinds.x] item = "task"`.
public protocol ShippedItem: PlannedItem {
  /// What it has beside ``StandardField``. The fields are called as in exports.
  static var declaration: ItemDeclaration { get }
}

/// The items that ship, as declared kinds see them.
public enum ShippedItems {
  /// In the order of ``ItemKind/shipped``.
  public static let declarations: [ItemDeclaration] = [
    TaskItem.declaration, HabitItem.declaration, EntryItem.declaration, SessionItem.declaration,
    FocusDayItem.declaration, StepDayItem.declaration, WorkoutItem.declaration, InsightItem.declaration,
    BillItem.declaration, BudgetItem.declaration,
  ]
}

extension TaskItem: ShippedItem {
  public static let declaration = ItemDeclaration("task", fields: [DeclaredField("title", .text, isRequired: true)])

  public func value(_ field: Int) -> FieldValue { .text(title) }
  public var dueDates: Schedule? { schedule }
  public var dueTimes: [LocalTime] { [time] }
  public var hasCompletions: Bool { !completedOn.isEmpty }
  public func isDone(on date: LocalDate) -> Bool { isCompleted || completedOn.contains(date) }
  public var lastCompletion: LocalDate? { completedOn.last }
}

extension HabitItem: ShippedItem {
  public static let declaration = ItemDeclaration(
    "habit",
    fields: [
      DeclaredField("name", .text, isRequired: true), DeclaredField("category", .text),
      DeclaredField("streak", .integer, isRequired: true), DeclaredField("startDate", .date),
      DeclaredField("endDate", .date),
    ])

  public func value(_ field: Int) -> FieldValue {
    switch field {
    case 0: .text(name)
    case 1: .text(ifAny: category)
    case 2: .integer(streak)
    case 3: .date(ifAny: startDate)
    default: .date(ifAny: endDate)
    }
  }

  public var dueDates: Schedule? {
    if let dates = datesOfRule { return dates }
    if startDate == nil, endDate == nil { return nil }
    return Schedule(start: startDate ?? .first, repetition: .daily, until: endDate)
  }

  /// nil: it has no rule.
  public var datesOfRule: Schedule? {
    guard let rule, let startDate else { return nil }
    return Schedule(start: startDate, repetition: .rule(rule), until: endDate, exceptions: exceptions)
  }

  public var dueTimes: [LocalTime] { reminders }
  public var hasCompletions: Bool { !completions.isEmpty }
  public func isDone(on date: LocalDate) -> Bool { completions.contains(date) }
  public var lastCompletion: LocalDate? { completions.last }

  public func isInUse(on date: LocalDate) -> Bool { (startDate ?? date) <= date && date <= (endDate ?? date) }
}

extension EntryItem: ShippedItem {
  public static let declaration = ItemDeclaration("entry", fields: [DeclaredField("flow", .text, isRequired: true)])

  public func value(_ field: Int) -> FieldValue { .text(flow.rawValue) }
  public var dueDates: Schedule? { Schedule(start: date) }
}

extension SessionItem: ShippedItem {
  public static let declaration = ItemDeclaration(
    "session",
    fields: [
      DeclaredField("startedAt", .instant, isRequired: true), DeclaredField("endsAt", .instant, isRequired: true),
      DeclaredField("duration", .duration, isRequired: true), DeclaredField("state", .text, isRequired: true),
    ])

  public func value(_ field: Int) -> FieldValue {
    switch field {
    case 0: .instant(startedAt)
    case 1: .instant(endsAt)
    case 2: .duration(duration)
    default: .text(state.rawValue)
    }
  }
}

extension FocusDayItem: ShippedItem {
  public static let declaration = ItemDeclaration(
    "focusDay",
    fields: [
      DeclaredField("sessions", .integer, isRequired: true), DeclaredField("minutes", .integer, isRequired: true),
    ])

  public func value(_ field: Int) -> FieldValue { .integer(field == 0 ? sessions : minutes) }
  public var dueDates: Schedule? { Schedule(start: date) }
}

extension StepDayItem: ShippedItem {
  /// `steps` are those of the last sample.
  public static let declaration = ItemDeclaration(
    "stepDay", fields: [DeclaredField("goal", .integer, isRequired: true), DeclaredField("steps", .integer)])

  public func value(_ field: Int) -> FieldValue {
    field == 0 ? .integer(goal) : samples.last.map { .integer($0.steps) } ?? .none
  }

  public var dueDates: Schedule? { Schedule(start: date) }
}

extension WorkoutItem: ShippedItem {
  public static let declaration = ItemDeclaration(
    "workout",
    fields: [
      DeclaredField("endedAt", .instant, isRequired: true), DeclaredField("type", .text),
      DeclaredField("duration", .duration), DeclaredField("distance", .number),
    ])

  public func value(_ field: Int) -> FieldValue {
    switch field {
    case 0: .instant(endedAt)
    case 1: .text(ifAny: type)
    case 2: duration.map { .duration(Int64(clamping: $0.whole)) } ?? .none
    default: distance.map { .decimal($0) } ?? .none
    }
  }
}

extension InsightItem: ShippedItem {
  public static let declaration = ItemDeclaration("insight", fields: [DeclaredField("at", .instant, isRequired: true)])

  public func value(_ field: Int) -> FieldValue { .instant(at) }
}

extension BillItem: ShippedItem {
  public static let declaration = ItemDeclaration(
    "bill",
    fields: [
      DeclaredField("name", .text, isRequired: true), DeclaredField("amount", .money), DeclaredField("currency", .text),
      DeclaredField("type", .text, isRequired: true), DeclaredField("autoPay", .bool, isRequired: true),
    ])

  public func value(_ field: Int) -> FieldValue {
    switch field {
    case 0: .text(name)
    case 1: amount.map { .money(Money($0, currency)) } ?? .none
    case 2: .text(ifAny: currency)
    case 3: .text(direction.rawValue)
    default: .flag(isAutoPaid)
    }
  }

  public var dueDates: Schedule? { schedule }
  public var isCompleted: Bool { isPaid }
  public var hasCompletions: Bool { paidThrough != nil }
  public func isDone(on date: LocalDate) -> Bool { isPaid(dueOn: date) }
  public var lastCompletion: LocalDate? { paidThrough }
  /// Without a due date it has nothing to be told of.
  public var isPlannable: Bool { schedule != nil }
}

extension BudgetItem: ShippedItem {
  public static let declaration = ItemDeclaration(
    "budget",
    fields: [
      DeclaredField("name", .text, isRequired: true), DeclaredField("spent", .money, isRequired: true),
      DeclaredField("limit", .money, isRequired: true), DeclaredField("currency", .text),
      DeclaredField("period", .text, isRequired: true), DeclaredField("updatedAt", .instant, isRequired: true),
    ])

  public func value(_ field: Int) -> FieldValue {
    switch field {
    case 0: .text(name)
    case 1: .money(Money(spent, currency))
    case 2: .money(Money(limit, currency))
    case 3: .text(ifAny: currency)
    case 4: .text(period)
    default: .instant(updatedAt)
    }
  }
}

extension FieldValue {
  public static func text(ifAny text: String?) -> FieldValue { text.map { .text($0) } ?? .none }
  fileprivate static func date(ifAny date: LocalDate?) -> FieldValue { date.map { .date($0) } ?? .none }
}
