import CivilTime
import PlanModel

/// Once a week, which bills fall due in the seven days from that day on: how many, and what they come to.
enum DigestKind: KindExpansion {
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

  static func expand(_ frame: AccountFrame, _ settings: Policy.KindSettings, into list: inout CandidateList) {
    let own = frame.account.preferences.digest
    let time = own.time ?? settings.time ?? LocalTime(hour: 18, minute: 0)!
    let weekday = own.day ?? settings.day ?? .sunday
    let dates = frame.dailyDates(at: time, isCritical: settings.isCritical)
    for date in dates {
      guard date.weekday == weekday else { continue }
      let bills = billsDue(from: date, frame)
      let request = frame.request(.digest, settings, subject: "") { name in
        switch name {
        case "count": .integer(bills.count)
        case "total": bills.totals.flatMap { $0.isEmpty ? nil : .sums($0) } ?? .none
        default: .none
        }
      }
      list.add(list.add(request), .wall(date.at(time)), detail: .digest(count: bills.count))
    }
  }

  /// Due dates in the seven days from `date` on of expenses that are neither auto-paid nor paid.
  private static func billsDue(from date: LocalDate, _ frame: AccountFrame) -> Bills {
    let week = date...date.adding(days: 6)
    let time = frame.policy[.bill].map { frame.billTime($0) } ?? .midnight
    var bills = Bills()
    for bill in frame.account.items.bills where bill.direction == .expense && !bill.isAutoPaid {
      guard let schedule = bill.schedule else { continue }
      let dates =
        schedule.repetition.isNone
        ? [schedule.start].filter { week.contains($0) } : frame.occurrences(of: schedule, at: time, in: week)
      bills.add(bill, times: dates.count { !bill.isPaid(dueOn: $0) })
    }
    return bills
  }
}
