import CivilTime
import PlanModel

/// At times of the day, how many items there are that pass the policy's conditions, and fall due in the days from then on.
extension DeclaredKind {
  /// So many names of items a text gets.
  private static var mostNames: Int { 20 }

  func digest() -> KindDefinition {
    KindDefinition(description, checks: [nothingDue]) { frame, kind, list in
      // By id: the order of the inputs says nothing.
      let items = items(frame).filter { !$0.isArchived && !$0.isCompleted && passes($0) }.sorted { $0.id < $1.id }
      let clock = Set(Weekday.allCases.flatMap { times(on: $0, frame) }).sorted()
      for time in clock {
        let weekdays = Weekday.allCases.filter { days(frame).contains($0) && times(on: $0, frame).contains(time) }
        list.addLookups(items.count * (frame.dates.count * weekdays.count / 7 + 1))
        let series = DailySeries(time: time, days: weekdays.reduce(into: []) { $0.insert($1) })
        list.add(series, kind, frame) { date in
          let due = items.filter { isDue($0, from: date, frame) }
          let names = due.prefix(DeclaredKind.mostNames).compactMap { item in
            declaration.fields?.title.map { value($0, of: item) }
          }
          let request = frame.request(kind) { name in
            switch name {
            case "count": .integer(due.count)
            case "names": names.isEmpty ? .none : .list(names)
            default: .none
            }
          }
          return (request, due.count)
        }
      }
    }
  }

  /// Whether it has a date in the days from `date` on that is not done.
  private func isDue(_ item: Item, from date: LocalDate, _ frame: AccountFrame) -> Bool {
    guard let ahead = declaration.dayCount else { return true }
    let days = date...date.adding(days: ahead - 1)
    guard let schedule = item.schedule else {
      return days.contains { item.days.contains($0.weekday) && !item.isDone(on: $0) }
    }
    if schedule.repetition.isNone { return days.contains(schedule.start) && !item.isDone(on: schedule.start) }
    return frame.occurrences(of: schedule, at: allTimes(of: item, frame)[0], in: days).contains {
      item.days.contains($0.weekday) && !item.isDone(on: $0)
    }
  }

  private var nothingDue: Check {
    Check(.nothingDue, .candidate { candidate, _ in candidate.figure == 0 }) { explainer in
      guard explainer.candidate.at != nil else { return nil }
      return [
        .init(
          "items that count", "\(explainer.candidate.figure)", explainer.account.location)
      ]
    }
  }
}
