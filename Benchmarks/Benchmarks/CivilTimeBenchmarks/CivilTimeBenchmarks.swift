import Benchmark
import CivilTime
import Foundation

/// The inner loops of planning, beside Foundation's way of doing the same. Figures are per scaled iteration: nanoseconds
/// a call, since each benchmark runs a thousand (or a million) calls and the tool divides.
let benchmarks: @Sendable () -> Void = {
  let tree = ProcessInfo.processInfo.environment["TICKLER_ZONEINFO"] ?? "../Tests/Zoneinfo/2026f"
  guard let database = ZoneDatabase(path: tree), let zone = database.zone(named: "America/New_York") else {
    fatalError("there is no tz database in \(tree); set TICKLER_ZONEINFO")
  }
  let now = Instant(rfc3339: "2026-10-20T00:00:00Z".utf8)!
  let range = now.advanced(bySeconds: -40 * 86_400)..<now.advanced(bySeconds: 18 * 86_400)
  let timeline = ZoneTimeline(zone: zone, range: range)
  let window = LocalDate(year: 2026, month: 10, day: 20)!...LocalDate(year: 2026, month: 11, day: 2)!
  let time = LocalTime(hour: 9, minute: 0)!

  Benchmark.defaultConfiguration = .init(
    metrics: [.wallClock, .instructions], warmupIterations: 3, scalingFactor: .kilo, maxDuration: .seconds(2))

  Benchmark("wall time to instant, warm zone", configuration: .init(scalingFactor: .mega)) { benchmark in
    var local = LocalDate(year: 2026, month: 10, day: 20)!.at(time)
    for step in benchmark.scaledIterations {
      blackHole(timeline.resolve(local, gap: .later, overlap: .first))
      local.secondsSinceEpoch += step % 1000 == 0 ? -999 * 1200 : 1200
    }
  }

  Benchmark("wall time to instant, Foundation Calendar") { benchmark in
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = TimeZone(identifier: "America/New_York")!
    var components = DateComponents(year: 2026, month: 10, day: 20, hour: 9)
    for step in benchmark.scaledIterations {
      components.minute = step % 60
      blackHole(calendar.date(from: components))
    }
  }

  for year in [2026, 2000, 1900] {
    let start = LocalDate(year: year, month: 1, day: 5)!
    let rule = try! Recurrence(RecurrenceRule(parsing: "FREQ=WEEKLY;BYDAY=MO,WE,FR".utf8), start: start)
    Benchmark("weekly rule, 14 days, since \(year)") { benchmark in
      var dates: [LocalDate] = []
      dates.reserveCapacity(16)
      for _ in benchmark.scaledIterations {
        dates.removeAll(keepingCapacity: true)
        rule.appendDates(in: window, at: time, to: &dates)
        blackHole(dates.count)
      }
    }
  }

  Benchmark("weekly rule, 14 days, Foundation RecurrenceRule", configuration: .init(scalingFactor: .one)) { benchmark in
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = TimeZone(identifier: "America/New_York")!
    let rule = Calendar.RecurrenceRule(
      calendar: calendar, frequency: .weekly, weekdays: [.every(.monday), .every(.wednesday), .every(.friday)])
    let start = Date(timeIntervalSince1970: 1_767_618_000)
    let from = Date(timeIntervalSince1970: Double(now.epochSeconds))
    for _ in benchmark.scaledIterations {
      for date in rule.recurrences(of: start, in: from..<from.addingTimeInterval(14 * 86_400)) { blackHole(date) }
    }
  }
}
