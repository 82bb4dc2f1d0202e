import CivilTime
import PlanModel

extension Kinds {
  private static let time = KindSetting("time", standard: .time(LocalTime(hour: 21, minute: 30)!))

  static let bedtime = ShippedKind(
    KindDescription(
      "bedtime", "in the evening, unless the diary entry is written",
      KindDeclaration(.series) { bedtime in
        bedtime.slots = [.init("bedtime.time", else: time)]
        bedtime.dayChoices = [.named("bedtime.days"), .named("morning.days")]
        bedtime.mayRepeat = false
      },
      reads: [.entry], subject: .none, settings: [time], preferences: ["bedtime"],
      sample: KindSample(preference: #""bedtime": { "time": "21:30" }"#)),
    .diaryEntry)
}
