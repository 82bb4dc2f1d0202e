import CivilTime
import PlanModel

/// The diary's evening, silent once the entry is written.
enum Bedtime {
  static let definition = KindDefinition(
    KindDescription("bedtime", .daily, items: [.entry], subject: .none, preferences: ["bedtime"]),
    checks: [.written(.bedtime)]
  ) { frame, kind, list in
    guard let bedtime = frame.account.value.preferences.bedtime else { return }
    list.add(DailySeries(time: bedtime.time, days: bedtime.days), kind, frame) { frame.request(kind) }
  }
}
