import CivilTime
import PlanModel

/// A habit's reminders on its days, between its dates; tailored to the personality while its analysis is recent.
enum HabitKind: KindExpansion {
  /// How long an analysis of the personality is recent.
  private static let analysisLifetime: Int64 = 30 * 24 * 3600

  static func expand(_ frame: AccountFrame, _ settings: Policy.KindSettings, into list: inout CandidateList) {
    let isTailored = frame.account.analyzedAt.map { $0 >= frame.now.advanced(bySeconds: -analysisLifetime) } ?? false
    for habit in frame.account.items.habits {
      for time in habit.reminders {
        let first =
          frame.isCarriedOver(frame.yesterday.at(time), isCritical: settings.isCritical)
          ? frame.yesterday : frame.today
        var request: Int32 = -1
        let start = max(first, habit.startDate ?? first)
        let last = min(frame.dates.upperBound, habit.endDate ?? frame.dates.upperBound)
        guard start <= last else { continue }
        for date in start...last {
          if habit.days.contains(date.weekday) {
            if request < 0 { request = list.add(self.request(habit, time, settings, isTailored, frame)) }
            list.add(request, .wall(date.at(time)), itemReason: reason(habit, on: date))
          }
        }
      }
    }
  }

  /// Checks 4 and 10.
  static func reason(_ habit: HabitItem, on date: LocalDate) -> Reason? {
    if habit.isArchived { return .inactive }
    return habit.completions.contains(date) ? .completed : nil
  }

  private static func request(
    _ habit: HabitItem, _ time: LocalTime, _ settings: Policy.KindSettings, _ isTailored: Bool, _ frame: AccountFrame
  ) -> NotificationRequest {
    let field = { (name: String) -> FieldValue in
      switch name {
      case "id": .text(habit.id.text)
      case "time": .time(time)
      case "name": .text(habit.name)
      case "category": habit.category.map { .text($0) } ?? .none
      case "streak": habit.streakValue
      case "trait": frame.account.personalityTrait.map { .text($0) } ?? .none
      default: .none
      }
    }
    return frame.request(
      .habit, settings, item: habit.id, form: isTailored ? .tailored : .plain,
      identifier: isTailored ? "tailored" : "default", subject: habit.name, location: habit.location, field)
  }
}

extension HabitItem {
  /// There is none to speak of where it is 0.
  var streakValue: FieldValue { streak > 0 ? .integer(streak) : .none }
}
