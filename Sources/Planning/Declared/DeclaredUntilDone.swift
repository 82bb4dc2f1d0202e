import CivilTime
import PlanModel

/// Each day after an item's date until it is done.
extension DeclaredKind {
  func untilDone() -> KindDefinition {
    KindDefinition(
      description, checks: rules.checks ?? [inactive, undated],
      withdrawal: { notice, kind, frame in
        guard let (item, parts) = item(of: notice, kind, frame) else { return nil }
        let due = parts.date ?? newestDue(item, before: notice.date ?? frame.today, frame)
        return item.isCompleted || due.map { item.isDone(on: $0) } ?? false ? .completed : nil
      },
      renewal: { _, kind, frame in renewal(kind, frame) },
      followUp: { delivered, kind, frame in
        item(of: delivered.notice, kind, frame).map { $0.0.isDone(on: delivered.day) }
      }
    ) { frame, kind, list in
      let items = items(frame)
      for (index, item) in items.enumerated() where matches(item) {
        if isUndated(item, frame) {
          addUndated(item, at: index, .plain, frame, kind, &list)
          continue
        }
        if item.isCompleted || list.isFull { continue }
        let open = kind.openDays(item.shift, frame)
        let times = allTimes(of: item, frame)
        let isUntimed = isUntimed(item, times)
        for time in times {
          list.forEachDay(
            declaration.dayCount, at: time, kind, frame, newest: { newestDue(item, before: $0, frame) }
          ) { list, date, due in
            let moved = open?.moved(due) ?? due
            guard !item.isDone(on: due), date > moved, self.times(of: item, on: date, frame).contains(time),
              days(frame).contains(date.weekday)
            else { return }
            // The body may count the days, so each day has words of its own; the identifier is the same.
            let request = frame.request(kind, item: item.id, isAllDay: isUntimed, location: item.location) { name in
              switch name {
              case "date", "dueDate": .date(due)
              case "shiftedDate": .date(moved)
              case "time": .time(time)
              case "overdueDays": .integer(date.days(since: due))
              default: value(name, of: item, frame)
              }
            }
            list.add(list.add(request), .wall(date.at(time)), item: index, figure: date.days(since: due))
            list.follow(due, from: date, open, frame, isTaken: false)
          }
        }
      }
    }
  }

  private func isUndated(_ item: Item, _ frame: AccountFrame) -> Bool {
    declaration.at.map { value($0, of: item).date(frame) == nil } ?? (item.schedule == nil)
  }

  /// The item's last date before a day.
  private func newestDue(_ item: Item, before day: LocalDate, _ frame: AccountFrame) -> LocalDate? {
    if let at = declaration.at { return value(at, of: item).date(frame).flatMap { $0 < day ? $0 : nil } }
    return item.schedule.flatMap {
      frame.newestDate(of: $0, before: day, at: allTimes(of: item, frame)[0], days: item.days)
    }
  }

  /// The first reminder that a later plan has and this one has not.
  private func renewal(_ kind: KindPlan, _ frame: AccountFrame) -> PlanAgain? {
    let start = frame.firstUntold
    let window = start...max(start, frame.dates.upperBound)
    var first: LocalDateTime?
    for item in items(frame) where !item.isArchived && !item.isCompleted && passes(item) {
      let time = allTimes(of: item, frame)[0]
      let open = kind.openDays(item.shift, frame)
      /// The first day of which it is told; nil: it is skipped.
      func dayAfter(_ due: LocalDate) -> LocalDate? {
        open == nil ? due.adding(days: 1) : open?.moved(due).map { max(due, $0).adding(days: 1) }
      }
      var dates: [LocalDate] = []
      if let due = newestDue(item, before: start, frame), !item.isDone(on: due), let first = dayAfter(due) {
        let later = max(start, first)
        if declaration.dayCount.map({ later <= due.adding(days: $0) }) ?? true { dates.append(later) }
      }
      let coming: [LocalDate] =
        if let at = declaration.at {
          value(at, of: item).date(frame).map { [$0] } ?? []
        } else if let schedule = item.schedule {
          schedule.repetition.isNone ? [schedule.start] : frame.occurrences(of: schedule, at: time, in: window)
        } else {
          []
        }
      dates += coming.lazy.filter { window.contains($0) && !item.isDone(on: $0) }.compactMap(dayAfter).prefix(1)
      if let date = dates.min() { first = min(first ?? date.at(time), date.at(time)) }
    }
    guard let first, case .instant(let at, _, _) = frame.resolve(first), at > frame.now else { return nil }
    return PlanAgain(at, .overdue)
  }
}
