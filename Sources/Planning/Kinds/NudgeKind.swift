import CivilTime
import PlanModel

/// Three times a day, each with an identifier of its own.
enum NudgeKind: KindExpansion {
  static func expand(_ frame: AccountFrame, _ settings: Policy.KindSettings, into list: inout CandidateList) {
    let own = frame.account.preferences.nudges
    let slots: [(form: MessageForm, time: LocalTime)] = [
      (.morning, own.morning ?? settings.morning ?? LocalTime(hour: 9, minute: 0)!),
      (.afternoon, own.afternoon ?? settings.afternoon ?? LocalTime(hour: 14, minute: 0)!),
      (.evening, own.evening ?? settings.evening ?? LocalTime(hour: 20, minute: 0)!),
    ]
    for slot in slots {
      let request = list.add(
        frame.request(.nudge, settings, form: slot.form, subject: "") { name in
          name == "slot" ? .text(slot.form.rawValue) : .none
        })
      let dates = frame.dailyDates(at: slot.time, isCritical: settings.isCritical)
      for date in dates {
        list.add(request, .wall(date.at(slot.time)))
      }
    }
  }
}
