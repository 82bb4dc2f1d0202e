import CivilTime
import PlanModel

/// A series whose dates are looked at once, for all reminders.
extension ShapedKind {
  /// The request of an item at a time on a date, as the series makes it.
  func request(
    _ item: Item, on date: LocalDate, at time: LocalTime, form: MessageForm, _ number: Int, _ kind: KindPlan,
    _ frame: AccountFrame, _ own: (String) -> FieldValue? = { _ in nil }
  ) -> NotificationRequest {
    let open = kind.openDays(item.shift, frame)
    return frame.request(
      kind, item: item.id, form: form, identifier: rule.variant?(frame) ?? "default", subject: subject(of: item),
      isOneOff: isOfOneDate || item.schedule?.repetition.isNone ?? false, location: item.location
    ) { name in own(name) ?? value(name, of: item, date, time, reminders[number], open, frame) }
  }

  /// The value of a field of the series, else of the item.
  fileprivate func value(
    _ name: String, of item: Item, _ date: LocalDate, _ time: LocalTime, _ reminder: ReminderOffset, _ open: OpenDays?,
    _ frame: AccountFrame
  ) -> FieldValue {
    let own = field(declaration.name(name), date, time, reminder, open)
    return own.isNone ? value(name, of: item, frame) : own
  }
}

/// Adds the candidates of items whose dates are looked at once. It does what ``ShapedKind/expand(_:at:_:_:_:)`` does for items with
/// dates of their own, without arrays for each reminder, and reads items field by field: handed on by itself an item was copied, which
/// retained and released its strings, dates and rule, 1 % of a run.
final class SeriesByDate: Sendable {
  private let shaped: ShapedKind
  private let isAtOwnTimes: Bool
  private let reminders: [ReminderOffset]
  /// All dates share a request, but for weekdays that are triggers of their own.
  private let isPlain: Bool
  private let mayRepeat: Bool
  private let hasTitle: Bool
  /// The name of the field with the title; empty where something else has a say.
  private let titleName: String
  private let weekdayVariant: String?
  /// nil: each item, or each reminder, has its own.
  private let form: MessageForm?

  init(_ shaped: ShapedKind) {
    let declaration = shaped.declaration
    self.shaped = shaped
    isAtOwnTimes = declaration.isAtOwnTimes
    reminders = declaration.reminders
    isPlain = reminders == [.due] && !shaped.isOfOneDate
    mayRepeat = declaration.mayRepeat && !shaped.isOfOneDate
    hasTitle = shaped.description.subject.isTitle
    let title = declaration.fields.flatMap { fields in
      fields.keepsTitle ? fields.title.map { fields.fields[$0].name } : nil
    }
    titleName = shaped.rule.value == nil ? title ?? "" : ""
    weekdayVariant = declaration.weekdayVariant
    form = isPlain && shaped.rule.form == nil ? shaped.forms[0] : nil
  }

  func expand(_ frame: AccountFrame, _ kind: KindPlan, _ list: inout CandidateList) {
    let items = shaped.items(frame)
    let span = items.span
    let clock = isAtOwnTimes ? [] : shaped.slots(frame).map(\.time)
    let variant = shaped.rule.variant?(frame) ?? "default"
    for index in span.indices {
      if isAtOwnTimes {
        switch span[index].times {
        case .none: break
        case .at(let time): add(span, at: index, time, variant, frame, kind, to: &list)
        case .several(let times): for time in times { add(span, at: index, time, variant, frame, kind, to: &list) }
        }
      } else if span[index].schedule == nil, !shaped.isPlannable(span[index]) {
        shaped.addUndated(span[index], at: index, .plain, frame, kind, &list)
      } else {
        for time in clock { add(span, at: index, time, variant, frame, kind, to: &list) }
      }
    }
  }

