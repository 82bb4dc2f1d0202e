import CivilTime
import PlanModel

/// The diary's evening, silent once the entry is written.
enum BedtimeKind: KindExpansion {
  static func expand(_ frame: AccountFrame, _ settings: Policy.KindSettings, into list: inout CandidateList) {
    guard let bedtime = frame.account.preferences.bedtime else { return }
    let request = list.add(frame.request(.bedtime, settings, subject: ""))
    let dates = frame.dailyDates(at: bedtime.time, isCritical: settings.isCritical)
    for date in dates {
      guard bedtime.days.contains(date.weekday) else { continue }
      list.add(
        request, .wall(date.at(bedtime.time)), itemReason: frame.hasEntry(.bedtime, on: date) ? .completed : nil)
    }
  }
}
