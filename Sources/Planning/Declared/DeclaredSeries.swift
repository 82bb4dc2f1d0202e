import CivilTime
import PlanModel

/// At times of the day, on the dates of an item or on weekdays, and by each as often as the policy reminds of it.
extension DeclaredKind {
  func series() -> KindDefinition {
    KindDefinition(
      description, checks: rules.checks ?? (declaration.item == nil ? [] : [inactive, undated, doneThen, snoozed]),
      withdrawal: { notice, kind, frame in
        guard let (item, parts) = item(of: notice, kind, frame) else { return nil }
        return isDone(item, parts, notice.date, frame) ? .completed : nil
      },
      renewal: { _, kind, frame in countsFromCompletion ? missedDates(kind, frame) : nil },
      followUp: { delivered, kind, frame in
        item(of: delivered.notice, kind, frame).map { $0.0.isDone(on: delivered.day) }
      }
    ) { frame, kind, list in
      guard declaration.item != nil else { return expandDaily(frame, kind, &list) }
      let items = items(frame)
      let span = items.span
      for index in span.indices where matches(span[index]) {
        if list.isFull { return }
        expand(span[index], at: index, frame, kind, &list)
      }
    }
  }

  private var reminders: [ReminderOffset] { declaration.reminders }

  // MARK: Without items

  private func expandDaily(_ frame: AccountFrame, _ kind: KindPlan, _ list: inout CandidateList) {
    let (all, open) = (days(frame), kind.openDays(nil, frame))
    for number in reminders.indices {
      let reminder = reminders[number]
      let clock = Set(Weekday.allCases.filter(all.contains).flatMap { times(on: $0, frame) }).sorted()
      for time in clock {
        guard let range = range(frame, time, reminder, kind) else { continue }
        let due = (open?.around(range) ?? range).filter { date in
          all.contains(date.weekday) && isTold(reminder, of: time, among: times(on: date.weekday, frame))
            && open?.reaches(range, from: date) ?? true
        }
        add(due, reminder, number, at: time, open, frame, kind, &list)
      }
    }
  }

  /// The due dates whose reminders fall on days that the plan looks at; nil: there are none.
  func range(
    _ frame: AccountFrame, _ time: LocalTime, _ reminder: ReminderOffset, _ kind: KindPlan
  ) -> ClosedRange<LocalDate>? {
    // A time of another day is as far away on every date.
    let anchor = frame.today.at(time)
    let shift = reminder.applied(to: anchor).date.days(since: frame.today)
    let clock = reminder.applied(to: anchor).time
    let first = frame.firstDate(at: clock, kind).adding(days: -shift)
    let last = frame.dates.upperBound.adding(days: -shift)
    return first <= last ? first...last : nil
  }

  /// One that has a time of its own is told once a day, whatever the times at which something is due on it.
  private func isTold(_ reminder: ReminderOffset, of time: LocalTime, among times: [LocalTime]) -> Bool {
    reminder.time == nil ? times.contains(time) : times.first == time
  }

  // MARK: Of an item

  private func expand(
    _ item: Item, at index: Int, _ frame: AccountFrame, _ kind: KindPlan, _ list: inout CandidateList
  ) {
    guard let when = due(item, frame) else { return addUndated(item, at: index, form(0), frame, kind, &list) }
    let (open, isUntimed) = (kind.openDays(item.shift, frame), isUntimed(item, when.times))
    for number in reminders.indices {
      let reminder = reminders[number]
      for time in when.times {
        var due = when.single.map { [$0] } ?? []
        if let dates = when.dates {
          due = [date(dates, of: item, reminder, at: time, open, kind, frame)]
        } else if when.single == nil, let range = range(frame, time, reminder, kind) {
          due = dates(of: item, when, at: time, in: open?.around(range) ?? range, frame)
          if let open { due.removeAll { !open.reaches(range, from: $0) } }
        }
        due.removeAll { !isTold(reminder, of: time, among: self.times(of: item, when, on: $0, frame)) }
        add(
          due, reminder, number, at: time, item: index, isOneOff: when.isSingle,
          isAllDay: isUntimed && reminder.isOfDays, open, frame, kind, &list, of: item)
      }
    }
    addSnoozed(item, at: index, when, open, frame, kind, &list)
  }