  private func add(
    _ items: Span<Item>, at index: Int, _ time: LocalTime, _ variant: String, _ frame: AccountFrame, _ kind: KindPlan,
    to list: inout CandidateList
  ) {
    let schedule = items[index].schedule ?? .everyDay
    let open = kind.openDays(items[index].shift, frame)
    // The date after the window may have a reminder in it still.
    let ahead = isPlain ? 0 : daysAhead(at: time, frame)
    let dates = list.takeDates(of: schedule, at: time, ahead: ahead, by: open, kind, frame)
    let weekdays = items[index].days
    if !isPlain {
      for date in dates where weekdays.contains(date.weekday) {
        addReminders(of: date, items, index, schedule, at: time, variant, open, frame, kind, to: &list)
      }
    } else if let weekdayVariant, case .customDays = schedule.repetition {
      var requests = InlineArray<7, Int32>(repeating: -1)
      for date in dates where weekdays.contains(date.weekday) {
        let day = Int(date.weekday.rawValue)
        if requests[day] < 0 {
          requests[day] = list.add(
            request(items, index, schedule, on: date, at: time, 0, weekdayVariant, date.weekday, open, frame, kind))
        }
        list.add(requests[day], .wall(date.at(time)), item: index)
        list.follow(date, from: date, open, frame)
      }
    } else {
      var shared: Int32 = -1
      for date in dates where weekdays.contains(date.weekday) {
        if shared < 0 {
          shared = list.add(request(items, index, schedule, on: date, at: time, 0, variant, nil, open, frame, kind))
        }
        list.add(shared, .wall(date.at(time)), item: index)
        list.follow(date, from: date, open, frame)
      }
    }
    list.give(back: dates)
  }

  private func addReminders(
    of date: LocalDate, _ items: Span<Item>, _ index: Int, _ schedule: borrowing Schedule, at time: LocalTime,
    _ variant: String, _ open: OpenDays?, _ frame: AccountFrame, _ kind: KindPlan, to list: inout CandidateList
  ) {
    let isPast = max(date, open?.moved(date) ?? date) <= frame.yesterday && !schedule.repetition.isNone
    for number in reminders.indices {
      let local = reminders[number].applied(to: date.at(time))
      // Of yesterday is looked at what quiet hours carry over to today.
      if isPast, local.date < date { continue }
      let request = list.add(
        request(items, index, schedule, on: date, at: time, number, variant, nil, open, frame, kind))
      list.add(request, .wall(local), item: index, figure: number)
      list.isOf(date, from: local.date)
      list.follow(date, from: local.date, open, frame)
    }
  }

  /// By how many days a reminder goes out before its date.
  private func daysAhead(at time: LocalTime, _ frame: AccountFrame) -> Int {
    let due = frame.today.at(time)
    return reminders.map { max(0, frame.today.days(since: $0.applied(to: due).date)) }.max() ?? 0
  }

  /// - Parameters:
  ///   - number: The position of the reminder.
  ///   - weekday: That of the date, where each weekday is a trigger of its own.
  private func request(
    _ items: Span<Item>, _ index: Int, _ schedule: borrowing Schedule, on date: LocalDate, at time: LocalTime,
    _ number: Int, _ variant: String, _ weekday: Weekday?, _ open: OpenDays?, _ frame: AccountFrame, _ kind: KindPlan
  ) -> NotificationRequest {
    let (id, title) = (items[index].id, items[index].title ?? "")
    var form = MessageForm.plain
    if let known = self.form { form = known } else { form = shaped.form(of: items[index], number, frame) }
    return frame.request(
      kind, item: id, form: form, identifier: variant, subject: hasTitle ? title : "",
      isOneOff: shaped.isOfOneDate || schedule.repetition.isNone, isAllDay: items[index].isUntimed,
      repeating: mayRepeat ? schedule.repeating(at: time, on: weekday) : nil, location: items[index].location
    ) { name in
      switch name {
      case "id": .text(id.text)
      case titleName: .text(title)
      case "time": .time(time)
      case "weekday": weekday.map { .integer($0.numberFromSunday) } ?? .none
      default: shaped.value(name, of: items[index], date, time, reminders[number], open, frame)
      }
    }
  }
}

extension Schedule {
  fileprivate static let everyDay = Schedule(start: .first, repetition: .daily)

  /// When a device repeats it by itself; nil: it cannot, or not for ever.
  ///
  /// - Parameter weekday: The one that the notification is of, where each has its own.
  borrowing func repeating(at time: LocalTime, on weekday: Weekday?) -> RepeatingTime? {
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
