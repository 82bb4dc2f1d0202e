import CivilTime
import PlanModel

/// A bill on its due date and on the day before.
enum BillKind: KindExpansion {
  static func expand(_ frame: AccountFrame, _ settings: Policy.KindSettings, into list: inout CandidateList) {
    let time = frame.billTime(settings)
    let own = frame.account.preferences.bills
    let onDueDate = own.onDueDate ?? settings.onDueDate
    let dayBefore = own.dayBefore ?? settings.dayBefore
    for bill in frame.account.items.bills {
      guard let schedule = bill.schedule else {
        let request = list.add(frame.bill(.bill, bill, due: nil, .undated, settings))
        list.add(request, .none, itemReason: reason(bill, due: nil))
        continue
      }
      for due in dueDates(schedule, time, settings, frame) {
        let reason = reason(bill, due: due)
        if dayBefore, due > frame.yesterday || schedule.repetition.isNone {
          let request = list.add(frame.bill(.bill, bill, due: due, .dayBefore, settings))
          list.add(request, .wall(due.adding(days: -1).at(time)), itemReason: reason)
        }
        if onDueDate {
          let request = list.add(frame.bill(.bill, bill, due: due, .due, settings))
          list.add(request, .wall(due.at(time)), itemReason: reason)
        }
      }
    }
  }

  /// The one due date, wherever it lies, or those of today … today + N + 1, whose day before is in the window still,
  /// and yesterday's where its reminder is carried over.
  private static func dueDates(
    _ schedule: Schedule, _ time: LocalTime, _ settings: Policy.KindSettings, _ frame: AccountFrame
  ) -> [LocalDate] {
    if schedule.repetition.isNone { return [schedule.start] }
    let first =
      frame.isCarriedOver(frame.yesterday.at(time), isCritical: settings.isCritical) ? frame.yesterday : frame.today
    return frame.occurrences(of: schedule, at: time, in: first...frame.dates.upperBound.adding(days: 1))
  }

  /// Checks 5 to 8.
  private static func reason(_ bill: BillItem, due: LocalDate?) -> Reason? {
    if bill.direction != .expense { return .notExpense }
    guard let due else { return .noDueDate }
    if bill.isAutoPaid { return .autoPay }
    return bill.isPaid(dueOn: due) ? .paid : nil
  }
}

extension AccountFrame {
  /// When bills are reminded of: the account's time, else the policy's, else 09:00.
  func billTime(_ settings: Policy.KindSettings) -> LocalTime {
    account.preferences.bills.time ?? settings.time ?? policy[.bill]?.time ?? LocalTime(hour: 9, minute: 0)!
  }
}

extension AccountFrame {
  /// - Parameter part: `due`, `dayBefore` or `undated`, or nil for `overdue`.
  func bill(
    _ kind: Kind, _ bill: BillItem, due: LocalDate?, _ part: MessageForm?, daysOverdue: Int? = nil,
    _ settings: Policy.KindSettings
  ) -> NotificationRequest {
    request(
      kind, settings, item: bill.id, form: part ?? .plain, identifier: part == .undated ? "undated" : "default",
      isOneOff: kind == .bill, location: bill.location
    ) { name in
      switch name {
      case "id": .text(bill.id.text)
      case "part": .text(part?.rawValue ?? "overdue")
      case "date", "dueDate": due.map { .date($0) } ?? .none
      case "name": .text(bill.name)
      case "amount": bill.amount.map { .money(Money($0, bill.currency)) } ?? .none
      case "currency": bill.currency.map { .text($0) } ?? .none
      case "days": daysOverdue.map { .integer($0) } ?? .none
      default: .none
      }
    }
  }
}
