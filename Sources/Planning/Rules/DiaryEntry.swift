import CivilTime
import PlanModel

extension Rule {
  /// Drops candidates once the diary's evening entry is written.
  static let diaryEntry = Rule(change: { definition, bedtime in
    isOver(&definition, with: .bedtime) { bedtime.isSetUp($0) ? bedtime.days($0) : nil }
  })

  /// Ends a kind's notifications once the diary has the date's entry.
  ///
  /// - Parameter days: Returns the weekdays on which an entry is due; nil if the account has no such entries.
  static func isOver(
    _ definition: inout KindDefinition, with flow: ShippedItems.Flow,
    days: @escaping @Sendable (AccountFrame) -> WeekdaySet?
  ) {
    definition.checks.append(.written(flow))
    definition.withdrawal = { .withdrawal($0, flow, $1, $2) }
    definition.followUp = { $2.followUpByEntry($0, flow, $1) }
    definition.streaks = { frame in days(frame).map { frame.entryStreak(flow, on: $0) } ?? [] }
  }
}

extension Check {
  /// Drops candidates if the diary has an entry for their date.
  fileprivate static func written(_ flow: ShippedItems.Flow) -> Check {
    Check(
      .completed,
      .candidate { candidate, context in
        candidate.date.map { context.frame.written(flow).contains($0) } ?? false
      }
    ) { explainer in
      guard let date = explainer.candidate.date else { return nil }
      let entry = explainer.account.items[.entry].first { $0.isEntry(of: flow) && $0.date == date }
      let source = entry?.location ?? explainer.account.location
      return [.init(.entry, of: [.plain(flow.rawValue), .plain("\(date)")], is: "\(entry != nil)", source)]
    }
  }
}

extension Reason? {
  /// Returns `completed` if the diary has an entry for the notification's day.
  fileprivate static func withdrawal(
    _ notice: Notice, _ flow: ShippedItems.Flow, _ kind: KindPlan, _ frame: AccountFrame
  ) -> Reason? {
    guard let date = notice.date, notice.parts(kind).first != nil else { return nil }
    return frame.written(flow).contains(date) ? .completed : nil
  }
}

extension AccountFrame {
  /// Returns whether the diary has an entry for the day of the delivery.
  fileprivate func followUpByEntry(_ delivered: DeliveredNotification, _ flow: ShippedItems.Flow, _ kind: KindPlan)
    -> Bool?
  {
    guard delivered.notice.parts(kind).first != nil else { return nil }
    return items(.entry).contains { $0.isEntry(of: flow) && $0.date == delivered.day }
  }

  /// Returns whether the streak of a flow is at risk. Empty without a streak: no entry today, nor on the last of its
  /// days before.
  fileprivate func entryStreak(_ flow: ShippedItems.Flow, on days: WeekdaySet) -> [Bool] {
    func hasEntry(_ date: LocalDate) -> Bool {
      items(.entry).contains { $0.isEntry(of: flow) && $0.date == date }
    }
    if hasEntry(today) { return [false] }
    let week = today.adding(days: -7)...yesterday
    guard let last = week.last(where: { days.contains($0.weekday) }), hasEntry(last) else { return [] }
    return [days.contains(today.weekday)]
  }
}
