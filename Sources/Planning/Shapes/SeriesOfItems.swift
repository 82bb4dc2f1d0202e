import CivilTime
import PlanModel

/// A series of items: a candidate for each reminder of each due time on an item's dates.
extension ShapedKind {
  var reminders: [ReminderOffset] { declaration.reminders }

  /// Returns an item's reminders: its own, else the kind's.
  func reminders(of item: Item) -> [ReminderOffset] { item.remind.isEmpty ? declaration.reminders : item.remind }

  func expand(
    _ item: Item, at index: Int, _ frame: AccountFrame, _ kind: KindPlan, _ list: inout CandidateList
  ) {
    let clock = frame.clock(of: item)
    guard let when = due(item, clock) else { return addUndated(item, at: index, forms[0], frame, kind, &list) }
    if let elapsed = declaration.elapsed {
      return expand(elapsed, item, at: index, clock, kind, &list)
    }
    let open = kind.openDays(item.shift, clock)
    let isOfDay = item.isUntimed || isUntimed(item, when.times)
    for (number, reminder) in reminders(of: item).enumerated() {
      let last = when.dates.map { self.last($0, of: item, reminder, open, kind, clock) }
      for time in when.times {
        let begins = reminder.isLead(at: time) ? (isOfDay ? .midnight : time) : nil
        var due = when.single.map { [$0] } ?? []
        if when.single == nil,
          let range = range(clock, time, reminder, begins, kind, margin: reminder.isElapsed ? 1 : 0)
        {
          let days = open?.around(range) ?? range
          due =
            when.dates?.dates(from: days.lowerBound, through: min(days.upperBound, last ?? days.upperBound))
            ?? dates(of: item, when, at: time, in: days, clock)
          if let open { due.removeAll { !open.reaches(range, from: $0) } }
          if reminder.isElapsed || item.zone != nil {
            due.removeAll { !isPlanned(reminder, of: $0, open, at: time, begins, kind, clock) }
          }
        }
        due.removeAll { !isReported(reminder, of: time, among: self.times(of: item, when, on: $0, clock)) }
        add(
          due, reminder, number, at: time, item: index, isOneOff: when.isSingle, isOfDay: isOfDay,
          isBound: when.isInstant, open, clock, kind, &list, of: item)
      }
    }
  }

  /// Returns whether a reminder's own wall time is on the planned dates, for a due date or the open day to which it moves. Clock changes
  /// between it and the due time move what passes in elapsed time.
  ///
  /// - Parameter begins: The time of day at which what a lead precedes begins; nil for others.
  func isPlanned(
    _ reminder: ReminderOffset, of date: LocalDate, _ open: OpenDays?, at time: LocalTime, _ begins: LocalTime?,
    _ kind: KindPlan, _ clock: AccountFrame
  ) -> Bool {
    func own(_ date: LocalDate) -> LocalDateTime { self.own(reminder, of: date, at: time, clock) }
    let moved = open?.moved(date) ?? date
    let (first, last) = (own(min(date, moved)), own(max(date, moved)))
    let due = begins.map { max(date, moved).at($0) }
    return last.date >= clock.firstDate(at: last.time, before: due, kind) && first.date <= clock.dates.upperBound
      && (clock.isPlanned(first) || clock.isPlanned(last))
  }

  /// Returns the wall time at which a reminder of a due date goes out. Hours pass between instants, whatever clocks show.
  private func own(
    _ reminder: ReminderOffset, of date: LocalDate, at time: LocalTime, _ clock: AccountFrame
  ) -> LocalDateTime {
    guard reminder.isElapsed, let instant = clock.instant(of: date.at(time)) else {
      return reminder.applied(to: date.at(time))
    }
    return clock.timeline.local(at: instant.advanced(bySeconds: reminder.seconds))
  }

  /// When an item is due.
  struct Due {
    var times: [LocalTime]
    /// The only date; nil to use the schedule's dates.
    var single: LocalDate?
    /// Dates that count from the last completion.
    var dates: CompletionDates?
    /// Whether the time comes from an instant of the item.
    var isInstant = false
    var isSingle: Bool { single != nil }
  }

