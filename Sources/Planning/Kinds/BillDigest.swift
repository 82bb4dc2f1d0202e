import CivilTime
import PlanModel

/// Once a week, which bills are to be paid in the seven days from that day on: how many, and what they come to.
enum BillDigest {
  private static let day = KindSetting("day", standard: .weekday(.sunday))
  private static let time = KindSetting.time("time", standard: 18)

  static let definition = KindDefinition(
    KindDescription(
      "digest", .daily, items: [.bill], subject: .none,
      fields: [.number("count", 5), .value("total", .sums, isOptional: true)],
      settings: [time, day], preferences: ["digest"], word: .digest),
    checks: [nothingDue]
  ) { frame, kind, list in
    let own = frame.account.value.preferences.digest
    let series = DailySeries(
      time: own.time ?? kind.settings.time(time)!, days: WeekdaySet(own.day ?? kind.settings.weekday(day)))
    list.addLookups(frame.items(.bill).count * (frame.dates.count / 7 + 1))
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
    guard explainer.candidate.at != nil, let date = explainer.candidate.date else { return nil }
    let count = "\(explainer.candidate.figure)"
    return [.init("bills due in the seven days", count, explainer.account.location)]
      + billsLookedAt(from: date, explainer.frame)
  }

  /// Each bill with a due date in the seven days from `date` on, with what it counts for.
  private static func billsLookedAt(from date: LocalDate, _ frame: AccountFrame) -> [Explanation.Fact] {
    frame.items(.bill).flatMap { bill -> [Explanation.Fact] in
      dueDates(of: bill, from: date, frame).map { due in
        .init("bill \(bill.id) due \(due)", bill.whyNotCounted(dueOn: due) ?? "counted", bill.location)
      }
    }
  }

  /// The due dates whose payment falls in the seven days from `date` on.
  private static func dueDates(of bill: Item, from date: LocalDate, _ frame: AccountFrame) -> [LocalDate] {
    guard let schedule = bill.schedule else { return [] }
    let week = date...date.adding(days: 6)
    let reminders = frame.kinds.first { $0.settings.kind == Bill.definition.description.kind }
    let open = reminders?.openDays(bill.shift, frame)
    let dates =
      schedule.repetition.isNone
      ? [schedule.start]
      : frame.occurrences(
        of: schedule, at: reminders.map { Bill.time($0, frame) } ?? .midnight, in: open?.around(week) ?? week)
    return dates.filter { week.contains(open?.moved($0) ?? $0) }
  }

  private struct Bills {
    var count = 0
    private var amounts: [Money] = []

    /// The sum of each currency, in their order by name; nil if a sum has too many digits.
    var totals: [Money]? {
      var totals: [Money] = []
      for money in amounts.sorted(by: Bills.isBefore) {
        guard let last = totals.last, last.currency == money.currency else {
          totals.append(money)
          continue
        }
        guard let sum = last.amount.adding(money.amount) else { return nil }
        totals[totals.count - 1].amount = sum
      }
      return totals
    }

    private static func isBefore(_ a: Money, _ b: Money) -> Bool {
      let order = (a.currency ?? "").compareBytes(b.currency ?? "")
      return order == 0 ? a.currency == nil && b.currency != nil : order < 0
    }

    mutating func add(_ bill: Item, times: Int) {
      count += times
      guard case .money(let amount) = bill.amount else { return }
      amounts += repeatElement(amount, count: times)
    }
  }

  /// Due dates in the seven days from `date` on of expenses that are neither auto-paid nor paid.
  private static func billsDue(from date: LocalDate, _ frame: AccountFrame) -> Bills {
    var bills = Bills()
    for bill in frame.items(.bill) where bill.isExpense && !bill.isAutoPaid {
      bills.add(bill, times: dueDates(of: bill, from: date, frame).count { bill.whyNotCounted(dueOn: $0) == nil })
    }
    return bills
  }
}

extension Item {
  /// Why the digest leaves a due date out; nil: it counts it.
  fileprivate func whyNotCounted(dueOn date: LocalDate) -> String? {
    if !isExpense { return "not counted: it is income" }
    if isAutoPaid { return "not counted: it pays itself" }
    return isDone(on: date) ? "not counted: it is paid" : nil
  }
}
