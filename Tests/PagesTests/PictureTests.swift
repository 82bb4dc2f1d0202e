import CivilTime
import PlanModel
import TestSupport
import RunModel
import Testing

@testable import Pages

/// Tests the scale of pictures with 1, 20 and 100,000 accounts.
struct PictureTests {
  static let now = Instant(rfc3339: "2026-10-23T16:00:00Z".utf8)!

  static func summary(_ days: [(String, Kind, Int)]) -> RunSummary {
    var summary = RunSummary(now: now)
    for (day, kind, count) in days {
      summary.dayCounts.add(count, kind, on: LocalDate(iso8601: day.utf8)!)
    }
    return summary
  }

  @Test(
    "an axis ends at or after the largest value, in at most five round ticks",
    arguments: [
      (0, 1, 1), (1, 1, 1), (4, 1, 4), (5, 2, 6), (8, 2, 8), (9, 5, 10), (20, 5, 20), (21, 10, 30), (41, 20, 60),
      (100_000, 50_000, 100_000), (100_001, 50_000, 150_000), (1_234_567, 500_000, 1_500_000),
    ])
  func axis(largest: Int, step: Int, top: Int) {
    let scale = AxisScale(largest: largest, length: 200)
    #expect(scale.step == step)
    #expect(scale.top == top)
    #expect(scale.ticks.count <= 5)
    #expect(scale.length(0) == 0)
    #expect(scale.length(scale.top) == 200)
  }

  @Test("every nonzero value is visible, and none is longer than the axis")
  func lengths() {
    let scale = AxisScale(largest: 100_000, length: 190)
    #expect(scale.length(1) == 1)
    #expect(scale.length(50_000) == 95)
    #expect(scale.length(100_000) == 190)
  }

  @Test(
    "a heat map has four levels, and none for zero",
    arguments: [(0, 0), (1, 1), (25, 1), (26, 2), (50, 2), (51, 3), (75, 3), (76, 4), (100, 4)])
  func heat(count: Int, level: Int) {
    #expect(RowBars([count, 100]).level(count) == level)
  }

  @Test("one of one is the maximum")
  func heatOfOne() {
    #expect(RowBars([1]).level(1) == 1)
  }

  static let header = RunHeader(
    version: "1", now: now, days: 14, tzdata: "2026a", policies: [], inputs: [], command: "")

  /// Returns the entries of a list in a view, by their names.
  static func entries(_ view: PageView, _ name: String) -> [PageView] {
    guard let index = view.names.firstIndex(of: name), case .list(let entries) = view.values[index] else { return [] }
    return entries
  }

  static func text(_ view: PageView, _ name: String) -> String? {
    guard let index = view.names.firstIndex(of: name) else { return nil }
    return switch view.values[index] {
    case .text(let text): text
    case .number(let number): "\(number)"
    case .flag(let flag): "\(flag)"
    default: nil
    }
  }

  @Test(
    "the calendar has whole weeks from Monday, with every count on its day",
    arguments: [(1, 1), (2, 1), (3, 2), (45, 8)])
  func calendar(days: Int, weeks: Int) {
    // 2026-10-24 is a Saturday.
    let first = LocalDate(iso8601: "2026-10-24".utf8)!
    let summary = PictureTests.summary([
      (first.description, .task, 3), (first.adding(days: days - 1).description, .nudge, days == 1 ? 0 : 7),
    ])
    var view = PageView()
    CalendarView(summary, PictureTests.header).add(to: &view)
    let rows = PictureTests.entries(view, "weeks").map { PictureTests.entries($0, "days") }
    #expect(rows.count == weeks)
    #expect(rows.allSatisfy { $0.count == 7 })
    #expect(PictureTests.text(rows[0][0], "date") == "2026-10-19")
    let cells = rows.joined()
    #expect(cells.count { PictureTests.text($0, "isOutside") == "false" } == days)
    #expect(
      cells.first { PictureTests.text($0, "date") == "2026-10-24" }.flatMap { PictureTests.text($0, "count") } == "3")
    #expect(cells.compactMap { Int(PictureTests.text($0, "count")!) }.reduce(0, +) == (days == 1 ? 3 : 10))
    #expect(cells.filter { PictureTests.text($0, "isToday") == "true" }.count == 1)
  }

  @Test("the run-out curve falls by the accounts of each day")
  func runOut() {
    var summary = RunSummary(now: PictureTests.now)
    summary.accounts = 10
    summary.horizonDays = [LocalDate(iso8601: "2026-10-25".utf8)!: 4, LocalDate(iso8601: "2026-10-30".utf8)!: 1]
    let svg = RunOutPicture(summary, PictureTests.header)!.markup.bytes.text
    #expect(svg.contains("6 from Sun 25 October 2026; 5 from Fri 30 October 2026."))
    #expect(svg.contains("M44 132"), "the curve begins at the top: \(svg)")
  }

  @Test("the bar divides what was planned into kept, moved, added and lost")
  func flow() {
    var summary = RunSummary(now: PictureTests.now)
    (summary.decisions.scheduled, summary.decisions.dropped) = (9, 5)
    var view = PageView()
    FlowBar(summary).add(to: &view)
    let first = PictureTests.entries(view, "flow").map {
      "\(PictureTests.text($0, "count")!) \(PictureTests.text($0, "words")!)"
    }
    #expect(first == ["9 go out", "5 not sent"])
    var before = EarlierCounts()
    before.outcomes.scheduled = 8
    summary.changes = ChangeLog(succeeding: before, asOf: PictureTests.now)
    view = PageView()
    FlowBar(summary).add(to: &view)
    let later = PictureTests.entries(view, "flow").map {
      "\(PictureTests.text($0, "count")!) \(PictureTests.text($0, "words")!)"
    }
    #expect(later == ["9 kept", "0 lost"])
  }

  @Test("draws no picture without data")
  func empty() {
    let summary = RunSummary(now: PictureTests.now)
    #expect(RunOutPicture(summary, PictureTests.header) == nil)
    var view = PageView()
    CalendarView(summary, PictureTests.header).add(to: &view)
    #expect(PictureTests.text(view, "hasDays") == "false" && PictureTests.text(view, "hasHours") == "false")
  }

  @Test("lists reasons that need attention first, then by frequency")
  func reasons() {
    var summary = RunSummary(now: PictureTests.now)
    summary.reasons[Reason.past.index] = 50
    summary.reasons[Reason.paid.index] = 70
    summary.reasons[Reason.slotLimit.index] = 1
    summary.reasons[Reason.noDueDate.index] = 3
    #expect(summary.sortedReasons.map(\.reason) == [.slotLimit, .paid, .past, .noDueDate])
  }

  @Test(
    "a reason's bar shows its share of the largest, and every nonzero bar is visible",
    arguments: [(1, 1, 100), (50, 200, 25), (200, 200, 100), (1, 100_000, 1)])
  func bars(count: Int, largest: Int, width: Int) {
    let bars = RowBars([count, largest])
    #expect(bars.markup(count)!.bytes.text.contains("<rect width=\"\(width)\" height"))
    #expect(bars.markup(count, isProblem: true)!.bytes.text.contains("class=\"stop-bar\""))
    #expect(bars.markup(0) == nil)
  }
}
