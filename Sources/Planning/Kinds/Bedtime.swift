import CivilTime
import PlanModel

/// The diary's evening, silent once the entry is written.
enum Bedtime {
  private static let time = KindSetting("time", standard: .time(LocalTime(hour: 21, minute: 30)!))

  static let definition = KindDefinition(
    KindDescription("bedtime", .daily, items: [.entry], subject: .none, settings: [time], preferences: ["bedtime"]),
    checks: [.written(.bedtime)], withdrawal: { .withdrawal($0, .bedtime, $1, $2) },
    followUp: { $2.followUpByEntry($0, .bedtime, $1) },
    streaks: { frame in days(frame.account.value.preferences).map { frame.entryStreak(.bedtime, on: $0) } ?? [] }
  ) { frame, kind, list in
    guard let series = series(kind, frame) else { return }
    list.add(series, kind, frame) { frame.request(kind) }
  }

  /// On days that the account chose, else on those of its mornings; nil where it has set up neither.
  private static func series(_ kind: KindPlan, _ frame: AccountFrame) -> DailySeries? {
    let preferences = frame.account.value.preferences
    return days(preferences).map { DailySeries(time: preferences.bedtime?.time ?? kind.settings.time(time)!, days: $0) }
  }

  private static func days(_ preferences: Preferences) -> WeekdaySet? {
    if preferences.bedtime == nil, preferences.morning == nil { return nil }
    return preferences.bedtime?.days ?? preferences.morning?.days ?? .all
  }

  /// When a date's bedtime is; nil: it has none.
  static func bedtime(on date: LocalDate, _ frame: AccountFrame) -> LocalDateTime? {
    guard let kind = frame.kinds.first(where: { $0.settings.kind == definition.description.kind }),
      kind.isReadable(frame.account.value.preferences.unreadable),
      let series = series(kind, frame), series.days.contains(date.weekday)
    else { return nil }
    return date.at(series.time)
  }
}
