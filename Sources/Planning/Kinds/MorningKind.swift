import CivilTime
import PlanModel

/// The diary's morning: three tiers, three hours apart on the clock's face, silent once the entry is written.
enum MorningKind: KindExpansion {
  private static let tiers = 1...3
  private static let hoursApart: Int64 = 3

  static func expand(_ frame: AccountFrame, _ settings: Policy.KindSettings, into list: inout CandidateList) {
    guard let morning = frame.account.preferences.morning else { return }
    for tier in tiers {
      let form: MessageForm = tier == 1 ? .tier1 : tier == 2 ? .tier2 : .tier3
      let request = list.add(
        frame.request(.morning, settings, form: form, subject: "") { $0 == "tier" ? .integer(tier) : .none })
      let later = Int64(tier - 1) * hoursApart * 3600
      for date in frame.yesterday...frame.dates.upperBound {
        guard morning.days.contains(date.weekday) else { continue }
        let local = date.at(morning.time).adding(seconds: later)
        if date < frame.today, !frame.isCarriedOver(local, isCritical: settings.isCritical) { continue }
        list.add(request, .wall(local), itemReason: frame.hasEntry(.morning, on: date) ? .completed : nil)
      }
    }
  }

  /// Whether `id` is one of the tiers' identifiers.
  static func isTier(_ id: NotificationID, _ settings: Policy.KindSettings) -> Bool {
    tiers.contains { tier in
      settings.identifier().filled { $0 == "tier" ? String(tier) : "" }.compareBytes(id.text) == 0
    }
  }
}

extension AccountFrame {
  func hasEntry(_ flow: EntryItem.Flow, on date: LocalDate) -> Bool {
    account.items.entries.contains { $0.flow == flow && $0.date == date }
  }
}
