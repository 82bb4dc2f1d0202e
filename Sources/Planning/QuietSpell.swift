import CivilTime
import PlanModel

/// The quiet hours that contain a wall time.
struct QuietSpell {
  /// `defer`, `drop` or `digest`.
  var action: Policy.QuietHoursAction
  /// Exclusive.
  var end: LocalDateTime
}

extension KindPlan {
  /// Returns whether quiet hours take that action on any notification of the kind.
  ///
  /// - Parameter action: `defer`, `drop` or `digest`.
  func quietHours(_ action: Policy.QuietHoursAction, _ frame: AccountFrame) -> Bool {
    guard let rules = quietRules else { return frame.quietHours != nil && quiet == action }
    // Some days may have no rule.
    return rules.contains { $0.action == action } || frame.quietHours != nil && quiet == action
  }

  /// Returns whether quiet hours move any notification of the kind: it goes out or is named at their end.
  func quietHoursMove(_ frame: AccountFrame) -> Bool { quietHours(.defer, frame) || quietHours(.digest, frame) }
}

extension AccountFrame {
  /// Returns the quiet hours that contain `local` and affect the kind; nil if there are none.
  func quietSpell(at local: LocalDateTime, _ kind: KindPlan) -> QuietSpell? {
    guard kind.quietRules != nil else {
      guard let quietHours, quietHours.contains(local.time), kind.quiet != .pass else { return nil }
      return QuietSpell(action: kind.quiet, end: quietHours.end(of: local))
    }
    for date in [local.date, local.date.adding(days: -1)] {
      guard let (hours, action) = quietHours(beginningOn: date, kind), action != .pass, hours.contains(local.time)
      else { continue }
      let end = hours.end(of: local)
      // Otherwise the hours with this time of day begin a day earlier or later.
      let beginsOn = hours.start < hours.end ? end.date : end.date.adding(days: -1)
      if beginsOn == date { return QuietSpell(action: action, end: end) }
    }
    return nil
  }

  /// Returns the first rule for the date and the kind. The account's own hours replace the rule's.
  private func quietHours(
    beginningOn date: LocalDate, _ kind: KindPlan
  ) -> (hours: QuietHours, action: Policy.QuietHoursAction)? {
    let rule = kind.quietRules?.first { $0.applies(on: date) }
    let hours = account.value.preferences.quietHours == nil ? rule?.hours : quietHours
    return hours.map { ($0, rule?.action ?? kind.quiet) }
  }

  /// Whether the account has the kind that reports what quiet hours held back.
  var hasDigest: Bool { digest != nil }
}

extension QuietHours {
  /// Returns the end of the quiet hours that contain `local`.
  fileprivate func end(of local: LocalDateTime) -> LocalDateTime {
    let isPastMidnight = start > end && local.time >= start
    return local.date.adding(days: isPastMidnight ? 1 : 0).at(end)
  }
}
