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
    #expect(HoursPicture.level(count, 100) == level)
  }

  @Test("one of one is the maximum")
  func heatOfOne() {
    #expect(HoursPicture.level(1, 1) == 1)
  }

  @Test(
    "eight kinds have a series each; of nine, two share the last",
    arguments: [(1, 1, false), (8, 8, false), (9, 8, true), (19, 8, true)])
  func series(kinds: Int, count: Int, isShared: Bool) {
    let days = Kind.all.prefix(kinds).enumerated().map { ("2026-10-24", $1, 100 - $0) }
    let series = KindSeries(PictureTests.summary(days)).series
    #expect(series.count == count)
    #expect(series.flatMap(\.kinds).count == kinds)
    #expect(series.reduce(0) { $0 + $1.count } == days.reduce(0) { $0 + $1.2 })
    #expect((series.last!.kinds.count > 1) == isShared)
    #expect(series[0].kinds == [.dailyReminder])
  }

  @Test("shows 45 days in columns; 46 by week", arguments: [(1, 1), (45, 45), (46, 8), (367, 54)])
  func columns(days: Int, columns: Int) {
    // 2026-10-24 is a Saturday.
    let first = LocalDate(iso8601: "2026-10-24".utf8)!
    let summary = PictureTests.summary([
      (first.description, .task, 1), (first.adding(days: days - 1).description, .task, days == 1 ? 0 : 1),
    ])
    let picture = DaysPicture(summary, KindSeries(summary))!
    let svg = picture.markup.bytes.text
    #expect(svg.contains("on \(columns.counted(days > 45 ? "week" : "day"))"), "\(svg.prefix(400))")
  }

  @Test("the tallest column fills the axis, regardless of the counts", arguments: [1, 20, 100_000])
  func height(accounts: Int) {
    let summary = PictureTests.summary([("2026-10-24", .task, 10 * accounts), ("2026-10-25", .nudge, 5 * accounts)])
    let svg = DaysPicture(summary, KindSeries(summary))!.markup.bytes.text
    let wide = svg.split(separator: "picture narrow")[0]
    let heights = wide.split(separator: "<rect ").filter { $0.contains("class=\"part\"") && $0.contains("<title>") }
      .compactMap { part in part.split(separator: "height=\"").last?.prefix { $0 != "\"" } }.compactMap { Int($0) }
    #expect(heights.count == 2)
    #expect(abs(heights[0] - 2 * heights[1]) <= 1)
    #expect((120...190).contains(heights[0]))
    #expect(svg.contains(">\((10 * accounts).short)</text>"))
    #expect(svg.contains("task \((10 * accounts).grouped)</title>"))
  }

  @Test("draws no picture without data")
  func empty() {
    let summary = RunSummary(now: PictureTests.now)
    #expect(DaysPicture(summary, KindSeries(summary)) == nil)
    #expect(HoursPicture(summary) == nil)
    #expect(SlotsPicture(summary) == nil)
  }

  @Test("lists reasons that need attention first, then by frequency")
  func reasons() {
    var summary = RunSummary(now: PictureTests.now)
    summary.reasons[Reason.past.index] = 50
    summary.reasons[Reason.paid.index] = 70
    summary.reasons[Reason.slotLimit.index] = 1
    summary.reasons[Reason.noDueDate.index] = 3
    #expect(ReasonBars.order(summary).map(\.reason) == [.noDueDate, .slotLimit, .paid, .past])
  }

  @Test(
    "a reason's bar shows its share of the largest, and every nonzero bar is visible",
    arguments: [(1, 1, 100), (50, 200, 25), (200, 200, 100), (1, 100_000, 1)])
  func bars(count: Int, largest: Int, width: Int) {
    let bars = ReasonBars([count, largest])
    #expect(bars.markup(count, isProblem: false).bytes.text.contains("<rect width=\"\(width)\" height"))
    #expect(bars.markup(count, isProblem: true).bytes.text.contains("class=\"stop-bar\""))
  }

  @Test(
    "the ranges of the heat map's levels cover each count exactly once", arguments: [1, 2, 3, 4, 7, 100, 12345])
  func ranges(maximum: Int) {
    let ranges = HoursPicture.ranges(maximum)
    #expect(ranges.first?.range.lowerBound == 1)
    #expect(ranges.last?.range.upperBound == maximum)
    for (a, b) in zip(ranges, ranges.dropFirst()) { #expect(b.range.lowerBound == a.range.upperBound + 1) }
    for (level, range) in ranges {
      #expect(HoursPicture.level(range.lowerBound, maximum) == level)
      #expect(HoursPicture.level(range.upperBound, maximum) == level)
    }
  }

  @Test("an account over the limit is beyond the line; a full one before it")
  func slots() {
    var summary = RunSummary(now: PictureTests.now)
    summary.slotFill.tenths[10] = 2
    summary.slotFill.over = 3
    summary.horizonDays[LocalDate(iso8601: "2026-10-30".utf8)!] = 3
    let svg = SlotsPicture(summary)!.markup.bytes.text
    #expect(svg.contains("<title>100 %: 2</title>"))
    #expect(svg.contains("<title>above the limit: 3</title>"))
    #expect(svg.contains("Plans begin to be incomplete on Fri 30 October 2026 (3 accounts that day)."))
    #expect(SlotsPicture.label(0) == "0–9 %")
  }
}