  /// Returns nil if the item's fields yield no date.
  func due(_ item: Item, _ frame: AccountFrame) -> Due? {
    if !isPlannable(item) || declaration.cycle != nil && cycleStart(item, frame) == nil { return nil }
    var due = Due(times: allTimes(of: item, frame))
    if let elapsed = declaration.elapsed {
      if start(elapsed, item, frame) == nil || step(elapsed, item) == nil { return nil }
      due.isInstant = true
    } else if let at = declaration.at {
      switch value(at, of: item) {
      case .date(let date): due.single = date
      case .instant(let instant):
        let local = frame.timeline.local(at: instant)
        due = Due(times: [local.time], single: local.date, isInstant: true)
      default: return nil
      }
    } else if countsFromCompletion {
      guard let dates = CompletionDates(item, every: step(of: item)) else { return nil }
      if let only = dates.only { due.single = only } else { due.dates = dates }
    } else if let schedule = item.schedule, schedule.repetition.isNone {
      if !declaration.repeatsDates { due.single = schedule.start } else if step(of: item) == nil { return nil }
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
    if declaration.cycle != nil { dates.removeAll { !isInCycle($0, item, frame) } }
    return dates
  }

  /// Returns the first day of the item's cycle; nil if it has none.
  func cycleStart(_ item: Item?, _ frame: AccountFrame) -> LocalDate? {
    switch declaration.cycle?.start {
    case .date(let date): date
    case .field(let place): item.flatMap { value(place, of: $0).date(frame) } ?? item?.schedule?.start
    case .schedule: item?.schedule?.start
    case nil: nil
    }
  }

  /// Returns whether a date is one of the cycle's days on.
  func isInCycle(_ date: LocalDate, _ item: Item?, _ frame: AccountFrame) -> Bool {
    guard let cycle = declaration.cycle, let start = cycleStart(item, frame) else { return true }
    return cycle.isOn(date, from: start)
  }

  /// Finds the dates of a repeating item, ascending.
  func find(
    _ dates: inout [LocalDate], _ item: Item, in range: ClosedRange<LocalDate>, at time: LocalTime,
    _ frame: AccountFrame
  ) {
    guard let schedule = item.schedule ?? item.everyDay else {
      dates = Array(range)
      return
    }
    guard declaration.repeatsDates, schedule.repetition.isNone else {
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
  ///
  /// - Parameters:
  ///   - begins: The time of day at which what a lead precedes begins; nil for others.
  ///   - margin: Days more on both sides.
  func range(
    _ frame: AccountFrame, _ time: LocalTime, _ reminder: ReminderOffset, _ begins: LocalTime?, _ kind: KindPlan,
    margin: Int = 0
  ) -> ClosedRange<LocalDate>? {
    // A reminder is the same number of days from its due date on every date.
    let anchor = frame.today.at(time)
    let shift = reminder.applied(to: anchor).date.days(since: frame.today)
    let clock = reminder.applied(to: anchor).time
    let due = begins.map { frame.yesterday.adding(days: -shift).at($0) }
    let first = frame.firstDate(at: clock, before: due, kind).adding(days: -shift - margin)
    let last = frame.dates.upperBound.adding(days: margin - shift)
    return first <= last ? first...last : nil
  }

  /// Returns whether a due time gets the reminder. A reminder with its own time goes out once a day, for the first due
  /// time.
  func isReported(_ reminder: ReminderOffset, of time: LocalTime, among times: [LocalTime]) -> Bool {
    reminder.time == nil ? times.contains(time) : times.first == time
  }

  /// Adds the candidates of one reminder on due dates.
  ///
  /// - Parameter out: When they go out, if that is not their own time.
  private func add(
    _ due: [LocalDate], _ reminder: ReminderOffset, _ number: Int, at time: LocalTime, item index: Int, isOneOff: Bool,
    isOfDay: Bool, isBound: Bool, _ open: OpenDays?, _ frame: AccountFrame, _ kind: KindPlan,
    _ list: inout CandidateList, of item: Item, goingOut out: Instant? = nil
  ) {
    if due.isEmpty { return }
    list.beginSeries()
    let isOwn = !item.remind.isEmpty
    let form = isOwn ? form(of: reminder, item, frame) : rule.form?(item, frame) ?? forms[number]
    // Each weekday is a trigger of its own.
    let isByWeekday =
      if case .customDays? = item.schedule?.repetition { declaration.weekdayVariant != nil } else { false }
    let variant = isByWeekday ? declaration.weekdayVariant! : rule.variant?(frame) ?? "default"
    // A kind without several reminders has no place for them in its identifiers.
    let hasPart = kind.settings.identifier(variant).fields.contains("part")
    let part = isOwn && !hasPart && reminder != .due ? reminder.name : ""
    func request(_ date: LocalDate, isAgain: Bool = false, mayRepeat: Bool) -> NotificationRequest {
      let weekday = isByWeekday ? date.weekday : nil
      let repeating =
        mayRepeat && declaration.mayRepeat && declaration.every == nil && !isOneOff && item.zone == nil
        ? item.schedule?.repeating(at: time, on: weekday, reminder) : nil
      return frame.request(
        kind, item: item.id, form: out == nil && frame.snoozeEnd == nil ? form : formReadLater(form),
        identifier: variant, part: part, isAgain: isAgain, subject: subject(of: item),
        isOneOff: isOneOff, isAllDay: isOfDay, isReminder: reminder != .due,
        duration: item.duration,
        repeating: isOwn || reminder == .due ? repeating : nil, zone: item.zone, isBound: isBound,
        location: item.location, rotation: kind.rotation(reminder.applied(to: date.at(time)).date)
      ) { name in
        if name == "weekday", let weekday { return .integer(weekday.numberFromSunday) }
        if name == "time", item.isUntimed { return .none }
        if name == "when" {
          return .when(
            frame.seen(
              (open?.moved(date) ?? date).at(time), by: reminder, isOfDay: isOfDay, lasting: item.duration, at: out))
        }
        let own = field(name, date, time, reminder, open)
        return own.isNone ? value(name, of: item, frame) : own
      }
    }
    var shared: [Weekday?: Int32] = [:]
    var last: LocalDate?
    for date in due {
      let key = isByWeekday ? date.weekday : nil
      let local = reminder.applied(to: date.at(time))
      // Only today, tomorrow and yesterday are the same words for every date, unless all are read at the end of a snooze,
      // or the clocks of the item and of the reader change apart. What is under way is named by its end.
      let isApart =
        item.zone != nil || frame.snoozeEnd != nil || abs(date.days(since: local.date)) > 1
        || item.duration != nil && local > date.at(time)
      let isOfDate = kind.namesDates || kind.namesWhen && isApart
      // A clock change or a flight may put the reminders of two due dates on one.
      let own = reminder.isElapsed ? own(reminder, of: date, at: time, frame).date : nil
      let isAgain = own != nil && own == last
      last = own
      let known = isOfDate || isAgain ? nil : shared[key]
      let lasting =
        isOfDate && !isAgain ? item.schedule?.requestThatLasts(on: date) { request($0, mayRepeat: $1) } : nil
      let request = known ?? list.add(lasting ?? request(date, isAgain: isAgain, mayRepeat: !isAgain))
      if isAgain { list.beginSeries() } else { shared[key] = request }
      list.add(request, .wall(local), item: index, figure: number)
      list.isOf(date, from: local.date)
      list.remind(reminder, of: time, isOfDay: isOfDay, inZone: item.zone != nil)
      list.follow(date, from: local.date, open, frame)
      if isAgain { list.beginSeries() }
    }
  }

  /// Returns the request of a candidate that quiet hours moved, with words for its new date; nil if its texts have none.
  func reworded(_ candidate: Candidate, _ kind: KindPlan, _ frame: AccountFrame) -> NotificationRequest? {
    guard kind.namesWhen, candidate.deferredFrom != nil, !candidate.isSnoozed, let at = candidate.at,
      let due = candidate.due
    else { return nil }
    let item = item(of: candidate, frame)
    let clock = frame.clock(of: item)
    guard let when = self.due(item, clock) else { return nil }
    let number = Int(candidate.figure)
    let reminders = reminders(of: item)
    guard reminders.indices.contains(number) else { return nil }
    var list = CandidateList()
    add(
      [due.date], reminders[number], number, at: due.time, item: Int(candidate.item), isOneOff: when.isSingle,
      isOfDay: item.isUntimed || isUntimed(item, when.times), isBound: when.isInstant,
      kind.openDays(item.shift, clock), clock, kind, &list, of: item, goingOut: at)
    return list.requests.first
  }

  /// Returns the form of texts that are read at another time than their own.
  func formReadLater(_ form: MessageForm) -> MessageForm {
    if form != .plain { return form }
    return description.forms.first { $0.name == "ahead" } ?? form
  }

  /// Returns the form of an item's own reminder: the kind's of the same name, else the plain one.
  func form(of reminder: ReminderOffset, _ item: Item, _ frame: AccountFrame) -> MessageForm {
    if let form = rule.form?(item, frame) ?? description.forms.first(where: { $0.name == reminder.form }) {
      return form
    }
    // What is to come has words of its own.
    return reminder == .due ? .plain : description.forms.first { $0.name == "ahead" } ?? .plain
  }

  func field(
    _ name: String, _ date: LocalDate, _ time: LocalTime, _ reminder: ReminderOffset, _ open: OpenDays?
  ) -> FieldValue {
    switch name {
    case "date", "dueDate": .date(date)
    case "shiftedDate": .date(open?.moved(date) ?? date)
    case "movedFrom": open?.moved(date).flatMap { $0 == date ? nil : .date(date) } ?? .none
    case "time": .time(time)
    case "part": .text(reminder.name)
    default: .none
    }
  }
}
