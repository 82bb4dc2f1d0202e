import CivilTime
import PlanModel

/// The quiet hours that a wall time lies in.
struct QuietSpell {
  /// `defer`, `drop` or `digest`.
  var action: Policy.QuietHoursAction
  /// Not included.
  var end: LocalDateTime
}

extension KindPlan {
  /// Whether quiet hours do that to any notification of the kind.
  ///
  /// - Parameter action: `defer`, `drop` or `digest`.
  func quietHours(_ action: Policy.QuietHoursAction, _ frame: AccountFrame) -> Bool {
    guard let rules = quietRules else { return frame.quietHours != nil && quiet == action }
    // No rule holds on some day, perhaps.
    return rules.contains { $0.action == action } || frame.quietHours != nil && quiet == action
  }

  /// Whether quiet hours move any notification of the kind, to go out or to be named at their end.
  func quietHoursMove(_ frame: AccountFrame) -> Bool { quietHours(.defer, frame) || quietHours(.digest, frame) }
}

extension AccountFrame {
  /// The quiet hours that `local` lies in, for a kind that they do not pass by; nil: none.
  func quietSpell(at local: LocalDateTime, _ kind: KindPlan) -> QuietSpell? {
    guard kind.quietRules != nil else {
      guard let quietHours, quietHours.contains(local.time), kind.quiet != .pass else { return nil }
      return QuietSpell(action: kind.quiet, end: quietHours.end(of: local))
    }
    for date in [local.date, local.date.adding(days: -1)] {
      guard let (hours, action) = quietHours(beginningOn: date, kind), action != .pass, hours.contains(local.time)
      else { continue }
      let end = hours.end(of: local)
      // The others that contain the time of day begin a day earlier or later.
      let beginsOn = hours.start < hours.end ? end.date : end.date.adding(days: -1)
      if beginsOn == date { return QuietSpell(action: action, end: end) }
    }
    return nil
  }

  /// The first rule that concerns the date and the kind; an account's own hours go before the rule's.
  private func quietHours(
    beginningOn date: LocalDate, _ kind: KindPlan
  ) -> (hours: QuietHours, action: Policy.QuietHoursAction)? {
    let rule = kind.quietRules?.first { $0.holds(on: date) }
    let hours = account.value.preferences.quietHours == nil ? rule?.hours : quietHours
    return hours.map { ($0, rule?.action ?? kind.quiet) }
  }

  /// What piles up in quiet hours can be told at their end: the account has the kind that tells it.
  var hasDigest: Bool { digest != nil }
}

extension QuietHours {
  /// When the quiet hours are over that `local` lies in.
  fileprivate func end(of local: LocalDateTime) -> LocalDateTime {
    let isPastMidnight = start > end && local.time >= start
    return local.date.adding(days: isPastMidnight ? 1 : 0).at(end)
  }
}
