import CivilTime
import PlanModel

/// A series of items: a candidate for each reminder of each due time on an item's dates.
extension ShapedKind {
  var reminders: [ReminderOffset] { declaration.reminders }

  func expand(
    _ item: Item, at index: Int, _ frame: AccountFrame, _ kind: KindPlan, _ list: inout CandidateList
  ) {
    guard let when = due(item, frame) else { return addUndated(item, at: index, forms[0], frame, kind, &list) }
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
        due.removeAll { !isReported(reminder, of: time, among: self.times(of: item, when, on: $0, frame)) }
        add(
          due, reminder, number, at: time, item: index, isOneOff: when.isSingle,
          isAllDay: isUntimed && reminder.isOfDays, open, frame, kind, &list, of: item)
      }
    }
    if canBeSnoozed { addSnoozed(item, at: index, when, open, frame, kind, &list) }
  }

  /// When an item is due.
  struct Due {
    var times: [LocalTime]
    /// The only date; nil to use the schedule's dates.
    var single: LocalDate?
    /// Dates that count from the last completion; one is planned at a time.
    var dates: CompletionDates?
    /// Whether the time comes from an instant of the item.
    var isInstant = false
    var isSingle: Bool { single != nil || dates != nil }
  }

  /// Returns nil if the item's fields yield no date.
  func due(_ item: Item, _ frame: AccountFrame) -> Due? {
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

  func times(of item: Item, _ when: Due, on date: LocalDate, _ frame: AccountFrame)
    -> [LocalTime]
  {
    when.isInstant ? when.times : times(of: item, on: date, frame)
  }

  /// Returns the due dates at one of its times, ascending. `range` limits only the dates of a schedule.
  func dates(
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

  /// Finds the dates of a repeating item, ascending.
  func find(
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
        let hasDay = date.fields.day == schedule.start.fields.day || frame.policy.value.monthEnd == .clamp
        if date >= range.lowerBound, hasDay { dates.append(date) }
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

  /// Returns the due dates whose reminders fall on planned days; nil if there are none.
  func range(
    _ frame: AccountFrame, _ time: LocalTime, _ reminder: ReminderOffset, _ kind: KindPlan
  ) -> ClosedRange<LocalDate>? {
    // A reminder is the same number of days from its due date on every date.
    let anchor = frame.today.at(time)
    let shift = reminder.applied(to: anchor).date.days(since: frame.today)
    let clock = reminder.applied(to: anchor).time
    let first = frame.firstDate(at: clock, kind).adding(days: -shift)
    let last = frame.dates.upperBound.adding(days: -shift)
    return first <= last ? first...last : nil
  }

  /// Returns whether a due time gets the reminder. A reminder with its own time goes out once a day, for the first due
  /// time.
  func isReported(_ reminder: ReminderOffset, of time: LocalTime, among times: [LocalTime]) -> Bool {
    reminder.time == nil ? times.contains(time) : times.first == time
  }

  private func add(
    _ due: [LocalDate], _ reminder: ReminderOffset, _ number: Int, at time: LocalTime, item index: Int, isOneOff: Bool,
    isAllDay: Bool, _ open: OpenDays?, _ frame: AccountFrame, _ kind: KindPlan, _ list: inout CandidateList,
    of item: Item
  ) {
    if due.isEmpty { return }
    list.beginSeries()
    let form = forms[number]
    let repeating = item.schedule.flatMap {
      declaration.mayRepeat && reminder == .due && declaration.every == nil && !isOneOff
        ? $0.repeating(at: time, on: nil) : nil
    }
    let (id, subject, place) = (item.id, subject(of: item), item.location)
    func request(_ date: LocalDate) -> NotificationRequest {
      frame.request(
        kind, item: id, form: form, subject: subject, isOneOff: isOneOff, isAllDay: isAllDay, repeating: repeating,
        location: place, rotation: kind.rotation(reminder.applied(to: date.at(time)).date)
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

  func field(
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
}
