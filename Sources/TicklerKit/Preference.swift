public import CivilTime
internal import PlanModel

/// A user's choice, which overrides the policy. If two choices concern the same setting, the later one in the account's list wins.
public enum Preference: Hashable, Codable, Sendable {
  /// The master switch.
  case notifications(isOn: Bool)
  /// The switch of one kind of notification, by the policy's name for the kind.
  case kind(String, isOn: Bool)
  /// The quiet hours of every kind that has a time and is not critical. The end is exclusive; an end before the start is on the next
  /// day.
  case quietHours(from: LocalTime, to: LocalTime)
  /// The due times of a kind that the policy declares; nil for those of item and policy.
  case times(of: String, at: [LocalTime]?, on: WeekdaySet? = nil)
  /// The time of `dailyReminder`.
  case dailyReminder(at: LocalTime)
  /// The times of `nudge`; nil for the policy's.
  case nudges(morning: LocalTime? = nil, afternoon: LocalTime? = nil, evening: LocalTime? = nil)
  /// The time of `recap`.
  case recap(at: LocalTime)
  /// The time of `morning`, from 04:00 to 16:00, its weekdays, and when the time last changed (nil if unknown). Without this choice,
  /// `morning` sends nothing.
  case morning(at: LocalTime, on: WeekdaySet, changedAt: Instant? = nil)
  /// The time of `bedtime` (nil for the policy's), and its weekdays (nil for those of `morning`, or every day).
  case bedtime(at: LocalTime?, on: WeekdaySet? = nil)
  /// When `bill` and `overdue` are sent; nil for the policy's rule.
  case bills(at: LocalTime? = nil, onDueDate: Bool? = nil, dayBefore: Bool? = nil)
  /// When `digest` is sent; nil for the policy's rule.
  case digest(on: Weekday? = nil, at: LocalTime? = nil)
  /// Whether the app blocks other apps, which `unlock` depends on.
  case appBlocking(isOn: Bool)

  func apply(_ all: inout Preferences) {
    switch self {
    case .notifications(let isOn): all.isEnabled = isOn
    case .kind(let name, let isOn): all.kinds[Kind(name)] = isOn
    case .quietHours(let start, let end): all.quietHours = QuietHours(start: start, end: end)
    case .times(let kind, let times, let days):
      var chosen = Preferences.Times()
      (chosen.times, chosen.days) = (times, days)
      all.times[Kind(kind)] = chosen
    case .dailyReminder(let time): all.dailyReminderTime = time
    case .nudges(let morning, let afternoon, let evening):
      (all.nudges.morning, all.nudges.afternoon, all.nudges.evening) = (morning, afternoon, evening)
    case .recap(let time): all.recapTime = time
    case .morning(let time, let days, let changedAt):
      all.morning = Preferences.Morning(time: time, days: days, changedAt: changedAt)
    case .bedtime(let time, let days): all.bedtime = Preferences.Bedtime(time: time, days: days)
    case .bills(let time, let onDueDate, let dayBefore):
      (all.bills.time, all.bills.onDueDate, all.bills.dayBefore) = (time, onDueDate, dayBefore)
    case .digest(let day, let time): (all.digest.day, all.digest.time) = (day, time)
    case .appBlocking(let isOn): all.appBlocking = isOn
    }
  }
}
