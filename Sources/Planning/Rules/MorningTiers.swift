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
          let time = LocalTime(secondOfDay: (morning.time.secondOfDay + Int(later)) % 86_400)!
          if kind.namesDates {
            list.add(series, kind, frame) {
              (request(tier, at: time, kind.rotation($0), kind, frame), tier.position)
            }
          } else {
            list.add(series, kind, frame, request: request(tier, at: time, nil, kind, frame), figure: tier.position)
          }
        }
      }
      definition.skips = { date, kind, frame in
        guard let days = frame.account.value.preferences.morning?.days, !days.contains(date.weekday) else { return [] }
        return tiers.map {
          SkippedDate(
            .days, kind: kind.settings.kind, item: nil, notification: identifier($0, kind),
            key: "preferences.morning.days", value: days.words, location: frame.account.value.location)
        }
      }
      // What quiet hours moved may go out in the afternoon.
      definition.reword = { candidate, kind, frame in
        guard candidate.deferredFrom != nil, let at = candidate.at, let date = candidate.date else { return nil }
        let tier = tiers[Int(candidate.figure) - 1]
        return request(tier, at: frame.timeline.local(at: at).time, kind.rotation(date), kind, frame)
      }
      definition.rewordsDeferred = true
    })
  }

  private static func identifier(_ tier: MessageForm, _ kind: KindPlan) -> NotificationID {
    NotificationID(kind.settings.identifier().filled { $0 == "tier" ? String(tier.position) : "" })
  }

  /// - Parameter time: When it goes out.
  private static func request(
    _ tier: MessageForm, at time: LocalTime, _ rotation: LocalDate?, _ kind: KindPlan, _ frame: AccountFrame
  ) -> NotificationRequest {
    frame.request(kind, form: tier, rotation: rotation) { name in
      switch name {
      case "tier": .integer(tier.position)
      case "afternoon": time.hour >= 12 ? .time(time) : .none
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

  /// Drops tiers from bedtime on: the evening's reminder replaces the morning's.
  private static func superseded(by evening: ShapedKind?) -> Check {
    Check(
      .superseded,
      .candidate { candidate, context in
        guard let local = candidate.local, let bedtime = bedtime(of: candidate, evening, context.frame) else {
          return false
        }
        return local >= bedtime
      }
    ) { explainer in
      guard let local = explainer.candidate.local, explainer.candidate.at != nil else { return nil }
      let bedtime = bedtime(of: explainer.candidate, evening, explainer.frame)
      return [
        .init(.wallTime, is: "\(local)"),
        .init(.bedtime, is: bedtime.map { "\($0)" } ?? "none after the first", explainer.account.location),
      ]
    }
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
    let identifiers = kind.settings.description.forms.map { identifier($0, kind) }
    let account = frame.account.value
    return (account.delivered + account.deliveredElsewhere).filter {
      $0.at < instant && frame.isToday($0.at) && identifiers.contains($0.id.notification)
    }
  }
}

extension AccountFrame {
  fileprivate func isToday(_ instant: Instant) -> Bool { timeline.local(at: instant).date == today }
}
