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

  /// Returns the due date to plan a reminder for: the next one, or a missed one whose reminder is still ahead.
  func date(
    _ dates: CompletionDates, of item: Item, _ reminder: ReminderOffset, at time: LocalTime, _ open: OpenDays?,
    _ kind: KindPlan, _ frame: AccountFrame
  ) -> LocalDate {
    let next = dates.first(from: frame.today, open)
    guard let range = range(frame, time, reminder, kind) else { return next }
    var missed = dates.first(from: range.lowerBound, open)
    while missed < next, !times(of: item, on: missed, frame).contains(time), let later = dates.next(after: missed) {
      missed = later
    }
    return min(missed, next)
  }

  /// Returns the first reminder that a later plan adds if the planned dates pass without a completion.
  func missedDates(_ kind: KindPlan, _ frame: AccountFrame) -> PlanAgain? {
    var first: Instant?
    for item in items(frame) where !item.isArchived && !item.isCompleted && matches(item, frame) {
      guard let dates = CompletionDates(item, every: step(of: item)) else { continue }
      let clock = frame.clock(of: item)
      let open = kind.openDays(item.shift, clock)
      for time in allTimes(of: item, clock) {
        for reminder in reminders(of: item) {
          let planned = date(dates, of: item, reminder, at: time, open, kind, clock)
          guard let next = dates.next(after: planned), times(of: item, on: next, clock).contains(time) else { continue }
          let reminded = reminder.applied(to: min(next, open?.moved(next) ?? next).at(time))
          guard reminded.date > planned, let at = clock.instant(of: reminded), at > frame.now else { continue }
          first = min(first ?? at, at)
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
