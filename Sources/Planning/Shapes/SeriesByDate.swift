import CivilTime
import PlanModel

/// A series that visits each date once, for all its reminders.
extension ShapedKind {
  /// Returns the series' request for an item at a time on a date.
  func request(
    _ item: Item, on date: LocalDate, at time: LocalTime, form: MessageForm, _ number: Int, _ kind: KindPlan,
    _ frame: AccountFrame, _ own: (String) -> FieldValue? = { _ in nil }
  ) -> NotificationRequest {
    let open = kind.openDays(item.shift, frame)
    return frame.request(
      kind, item: item.id, form: form, identifier: rule.variant?(frame) ?? "default", subject: subject(of: item),
      isOneOff: isOfOneDate || item.schedule?.repetition.isNone ?? false, isReminder: reminders[number] != .due,
      location: item.location,
      rotation: kind.rotation(reminders[number].applied(to: date.at(time)).date)
    ) { name in own(name) ?? value(name, of: item, date, time, reminders[number], open, frame) }
  }

  /// Returns a field's value from the series, else from the item.
  fileprivate func value(
    _ name: String, of item: Item, _ date: LocalDate, _ time: LocalTime, _ reminder: ReminderOffset, _ open: OpenDays?,
    _ frame: AccountFrame
  ) -> FieldValue {
    let own = field(declaration.name(name), date, time, reminder, open)
    return own.isNone ? value(name, of: item, frame) : own
  }
}

/// Adds the candidates of kinds that visit each date once: those with one reminder on the date itself, and those with
/// ``KindDeclaration/remindsByDate``. Does the same as ``ShapedKind/expand(_:at:_:_:_:)`` without arrays for each
/// reminder, and reads items field by field, since passing an item retains and releases its strings, dates and rule. Without
/// it, a run over W takes 60 % more instructions.
final class SeriesByDate: Sendable {
  private let shaped: ShapedKind
  private let isAtOwnTimes: Bool
  private let reminders: [ReminderOffset]
  /// Whether all dates share one request. They do not if it names the date or weekdays are separate triggers.
  private let isPlain: Bool
  private let mayRepeat: Bool
  /// Whether items are about dates, and their times are the account's.
  private let isAboutDays: Bool
  /// Whether the duplicate check compares the title stored in items.
  private let keepsTitle: Bool
  private let hasConditions: Bool
  private let repeatsDates: Bool
  /// The name of the title field; empty if items store no title or a rule supplies values.
  private let titleName: String
  private let weekdayVariant: String?
  /// nil if the form depends on the item or the reminder.
  private let form: MessageForm?

  /// - Returns: nil for a kind whose reminders are expanded one by one.
  init?(_ shaped: ShapedKind) {
    let declaration = shaped.declaration
    let isOnDates =
      declaration.every == nil && declaration.elapsed == nil && declaration.cycle == nil && declaration.at == nil
      && declaration.weekdayTimes.isEmpty
    guard declaration.remindsByDate || declaration.reminders == [.due] && isOnDates else { return nil }
    self.shaped = shaped
    isAtOwnTimes = declaration.isAtOwnTimes
    reminders = declaration.reminders
    isPlain = reminders == [.due] && !shaped.isOfOneDate
    mayRepeat = declaration.mayRepeat && !shaped.isOfOneDate
    isAboutDays = shaped.description.isAboutDays
    keepsTitle = shaped.description.subject == .title && declaration.fields?.keepsTitle ?? false
    hasConditions = !declaration.conditions.isEmpty
    repeatsDates = declaration.repeatsDates
    let fields = declaration.fields
    let title = fields.flatMap { fields in fields.keepsTitle ? fields.title.map { fields.fields[$0].name } : nil }
    titleName = shaped.rule.value == nil ? title ?? "" : ""
    weekdayVariant = declaration.weekdayVariant
    form = isPlain && shaped.rule.form == nil ? shaped.forms[0] : nil
  }

  /// The values shared by all items of an account.
  private struct Scope {
    let frame: AccountFrame
    let kind: KindPlan
    /// The times of items without their own.
    let times: [LocalTime]
    let days: WeekdaySet
    let variant: String
    /// Whether an item with a date but no time is all-day.
    let isByDay: Bool
  }

  func expand(_ frame: AccountFrame, _ kind: KindPlan, _ list: inout CandidateList) {
    let items = ContiguousArray(shaped.items(frame))
    let span = items.span
    if span.isEmpty { return }
    let times = isAtOwnTimes ? [] : shaped.times(on: .monday, frame)
    let scope = Scope(
      frame: frame, kind: kind, times: times, days: isAtOwnTimes ? .all : shaped.days(frame),
      variant: shaped.rule.variant?(frame) ?? "default",
      isByDay: times.count == 1 && !(shaped.description.isShipped && !shaped.declaration.slots.isEmpty))
    for index in span.indices where !hasConditions || shaped.matches(span[index], frame) {
      if !isAtOwnTimes, span[index].schedule == nil, !shaped.isPlannable(span[index]) {
        shaped.addUndated(span[index], at: index, shaped.forms[0], frame, kind, &list)
        continue
      }
      if span[index].isOwnReminded {
        shaped.expand(span[index], at: index, frame, kind, &list)
        continue
      }
      let isAllDay = scope.isByDay ? isUntimed(span[index]) : false
      switch span[index].times {
      case .none: for time in scope.times { add(span, at: index, time, isAllDay, scope, to: &list) }
      case .at(let time): add(span, at: index, time, isAllDay, scope, to: &list)
      case .several(let several):
        for time in isAtOwnTimes ? several : several.inOrder {
          add(span, at: index, time, isAllDay, scope, to: &list)
        }
      }
    }
  }

