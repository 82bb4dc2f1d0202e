import CivilTime
import PlanModel

/// Dates on which a series has no notification because a rule of its schedule leaves them out.
extension ShapedKind {
  /// Returns the reminders that would be on a local date without that rule.
  func skips(on date: LocalDate, _ kind: KindPlan, _ frame: AccountFrame) -> [SkippedDate] {
    guard declaration.at == nil, !countsFromCompletion else { return [] }
    guard declaration.item != nil, declaration.shape == .series else { return skips(nil, on: date, kind, frame) }
    return items(frame).filter { !$0.isArchived && !$0.isCompleted }.flatMap { skips($0, on: date, kind, frame) }
  }

  private func skips(_ item: Item?, on date: LocalDate, _ kind: KindPlan, _ frame: AccountFrame) -> [SkippedDate] {
    let times = item.map { allTimes(of: $0, frame) } ?? times(on: .all, frame)
    var found: [SkippedDate] = []
    for reminder in item.map(reminders) ?? reminders {
      for time in times {
        let anchor = date.at(time)
        let due = date.adding(days: -reminder.applied(to: anchor).date.days(since: date))
        guard let (rule, key, value, place) = rule(against: due, at: time, item, frame) else { continue }
        for day in weekdays(of: item, due) {
          var skip = SkippedDate(
            rule, kind: kind.settings.kind, item: item?.id,
            notification: identifier(item, on: due, weekday: day, at: time, reminder, kind, frame),
            key: place == .kind ? "kinds.\(kind.settings.kind).\(key)" : key, value: value,
            location: place == .item ? item?.location : place == .account ? frame.account.value.location : nil)
          if due != date { skip.due = due }
          if !found.contains(skip) { found.append(skip) }
        }
      }
    }
    return found
  }

  /// Returns the weekdays that the item's identifiers name: its own, if each is a notification.
  private func weekdays(of item: Item?, _ due: LocalDate) -> [Weekday] {
    guard case .customDays(let days)? = item?.schedule?.repetition, declaration.weekdayVariant != nil else {
      return [due.weekday]
    }
    return Weekday.allCases.filter(days.contains)
  }

  private typealias Skip = (SkippedDate.Rule, key: String, value: String, place: Place)

  /// What has the key of a rule.
  private enum Place { case item, account, kind, policy }

  /// Returns the rule that leaves out a due date; nil if none does, or if it is no date of the series anyway.
  private func rule(against due: LocalDate, at time: LocalTime, _ item: Item?, _ frame: AccountFrame) -> Skip? {
    if let item, let skip = ruleOfSchedule(against: due, at: time, item, frame) { return skip }
    guard item.map({ isDue($0, on: due, at: time, frame) }) ?? true else { return nil }
    if let item, !item.days.contains(due.weekday) { return (.days, "days", item.days.words, .item) }
    let days = days(frame)
    if !days.contains(due.weekday) {
      if let preference = daysPreference(frame) { return (.days, preference, days.words, .account) }
      return (.days, declaration.dayChoiceSetting?.key ?? "days", days.words, .kind)
    }
    guard let cycle = declaration.cycle, !isInCycle(due, item, frame) else { return nil }
    if let start = cycleStart(item, frame), due < start {
      guard case .field(let place) = cycle.start, let field = declaration.fields?.fields[place] else {
        return (.startDate, "cycle", "\(start)", .kind)
      }
      return (.startDate, field.name, "\(start)", .item)
    }
    return (.cycle, "cycle", "\(cycle.on) days on, \(cycle.off) off", .kind)
  }

  /// Returns the rule of the item's own schedule that leaves out a due date.
  private func ruleOfSchedule(against due: LocalDate, at time: LocalTime, _ item: Item, _ frame: AccountFrame) -> Skip?
  {
    guard let schedule = item.schedule,
      !schedule.repetition.isNone || declaration.repeatsDates || declaration.elapsed != nil,
      let members = declaration.fields?.members
    else { return nil }
    func name(_ role: ItemField.Role, _ standard: StandardField) -> String {
      members.first { $0.role == role || $0.role == .standard(standard) }?.name ?? standard.rawValue
    }
    func isDue(_ change: (inout Schedule) -> Void) -> Bool {
      var other = item
      change(&other.schedule!)
      return self.isDue(other, on: due, at: time, frame)
    }
    if due < schedule.start { return (.startDate, name(.firstDate, .date), "\(schedule.start)", .item) }
    if let until = schedule.until, due > until, isDue({ $0.until = nil }) {
      return (.until, name(.lastDate, .until), "\(until)", .item)
    }
    if case .rule(let rule) = schedule.repetition, let until = rule.until, due > until.date(frame) {
      return (.until, "rrule", "UNTIL \(until.date(frame))", .item)
    }
    if schedule.exceptions.contains(due), isDue({ $0.exceptions = [] }) {
      return (.exdates, name(.standard(.exdates), .exdates), "\(due)", .item)
    }
    if self.isDue(item, on: due, at: time, frame) || schedule.until.map({ due > $0 }) ?? false { return nil }
    if case .customDays(let days) = schedule.repetition { return (.days, "weekdays", days.words, .item) }
    if case .rule = schedule.repetition { return ruleOfRecurrence(against: due, at: time, item, frame) }
    if frame.policy.value.monthEnd == .skip, isDue({ ($0.start, $0.exceptions) = ($0.start.clamped(to: due), []) }) {
      return (.monthEnd, "monthEnd", "skip", .policy)
    }
    var near: [LocalDate] = []
    find(&near, item, in: due.adding(days: -366)...due.adding(days: 366), at: time, frame)
    if near.isEmpty { return nil }
    guard schedule.repetition.isNone else {
      return (.rule, name(.standard(.repeat), .repeat), around(due, near), .item)
    }
    if case .field(let place) = declaration.every { return (.rule, members[place].name, around(due, near), .item) }
    return (.rule, "every", around(due, near), .kind)
  }

