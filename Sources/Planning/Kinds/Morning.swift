import CivilTime
import PlanModel

/// The diary's morning: three tiers, three hours apart on the clock's face, silent once the entry is written.
enum Morning {
  private static let tiers = MessageForm.list("tier1", "tier2", "tier3")
  private static let secondsApart: Int64 = 3 * 3600

  static let definition = KindDefinition(
    KindDescription(
      "morning", .daily, items: [.entry], subject: .none, identifier: IdentifierRule(["tier"]),
      fields: [.number("tier", 3)], forms: tiers, preferences: ["morning"]),
    checks: [.written(.morning), appliesTomorrow, superseded], withdrawal: { .withdrawal($0, .morning, $1, $2) },
    followUp: { $2.followUpByEntry($0, .morning, $1) },
    streaks: { frame in frame.account.value.preferences.morning.map { frame.entryStreak(.morning, on: $0.days) } ?? [] }
  ) { frame, kind, list in
    guard let morning = frame.account.value.preferences.morning else { return }
    for tier in tiers {
      let series = DailySeries(
        time: morning.time, later: Int64(tier.position - 1) * secondsApart, days: morning.days)
      list.add(series, kind, frame) {
        frame.request(kind, form: tier) { $0 == "tier" ? .integer(tier.position) : .none }
      }
    }
  }

  /// The time was changed today, after one of today's tiers had gone out.
  private static let appliesTomorrow = Check(
    .appliesTomorrow,
    .candidate { candidate, context in
      let frame = context.frame
      guard let changedAt = frame.account.value.preferences.morning?.changedAt, let at = candidate.at,
        frame.isToday(at), frame.isToday(changedAt)
      else { return false }
      return !deliveredTiers(before: changedAt, frame.kinds[Int(candidate.kind)], frame).isEmpty
    }
  ) { explainer in
    guard let changedAt = explainer.account.preferences.morning?.changedAt, explainer.candidate.at != nil else {
      return nil
    }
    let tiers = deliveredTiers(before: changedAt, explainer.kind, explainer.frame)
    return [
      .init("changedAt", "\(changedAt)", explainer.account.location),
      .init(
        "delivered before it today",
        tiers.isEmpty ? "none" : tiers.map { "\($0.id) at \($0.at)" }.joined(separator: ", "),
        explainer.account.location),
    ]
  }

  /// The evening's has come by then: no word of the morning any more.
  private static let superseded = Check(
    .superseded,
    .candidate { candidate, context in
      guard let local = candidate.local, let bedtime = bedtime(of: candidate, context.frame) else { return false }
      return local >= bedtime
    }
  ) { explainer in
    guard let local = explainer.candidate.local, explainer.candidate.at != nil else { return nil }
    let bedtime = bedtime(of: explainer.candidate, explainer.frame)
    return [
      .init("wall time", "\(local)"),
      .init("bedtime", bedtime.map { "\($0)" } ?? "none after the first", explainer.account.location),
    ]
  }

  /// The bedtime of a tier's date, where it is later than the first tier.
  private static func bedtime(of candidate: Candidate, _ frame: AccountFrame) -> LocalDateTime? {
    guard let first = frame.account.value.preferences.morning?.time, let date = candidate.date,
      let bedtime = Bedtime.bedtime(on: date, frame), bedtime > date.at(first)
    else { return nil }
    return bedtime
  }

  /// Today's deliveries of any tier before an instant.
  private static func deliveredTiers(
    before instant: Instant, _ kind: KindPlan, _ frame: AccountFrame
  ) -> [Account.Delivered] {
    let identifiers = tiers.map { tier in
      NotificationID(kind.settings.identifier().filled { $0 == "tier" ? String(tier.position) : "" })
    }
    return frame.account.delivered.filter {
      $0.at < instant && frame.isToday($0.at) && identifiers.contains($0.id.notification)
    }
  }
}

extension Check {
  /// The diary has an entry of the candidate's date.
  static func written(_ flow: ShippedItems.Flow) -> Check {
    Check(
      .completed,
      .candidate { candidate, context in
        candidate.date.map { context.frame.written(flow).contains($0) } ?? false
      }
    ) { explainer in
      guard let date = explainer.candidate.date else { return nil }
      let entry = explainer.account.items[.entry].first { $0.isEntry(of: flow) && $0.date == date }
      let source = entry?.location ?? explainer.account.location
      return [.init("an entry of \(flow.rawValue) on \(date)", "\(entry != nil)", source)]
    }
  }
}

extension Reason? {
  /// The diary has an entry of the day that a notification was of.
  static func withdrawal(
    _ notice: Notice, _ flow: ShippedItems.Flow, _ kind: KindPlan, _ frame: AccountFrame
  ) -> Reason? {
    guard let date = notice.date, notice.parts(kind).first != nil else { return nil }
    return frame.written(flow).contains(date) ? .completed : nil
  }
}

extension AccountFrame {
  fileprivate func isToday(_ instant: Instant) -> Bool { timeline.local(at: instant).date == today }

  /// Whether the diary has an entry of the day of the delivery.
  func followUpByEntry(_ delivered: DeliveredNotification, _ flow: ShippedItems.Flow, _ kind: KindPlan) -> Bool? {
    guard delivered.notice.parts(kind).first != nil else { return nil }
    return items(.entry).contains { $0.isEntry(of: flow) && $0.date == delivered.day }
  }

  /// Whether the streak of a flow is at risk; empty where there is none: no entry of today, nor of the last of its days before.
  func entryStreak(_ flow: ShippedItems.Flow, on days: WeekdaySet) -> [Bool] {
    func hasEntry(_ date: LocalDate) -> Bool {
      items(.entry).contains { $0.isEntry(of: flow) && $0.date == date }
    }
    if hasEntry(today) { return [false] }
    let week = today.adding(days: -7)...yesterday
    guard let last = week.last(where: { days.contains($0.weekday) }), hasEntry(last) else { return [] }
    return [days.contains(today.weekday)]
  }
}
