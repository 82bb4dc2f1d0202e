import CivilTime
import PlanModel

extension Rule {
  private static let secondsApart: Int64 = 3 * 3600

  /// Plans the diary's morning reminders: tiers three hours apart in wall time, dropped once the entry is written.
  static func morningTiers(_ tiers: [MessageForm]) -> Rule {
    Rule(change: { definition, morning in
      definition.checks = [appliesTomorrow, superseded(by: morning.leader)]
      isOver(&definition, with: .morning) { $0.account.value.preferences.morning?.days }
      definition.expand = { frame, kind, list in
        guard let morning = frame.account.value.preferences.morning else { return }
        for tier in tiers {
          let later = Int64(tier.position - 1) * secondsApart
          let series = DailySeries(time: morning.time, later: later, days: morning.days)
          let time = LocalTime(secondOfDay: (morning.time.secondOfDay + Int(later)) % 86_400)
          if kind.namesDates {
            list.add(series, kind, frame) { (request(tier, at: time, kind.rotation($0), kind, frame), tier.position) }
          } else {
            list.add(series, kind, frame, request: request(tier, at: time, nil, kind, frame), figure: tier.position)
          }
        }
      }
      definition.reword = { candidate, kind, frame in
        guard candidate.deferredFrom != nil, let at = candidate.at else { return nil }
        return request(
          tiers[Int(candidate.figure) - 1], at: frame.timeline.local(at: at).time,
          candidate.date.flatMap { kind.rotation($0) }, kind, frame)
      }
      definition.rewordsDeferred = true
    })
  }

  /// - Parameter time: The time of day at which it is read.
  private static func request(
    _ tier: MessageForm, at time: LocalTime?, _ rotation: LocalDate?, _ kind: KindPlan, _ frame: AccountFrame
  ) -> NotificationRequest {
    frame.request(kind, form: tier, rotation: rotation) { name in
      switch name {
      case "tier": .integer(tier.position)
      case "afternoon": time.flatMap { $0.hour >= 12 ? .time($0) : nil } ?? .none
      default: .none
      }
    }
  }

  /// Drops today's tiers if the time was changed today, after one of them had gone out.
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
      .init(.changedAt, is: "\(changedAt)", explainer.account.location),
      .init(
        .deliveredBefore, is: tiers.isEmpty ? "none" : .list(tiers.map { "\($0.id) at \($0.at)" }),
        explainer.account.location),
    ]
  }

  /// Drops tiers that go out from bedtime on: the evening's reminder replaces the morning's.
  private static func superseded(by evening: ShapedKind?) -> Check {
    Check(
      .superseded,
      .candidate { candidate, context in
        guard let local = localOut(candidate, context.frame),
          let bedtime = bedtime(of: candidate, evening, context.frame)
        else { return false }
        return local >= bedtime
      }
    ) { explainer in
      guard explainer.candidate.at != nil, let local = localOut(explainer.candidate, explainer.frame) else {
        return nil
      }
      let bedtime = bedtime(of: explainer.candidate, evening, explainer.frame)
      return [
        .init(.wallTime, is: "\(local)"),
        .init(.bedtime, is: bedtime.map { "\($0)" } ?? "none after the first", explainer.account.location),
      ]
    }
  }

  /// Returns the wall time at which a tier goes out, after quiet hours.
  private static func localOut(_ candidate: Candidate, _ frame: AccountFrame) -> LocalDateTime? {
    candidate.deferredFrom == nil ? candidate.local : candidate.at.map(frame.timeline.local)
  }

  /// Returns the bedtime on a tier's date; nil unless it is later than the first tier.
  private static func bedtime(
    of candidate: Candidate, _ evening: ShapedKind?, _ frame: AccountFrame
  ) -> LocalDateTime? {
    guard let evening, let kind = frame.kinds.first(where: { $0.settings.kind == evening.description.kind }),
      kind.isReadable(frame.account.value.preferences.unreadable), evening.isSetUp(frame),
      let date = candidate.date, evening.days(frame).contains(date.weekday),
      let first = frame.account.value.preferences.morning?.time,
      let bedtime = evening.slots(frame).first.map({ date.at($0.time) }), bedtime > date.at(first)
    else { return nil }
    return bedtime
  }

  /// Returns today's deliveries of any tier before an instant, on any of the account's devices. An ID may have several:
  /// one before the instant is enough, although others came later.
  private static func deliveredTiers(
    before instant: Instant, _ kind: KindPlan, _ frame: AccountFrame
  ) -> [Account.Delivered] {
    let identifiers = kind.settings.description.forms.map { tier in
      NotificationID(kind.settings.identifier().filled { $0 == "tier" ? String(tier.position) : "" })
    }
    let account = frame.account.value
    return (account.delivered + account.deliveredElsewhere).filter {
      $0.at < instant && frame.isToday($0.at) && identifiers.contains($0.id.notification)
    }
  }
}

extension AccountFrame {
  fileprivate func isToday(_ instant: Instant) -> Bool { timeline.local(at: instant).date == today }
}