  /// Returns what of an RRULE leaves out a date: a day that the month lacks, its end, its weekdays, or the rule as a whole.
  private func ruleOfRecurrence(
    against due: LocalDate, at time: LocalTime, _ item: Item, _ frame: AccountFrame
  ) -> Skip? {
    var near: [LocalDate] = []
    find(&near, item, in: due.adding(days: -366)...due.adding(days: 366), at: time, frame)
    let (year, month, day) = due.fields
    let isOfMonth = near.contains { $0.fields.year == year && $0.fields.month == month }
    if day == LocalDate.daysInMonth(year: year, month: month), !isOfMonth,
      let later = near.first(where: { $0.day > day })
    {
      return (.monthEnd, "rrule", "day \(later.day)", .item)
    }
    if near.last ?? due <= due, let start = item.schedule?.start {
      near.removeAll()
      find(&near, item, in: start...due.adding(days: 3_660), at: time, frame)
      if let last = near.last, last < due { return (.until, "rrule", "\(last)", .item) }
    }
    if near.isEmpty { return nil }
    // Two years of a monthly rule on a day of the month have every weekday.
    let days = near.reduce(into: WeekdaySet()) { $0.insert($1.weekday) }
    if near.count >= 20, !days.contains(due.weekday) { return (.days, "rrule", days.words, .item) }
    return (.rule, "rrule", around(due, near), .item)
  }

  /// Returns the dates before and after one that is not among them.
  private func around(_ due: LocalDate, _ near: [LocalDate]) -> String {
    [near.last { $0 < due }, near.first { $0 > due }].compactMap { $0?.description }.joined(separator: " and ")
  }

  /// Returns whether a schedule has a date, regardless of weekdays and cycles.
  private func isDue(_ item: Item, on date: LocalDate, at time: LocalTime, _ frame: AccountFrame) -> Bool {
    if declaration.elapsed != nil {
      return item.schedule.map { $0.start <= date && date <= $0.until ?? date && !$0.exceptions.contains(date) } ?? true
    }
    if !declaration.repeatsDates, let schedule = item.schedule, schedule.repetition.isNone {
      return schedule.start == date
    }
    var dates: [LocalDate] = []
    find(&dates, item, in: date...date, at: time, frame)
    return dates.contains(date)
  }

  private func identifier(
    _ item: Item?, on due: LocalDate, weekday: Weekday, at time: LocalTime, _ reminder: ReminderOffset,
    _ kind: KindPlan, _ frame: AccountFrame
  ) -> NotificationID {
    var variant = rule.variant?(frame) ?? "default"
    if case .customDays? = item?.schedule?.repetition { variant = declaration.weekdayVariant ?? variant }
    let pattern = kind.settings.identifier(variant)
    var text = pattern.filled { name in
      if name == "weekday" { return FieldValue.integer(weekday.numberFromSunday).identifierText }
      let own = field(declaration.name(name), due, time, reminder, nil)
      return (own.isNone ? item.map { value(name, of: $0, frame) } ?? .none : own).identifierText
    }
    if let item, !item.remind.isEmpty, reminder != .due, !pattern.fields.contains("part") {
      text += ".\(reminder.name)"
    }
    return NotificationID(text)
  }
}

extension LocalDate {
  /// Returns the date with the day of a month's last, if that is earlier and the month of `other` ends there.
  fileprivate func clamped(to other: LocalDate) -> LocalDate {
    let (year, month, day) = other.fields
    guard day == LocalDate.daysInMonth(year: year, month: month), day < self.day else { return self }
    return LocalDate(year: self.fields.year, month: self.fields.month, day: day) ?? self
  }
}

extension WeekdaySet {
  /// `mon wed`.
  var words: String {
    let codes = Weekday.allCases.filter(contains).map(\.code)
    return codes.isEmpty ? "none" : codes.joined(separator: " ")
  }
}

extension Recurrence.Until {
  fileprivate func date(_ frame: AccountFrame) -> LocalDate {
    switch self {
    case .date(let date): date
    case .local(let local): local.date
    case .utc(let instant): frame.date(at: instant)
    }
  }
}
