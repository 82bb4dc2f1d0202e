import CivilTime
import PlanModel

extension [Item] {
  /// The items, with the streaks that their completions make if the export has none.
  func withStreaks(on today: LocalDate) -> [Item] {
    guard contains(where: { !$0.hasStreak && !$0.completedOn.isEmpty }) else { return self }
    return map { habit in
      var habit = habit
      if !habit.hasStreak { habit.streak = habit.completedDays(upTo: today) }
      return habit
    }
  }
}

extension Item {
  /// Returns how many of its scheduled days were completed without a gap, counted back from `today`, or from the last one before
  /// if `today` is none or not completed yet.
  fileprivate func completedDays(upTo today: LocalDate) -> Int {
    guard let first = completedOn.first else { return 0 }
    let lower = [first, startDate].compactMap(\.self).max()!
    var (upper, count, length) = ([today, endDate].compactMap(\.self).min()!, 0, 64)
    // In stretches that double, so that a rule is expanded only as far as the streak goes back.
    while lower <= upper {
      let stretch = Swift.max(lower, upper.adding(days: -length))...upper
      for date in scheduledDays(in: stretch).reversed() {
        if completedOn.contains(date) { count += 1 } else if date < today { return count }
      }
      upper = stretch.lowerBound.adding(days: -1)
      length *= 2
    }
    return count
  }

  /// Returns the dates on its weekdays and of its rule, ascending.
  func scheduledDays(in range: ClosedRange<LocalDate>) -> [LocalDate] {
    guard let schedule = datesOfRule else { return range.filter { days.contains($0.weekday) } }
    var dates: [LocalDate] = []
    schedule.appendDates(in: range, at: .midnight, monthEnd: .skip, to: &dates)
    return dates.filter { days.contains($0.weekday) }
  }
}
