public import CivilTime
internal import PlanModel

/// What a user chose, which goes before what the policy says. Of two about the same, the later one in the account's list holds.
public enum Preference: Hashable, Codable, Sendable {
  /// The master switch.
  case notifications(isOn: Bool)
  /// The switch of one kind of notification, by the policy's name of it.
  case kind(String, isOn: Bool)
  /// When nothing rings, of all kinds that have a time and are not critical: the end not included, over midnight if it is before
  /// the start.
  case quietHours(from: LocalTime, to: LocalTime)
  /// When a kind that the policy declares is due; nil: as item and policy say.
  case times(of: String, at: [LocalTime]?, on: WeekdaySet? = nil)
  /// The time of `dailyReminder`.
  case dailyReminder(at: LocalTime)
  /// The times of `nudge`; nil: the policy's.
  case nudges(morning: LocalTime? = nil, afternoon: LocalTime? = nil, evening: LocalTime? = nil)
  /// The time of `recap`.
  case recap(at: LocalTime)
  /// When `morning` goes out, from 04:00 to 16:00, on which weekdays, and when the time was last changed (nil: not known). Without it
  /// there is none.
  case morning(at: LocalTime, on: WeekdaySet, changedAt: Instant? = nil)
  /// When `bedtime` goes out (nil: as the policy says), and on which weekdays (nil: those of `morning`, else every day).
  case bedtime(at: LocalTime?, on: WeekdaySet? = nil)
  /// When `bill` and `overdue` go out; nil: as the policy says.
  case bills(at: LocalTime? = nil, onDueDate: Bool? = nil, dayBefore: Bool? = nil)
  /// When `digest` goes out; nil: as the policy says.
  case digest(on: Weekday? = nil, at: LocalTime? = nil)
  /// Whether the app blocks others, which `unlock` asks.
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
