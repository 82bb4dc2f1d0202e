import CivilTime
import PlanModel

/// A series of items: a candidate for each reminder of each due time on an item's dates.
extension ShapedKind {
  var reminders: [ReminderOffset] { declaration.reminders }

  func expand(
    _ item: Item, at index: Int, _ frame: AccountFrame, _ kind: KindPlan, _ list: inout CandidateList
  ) {
    guard let when = due(item, frame) else { return addUndated(item, at: index, forms[0], frame, kind, &list) }
    let open = kind.openDays(item.shift, frame)
    let isUntimed = isUntimed(item, when.times)
    let hasSameTimes = declaration.weekdayTimes.isEmpty || hasItemTimes(item, frame)
    for number in reminders.indices {
      let reminder = reminders[number]
      for time in when.times {
        if hasSameTimes, !isReported(reminder, of: time, among: when.times) { continue }
        var due = when.single.map { [$0] } ?? []
        if let dates = when.dates {
          due = [date(dates, of: item, reminder, at: time, open, kind, frame)]
        } else if when.single == nil, let range = range(frame, time, reminder, kind) {
          due = dates(of: item, when, at: time, in: open?.around(range) ?? range, frame)
          if let open { due.removeAll { !open.reaches(range, from: $0) } }
          if declaration.remindsByDate, reminder != .due {
            // Of a past date, only reminders that quiet hours carry over to today are planned.
            due.removeAll { date in
              max(date, open?.moved(date) ?? date) <= frame.yesterday && reminder.applied(to: date.at(time)).date < date
            }
          }
        }
        if !hasSameTimes {
          due.removeAll { !isReported(reminder, of: time, among: self.times(of: item, when, on: $0, frame)) }
        }
        let isAllDay = item.isUntimed || isUntimed && reminder.isOfDays
        add(due, number, at: time, item, at: index, isOneOff: when.isSingle, isAllDay, open, frame, kind, &list)
      }
    }
    if item.snooze != nil, canBeSnoozed || isAtDueTimes {
      addSnoozed(item, at: index, when, open, frame, kind, &list)
    }
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
    var due = Due(times: declaration.isAtOwnTimes ? item.times.all : allTimes(of: item, frame))
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

  /// Returns the due dates whose reminders fall on planned days; nil if there are none. For a kind that reminds by date,
  /// returns the planned days, and those after them with a reminder on one.
  func range(
    _ frame: AccountFrame, _ time: LocalTime, _ reminder: ReminderOffset, _ kind: KindPlan
  ) -> ClosedRange<LocalDate>? {
    // A reminder is the same number of days from its due date on every date.
    let anchor = frame.today.at(time)
    func shift(_ reminder: ReminderOffset) -> Int { reminder.applied(to: anchor).date.days(since: frame.today) }
    if declaration.remindsByDate {
      let ahead = max(0, -(reminders.map(shift).min() ?? 0))
      return frame.firstDate(at: time, kind)...frame.dates.upperBound.adding(days: ahead)
    }
    let shift = shift(reminder)
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
    _ due: [LocalDate], _ number: Int, at time: LocalTime, _ item: Item, at index: Int, isOneOff: Bool,
    _ isAllDay: Bool, _ open: OpenDays?, _ frame: AccountFrame, _ kind: KindPlan, _ list: inout CandidateList
  ) {
    if due.isEmpty { return }
    list.beginSeries()
    let reminder = reminders[number]
    let mayRepeat = declaration.mayRepeat && reminder == .due && declaration.every == nil && !isOneOff && !isOfOneDate
    // An item without a date has one reminder.
    let schedule = mayRepeat ? item.schedule ?? (isAtDueTimes ? .everyDay : nil) : nil
    let isByWeekday = weekdayVariant(of: item) == declaration.weekdayVariant && declaration.weekdayVariant != nil
    // By weekday, if each is a separate trigger.
    var shared = SIMD8<Int32>(repeating: -1)
    var candidate = list.candidate(-1, .none, item: index, figure: number)
    for date in due {
      let weekday = isByWeekday ? date.weekday : nil
      let place = Int(weekday?.rawValue ?? 0)
      if shared[place] < 0 || kind.namesDates {
        shared[place] = list.add(
          request(
            item, on: date, at: time, form: form(of: item, number, frame), number, isOneOff: isOneOff,
            isAllDay: isAllDay, repeating: schedule?.repeating(at: time, on: weekday), on: weekday, open, kind, frame))
      }
      let local = reminder.applied(to: date.at(time))
      candidate.request = shared[place]
      candidate.timing = .wall(local)
      list.add(candidate)
      list.isOf(date, from: local.date)
      list.follow(date, from: local.date, open, frame)
    }
  }

  /// Returns the request for an item at a time on a date.
  func request(
    _ item: Item, on date: LocalDate, at time: LocalTime, form: MessageForm, _ number: Int, _ kind: KindPlan,
    _ frame: AccountFrame, _ own: (String) -> FieldValue? = { _ in nil }
  ) -> NotificationRequest {
    request(
      item, on: date, at: time, form: form, number, isOneOff: item.schedule?.repetition.isNone ?? false,
      kind.openDays(item.shift, frame), kind, frame, own)
  }

  /// - Parameters:
  ///   - number: The index of the reminder.
  ///   - weekday: The weekday of the date, if each weekday is a separate trigger.
  ///   - own: Returns a field's value that takes precedence.
  private func request(
    _ item: Item, on date: LocalDate, at time: LocalTime, form: MessageForm, _ number: Int, isOneOff: Bool,
    isAllDay: Bool = false, repeating: RepeatingTime? = nil, on weekday: Weekday? = nil, _ open: OpenDays?,
    _ kind: KindPlan, _ frame: AccountFrame, _ own: (String) -> FieldValue? = { _ in nil }
  ) -> NotificationRequest {
    let variant = rule.variant?(frame) ?? "default"
    return frame.request(
      kind, item: item.id, form: form, identifier: weekday == nil ? variant : declaration.weekdayVariant ?? variant,
      subject: subject(of: item), isOneOff: isOneOff || isOfOneDate, isAllDay: isAllDay, repeating: repeating,
      location: item.location, rotation: kind.rotation(reminders[number].applied(to: date.at(time)).date)
    ) { name in
      if let value = own(name) { return value }
      if let weekday, name == "weekday" { return .integer(weekday.numberFromSunday) }
      let value = field(declaration.name(name), date, time, reminders[number], open)
      return value.isNone ? self.value(name, of: item, frame) : value
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

extension Schedule {
  fileprivate static let everyDay = Schedule(start: .first, repetition: .daily)

  /// Returns the trigger with which a device can repeat the schedule forever; nil if it cannot.
  ///
  /// - Parameter weekday: The weekday of the notification, if each weekday has its own.
  fileprivate func repeating(at time: LocalTime, on weekday: Weekday?) -> RepeatingTime? {
    if until != nil { return nil }
    switch repetition {
    case .none, .rule: return nil
    case .daily: return RepeatingTime(time, .daily)
    case .weekly: return RepeatingTime(time, .weekly(start.weekday))
    case .customDays: return weekday.flatMap { RepeatingTime(time, .weekly($0)) }
    case .monthly: return RepeatingTime(time, .monthly(start.day))
    case .yearly: return RepeatingTime(time, .yearly(month: start.month, day: start.day))
    }
  }
}
