import CivilTime
import PlanModel

/// Three times a day, each with an identifier of its own.
enum Nudge {
  private static let forms = MessageForm.list("morning", "afternoon", "evening")
  private static let times = [
    KindSetting.time("times.morning", standard: 9), .time("times.afternoon", standard: 14),
    .time("times.evening", standard: 20),
  ]

  static let definition = KindDefinition(
    KindDescription(
      "nudge", .daily, subject: .none, identifier: IdentifierRule(["slot"]), fields: [.text("slot", "afternoon")],
      forms: forms, settings: times, preferences: ["nudges"], priority: 3),
    followUp: { $2.followUpByFocus($0, $1) }
  ) { frame, kind, list in
    let own = frame.account.value.preferences.nudges
    for (slot, time) in [own.morning, own.afternoon, own.evening].enumerated() {
      let form = forms[slot]
      let time = time ?? kind.settings.time(times[slot])!
      list.add(DailySeries(time: time), kind, frame) {
        frame.request(kind, form: form, repeating: RepeatingTime(time, .daily)) {
          $0 == "slot" ? .text(form.name) : .none
        }
      }
    }
  }
}
