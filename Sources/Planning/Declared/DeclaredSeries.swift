import CivilTime
import PlanModel

/// At times of the day, on the dates of an item or on weekdays, and by each as often as the policy reminds of it.
extension DeclaredKind {
  func series() -> KindDefinition {
    KindDefinition(
      description, checks: rules.checks ?? (declaration.item == nil ? [] : [inactive, doneThen, snoozed]),
      withdrawal: { delivered, kind, frame in
        guard let (item, parts) = item(of: delivered, kind, frame) else { return nil }
        return isDone(item, parts, delivered.date, frame) ? .completed : nil
      },
      followUp: { delivered, kind, frame in item(of: delivered, kind, frame).map { $0.0.isDone(on: delivered.day) } }
    ) { frame, kind, list in
      guard declaration.item != nil else { return expandDaily(frame, kind, &list) }
      let items = items(frame)
      let span = items.span
      for index in span.indices where passes(span[index]) {
        if list.isFull { return }
        expand(span[index], at: index, frame, kind, &list)
      }
    }
  }

  /// More times of the day than anybody has.
  private static var mostTimes: Int { 1440 }

  private var reminders: [ReminderOffset] { declaration.reminders }

  // MARK: Without items

  private func expandDaily(_ frame: AccountFrame, _ kind: KindPlan, _ list: inout CandidateList) {
    let (all, open) = (days(frame), kind.openDays(nil))
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
  private func range(
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
    var times = allTimes(of: item, frame)
    var single: LocalDate?
    if let at = declaration.at {
      switch item.value(at) {
      case .date(let date): single = date
      case .instant(let instant):
        let local = frame.timeline.local(at: instant)
        (single, times) = (local.date, [local.time])
      default: return
      }
    } else if declaration.isFromCompletion {
      single = dateAfterCompletion(item)
      if single == nil { return }
    } else if declaration.every == nil, let schedule = item.dueDates, schedule.repetition.isNone {
      single = schedule.start
    }
    let (weekdays, open) = (days(frame), kind.openDays(item.shift))
    let hasOwnTime = declaration.at.map { if case .instant = item.value($0) { true } else { false } } ?? false
    for number in reminders.indices {
      let reminder = reminders[number]
      for time in times {
        var due: [LocalDate] = []
        if let single {
          due = [single]
        } else if let range = range(frame, time, reminder, kind) {
          find(&due, item, in: open?.around(range) ?? range, at: time, frame, &list)
          if let open { due.removeAll { !open.reaches(range, from: $0) } }
        }
        due.removeAll { date in
          single == nil && !(item.days.contains(date.weekday) && weekdays.contains(date.weekday))
            || !hasOwnTime && !isTold(reminder, of: time, among: self.times(of: item, on: date, frame))
        }
        add(due, reminder, number, at: time, item: index, isOneOff: single != nil, open, frame, kind, &list, of: item)
      }
    }
    addSnoozed(item, at: index, times, single, open, frame, kind, &list)
  }

  /// The dates of an item that repeats, ascending.
  private func find(
    _ dates: inout [LocalDate], _ item: Item, in range: ClosedRange<LocalDate>, at time: LocalTime,
    _ frame: AccountFrame, _ list: inout CandidateList
  ) {
    guard let schedule = item.dueDates else {
      dates = Array(range)
      return
    }
    guard let every = declaration.every, schedule.repetition.isNone else {
      return frame.find(&dates, of: schedule, at: time, in: range)
    }
    let end = min(range.upperBound, schedule.until ?? range.upperBound)
    guard let step = days(of: every, item) else {
      guard case .months(let count) = every else { return }
      var number = 0
      while case let date = schedule.start.adding(months: number * count), date <= end {
        if date >= range.lowerBound { dates.append(date) }
        number += 1
      }
      dates.removeAll(where: schedule.exceptions.contains)
      return
    }
    let passed = max(0, range.lowerBound.days(since: schedule.start))
    var date = schedule.start.adding(days: (passed + step - 1) / step * step)
    while date <= end {
      if !schedule.exceptions.contains(date) { dates.append(date) }
      date = date.adding(days: step)
    }
  }

  /// nil: the interval is not in days, or the item does not say it.
  private func days(of every: KindDeclaration.Interval, _ item: Item) -> Int? {
    switch every {
    case .days(let count): count
    case .months: nil
    case .field(let place):
      if case .integer(let count) = item.value(place), count > 0 { min(count, 36_600) } else { nil }
    }
  }

  /// The next date on which it is due, from when it was done last; the first date where it never was.
  private func dateAfterCompletion(_ item: Item) -> LocalDate? {
    guard let done = item.lastCompletion, let every = declaration.every else { return item.dueDates?.start }
    if case .months(let count) = every { return done.adding(months: count) }
    return days(of: every, item).map { done.adding(days: $0) } ?? item.dueDates?.start
  }

  // MARK: Candidates

  private func add(
    _ due: [LocalDate], _ reminder: ReminderOffset, _ number: Int, at time: LocalTime, item index: Int, isOneOff: Bool,
    _ open: OpenDays?, _ frame: AccountFrame, _ kind: KindPlan, _ list: inout CandidateList,
    of item: Item
  ) {
    if due.isEmpty { return }
    list.beginSeries()
    let form = form(number)
    let repeating = item.dueDates.flatMap {
      reminder == .due && declaration.every == nil ? $0.repeating(at: time, on: nil) : nil
    }
    let (id, subject, place) = (item.id, subject(of: item, reminder), item.location)
    func request(_ date: LocalDate) -> NotificationRequest {
      frame.request(
        kind, item: id, form: form, subject: subject, isOneOff: isOneOff, repeating: repeating, location: place
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
    _ item: Item, at index: Int, _ times: [LocalTime], _ single: LocalDate?, _ open: OpenDays?,
    _ frame: AccountFrame, _ kind: KindPlan, _ list: inout CandidateList
  ) {
    guard let until = item.snoozedUntil, until > frame.now, !times.isEmpty else { return }
    let local = frame.timeline.local(at: until)
    let date = single ?? min(local.date, frame.today)
    // What was due last by now.
    let now = frame.timeline.local(at: frame.now)
    let place = times.lastIndex { date.at($0) <= now } ?? 0
    let (time, number) = (times[place], reminders.count)
    let (id, subject, location) = (item.id, subject(of: item, nil), item.location)
    let request = frame.request(
      kind, item: id, form: form(number), subject: subject, isOneOff: true, location: location
    ) { name in
      let own = field(name, date, time, nil, open)
      return own.isNone ? value(name, of: item, frame) : own
    }
    let days = min(max(0, local.date.days(since: date)), 366)
    list.addAlone(
      request, .wall(local), item: index,
      figure: number + days * DeclaredKind.mostTimes + min(place, DeclaredKind.mostTimes - 1))
  }

  // MARK: Checks

  /// When what a candidate is about is due, and nothing more than the date where its reminder does not tell.
  private func due(_ candidate: Candidate, _ frame: AccountFrame) -> (date: LocalDate, time: LocalTime?)? {
    guard let local = candidate.local else { return nil }
    let number = Int(candidate.figure)
    guard number < reminders.count else {
      let (days, place) = (number - reminders.count).quotientAndRemainder(dividingBy: DeclaredKind.mostTimes)
      let times = allTimes(of: item(of: candidate, frame), frame)
      let date = local.date.adding(days: -days)
      return (date, declaration.at == nil && place < times.count ? times[place] : nil)
    }
    let reminder = reminders[number]
    if reminder.time != nil { return (local.date.adding(days: -reminder.days), nil) }
    let due = local.adding(seconds: -reminder.seconds)
    return (due.date, due.time)
  }

  private func isDone(_ item: Item, _ due: (date: LocalDate, time: LocalTime?)) -> Bool {
    due.time.map { item.isDone(due.date.at($0)) } ?? item.isDone(on: due.date)
  }

  private func isDone(
    _ item: Item, _ parts: IdentifierParts, _ date: LocalDate, _ frame: AccountFrame
  ) -> Bool {
    let reminder = reminders.first { $0.name == parts.part }
    if let due = parts.date { return isDone(item, (due, parts.time)) }
    guard let reminder, reminder != .due else { return isDone(item, (date, parts.time)) }
    if reminder.time != nil { return item.isDone(on: date.adding(days: -reminder.days)) }
    // The date is the reminder's: what is due at `time` is due on the date from which the reminder leads there.
    let times = parts.time.map { [$0] } ?? allTimes(of: item, frame)
    return times.contains { time in
      let due = [0, 1, -1].map { date.adding(days: Int(-reminder.seconds / 86_400) + $0).at(time) }
      return due.contains { reminder.applied(to: $0).date == date && item.isDone($0) }
    }
  }

  /// What is due then is done.
  private var doneThen: Check {
    Check(
      .completed,
      .candidate { candidate, context in
        let items = items(context.frame)
        let item = Int(candidate.item)
        if !items[item].hasCompletions { return items[item].isCompleted }
        return due(candidate, context.frame).map { isDone(items[item], $0) } ?? items[item].isCompleted
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
        .init("completions have \(name)", "\(isDone(item, due))", item.location),
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

extension LocalDate {
  /// On the same day of a later month, or its last.
  fileprivate func adding(months: Int) -> LocalDate {
    let (year, month, day) = fields
    let count = year * 12 + month - 1 + months
    let (newYear, newMonth) = (count / 12, count % 12 + 1)
    let length = LocalDate.daysInMonth(year: newYear, month: newMonth)
    return LocalDate(year: newYear, month: newMonth, day: min(day, length)) ?? .last
  }
}
