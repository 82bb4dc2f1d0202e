import CivilTime
import PlanModel

/// The parts of a plan's summary that are not in its decisions: the replan deadline and the engagement figures.
enum PlanForecast {
  /// Returns the replan deadline with its earliest cause. Until then, a later plan of the same export would be the
  /// same: docs/plan-files.md has each cause.
  static func planAgain(_ plan: AccountPlan, _ frame: AccountFrame) -> PlanAgain {
    var first = plan.coverageHorizon.map { PlanAgain(horizon: $0) }
    if Checks.gate(frame) == nil {
      for kind in frame.kinds {
        guard let renewal = kind.definition.renewal, frame.isOn(kind),
          let found = renewal(plan, kind, frame), found.at < frame.windowEnd
        else { continue }
        first = PlanAgain.earlier(first, found.inTime(frame))
      }
    }
    if frame.hasSnoozes { first = PlanAgain.earlier(first, snooze(plan, frame)) }
    first = PlanAgain.earlier(first, lateEvent(plan, frame)?.inTime(frame))
    return PlanAgain.earlier(first, end(plan, frame).inTime(frame))!
  }

  /// Returns the next instant at which a snooze holds back a notification. It stands for that one from then on; for none,
  /// if that one is done already.
  private static func snooze(_ plan: AccountPlan, _ frame: AccountFrame) -> PlanAgain? {
    var first: Instant?
    for decision in plan.decisions {
      guard let reason = decision.outcome.reason, reason == .superseded || reason == .completed || reason == .paid
      else { continue }
      let request = Int(decision.request)
      guard let at = decision.at, at > frame.now, let id = plan.requests[request].item,
        let list = frame.kinds.first(where: { $0.settings.kind == plan.requests[request].kind })?.list,
        let place = frame.places(list)[id], let snooze = frame.items(list)[place].snooze
      else { continue }
      if snooze.isFloor || at >= snooze.until { continue }
      let goesOut =
        reason == .superseded
        || plan.decisions.contains {
          $0.at == snooze.until && $0.outcome.reason == nil && plan.requests[Int($0.request)].item == id
        }
      if goesOut { first = min(first ?? at, at) }
    }
    return first.map { PlanAgain($0, .snooze) }
  }

  /// Returns when the first event that goes out at `now` becomes too old to report: a device that does not have it by
  /// then needs another plan.
  private static func lateEvent(_ plan: AccountPlan, _ frame: AccountFrame) -> PlanAgain? {
    var first: Instant?
    for decision in plan.decisions where decision.isLate && decision.at == frame.now {
      guard let local = decision.local else { continue }
      let toldFor = frame.toldFor(plan.requests[Int(decision.request)].kind)
      var end = frame.timeline.startOfDay(local.date.adding(days: 1))
      if toldFor > 0, decision.stay >= 0,
        let event = frame.timeline.instant(of: local, inStay: Int(decision.stay), gap: .later, overlap: .first)
      {
        end = max(end, event.advanced(bySeconds: toldFor))
      }
      if end > frame.now { first = min(first ?? end, end) }
    }
    return first.map { PlanAgain($0, .lateEvent) }
  }

  /// Returns the end of the window or of the reach. If the device repeats every notification, returns the first later
  /// instant at which that differs from a longer plan.
  private static func end(_ plan: AccountPlan, _ frame: AccountFrame) -> PlanAgain {
    if let first = frame.firstWithoutSlot, first >= plan.windowEnd { return PlanAgain(first, .slotLimit) }
    let windowEnd = PlanAgain(frame.windowEnd, .windowEnd)
    var repeating: [RequestID: RepeatingTime] = [:]
    for decision in plan.decisions where decision.outcome.reason == nil {
      let request = plan.requests[Int(decision.request)]
      guard decision.repeats, let time = request.repeating else { return windowEnd }
      repeating[RequestID(request.identifier, decision.part)] = time.of(decision.part)
    }
    if repeating.isEmpty { return windowEnd }
    return LookAhead(frame)?.firstDifference(from: repeating) ?? windowEnd
  }

  /// Returns the account's engagement figures.
  static func measures(_ frame: AccountFrame) -> AccountMeasures {
    let account = frame.account.value
    var kinds: [Kind: Engagement] = [:]
    let followed = frame.kinds.filter { $0.definition.followUp != nil }
    for entry in followed.isEmpty ? [] : account.delivered where entry.at <= frame.now {
      let delivered = DeliveredNotification(entry, frame)
      for kind in followed where kind.mayIdentify(delivered.notice.notification) {
        guard let isDone = kind.definition.followUp?(delivered, kind, frame) else { continue }
        kinds[kind.settings.kind, default: Engagement()].delivered += 1
        if isDone { kinds[kind.settings.kind, default: Engagement()].completed += 1 }
        break
      }
    }
    for kind in frame.kinds {
      guard let streaks = kind.definition.streaks?(frame), !streaks.isEmpty else { continue }
      kinds[kind.settings.kind, default: Engagement()].streaks += streaks.count
      kinds[kind.settings.kind, default: Engagement()].streaksAtRisk += streaks.count { $0 }
    }
    return AccountMeasures(
      mayBeNotified: frame.policy.value.authorization.contains(account.authorization)
        && account.preferences.isEnabled != false, kinds: kinds)
  }
}

