import Benchmark
import CivilTime
import Foundation
import Running
import Workload

/// Zones and recurrence rules, beside Foundation's way of doing the same.
let benchmarks: @Sendable () -> Void = {
  guard let database = try? ZoneDatabase.open(SourceTree.path("Tests/Zoneinfo/2026f")),
    let zone = try? database.zone(named: "America/New_York")
  else { fatalError("there is no tz database in Tests/Zoneinfo/2026f") }
  let range = Workload.now.advanced(bySeconds: -40 * 86_400)..<Workload.now.advanced(bySeconds: 18 * 86_400)
  let timeline = ZoneTimeline(zone: zone, range: range)
  let first = LocalDate(year: 2026, month: 10, day: 20)!
  let window = first...first.adding(days: Workload.days)
  let time = LocalTime(hour: 9, minute: 0)!

  measure("wall time to instant, warm zone", 100_000, "calls") { _ in
    var local = first.at(time)
    for step in 1...100_000 {
      blackHole(timeline.resolve(local, gap: .later, overlap: .first))
      local = local.adding(seconds: step % 1000 == 0 ? -999 * 1200 : 1200)
    }
  }

  measure("instant to wall time, warm zone", 100_000, "calls") { _ in
    var instant = Workload.now
    for step in 1...100_000 {
      blackHole(timeline.local(at: instant))
      instant = instant.advanced(bySeconds: step % 1000 == 0 ? -999 * 1200 : 1200)
    }
  }

  measure("wall time to instant, Foundation Calendar", 1000, "calls") { _ in
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = TimeZone(identifier: "America/New_York")!
    var components = DateComponents(year: 2026, month: 10, day: 20, hour: 9)
    for step in 1...1000 {
      components.minute = step % 60
      blackHole(calendar.date(from: components))
    }
  }

  for (what, text) in [
    ("weekly rule", "FREQ=WEEKLY;BYDAY=MO,WE,FR"),
    ("monthly rule, last weekday", "FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1"),
  ] {
    for year in [2026, 2000, 1900] {
      let start = LocalDate(year: year, month: 1, day: 5)!
      let rule = try! Recurrence(RecurrenceRule(parsing: text.utf8), start: start)
      measure("\(what), 14 days, since \(year)", 1000, "windows") { _ in
        var dates: [LocalDate] = []
        dates.reserveCapacity(16)
        for _ in 1...1000 {
          dates.removeAll(keepingCapacity: true)
          rule.appendDates(in: window, at: time, to: &dates)
          blackHole(dates.count)
        }
      }
    }
  }

  measure("weekly rule, 14 days, Foundation RecurrenceRule", 1, "windows") { _ in
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = TimeZone(identifier: "America/New_York")!
    let rule = Calendar.RecurrenceRule(
      calendar: calendar, frequency: .weekly, weekdays: [.every(.monday), .every(.wednesday), .every(.friday)])
    let start = Date(timeIntervalSince1970: 1_767_618_000)
    let from = Date(timeIntervalSince1970: Double(Workload.now.epochSeconds))
    for date in rule.recurrences(of: start, in: from..<from.addingTimeInterval(14 * 86_400)) { blackHole(date) }
  }

  let names = [
    "Africa/Casablanca", "America/New_York", "America/Sao_Paulo", "Asia/Gaza", "Asia/Kolkata", "Australia/Lord_Howe",
    "Europe/Berlin", "Europe/Dublin", "Pacific/Apia", "Pacific/Auckland",
  ]
  measure("zone read from its TZif file", names.count, "zones") { _ in
    // Each database reads a zone once, and keeps it.
    let database = (try? ZoneDatabase.open(SourceTree.path("Tests/Zoneinfo/2026f")))!
    for name in names { blackHole(try? database.zone(named: name)) }
  }

  let zones = names.compactMap { try? database.zone(named: $0) }
  measure("timeline of a zone for 58 days", zones.count, "zones") { _ in
    for zone in zones { blackHole(ZoneTimeline(zone: zone, range: range)) }
  }
}
