import CivilTime
import PlanModel
import RunModel
import TestSupport
import Testing

/// Tests counts by date and kind, with dates in any order.
struct DayCountsTests {
  static let first = LocalDate(iso8601: "2026-10-20".utf8)!

  static func row(_ counts: [(Kind, Int)]) -> [Int] {
    var row = [Int](repeating: 0, count: Kind.count)
    for (kind, count) in counts { row[kind.index] += count }
    return row
  }

  @Test(
    "distinguishes two dates at any distance",
    arguments: [1, 63, 64, 65, 128, 6400, -64, -800_000])
  func apart(days: Int) {
    let (first, second) = (DayCountsTests.first, DayCountsTests.first.adding(days: days))
    var counts = DayCounts()
    for _ in 0..<3 {
      counts.add(1, .task, on: first)
      counts.add(2, .bill, on: second)
    }
    #expect(counts.byDate == [first: DayCountsTests.row([(.task, 3)]), second: DayCountsTests.row([(.bill, 6)])])
  }

  @Test("adds two parts of a run")
  func sum() {
    let (first, second) = (DayCountsTests.first, DayCountsTests.first.adding(days: 64))
    var one = DayCounts()
    one.add(1, .task, on: first)
    var other = DayCounts()
    other.add(2, .bill, on: second)
    other.add(4, .digest, on: first)
    one.add(other)
    #expect(
      one.byDate == [first: DayCountsTests.row([(.task, 1), (.digest, 4)]), second: DayCountsTests.row([(.bill, 2)])])
  }

  @Test("without counts, lists nothing")
  func empty() { #expect(DayCounts().byDate.isEmpty) }
}