extension PlanForecast {
  /// Returns how many of the items that a kind counts have a reminder ahead; nil if no kind does, or there are none.
  static func reminded(_ candidates: Span<Candidate>, _ frame: AccountFrame) -> RemindedItems? {
    guard let (list, declaration) = frame.kinds.first(where: { $0.definition.countsReminded })?.itemList,
      case let all = frame.items(list).count, all > 0
    else { return nil }
    let isOfList = frame.kinds.map { $0.list == list }
    var isReminded = [Bool](repeating: false, count: all)
    for index in candidates.indices {
      let item = Int(candidates[index].item)
      guard candidates[index].reason == nil, item >= 0, isOfList[Int(candidates[index].kind)] else { continue }
      isReminded[item] = true
    }
    return RemindedItems(kind: declaration.kind.name, planned: isReminded.count { $0 }, all: all)
  }
}

/// The days after a window, compared between a device's repeating requests and a longer plan.
private struct LookAhead {
  /// The number of local days after the window's last.
  private static let days = 60

  private let frame: AccountFrame
  private let dates: ClosedRange<LocalDate>
  private let span: Range<Instant>
  /// The notifications that the longer plan schedules.
  private let scheduled: Set<LongerPlan.Key>

  /// - Returns: nil if the account exceeds a limit on those days.
  init?(_ frame: AccountFrame) {
    let first = frame.date(at: frame.windowEnd)
    // A clock that is put back over midnight repeats a day.
    let dates = first.adding(days: -1)...first.adding(days: LookAhead.days)
    let span = frame.windowEnd..<max(frame.windowEnd, frame.timeline.startOfDay(first.adding(days: LookAhead.days)))
    guard let longer = try? LongerPlan([LongerPlan.Stretch(dates: dates)], frame) else { return nil }
    scheduled = Set(longer.scheduled.filter { span.contains($0.at) })
    (self.frame, self.dates, self.span) = (frame, dates, span)
  }

  /// Returns the first difference between repeating requests and the longer plan; nil if that has a notification that
  /// no request repeats.
  func firstDifference(from repeating: [RequestID: RepeatingTime]) -> PlanAgain? {
    var uncovered = scheduled
    var exception: Instant?
    for (request, time) in repeating {
      let notification = request.notification
      for date in dates where time.matches(date) {
        let local = date.at(time.time)
        for instant in instants(of: local) where uncovered.remove(LongerPlan.Key(notification, instant)) == nil {
          exception = min(exception ?? instant, instant)
        }
        // Devices differ in a gap, so one of them is wrong.
        for instant in frame.instantsInGap(of: local) where span.contains(instant) {
          uncovered.remove(LongerPlan.Key(notification, instant))
          exception = min(exception ?? instant, instant)
        }
      }
    }
    guard uncovered.isEmpty else { return nil }
    return exception.map { PlanAgain($0, .exception) } ?? PlanAgain(span.upperBound, .lookAhead)
  }

  /// Returns when every device that repeats it fires at that wall time: in an overlap once, at the first instant.
  private func instants(of local: LocalDateTime) -> [Instant] {
    frame.timeline.instants(of: local, gap: .skip, overlap: .first).filter { span.contains($0) }
  }
}

extension PlanAgain {
  /// Returns the deadline for a plan, from the first instant at which a device would be wrong. Causes that begin with a
  /// local day are known only from its start on.
  fileprivate func inTime(_ frame: AccountFrame) -> PlanAgain {
    // A plan made earlier would still be the same.
    if cause == .condition || cause == .snooze { return self }
    let early = at.advanced(bySeconds: -PlanAgain.lead)
    return PlanAgain(cause.beginsWithDay ? max(early, frame.timeline.startOfDay(frame.date(at: at))) : early, cause)
  }
}

extension AccountFrame {
  /// Returns whether the switch of the kind is on and its preferences are readable.
  func isOn(_ kind: KindPlan) -> Bool {
    Checks.gate(kind, self) == nil && isReadable(kind)
  }

  /// Whether the policy rejects the permission and every kind is switched off.
  var isOptedOut: Bool {
    !policy.value.authorization.contains(account.value.authorization)
      && kinds.allSatisfy { Checks.gate($0, self) == .kindDisabled }
  }

  fileprivate func toldFor(_ kind: Kind) -> Int64 {
    kinds.first { $0.settings.kind == kind }?.definition.toldFor ?? 0
  }
}

extension KindPlan {
  /// Returns whether the beginning of an ID matches one of the kind's identifiers.
  func mayIdentify(_ notification: NotificationID) -> Bool {
    settings.identifiers.values.contains { pattern in
      guard case .literal(let literal)? = pattern.parts.first else { return true }
      return notification.text.utf8.starts(with: literal.utf8)
    }
  }
}

extension AccountPlan {
  /// Returns the first instant after today of a kind's notification that `matches`.
  func firstLater(_ kind: KindPlan, _ frame: AccountFrame, where matches: (NotificationRequest) -> Bool) -> Instant? {
    let tomorrow = frame.timeline.startOfDay(frame.today.adding(days: 1))
    // All occurrences of a request are alike.
    var seen: Set<Int32> = []
    for decision in decisions {
      guard decision.outcome.reason == nil, let at = decision.at, at >= tomorrow,
        requests[Int(decision.request)].kind == kind.settings.kind, seen.insert(decision.request).inserted
      else { continue }
      if matches(requests[Int(decision.request)]) { return at }
    }
    return nil
  }
}