  /// When an item is due.
  private struct Due {
    var times: [LocalTime]
    /// The one date; nil: those of its schedule.
    var single: LocalDate?
    /// Dates that count from completion, of which one at a time is planned.
    var dates: CompletionDates?
    /// The time is that of the item's instant.
    var isInstant = false
    var isSingle: Bool { single != nil || dates != nil }
  }

  /// nil: no date follows from its fields.
  private func due(_ item: Item, _ frame: AccountFrame) -> Due? {
    if !isPlannable(item) { return nil }
    var due = Due(times: allTimes(of: item, frame))
    if let at = declaration.at {
      switch value(at, of: item) {
      case .date(let date): due.single = date
      case .instant(let instant):
        let local = frame.timeline.local(at: instant)
        due = Due(times: [local.time], single: local.date, isInstant: true)
      default: return nil
      }
    } else if countsFromCompletion {
      due.dates = CompletionDates(item, every: step(of: item))
      if due.dates == nil { return nil }
    } else if let schedule = item.schedule, schedule.repetition.isNone {
      if declaration.every == nil { due.single = schedule.start } else if step(of: item) == nil { return nil }
    }
    return due
  }

  /// The times of one date.
  private func times(of item: Item, _ when: Due, on date: LocalDate, _ frame: AccountFrame)
    -> [LocalTime]
  {
    when.isInstant ? when.times : times(of: item, on: date, frame)
  }

  /// The dates at one of its times, ascending: the single one wherever it lies, and those of a schedule in the range.
  private func dates(
    of item: Item, _ when: Due, at time: LocalTime, in range: ClosedRange<LocalDate>, _ frame: AccountFrame
  ) -> [LocalDate] {
    if let single = when.single { return [single] }
    if let dates = when.dates { return dates.around(frame.today) }
    var dates: [LocalDate] = []
    find(&dates, item, in: range, at: time, frame)
    let weekdays = days(frame)
    dates.removeAll { !item.days.contains($0.weekday) || !weekdays.contains($0.weekday) }
    return dates
  }

  /// The dates of an item that repeats, ascending.
  private func find(
    _ dates: inout [LocalDate], _ item: Item, in range: ClosedRange<LocalDate>, at time: LocalTime,
    _ frame: AccountFrame
  ) {
    guard let schedule = item.schedule else {
      dates = Array(range)
      return
    }
    guard declaration.every != nil, schedule.repetition.isNone else {
      return frame.find(&dates, of: schedule, at: time, in: range)
    }
    let end = min(range.upperBound, schedule.until ?? range.upperBound)
    switch step(of: item) {
    case .months(let count):
      var number = 0
      while case let date = schedule.start.adding(months: number * count), date <= end {
        let isThere = date.fields.day == schedule.start.fields.day || frame.policy.value.monthEnd == .clamp
        if date >= range.lowerBound, isThere { dates.append(date) }
        number += 1
      }
      dates.removeAll(where: schedule.exceptions.contains)
    case .days(let step):
      let passed = max(0, range.lowerBound.days(since: schedule.start))
      var date = schedule.start.adding(days: (passed + step - 1) / step * step)
      while date <= end {
        if !schedule.exceptions.contains(date) { dates.append(date) }
        date = date.adding(days: step)
      }
    case nil: break
    }
  }

  // MARK: Candidates