  private func isUntimed(_ item: Item) -> Bool { item.schedule != nil && item.times.isEmpty }

  private func add(
    _ items: Span<Item>, at index: Int, _ time: LocalTime, _ isAllDay: Bool, _ scope: Scope,
    to list: inout CandidateList
  ) {
    guard let schedule = items[index].schedule else {
      return add(items, at: index, items[index].everyDay ?? .everyDay, time, isAllDay, scope, to: &list)
    }
    if repeatsDates, schedule.repetition.isNone {
      // A kind that makes single dates repeat.
      var daily = schedule
      daily.repetition = .daily
      add(items, at: index, daily, time, isAllDay, scope, to: &list)
    } else {
      add(items, at: index, schedule, time, isAllDay, scope, to: &list)
    }
  }

  private func add(
    _ items: Span<Item>, at index: Int, _ schedule: borrowing Schedule, _ time: LocalTime, _ isAllDay: Bool,
    _ scope: Scope, to list: inout CandidateList
  ) {
    let open = scope.kind.openDays(items[index].shift, scope.frame)
    // A date after the window may have a reminder inside it.
    let ahead = isPlain ? 0 : daysAhead(at: time, scope.frame)
    let dates = list.takeDates(of: schedule, at: time, ahead: ahead, by: open, scope.kind, scope.frame)
    // The date of a schedule that does not repeat is valid on any weekday.
    let weekdays = schedule.repetition.isNone ? .all : items[index].days.intersection(scope.days)
    if !isPlain {
      for date in dates where weekdays.contains(date.weekday) {
        addReminders(of: date, items, index, schedule, at: time, isAllDay, scope, open, to: &list)
      }
    } else {
      let isByWeekday = if case .customDays = schedule.repetition { weekdayVariant != nil } else { false }
      let isOfDate = scope.kind.namesDates || scope.kind.namesWhen && scope.frame.snoozeEnd != nil
      var number: Int32 = -1
      var byWeekday = SIMD8<Int32>(repeating: -1)
      var candidate = list.candidate(-1, .none, item: index)
      for date in dates where weekdays.contains(date.weekday) {
        let trigger = Int(date.weekday.rawValue)
        if isByWeekday { number = byWeekday[trigger] }
        if number < 0 || isOfDate {
          let weekday = isByWeekday ? date.weekday : nil
          number = list.add(
            scope.kind.namesDates
              ? requestNamingDates(items, index, schedule, date, time, isAllDay, scope, weekday, open)
              : request(items, index, schedule, on: date, at: time, 0, isAllDay, scope, weekday, open))
        }
        if isByWeekday { byWeekday[trigger] = number }
        candidate.request = number
        candidate.timing = .wall(date.at(time))
        list.add(candidate)
        list.follow(date, from: date, open, scope.frame)
      }
    }
    list.give(back: dates)
  }

  private func addReminders(
    of date: LocalDate, _ items: Span<Item>, _ index: Int, _ schedule: borrowing Schedule, at time: LocalTime,
    _ isAllDay: Bool, _ scope: Scope, _ open: OpenDays?, to list: inout CandidateList
  ) {
    let isPast =
      max(date, open?.moved(date) ?? date) <= scope.frame.yesterday && !schedule.repetition.isNone
      && scope.frame.snoozeEnd == nil
    for number in reminders.indices {
      let local = reminders[number].applied(to: date.at(time))
      // Of a past date, only reminders that quiet hours carry over to today are planned.
      if isPast, local.date < date { continue }
      let request = list.add(request(items, index, schedule, on: date, at: time, number, isAllDay, scope, nil, open))
      list.add(request, .wall(local), item: index, figure: number)
      list.isOf(date, from: local.date)
      list.follow(date, from: local.date, open, scope.frame)
    }
  }

  /// Returns the most days by which a reminder precedes its date.
  private func daysAhead(at time: LocalTime, _ frame: AccountFrame) -> Int {
    let due = frame.today.at(time)
    return reminders.map { max(0, frame.today.days(since: $0.applied(to: due).date)) }.max() ?? 0
  }

  /// Returns a request that a device may repeat only if the words of the next two dates are the same.
  private func requestNamingDates(
    _ items: Span<Item>, _ index: Int, _ schedule: borrowing Schedule, _ date: LocalDate, _ time: LocalTime,
    _ isAllDay: Bool, _ scope: Scope, _ weekday: Weekday?, _ open: OpenDays?
  ) -> NotificationRequest {
    schedule.requestThatLasts(on: date) { date, mayRepeat in
      request(
        items, index, schedule, on: date, at: time, 0, isAllDay, scope, weekday == nil ? nil : date.weekday, open,
        mayRepeat: mayRepeat)
    }
  }

