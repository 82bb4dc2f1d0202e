import CivilTime
import Diagnostics

/// An item as the shapes of kinds see it: when it is due, what of it is done, and its fields.
public protocol PlannedItem: Sendable {
  var id: ItemID { get }
  /// Where it stands in its export.
  var location: RecordLocation { get }
  /// The value of a field, by the field's place in the item's ``ItemDeclaration``.
  func value(_ field: Int) -> FieldValue
  /// On which dates it is due; nil: every day.
  var dueDates: Schedule? { get }
  /// At which times of these dates; empty: the kind's.
  var dueTimes: [LocalTime] { get }
  /// On which weekdays of them.
  var days: WeekdaySet { get }
  /// Where due dates on closed days go, in place of the policy's.
  var shift: DayShift? { get }
  /// Done for good.
  var isCompleted: Bool { get }
  /// Whether single dates or times of it are done, beside the whole of it.
  var hasCompletions: Bool { get }
  /// Whether anything of a date is done.
  func isDone(on date: LocalDate) -> Bool
  /// Whether the occurrence that is due at a wall time is done.
  func isDone(_ due: LocalDateTime) -> Bool
  /// The date on which it was done last; nil: never.
  var lastCompletion: LocalDate? { get }
  var snoozedUntil: Instant? { get }
  /// No longer in use.
  var isArchived: Bool { get }
  /// Whether it is in use on a date, by its own first and last one.
  func isInUse(on date: LocalDate) -> Bool
  var place: HabitItem.Place? { get }
  /// Whether there is anything at all to tell of it.
  var isPlannable: Bool { get }
}

extension PlannedItem {
  public var dueDates: Schedule? { nil }
  public var dueTimes: [LocalTime] { [] }
  public var days: WeekdaySet { .all }
  public var shift: DayShift? { nil }
  public var isCompleted: Bool { false }
  public var hasCompletions: Bool { false }
  public func isDone(on date: LocalDate) -> Bool { isCompleted }
  public func isDone(_ due: LocalDateTime) -> Bool { isDone(on: due.date) }
  public var lastCompletion: LocalDate? { nil }
  public var snoozedUntil: Instant? { nil }
  public var isArchived: Bool { false }
  public func isInUse(on date: LocalDate) -> Bool { true }
  public var place: HabitItem.Place? { nil }
  public var isPlannable: Bool { true }
}

extension DeclaredItem: PlannedItem {
  public func value(_ field: Int) -> FieldValue { values[field] }
  public var dueDates: Schedule? { schedule }
  public var dueTimes: [LocalTime] { times }
}
