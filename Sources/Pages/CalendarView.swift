import CivilTime
import PlanModel
import RunModel

/// The days of a plan as a calendar, weeks as rows, and the hours of the week as a heat map.
struct CalendarView {
  private let summary: RunSummary
  private let today: LocalDate
  /// The names of the calendars that have a date, empty for one of every account.
  private var holidays: [LocalDate: Set<String>] = [:]

  init(_ summary: RunSummary, _ header: RunHeader) {
    (self.summary, today) = (summary, header.now.utc.date)
    for file in header.holidays {
      for date in file.dates { holidays[date, default: []].insert(file.calendar?.shown(60) ?? "") }
    }
  }

  func add(to view: inout PageView) {
    addDays(&view)
    addHours(&view)
  }

  private func addDays(_ view: inout PageView) {
    let counts = summary.days.mapValues { $0.reduce(0, +) }
    var changes: [LocalDate: Set<String>] = [:]
    for change in summary.zoneUsage.sorted.flatMap(\.changes) {
      changes[change.date, default: []].insert(change.transition.shift)
    }
    let lost = summary.changes?.lostDays ?? [:]
    let bars = RowBars(Array(counts.values) + lost.values)
    let dates = Set(counts.keys).union(lost.keys)
    let (first, last) = (dates.min() ?? today, dates.max() ?? today)
    let start = first.adding(days: -Int(first.weekday.rawValue))
    view.add("hasDays", !dates.isEmpty)
    view.add("weekdays", Weekday.allCases) { $0.add("weekday", $1.forReaders) }
    view.add("weeks", stride(from: 0, through: last.days(since: start), by: 7)) { view, week in
      view.add("days", 0..<7) { view, day in
        let date = start.adding(days: week + day)
        let isOutside = date < first || date > last
        view.add("date", date.description)
        view.add(
          "words", week + day == 0 || date.day == 1 || date == first ? date.short(in: today.year) : "\(date.day)")
        view.add("isOutside", isOutside)
        view.add("isToday", date == today)
        view.add(counts[date] ?? 0, .day(date...date))
        view.add("bar", bars.markup(counts[date] ?? 0))
        view.add("lost", lost[date])
        view.add("lostBar", bars.markup(lost[date] ?? 0, isProblem: true))
        view.add("holiday", holidays[date].map(CalendarView.words))
        view.add("clock", changes[date].map { "clocks " + $0.sorted().joined(separator: ", ") })
      }
    }
  }

  /// Returns `holiday`, or `holiday AT, DE, DE-BY …` if it is one of these calendars alone.
  private static func words(_ calendars: Set<String>) -> String {
    if calendars.contains("") { return "holiday" }
    return "holiday \(calendars.sorted().prefix(3).joined(separator: ", "))\(calendars.count > 3 ? " …" : "")"
  }

  /// Adds the hours in which any notification goes out.
  private func addHours(_ view: inout PageView) {
    let bars = RowBars(summary.hours)
    func count(_ hour: Int, _ weekday: Weekday) -> Int { summary.hours[Int(weekday.rawValue) * 24 + hour] }
    let used = (0..<24).filter { hour in Weekday.allCases.contains { count(hour, $0) > 0 } }
    view.add("hasHours", !used.isEmpty)
    view.add("hours", used) { view, hour in
      view.add("hour", hour < 10 ? "0\(hour):00" : "\(hour):00")
      view.add("cells", Weekday.allCases) { view, weekday in
        view.add(count(hour, weekday), .hour(hour, on: weekday))
        view.add("level", bars.level(count(hour, weekday)))
      }
    }
  }
}
