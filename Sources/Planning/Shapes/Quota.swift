import CivilTime
import PlanModel

/// Items that are to be done a number of times in each week or month.
extension ShapedKind {
  /// Returns whether the item was done often enough in the period of a candidate's due date.
  func isMet(_ candidate: Candidate, _ frame: AccountFrame) -> Bool {
    guard let date = candidate.due?.date else { return false }
    let item = item(of: candidate, frame)
    guard let (count, period) = period(of: item, around: date, frame) else { return false }
    return item.completions(in: period) >= count
  }

  /// Returns the wanted count and the dates of the period; nil if the kind or the item has none.
  private func period(
    of item: Item, around date: LocalDate, _ frame: AccountFrame
  ) -> (count: Int, dates: ClosedRange<LocalDate>)? {
    guard let quota = declaration.quota else { return nil }
    let count: Int
    switch quota.count {
    case .number(let number): count = number
    case .field(let place):
      guard case .integer(let number) = value(place, of: item) else { return nil }
      count = number
    }
    switch quota.period {
    case .week:
      let first = date.adding(days: -((Int(date.weekday.rawValue) - Int(frame.weekStart.rawValue) + 7) % 7))
      return (count, first...first.adding(days: 6))
    case .month:
      let (year, month, day) = date.fields
      let first = date.adding(days: 1 - day)
      return (count, first...first.adding(days: LocalDate.daysInMonth(year: year, month: month) - 1))
    }
  }

  func quotaFacts(_ item: Item, _ date: LocalDate, _ frame: AccountFrame) -> [Explanation.Fact] {
    guard let quota = declaration.quota, let (count, dates) = period(of: item, around: date, frame) else { return [] }
    return [
      .init(
        .doneInPeriod, of: [.plain("\(dates.lowerBound)"), .plain("\(dates.upperBound)")],
        is: "\(item.completions(in: dates))", item.location),
      .init(.timesPerPeriod, is: "\(count) per \(plain: quota.period.rawValue)"),
    ]
  }
}

extension Item {
  /// Returns how often it was done on dates: whole days, and times of the other days.
  fileprivate func completions(in dates: ClosedRange<LocalDate>) -> Int {
    completedOn.all.count(where: dates.contains)
      + completedAt.count { dates.contains($0.date) && !completedOn.contains($0.date) }
  }
}

extension AccountFrame {
  /// The first day of the account's week: the policy's, else that of its locale, else Monday.
  var weekStart: Weekday {
    policy.value.weekStart ?? account.value.locale.flatMap { LanguageTag($0) }?.firstWeekday ?? .monday
  }
}
