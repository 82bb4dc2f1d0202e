import CivilTime
import PlanModel

/// Makes a candidate on each day after an item's date until it is done.
extension ShapedKind {
  func untilDone() -> KindDefinition {
    let checks = checks(inactive, undated, snoozed)
    // Another kind may report items without a date.
    let reportsUndated = checks.contains { $0.reason == .noDueDate }
    var untilDone = ofItems(checks) { item, index, frame, kind, list in
      let clock = frame.clock(of: item)
      if isUndated(item, clock) {
        if reportsUndated { addUndated(item, at: index, .plain, frame, kind, &list) }
        return
      }
      if item.isCompleted || list.isFull { return }
      addDays(of: item, at: index, clock, kind, &list)
    }
    untilDone.withdrawal = { notice, kind, account in
      guard let (item, parts) = item(of: notice, kind, account) else { return nil }
      let frame = account.clock(of: item)
      if item.isCompleted { return .completed }
      guard let due = parts.date ?? newestDue(item, before: notice.date(frame) ?? frame.today, frame) else {
        // A completion ends the dates before it.
        return countsEveryFromCompletion && item.lastCompletion != nil ? .completed : nil
      }
      return isOver(item, due) ? .completed : nil
    }
    // Quiet hours may move it to a day with another count.
    untilDone.reword = { candidate, kind, frame in
      guard candidate.deferredFrom != nil, let at = candidate.at, let due = candidate.due else { return nil }
      let item = item(of: candidate, frame)
      let clock = frame.clock(of: item)
      let turn = candidate.date ?? due.date
      return request(item, due.date, at: due.time, on: clock.date(at: at), inTurn: turn, kind, clock)
    }
    untilDone.rewordsDeferred = true
    untilDone.renewal = { _, kind, frame in renewal(kind, frame) }
    untilDone.followUp = followUp
    return untilDone
  }

  private func addDays(
    of item: Item, at index: Int, _ frame: AccountFrame, _ kind: KindPlan, _ list: inout CandidateList
  ) {
    let open = openDays(item, kind, frame)
    for time in allTimes(of: item, frame) {
      list.forEachDay(
        declaration.dayCount, at: time, kind, frame, newest: { newestDue(item, before: $0, frame) }
      ) { list, date, due in
        let moved = open?.moved(due) ?? due
        guard !isOver(item, due), date > moved, times(of: item, on: date, frame).contains(time),
          days(frame).contains(date.weekday), declaration.dayList?.contains(date.days(since: due)) ?? true,
          frame.isPlanned(date.at(time))
        else { return }
        // Each day has its own request, since the body may count the days. The identifier stays the same.
        let read = frame.snoozeEnd.map(frame.date) ?? date
        let request = list.add(request(item, due, at: time, on: read, inTurn: date, kind, frame))
        list.add(request, .wall(date.at(time)), item: index, figure: date.days(since: due))
        list.isOf(due, from: date)
        if item.zone != nil { list.remind(.due, of: time, isOfDay: false, inZone: true) }
        // The leader shows how closed days affect the due date.
        if declaration.leader == nil { list.follow(due, from: date, open, frame, isTaken: false) }
      }
    }
  }

  /// Returns the request for one day.
  ///
  /// - Parameters:
  ///   - date: The day up to which overdue days count.
  ///   - turn: The day whose text it has, if texts take turns.
  func request(
    _ item: Item, _ due: LocalDate, at time: LocalTime, on date: LocalDate, inTurn turn: LocalDate, _ kind: KindPlan,
    _ frame: AccountFrame
  ) -> NotificationRequest {
    let moved = openDays(item, kind, frame)?.moved(due) ?? due
    let isUntimed = isUntimed(item, allTimes(of: item, frame))
    return frame.request(
      kind, item: item.id, isAllDay: isUntimed, zone: item.zone, location: item.location, rotation: kind.rotation(turn)
    ) { name in
      switch declaration.name(name) {
      case "date", "dueDate": .date(due)
      case "shiftedDate": .date(moved)
      case "movedFrom": moved == due ? .none : .date(due)
      case "time": .time(time)
      case "overdueDays": .integer(date.days(since: due))
      case "part" where !hasField("part"): .text(reminders[0].name)
      default: value(name, of: item, frame)
      }
    }
  }