  private func add(
    _ due: [LocalDate], _ reminder: ReminderOffset, _ number: Int, at time: LocalTime, item index: Int, isOneOff: Bool,
    isAllDay: Bool, _ open: OpenDays?, _ frame: AccountFrame, _ kind: KindPlan, _ list: inout CandidateList,
    of item: Item
  ) {
    if due.isEmpty { return }
    list.beginSeries()
    let form = form(number)
    let repeating = item.schedule.flatMap {
      reminder == .due && declaration.every == nil && !isOneOff ? $0.repeating(at: time, on: nil) : nil
    }
    let (id, subject, place) = (item.id, subject(of: item), item.location)
    func request(_ date: LocalDate) -> NotificationRequest {
      frame.request(
        kind, item: id, form: form, subject: subject, isOneOff: isOneOff, isAllDay: isAllDay, repeating: repeating,
        location: place
      ) { name in
        let own = field(name, date, time, reminder, open)
        return own.isNone ? value(name, of: item, frame) : own
      }
    }
    var shared: Int32 = -1
    for date in due {
      if shared < 0 || kind.namesDates { shared = list.add(request(date)) }
      let local = reminder.applied(to: date.at(time))
      list.add(shared, .wall(local), item: index, figure: number)
      list.isOf(date, from: local.date)
      list.follow(date, from: local.date, open, frame)
    }
  }

  private func add(
    _ due: [LocalDate], _ reminder: ReminderOffset, _ number: Int, at time: LocalTime, _ open: OpenDays?,
    _ frame: AccountFrame, _ kind: KindPlan, _ list: inout CandidateList
  ) {
    if due.isEmpty { return }
    list.beginSeries()
    let repeating =
      reminder == .due && days(frame) == .all && declaration.weekdayTimes.isEmpty
      ? RepeatingTime(time, .daily) : nil
    var shared: Int32 = -1
    for date in due {
      if shared < 0 || kind.namesDates {
        let request = frame.request(kind, form: form(number), repeating: repeating) {
          field($0, date, time, reminder, open)
        }
        shared = list.add(request)
      }
      let local = reminder.applied(to: date.at(time))
      list.add(shared, .wall(local), figure: number)
      list.follow(date, from: local.date, open, frame)
    }
  }

  private func form(_ number: Int) -> MessageForm {
    number < description.forms.count ? description.forms[number] : .plain
  }

  private func field(
    _ name: String, _ date: LocalDate, _ time: LocalTime, _ reminder: ReminderOffset?, _ open: OpenDays?
  ) -> FieldValue {
    switch name {
    case "date", "dueDate": .date(date)
    case "shiftedDate": .date(open?.moved(date) ?? date)
    case "time": .time(time)
    case "part": .text(reminder?.name ?? "snoozed")
    default: .none
    }
  }

  // MARK: Snoozed

  /// What was put off goes out at the end of the time for which it was.
  private func addSnoozed(
    _ item: Item, at index: Int, _ when: Due, _ open: OpenDays?, _ frame: AccountFrame, _ kind: KindPlan,
    _ list: inout CandidateList
  ) {
    guard let until = item.snoozedUntil, until > frame.now, let due = putOff(item, when, frame) else { return }
    let number = reminders.count
    let (id, subject, location) = (item.id, subject(of: item), item.location)
    let request = frame.request(
      kind, item: id, form: form(number), subject: subject, isOneOff: true, location: location
    ) { name in
      let own = field(name, due.date, due.time, nil, open)
      return own.isNone ? value(name, of: item, frame) : own
    }
    let local = frame.timeline.local(at: until)
    list.addAlone(request, .wall(local), item: index, figure: number)
    list.isOf(due.date, from: local.date)
  }

  /// What was due last by now, else what will be first.
  private func putOff(_ item: Item, _ when: Due, _ frame: AccountFrame) -> LocalDateTime? {
    let now = frame.timeline.local(at: frame.now)
    let reach = item.schedule == nil ? 7 : 400
    let range = frame.today.adding(days: -reach)...frame.today.adding(days: reach)
    var (last, first): (LocalDateTime?, LocalDateTime?)
    for time in when.times {
      for date in dates(of: item, when, at: time, in: range, frame)
      where times(of: item, when, on: date, frame).contains(time) {
        let due = date.at(time)
        if due <= now { last = max(last ?? due, due) } else { first = min(first ?? due, due) }
      }
    }
    return last ?? first
  }

