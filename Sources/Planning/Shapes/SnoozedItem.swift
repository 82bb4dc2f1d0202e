import CivilTime
import PlanModel

/// Snoozed items of a series.
extension ShapedKind {
  /// Adds the candidate of a snoozed item, at the end of its snooze.
  func addSnoozed(
    _ item: Item, at index: Int, _ when: Due, _ open: OpenDays?, _ frame: AccountFrame, _ kind: KindPlan,
    _ list: inout CandidateList
  ) {
    guard let until = item.snooze?.until, until > frame.now, let due = postponed(item, when, open, frame)
    else { return }
    let (id, subject, location) = (item.id, subject(of: item), item.location)
    // Shipped kinds have no identifier for it, so a one-off's own notification moves.
    let isOneOff = !description.isShipped || isOfOneDate || item.schedule?.repetition.isNone ?? false
    let request = frame.request(
      kind, item: id, form: snoozedForm, identifier: rule.variant?(frame) ?? "default", subject: subject,
      isOneOff: isOneOff, location: location, rotation: kind.rotation(frame.date(at: until))
    ) { name in
      let own = field(name, due.date, due.time, nil, open)
      return own.isNone ? value(name, of: item, frame) : own
    }
    let local = frame.timeline.local(at: until)
    list.addAlone(request, .wall(local), item: index, figure: reminders.count)
    list.isOf(due.date, from: local.date)
  }

  /// Returns the due time that a snoozed item's reminder names: the last one up to now, else the next one. If the
  /// snooze is a floor, it is the due time of the last reminder before its end.
  func postponed(_ item: Item, _ when: Due, _ open: OpenDays?, _ frame: AccountFrame) -> LocalDateTime? {
    if let snooze = item.snooze, snooze.isFloor { return lastReminded(item, when, before: snooze.until, open, frame) }
    let now = frame.timeline.local(at: frame.now)
    let reach = item.schedule == nil ? 7 : 400
    let range = frame.today.adding(days: -reach)...frame.today.adding(days: reach)
    var (last, first): (LocalDateTime?, LocalDateTime?)
    for time in when.times {
      for date in dates(of: item, when, at: time, in: range, frame)
      where times(of: item, when, on: date, frame).contains(time) {
        let due = date.at(time)
        if due <= now { last = max(last ?? due, due) } else { first = min(first ?? due, due) }
      }
    }
    return last ?? first
  }

  /// Returns the due time whose reminder is the last before an instant; nil if none is.
  private func lastReminded(
    _ item: Item, _ when: Due, before end: Instant, _ open: OpenDays?, _ frame: AccountFrame
  ) -> LocalDateTime? {
    let day = frame.date(at: end)
    // A yearly 29 February may be up to eight years back.
    let reach = item.schedule == nil ? 7 : 3_000
    var last: (reminded: LocalDateTime, due: LocalDateTime)?
    for reminder in reminders {
      let (after, before) = reminder.reach
      let range = day.adding(days: -reach - after)...day.adding(days: before + 1)
      for time in when.times {
        // The latest first, so that few instants are compared with the end.
        let dates = when.dates?.all(in: range) ?? self.dates(of: item, when, at: time, in: range, frame)
        for date in dates.reversed() {
          guard let moved = open.map({ $0.moved(date) }) ?? date else { continue }
          let due = date.at(time)
          let reminded = reminder.applied(to: due).adding(seconds: Int64(moved.days(since: date)) * 86_400)
          if let last, (last.reminded, last.due) >= (reminded, due) { break }
          guard isReported(reminder, of: time, among: times(of: item, when, on: date, frame)),
            case .instant(let at, _, _) = frame.resolve(reminded), at < end
          else { continue }
          last = (reminded, due)
          break
        }
      }
    }
    return last?.due
  }

  private var snoozedForm: MessageForm { description.forms.first { $0.name == "snoozed" } ?? .plain }

  /// Whether snoozed items of a shipped kind get a candidate as those of declared kinds do.
  var hasOneReminder: Bool { reminders.count == 1 }

  /// Drops candidates that the end of the item's snooze replaces.
  var snoozed: Check? {
    let isDeclared = canBeSnoozed
    if !isDeclared, completed == nil { return nil }
    return Check(
      .superseded,
      .candidate { candidate, context in
        guard let until = items(context.frame)[Int(candidate.item)].snooze?.until, until > context.frame.now,
          let at = candidate.at
        else { return false }
        return Int(candidate.figure) < reminders.count && at < until
      },
      applies: { _, frame in (isDeclared || frame.hasSnoozes) && hasAny(frame) { $0.snooze != nil } }
    ) { explainer in
      let item = item(of: explainer.candidate, explainer.frame)
      return item.snooze.map { [.init($0.isFloor ? .notBefore : .snoozedUntil, is: "\($0.until)", item.location)] }
    }
  }
}
