import CivilTime
import PlanModel

/// Once a week, which bills fall due in the seven days from that day on: how many, and what they come to.
enum BillDigest {
  private static let day = KindSetting("day", standard: .weekday(.sunday))
  private static let time = KindSetting.time("time", standard: 18)

  static let definition = KindDefinition(
    KindDescription(
      "digest", .daily, items: [.bill], subject: .none,
      fields: [.number("count", 5), .value("total", .sums, isOptional: true)],
      settings: [time, day], preferences: ["digest"]),
    checks: [nothingDue]
  ) { frame, kind, list in
    let own = frame.account.value.preferences.digest
    let series = DailySeries(
      time: own.time ?? kind.settings.time(time)!, days: WeekdaySet(own.day ?? kind.settings.weekday(day)))
    list.add(series, kind, frame) { date in
      let bills = billsDue(from: date, frame)
      let request = frame.request(kind) { name in
        switch name {
        case "count": .integer(bills.count)
        case "total": bills.totals.flatMap { $0.isEmpty ? nil : .sums($0) } ?? .none
        default: .none
        }
      }
      return (request, bills.count)
    }
  }

  private static let nothingDue = Check(.nothingDue, .candidate { candidate, _ in candidate.figure == 0 }) {
    explainer in
    guard explainer.candidate.at != nil else { return nil }
    return [.init("bills due in the seven days", "\(explainer.candidate.figure)", explainer.account.location)]
  }

  private struct Bills {
    var count = 0
    /// By currency, in their order by name; nil where a sum has too many digits.
    var totals: [Money]? = []

    mutating func add(_ bill: BillItem, times: Int) {
      count += times
      guard let amount = bill.amount else { return }
      for _ in 0..<times { add(amount, bill.currency) }
    }

    private mutating func add(_ amount: DecimalNumber, _ currency: String?) {
      guard let index = totals?.firstIndex(where: { $0.currency == currency }) else {
        totals?.append(Money(amount, currency))
        totals?.sort { ($0.currency ?? "").compareBytes($1.currency ?? "") < 0 }
        return
      }
      if let sum = totals?[index].amount.adding(amount) {
        totals?[index].amount = sum
      } else {
        totals = nil
      }
    }
  }

  /// Due dates in the seven days from `date` on of expenses that are neither auto-paid nor paid.
  private static func billsDue(from date: LocalDate, _ frame: AccountFrame) -> Bills {
    let week = date...date.adding(days: 6)
    let reminders = frame.kinds.first { $0.settings.kind == Bill.definition.description.kind }
    let time = reminders.map { Bill.time($0, frame) } ?? .midnight
    var bills = Bills()
    for bill in frame.account.value.items.bills where bill.direction == .expense && !bill.isAutoPaid {
      guard let schedule = bill.schedule else { continue }
      let dates =
        schedule.repetition.isNone
        ? [schedule.start].filter { week.contains($0) } : frame.occurrences(of: schedule, at: time, in: week)
      bills.add(bill, times: dates.count { !bill.isPaid(dueOn: $0) })
    }
    return bills
  }
}
