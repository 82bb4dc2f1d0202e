import CivilTime
import PlanModel

/// Each day after a due date on which an expense was not paid.
enum OverdueBill {
  private static let time = KindSetting("time", standard: .time(nil))
  private static let days = KindSetting("days", standard: .count(7))

  static let definition = KindDefinition(
    KindDescription(
      "overdue", .untilDone, items: [.bill],
      identifier: IdentifierRule(["id", "date", "part"], needed: ["id", "date"]),
      fields: Bill.fields(isDated: true) + [.number("days", 5)], settings: [time, days], preferences: ["bills"],
      priority: 7),
    reword: { candidate, kind, frame in
      guard candidate.deferredFrom != nil, let at = candidate.at, let due = due(candidate) else { return nil }
      return request(frame.items(.bill)[Int(candidate.item)], due, on: frame.date(at: at), kind, frame)
    },
    withdrawal: Bill.withdrawal,
    renewal: { _, kind, frame in
      let time = Bill.time(kind, frame)
      let dates = frame.items(.bill).compactMap { newDate(of: $0, at: time, kind, frame) }
      guard let first = dates.min(), case .instant(let at, _, _) = frame.resolve(first.at(time)), at > frame.now else {
        return nil
      }
      return PlanAgain(Deferral.end(after: at, kind, frame) ?? at, .overdue)
    }
  ) { frame, kind, list in
    let time = Bill.time(kind, frame)
    for (index, bill) in frame.items(.bill).enumerated()
    where bill.isExpense && !bill.isAutoPaid && !bill.isCompleted {
      guard let schedule = bill.schedule else { continue }
      list.forEachDay(
        kind.settings.count(days), at: time, kind, frame,
        newest: { frame.newestDate(of: schedule, before: $0, at: time) }
      ) { list, date, due in
        if bill.isDone(on: due) || date <= frame.paymentDate(of: bill, due: due) { return }
        // The body counts the days, so each day has words of its own; the identifier is the same.
        let request = list.add(request(bill, due, on: date, kind, frame))
        list.add(request, .wall(date.at(time)), item: index, figure: date.days(since: due))
      }
    }
  }

  /// The first date on which a later plan reminds of a bill and this one does not.
  private static func newDate(
    of bill: Item, at time: LocalTime, _ kind: KindPlan, _ frame: AccountFrame
  ) -> LocalDate? {
    guard bill.isExpense, !bill.isAutoPaid, let schedule = bill.schedule else { return nil }
    func dayAfter(_ due: LocalDate) -> LocalDate { max(due, frame.paymentDate(of: bill, due: due)).adding(days: 1) }
    let start = frame.firstUntold
    let window = start...max(start, frame.today.adding(days: frame.days))
    let coming =
      schedule.repetition.isNone
      ? [schedule.start].filter(window.contains) : frame.occurrences(of: schedule, at: time, in: window)
    let next = coming.first { !bill.isDone(on: $0) }.map(dayAfter)
    guard let due = frame.newestDate(of: schedule, before: start, at: time), !bill.isDone(on: due) else {
      return next
    }
    let later = max(start, dayAfter(due))
    if let bound = kind.settings.count(days), later > due.adding(days: bound) { return next }
    return min(next ?? later, later)
  }

  /// The due date that a candidate is about: its figure counts the days from then on to its own date.
  private static func due(_ candidate: Candidate) -> LocalDate? { candidate.date?.adding(days: -Int(candidate.figure)) }

  private static func request(
    _ bill: Item, _ due: LocalDate, on date: LocalDate, _ kind: KindPlan, _ frame: AccountFrame
  ) -> NotificationRequest {
    frame.request(bill, due: due, nil, kind, daysOverdue: date.days(since: due))
  }
}
