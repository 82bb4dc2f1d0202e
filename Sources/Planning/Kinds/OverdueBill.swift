import CivilTime
import PlanModel

/// Each day of the week after a due date on which an expense was not paid.
enum OverdueBill {
  private static let daysOverdue = 1...7
  private static let time = KindSetting("time", standard: .time(nil))

  static let definition = KindDefinition(
    KindDescription(
      "overdue", .untilDone, items: [.bill],
      identifier: IdentifierRule(["id", "date", "part"], needed: ["id", "date"]),
      fields: Bill.fields(isDated: true) + [.number("days", 5)], settings: [time], preferences: ["bills"],
      priority: 7)
  ) { frame, kind, list in
    let time = Bill.time(kind, frame)
    for (index, bill) in frame.account.value.items.bills.enumerated()
    where bill.direction == .expense && !bill.isAutoPaid {
      for due in dueDates(bill, time, frame) where !bill.isPaid(dueOn: due) {
        list.forEachDay(after: due, daysOverdue, at: time, kind, frame) { list, date, number in
          // The body counts the days, so each day has a request of its own; the identifier is the same.
          let request = list.add(frame.request(bill, due: due, nil, kind, daysOverdue: number))
          list.add(request, .wall(date.at(time)), item: index)
        }
      }
    }
  }

  /// The due dates before today that may still be spoken of.
  private static func dueDates(_ bill: BillItem, _ time: LocalTime, _ frame: AccountFrame) -> [LocalDate] {
    guard let schedule = bill.schedule else { return [] }
    if schedule.repetition.isNone { return schedule.start < frame.today ? [schedule.start] : [] }
    let first = frame.yesterday.adding(days: -daysOverdue.upperBound)
    return frame.occurrences(of: schedule, at: time, in: first...frame.yesterday)
  }
}
