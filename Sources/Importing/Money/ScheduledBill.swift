import CivilTime
import Formats
import PlanModel

/// A bill of another tool, whose dates on weekends may shift.
struct ScheduledBill {
  var id: String
  var name: String
  var place: Place
  /// The next date, before any shift.
  var date: LocalDate
  var amount: String?
  var currency: String?
  var isIncome = false
  /// The number of dates left; nil if unlimited.
  var left: Int?

  /// - Parameter unit: 0 days, 1 weeks, 2 months, 3 years.
  static func rule(unit: Int, every: Int, from date: LocalDate) -> GnuCashRecurrence? {
    let periods: [GnuCashRecurrence.Period] = [.day, .week, .month, .year]
    return GnuCashRecurrence(period: periods[unit], every: every, start: date)
  }

  /// - Parameter recurrence: The dates from the next one on; nil if it does not repeat.
  func write(_ recurrence: GnuCashRecurrence?, _ shift: DayShift, _ output: ImportOutput) {
    output.begin("bill", id: id, at: place)
    output.text("name", name.isEmpty ? "Scheduled transaction" : name)
    if let amount { output.text("amount", amount) }
    if let currency { output.text("currency", currency) }
    if isIncome { output.text("type", "income") }
    output.text("dueDate", date.description)
    if var rule = recurrence?.rule {
      if let left { rule["COUNT"] = String(left) }
      output.text("rrule", rule.text)
    }
    if shift != .none { output.text("shift", shift.rawValue) }
    output.end()
  }
}
