public import CivilTime
internal import PlanModel

/// What a user chose, which goes before what the policy says. Of two about the same, the later one in the account's list holds.
public struct Preference: Sendable {
  let apply: @Sendable (inout Preferences) -> Void

  /// The master switch.
  public static func notifications(_ isOn: Bool) -> Preference {
    Preference { $0.isEnabled = isOn }
  }

  /// The switch of one kind of notification, by the policy's name of it.
  public static func kind(_ name: String, _ isOn: Bool) -> Preference {
    Preference { $0.kinds[Kind(name)] = isOn }
  }

  /// When nothing rings, of all kinds that have a time and are not critical: the end not included, over midnight where it is before
  /// the start.
  public static func quietHours(from start: LocalTime, to end: LocalTime) -> Preference {
    Preference { $0.quietHours = QuietHours(start: start, end: end) }
  }

  /// When a kind that the policy declares is due; nil: as item and policy say.
  public static func times(_ kind: String, at times: [LocalTime]?, on days: WeekdaySet? = nil) -> Preference {
    Preference { ($0.times[Kind(kind), default: .init()].times, $0.times[Kind(kind)]!.days) = (times, days) }
  }

  /// The time of `dailyReminder`.
  public static func dailyReminder(at time: LocalTime) -> Preference {
    Preference { $0.dailyReminderTime = time }
  }

  /// The times of `nudge`; nil: the policy's.
  public static func nudges(
    morning: LocalTime? = nil, afternoon: LocalTime? = nil, evening: LocalTime? = nil
  ) -> Preference {
    Preference { ($0.nudges.morning, $0.nudges.afternoon, $0.nudges.evening) = (morning, afternoon, evening) }
  }

  /// The time of `recap`.
  public static func recap(at time: LocalTime) -> Preference {
    Preference { $0.recapTime = time }
  }

  /// When `morning` goes out: without it there is none.
  ///
  /// - Parameters:
  ///   - time: From 04:00 to 16:00.
  ///   - days: On which weekdays.
  ///   - changedAt: When the time was last changed; nil: not known.
  public static func morning(at time: LocalTime, on days: WeekdaySet, changedAt: Instant? = nil) -> Preference {
    Preference { $0.morning = Preferences.Morning(time: time, days: days, changedAt: changedAt) }
  }

  /// When `bedtime` goes out.
  ///
  /// - Parameters:
  ///   - time: nil: as the policy says.
  ///   - days: nil: those of ``morning(at:on:changedAt:)``, else every day.
  public static func bedtime(at time: LocalTime?, on days: WeekdaySet? = nil) -> Preference {
    Preference { $0.bedtime = Preferences.Bedtime(time: time, days: days) }
  }

  /// When `bill` and `overdue` go out; nil: as the policy says.
  public static func bills(at time: LocalTime? = nil, onDueDate: Bool? = nil, dayBefore: Bool? = nil) -> Preference {
    Preference { ($0.bills.time, $0.bills.onDueDate, $0.bills.dayBefore) = (time, onDueDate, dayBefore) }
  }

  /// When `digest` goes out; nil: as the policy says.
  public static func digest(on day: Weekday? = nil, at time: LocalTime? = nil) -> Preference {
    Preference { ($0.digest.day, $0.digest.time) = (day, time) }
  }

  /// Whether the app blocks others, which `unlock` asks.
  public static func appBlocking(_ isOn: Bool) -> Preference {
    Preference { $0.appBlocking = isOn }
  }
}
