import CivilTime
import PlanModel

/// The successive due dates of an item that counts from its last completion, as long as it is not completed again.
struct CompletionDates {
  /// The last completion, or the item's first date if it was never done.
  private let start: LocalDate
  /// nil if the item has no interval, so that `start` is the only date.
  private let step: Step?
  /// The number of the first due date: 0 is `start` itself.
  private let first: Int

  enum Step {
    case days(Int)
    /// On the same day of the month, or the month's last day.
    case months(Int)
  }

  /// - Returns: nil for an item without a due date: never done and without a first date, or done and without an
  ///   interval.
  init?(_ item: Item, every step: Step?) {
    guard let start = item.lastCompletion ?? item.schedule?.start else { return nil }
    first = item.lastCompletion == nil ? 0 : 1
    if step == nil, first > 0 { return nil }
    (self.start, self.step) = (start, step)
  }

  /// The only date; nil if others follow.
  var only: LocalDate? { step == nil ? start : nil }

  private subscript(number: Int) -> LocalDate {
    switch step {
    case .days(let days): start.adding(days: number * days)
    case .months(let months): start.adding(months: number * months)
    case nil: start
    }
  }

  /// Returns the first due date on or after `bound`, either itself or when moved off a closed day.
  ///
  /// - Parameter open: nil if due dates do not move.
  func first(from bound: LocalDate, _ open: OpenDays? = nil) -> LocalDate { self[number(from: bound, open)] }

  /// Returns the last due date before `day`; nil if there is none.
  func newest(before day: LocalDate) -> LocalDate? {
    let next = number(from: day, nil)
    return self[next] < day ? self[next] : next > first ? self[next - 1] : nil
  }

  /// Returns the next due date; nil if the item has no interval.
  func next(after date: LocalDate) -> LocalDate? { step == nil ? nil : first(from: date.adding(days: 1)) }

  /// Returns the due dates in a range, ascending.
  func dates(from first: LocalDate, through last: LocalDate) -> [LocalDate] {
    var dates: [LocalDate] = []
    var number = number(from: first, nil)
    while case let date = self[number], date <= last, date > dates.last ?? first.adding(days: -1) {
      dates.append(date)
      number += 1
    }
    return dates
  }

  /// Returns the last due date before `bound`, if any, and the first on or after it.
  func around(_ bound: LocalDate) -> [LocalDate] {
    let next = number(from: bound, nil)
    return next > first ? [self[next - 1], self[next]] : [self[next]]
  }

  private func number(from bound: LocalDate, _ open: OpenDays?) -> Int {
    let least = open.map { bound.adding(days: -$0.closed.longest) } ?? bound
    var number = first
    switch step {
    case .days(let days): number = max(first, least.days(since: start) / days)
    case .months(let months): number = max(first, (start.months(to: least) - 1) / months)
    case nil: return first
    }
    while case let date = self[number], max(date, open?.moved(date) ?? date) < bound { number += 1 }
    return number
  }
}

extension ShapedKind {
  /// Whether due dates count from the last completion. A date field of the item takes precedence.
  var countsFromCompletion: Bool {
    declaration.isFromCompletion && declaration.at == nil && declaration.elapsed == nil
  }

  /// Returns the interval between an item's due dates; nil if it has none.
  func step(of item: Item) -> CompletionDates.Step? {
    switch declaration.every {
    case .days(let count): .days(count)
    case .months(let count): .months(count)
    case .field(let place):
      if case .integer(let count) = value(place, of: item), count > 0 { .days(min(count, 36_600)) } else { nil }
    case nil: declaration.repeatsDates ? .days(1) : nil
    }
  }

  /// Returns the last due date to plan a reminder for: the first one with nothing behind it. Only what is over is followed
  /// by a later date, since a completion moves those.
  func last(
    _ dates: CompletionDates, of item: Item, _ reminder: ReminderOffset, _ open: OpenDays?, _ kind: KindPlan,
    _ frame: AccountFrame
  ) -> LocalDate {
    let days = reminder.applied(to: frame.today.at(.midnight)).date.days(since: frame.today)
    let end = frame.dates.upperBound.adding(days: 1 - days)
    var date = dates.first(from: frame.today.adding(days: -days - 2), open)
    while date < end, let next = dates.next(after: date) {
      let times = times(of: item, on: date, frame)
      let isAhead = times.allSatisfy { time in
        !isReported(reminder, of: time, among: times) || self.isAhead(reminder, of: date, open, at: time, kind, frame)
      }
      if isAhead { break }
      date = next
    }
    return date
  }

  /// Returns whether a reminder of a due date still goes out.
  private func isAhead(
    _ reminder: ReminderOffset, of date: LocalDate, _ open: OpenDays?, at time: LocalTime, _ kind: KindPlan,
    _ frame: AccountFrame
  ) -> Bool {
    guard let due = open.map({ $0.moved(date) }) ?? date else { return false }
    let local = due.at(time)
    guard
      let at = reminder.isElapsed
        ? frame.intended(local)?.advanced(bySeconds: reminder.seconds) : frame.intended(reminder.applied(to: local))
    else { return false }
    return frame.isAhead(at, kind)
  }

  /// Returns the first reminder that a later plan adds if the planned dates pass without a completion.
  func missedDates(_ kind: KindPlan, _ frame: AccountFrame) -> PlanAgain? {
    var first: Instant?
    for item in items(frame) where !item.isArchived && !item.isCompleted && matches(item, frame) {
      guard let dates = CompletionDates(item, every: step(of: item)), dates.only == nil else { continue }
      let clock = frame.clock(of: item)
      let open = kind.openDays(item.shift, clock)
      for reminder in reminders(of: item) {
        let planned = last(dates, of: item, reminder, open, kind, clock)
        var (date, isFound) = (planned, false)
        // A closed day may have moved the next date to what is over.
        while !isFound, date <= clock.dates.upperBound, let next = dates.next(after: date) {
          for time in times(of: item, on: next, clock) {
            let reminded = reminder.applied(to: min(next, open?.moved(next) ?? next).at(time))
            guard let at = clock.instant(of: reminded), at > frame.now else { continue }
            (first, isFound) = (min(first ?? at, at), true)
          }
          date = next
        }
      }
    }
    return first.map { PlanAgain($0, .overdue) }
  }
}

extension LocalDate {
  /// Returns the number of months from one date to the other, ignoring days.
  fileprivate func months(to other: LocalDate) -> Int {
    (other.fields.year - fields.year) * 12 + other.fields.month - fields.month
  }
}
