import CivilTime
import PlanModel

/// Makes a candidate for each reminder of each due time, on the dates of an item or on weekdays.
extension ShapedKind {
  func series() -> KindDefinition {
    guard declaration.item != nil else {
      var series = KindDefinition(description, checks: checks()) { frame, kind, list in expandDaily(frame, kind, &list)
      }
      series.skips = { skips(on: $0, $1, $2) }
      return series
    }
    let byDate = SeriesByDate(self)
    var series = KindDefinition(description, checks: checks(inactive, undated, doneCheck, snoozed)) {
      frame, kind, list in
      if let byDate { return byDate.expand(frame, kind, &list) }
      let items = ContiguousArray(items(frame))
      let span = items.span
      for index in span.indices where matches(span[index], frame) {
        if list.isFull { return }
        expand(span[index], at: index, frame, kind, &list)
      }
    }
    series.expandItem = { expand($0, at: $1, $2, $3, &$4) }
    if isOfOneDate { series.delivery = .ever }
    series.reword = { reworded($0, $1, $2) }
    series.rewordsDeferred = true
    series.withdrawal = { notice, kind, frame in
      guard let (item, parts) = item(of: notice, kind, frame) else { return nil }
      return isDone(item, parts, notice, frame.clock(of: item)) ? .completed : nil
    }
    series.skips = { skips(on: $0, $1, $2) }
    if countsFromCompletion { series.renewal = { _, kind, frame in missedDates(kind, frame) } }
    series.followUp = followUp
    return series
  }

  // MARK: Completion

  /// Returns when a candidate's occurrence is due; only the date if the reminder has its own time.
  private func due(_ candidate: Candidate, _ frame: AccountFrame) -> (date: LocalDate, time: LocalTime?)? {
    guard let due = candidate.due else { return nil }
    let reminders = reminders(of: item(of: candidate, frame))
    return (due.date, reminders[Int(candidate.figure)].time == nil ? due.time : nil)
  }

  /// Returns whether an occurrence is done. Without a time, everything due on the date must be done.
  private func isDone(
    _ item: Item, _ due: (date: LocalDate, time: LocalTime?), _ frame: AccountFrame
  ) -> Bool {
    // A count has no time of the day.
    if declaration.quota != nil { return item.isDone(on: due.date) }
    if let time = due.time {
      // What is due an interval later, when clocks show the time again, is not done by what was done before.
      if let elapsed = declaration.elapsed, case let clock = frame.clock(of: item),
        let start = start(elapsed, item, clock), start.isDone, clock.timeline.local(at: start.at) == due.date.at(time)
      {
        return item.isCompleted || item.completedOn.contains(due.date)
      }
      return item.isDone(due.date.at(time))
    }
    guard let when = self.due(item, frame) else { return item.isCompleted }
    for time in times(of: item, when, on: due.date, frame) where !item.isDone(due.date.at(time)) { return false }
    return true
  }

  /// Returns whether everything that a notification was about is done: on the item's one date, else on the dates that
  /// its identifier and its date, which may differ from the due date, imply.
  private func isDone(_ item: Item, _ parts: IdentifierParts, _ notice: Notice, _ frame: AccountFrame) -> Bool {
    let date = notice.date(frame)
    if declaration.elapsed != nil {
      guard !item.isCompleted, let day = parts.date ?? date, let time = parts.time else { return item.isCompleted }
      return isDone(item, day.at(time), frame)
    }
    let due = due(item, frame) ?? (countsFromCompletion ? Due(times: allTimes(of: item, frame)) : nil)
    guard let when = due, !item.isCompleted else { return item.isCompleted }
    // The item no longer has reminder times.
    if when.times.isEmpty { return date.map { item.isDone(on: $0) } ?? false }
    let reminders = reminders(of: item)
    let named = reminders.first { $0.name == parts.part } ?? ReminderOffset(named: parts.part) ?? .due
    let reminder = item.remind.isEmpty && reminders.count == 1 && parts.part.isEmpty ? reminders[0] : named
    let days = reminder.time == nil ? Int(reminder.seconds / 86_400) : reminder.days
    var known = declaration.isFromCompletion ? parts.date : when.single ?? parts.date
    // After a snooze, the date is that of its end, and the reminder is the last before it.
    if parts.isSnoozed, known == nil, let date, let schedule = item.schedule {
      func newest(before day: LocalDate) -> LocalDate? {
        frame.newestDate(of: schedule, before: day, at: when.times[0], days: item.days)
      }
      known = newest(before: date.adding(days: 1 - days))
      if let end = notice.at, let due = known, let time = times(of: item, when, on: due, frame).first,
        let at = frame.instant(of: reminder.applied(to: due.at(time))), at >= end
      {
        known = newest(before: due)
      }
    }
    var dues: [LocalDateTime] = []
    let around = date.map { date in [0, 1, -1].map { date.adding(days: $0 - days) } }
    for day in known.map({ [$0] }) ?? around ?? [] {
      let time = reminder.time == nil ? parts.time : nil
      for time in time.map({ [$0] }) ?? times(of: item, when, on: day, frame)
      where known != nil || reminder.applied(to: day.at(time)).date == date {
        dues.append(day.at(time))
      }
    }
    return !dues.isEmpty
      && dues.allSatisfy { due in
        if declaration.isFromCompletion { return item.lastCompletion.map { $0 >= due.date } ?? false }
        return declaration.quota == nil ? item.isDone(due) : item.isDone(on: due.date)
      }
  }

  /// Returns whether any item is done, if items record done dates instead of completions. Reads items in place: copies
  /// took 2 % of a run.
  private func hasDoneDates(_ frame: AccountFrame) -> Bool {
    let items = ContiguousArray(items(frame))
    let span = items.span
    for index in span.indices where span[index].isCompleted || !span[index].completedOn.isEmpty { return true }
    return false
  }

  /// Drops candidates whose occurrence is done.
  private var doneCheck: Check? {
    if completed == nil, !hasCompletions { return nil }
    // Items that record only done dates need no due time, which saves a copy of the item.
    let isByDates = reminders == [.due] && declaration.fields?.has(.completedOn) ?? false
    let hasQuota = declaration.quota != nil
    return Check(
      .completed,
      .candidate { candidate, context in
        let isCompleted = isTrue(of: candidate, context.frame) { $0.isCompleted }
        if isCompleted || hasQuota && isMet(candidate, context.frame) { return true }
        if !isTrue(of: candidate, context.frame, { $0.hasCompletions }) { return false }
        if isByDates, let date = candidate.local.map(candidate.due) {
          return isTrue(of: candidate, context.frame) { $0.completedOn.contains(date) }
        }
        let item = item(of: candidate, context.frame)
        return due(candidate, context.frame).map { isDone(item, $0, context.frame) } ?? false
      },
      applies: { _, frame in
        hasQuota || (isByDates ? hasDoneDates(frame) : hasAny(frame) { $0.isCompleted || $0.hasCompletions })
      }
    ) { explainer in
      let item = item(of: explainer.candidate, explainer.frame)
      let completed =
        [completedFact(item)].compactMap(\.self)
        + (explainer.candidate.due.map { quotaFacts(item, $0.date, explainer.frame) } ?? [])
      guard let due = due(explainer.candidate, explainer.frame) else { return completed }
      if isByDates {
        return completed + [completionFact(.plain("\(due.date)"), item.completedOn.contains(due.date), item)]
      }
      let name = due.time.map { "\(due.date.at($0))" } ?? "\(due.date)"
      return completed + [completionFact(.plain(name), isDone(item, due, explainer.frame), item)]
    }
  }
}
