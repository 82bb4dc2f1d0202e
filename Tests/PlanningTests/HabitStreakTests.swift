import CivilTime
import PlanModel
import TestSupport
import Testing

@testable import Planning

/// Tests streaks that an export leaves to be counted. Today is Friday 2026-11-20. `make fuzz` compares random ones with the oracle.
struct HabitStreakTests {
  static let today: LocalDate = "2026-11-20"

  static func days(_ count: Int, to last: LocalDate = today) -> [LocalDate] {
    (0..<count).map { last.adding(days: -$0) }
  }

  static func rule(_ text: String, from start: LocalDate) throws -> Schedule {
    Schedule(
      start: start, repetition: .rule(try Recurrence(RecurrenceRule(parsing: text.utf8), start: start)),
      exceptions: ["2026-11-13"])
  }

  static let rows:
    [(label: String, completions: [LocalDate], set: @Sendable (inout Item) throws -> Void, streak: Int)] = [
      ("seven days up to today", days(7), { _ in }, 7),
      ("today is not over", days(7, to: "2026-11-19"), { _ in }, 7),
      ("yesterday was missed", days(7, to: "2026-11-18"), { _ in }, 0),
      ("a gap ends it", days(3) + days(9, to: "2026-11-16"), { _ in }, 3),
      ("completions of the future do not count", days(3) + ["2026-11-21"], { _ in }, 3),
      ("longer than one stretch of 64 days, and than two", days(200), { _ in }, 200),
      (
        "a completion on another weekday neither counts nor breaks it", ["2026-11-18", "2026-11-13", "2026-11-11"],
        { $0.days = "wed" }, 2
      ),
      ("a Friday that is missing breaks it", ["2026-11-18", "2026-11-11"], { $0.days = "wed fri" }, 1),
      (
        "days before the first one do not count", days(9),
        { $0["startDate", of: ShippedItems.habit] = .date("2026-11-18") }, 3
      ),
      (
        "a habit that is over ends on its last day", days(9),
        { $0["endDate", of: ShippedItems.habit] = .date("2026-11-15") }, 4
      ),
      ("no weekday, no streak", days(9), { $0.days = [] }, 0),
      (
        "the dates of a rule, without its exceptions", ["2026-11-20", "2026-11-06", "2026-10-30"],
        { $0.schedule = try rule("FREQ=WEEKLY;BYDAY=FR", from: "2026-10-02") }, 3
      ),
      ("the export's own streak stays", days(7), { $0["streak", of: ShippedItems.habit] = .integer(14) }, 14),
      ("no completions", [], { _ in }, 0),
    ]

  @Test("counts the scheduled days that were completed without a gap", arguments: rows.indices)
  func counted(index: Int) throws {
    let row = HabitStreakTests.rows[index]
    var habit = Item.habit("h")
    habit.completedOn = DateSet(row.completions)
    try row.set(&habit)
    #expect([habit].withStreaks(on: HabitStreakTests.today)[0].streak == row.streak, "\(row.label)")
  }
}