  // MARK: Checks

  /// When what a candidate is about is due; of a reminder with a time of its own the date alone.
  private func due(_ candidate: Candidate, _ frame: AccountFrame) -> (date: LocalDate, time: LocalTime?)? {
    guard let local = candidate.local else { return nil }
    let number = Int(candidate.figure)
    guard number < reminders.count else {
      let item = item(of: candidate, frame)
      return due(item, frame).flatMap { putOff(item, $0, frame) }.map { ($0.date, $0.time) }
    }
    let reminder = reminders[number]
    if reminder.time != nil { return (local.date.adding(days: -reminder.days), nil) }
    let due = local.adding(seconds: -reminder.seconds)
    return (due.date, due.time)
  }

  /// Without a time: all that is due on the date is done.
  private func isDone(
    _ item: Item, _ due: (date: LocalDate, time: LocalTime?), _ frame: AccountFrame
  ) -> Bool {
    if let time = due.time { return item.isDone(due.date.at(time)) }
    guard let when = self.due(item, frame) else { return item.isCompleted }
    for time in times(of: item, when, on: due.date, frame) where !item.isDone(due.date.at(time)) { return false }
    return true
  }

  /// Whether all that a notification was about is done: on the one date of the item, else on those that identifier and date mean.
  ///
  /// - Parameter date: That of the notification, which a reminder leads to.
  private func isDone(_ item: Item, _ parts: IdentifierParts, _ date: LocalDate?, _ frame: AccountFrame) -> Bool {
    let due = due(item, frame) ?? (countsFromCompletion ? Due(times: allTimes(of: item, frame)) : nil)
    guard let when = due, !item.isCompleted else { return item.isCompleted }
    let named = reminders.first { $0.name == parts.part } ?? .due
    let reminder = reminders.count == 1 && parts.part.isEmpty ? reminders[0] : named
    let days = reminder.time == nil ? Int(reminder.seconds / 86_400) : reminder.days
    let known = declaration.isFromCompletion ? parts.date : when.single ?? parts.date
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
        declaration.isFromCompletion ? item.lastCompletion.map { $0 >= due.date } ?? false : item.isDone(due)
      }
  }

  /// What is due then is done.
  private var doneThen: Check {
    Check(
      .completed,
      .candidate { candidate, context in
        let isCompleted = isTrue(of: candidate, context.frame) { $0.isCompleted }
        if isCompleted || !isTrue(of: candidate, context.frame, { $0.hasCompletions }) { return isCompleted }
        let item = item(of: candidate, context.frame)
        return due(candidate, context.frame).map { isDone(item, $0, context.frame) } ?? false
      },
      concerns: { _, frame in
        hasAny(frame) { $0.isCompleted || $0.hasCompletions }
      }
    ) { explainer in
      let item = item(of: explainer.candidate, explainer.frame)
      guard let due = due(explainer.candidate, explainer.frame) else {
        return [.init("completed", "\(item.isCompleted)", item.location)]
      }
      let name = due.time.map { "\(due.date.at($0))" } ?? "\(due.date)"
      return [
        .init("completed", "\(item.isCompleted)", item.location),
        .init("completions have \(name)", "\(isDone(item, due, explainer.frame))", item.location),
      ]
    }
  }

  /// It was put off, and goes out then.
  private var snoozed: Check {
    Check(
      .superseded,
      .candidate { candidate, context in
        guard let until = items(context.frame)[Int(candidate.item)].snoozedUntil, until > context.frame.now,
          let at = candidate.at
        else { return false }
        return Int(candidate.figure) < reminders.count && at < until
      },
      concerns: { _, frame in hasAny(frame) { $0.snoozedUntil != nil } }
    ) { explainer in
      let item = item(of: explainer.candidate, explainer.frame)
      return item.snoozedUntil.map { [.init("snoozedUntil", "\($0)", item.location)] }
    }
  }
}