  /// - Parameters:
  ///   - number: The index of the reminder.
  ///   - weekday: The weekday of the date, if each weekday is a separate trigger.
  private func request(
    _ items: Span<Item>, _ index: Int, _ schedule: borrowing Schedule, on date: LocalDate, at time: LocalTime,
    _ number: Int, _ isAllDay: Bool, _ scope: Scope, _ weekday: Weekday?, _ open: OpenDays?, mayRepeat: Bool = true
  ) -> NotificationRequest {
    let (id, title, isUntimed) = (items[index].id, items[index].title ?? "", items[index].isUntimed)
    var form = MessageForm.plain
    if let known = self.form { form = known } else { form = shaped.form(of: items[index], number, scope.frame) }
    if scope.frame.snoozeEnd != nil { form = shaped.formReadLater(form) }
    let variant = weekday == nil ? scope.variant : weekdayVariant ?? scope.variant
    return scope.frame.request(
      scope.kind, item: id, form: form, identifier: variant,
      subject: keepsTitle ? title : shaped.subject(of: items[index]),
      isOneOff: shaped.isOfOneDate || schedule.repetition.isNone, isAllDay: isUntimed || isAllDay,
      isReminder: !isPlain && reminders[number] != .due,
      repeating: mayRepeat && self.mayRepeat ? schedule.repeating(at: time, on: weekday) : nil,
      location: items[index].location,
      rotation: scope.kind.rotation(isPlain ? date : reminders[number].applied(to: date.at(time)).date)
    ) { name in
      switch name {
      case "id": .text(id.text)
      case titleName: .text(title)
      case "time": isUntimed ? .none : .time(time)
      case "when":
        .when(
          scope.frame.seen(
            (open?.moved(date) ?? date).at(time), by: reminders[number], isOfDay: isAllDay || isUntimed || isAboutDays))
      case "weekday" where weekday != nil: .integer(weekday!.numberFromSunday)
      default: shaped.value(name, of: items[index], date, time, reminders[number], open, scope.frame)
      }
    }
  }
}

extension Schedule {
  fileprivate static let everyDay = Schedule(start: .first, repetition: .daily)

  /// Returns the trigger with which a device can repeat a reminder of the schedule forever; nil if it cannot.
  ///
  /// - Parameters:
  ///   - weekday: The weekday of the due date, if each weekday has its own notification.
  ///   - reminder: nil for the due time itself.
  borrowing func repeating(
    at time: LocalTime, on weekday: Weekday?, _ reminder: ReminderOffset? = nil
  ) -> RepeatingTime? {
    if until != nil { return nil }
    guard let reminder else { return repeating(on: start, at: time, weekday) }
    // The date that stands for all: the weekday's, else the first.
    let date =
      weekday.map { day in (0..<7).map { start.adding(days: $0) }.first { $0.weekday == day } ?? start } ?? start
    let own = reminder.applied(to: date.at(time))
    switch repetition {
    case .monthly where own.date.month != start.month: return nil
    case .yearly where own.date.month != start.month: return nil
    default: return repeating(on: own.date, at: own.time, weekday.map { _ in own.date.weekday })
    }
  }

  /// Returns a request that a device may repeat only if the words of the next two dates are the same.
  ///
  /// - Parameter make: Makes the request of a date.
  borrowing func requestThatLasts(
    on date: LocalDate, _ make: (LocalDate, _ mayRepeat: Bool) -> NotificationRequest
  ) -> NotificationRequest {
    let first = make(date, true)
    if first.repeating == nil { return first }
    for count in 1...2 {
      guard let next = later(date, by: count) else { continue }
      let later = make(next, true)
      if later.title != first.title || later.body != first.body || later.destination != first.destination
        || later.url != first.url || later.data.map(\.value) != first.data.map(\.value)
      {
        return make(date, false)
      }
    }
    return first
  }

  /// Returns the date that follows by a number of repetitions; nil if a device cannot repeat it.
  private borrowing func later(_ date: LocalDate, by count: Int) -> LocalDate? {
    switch repetition {
    case .none, .rule: nil
    case .daily: date.adding(days: count)
    case .weekly, .customDays: date.adding(days: 7 * count)
    case .monthly: date.adding(months: count)
    case .yearly: date.adding(months: 12 * count)
    }
  }

  private borrowing func repeating(on date: LocalDate, at time: LocalTime, _ weekday: Weekday?) -> RepeatingTime? {
    switch repetition {
    case .none, .rule: return nil
    case .daily: return RepeatingTime(time, .daily)
    case .weekly: return RepeatingTime(time, .weekly(date.weekday))
    case .customDays: return weekday.flatMap { RepeatingTime(time, .weekly($0)) }
    case .monthly: return RepeatingTime(time, .monthly(date.day))
    case .yearly: return RepeatingTime(time, .yearly(month: date.month, day: date.day))
    }
  }
}