  /// Returns the first day from `day` on with a reminder of a due date; nil if none is left.
  private func nextDay(of due: LocalDate, from day: LocalDate) -> LocalDate? {
    if let list = declaration.dayList { return list.lazy.map { due.adding(days: $0) }.first { $0 >= day } }
    return declaration.dayCount.map { day <= due.adding(days: $0) } ?? true ? day : nil
  }

  private func isUndated(_ item: Item, _ frame: AccountFrame) -> Bool {
    if let at = declaration.at { return value(at, of: item).date(frame) == nil }
    if countsEveryFromCompletion { return CompletionDates(item, every: step(of: item)) == nil }
    guard let schedule = item.schedule else { return true }
    return declaration.every != nil && schedule.repetition.isNone && step(of: item) == nil
  }

  /// Whether each completion begins the due dates again.
  private var countsEveryFromCompletion: Bool { declaration.every != nil && countsFromCompletion }

  /// Returns whether a due date is done: that date is, or, counted from completions, anything was done since.
  private func isOver(_ item: Item, _ due: LocalDate) -> Bool {
    item.isDone(on: due) || declaration.isFromCompletion && item.lastCompletion.map { $0 >= due } ?? false
  }

  /// Returns the item's last due date before a day.
  private func newestDue(_ item: Item, before day: LocalDate, _ frame: AccountFrame) -> LocalDate? {
    if let at = declaration.at { return value(at, of: item).date(frame).flatMap { $0 < day ? $0 : nil } }
    if countsEveryFromCompletion { return CompletionDates(item, every: step(of: item))?.newest(before: day) }
    guard let schedule = item.schedule, schedule.start < day else { return nil }
    if declaration.every == nil, schedule.repetition.isNone { return schedule.start }
    return frame.newestDate(from: schedule.start, before: day, days: item.days) { dates(of: item, in: $0, frame) }
  }

  /// Returns the dates of an item that repeats, ascending.
  private func dates(of item: Item, in range: ClosedRange<LocalDate>, _ frame: AccountFrame) -> [LocalDate] {
    var dates: [LocalDate] = []
    find(&dates, item, in: range, at: allTimes(of: item, frame)[0], frame)
    return dates
  }

  /// Returns the first reminder that a later plan adds to this one.
  private func renewal(_ kind: KindPlan, _ account: AccountFrame) -> PlanAgain? {
    var first: Instant?
    for item in items(account) where !item.isArchived && !item.isCompleted && passes(item, account) {
      let frame = account.clock(of: item)
      let start = frame.firstUnvisited
      let window = start...max(start, frame.dates.upperBound)
      let time = allTimes(of: item, frame)[0]
      let open = openDays(item, kind, frame)
      /// Returns the first day with a reminder; nil if the due date is skipped.
      func dayAfter(_ due: LocalDate) -> LocalDate? {
        if declaration.leader != nil { return max(due, open?.moved(due) ?? due).adding(days: 1) }
        return open == nil ? due.adding(days: 1) : open?.moved(due).map { max(due, $0).adding(days: 1) }
      }
      var dates: [LocalDate] = []
      if let due = newestDue(item, before: start, frame), !isOver(item, due), let first = dayAfter(due) {
        if let later = nextDay(of: due, from: max(start, first)) { dates.append(later) }
      }
      let upcoming: [LocalDate] =
        if let at = declaration.at {
          value(at, of: item).date(frame).map { [$0] } ?? []
        } else if countsEveryFromCompletion {
          CompletionDates(item, every: step(of: item)).map { [$0.first(from: start)] } ?? []
        } else if let schedule = item.schedule {
          declaration.every == nil && schedule.repetition.isNone
            ? [schedule.start] : self.dates(of: item, in: window, frame)
        } else {
          []
        }
      for due in upcoming where window.contains(due) && !isOver(item, due) {
        guard let day = dayAfter(due).flatMap({ nextDay(of: due, from: $0) }) else { continue }
        dates.append(day)
        break
      }
      if let date = dates.min(), let at = frame.instant(of: date.at(time)), at > frame.now {
        first = min(first ?? at, at)
      }
    }
    return first.map { PlanAgain(Deferral.end(after: $0, kind, account) ?? $0, .overdue) }
  }
}
