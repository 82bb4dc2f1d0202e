import CivilTime
import Formats

/// A bill of a tool that moves dates on weekends.
struct ScheduledBill {
  var id: String
  var name: String
  var place: Place
  /// The next date, before any shift.
  var date: LocalDate
  var amount: String?
  var currency: String?
  var isIncome = false
  /// How many dates are left; nil: no end.
  var left: Int?

  /// - Parameter unit: 0 days, 1 weeks, 2 months, 3 years.
  static func rule(unit: Int, every: Int, from date: LocalDate) -> GnuCashRecurrence? {
    let periods: [GnuCashRecurrence.Period] = [.day, .week, .month, .year]
    return GnuCashRecurrence(period: periods[unit], every: every, start: date)
  }

  func write(_ recurrence: GnuCashRecurrence?, weekend: GnuCashRecurrence.WeekendShift, _ output: ImportOutput) {
    guard var recurrence else {
      let once = GnuCashRecurrence(period: .once, every: 1, start: date, shift: weekend)
      return write(id: id, once.shifted(date), nil, output)
    }
    // A week's day is a weekend or is not; other rules of days meet both.
    recurrence.shift = weekend
    if recurrence.period == .week {
      let moved = recurrence.shifted(date)
      return write(id: id, moved, rule("FREQ=WEEKLY;INTERVAL=\(recurrence.every)"), output)
    }
    if weekend == .none || recurrence.period != .day, let rule = recurrence.shiftedRule {
      return write(id: id, date, self.rule(rule.text), output)
    }
    output.note(
      "schedule moves dates on weekends as no rule says: its dates are planned one by one",
      "schedules move dates on weekends as no rule says: their dates are planned one by one", at: place)
    let horizon = output.run.horizon
    let range = date.adding(days: -3)...max(date, horizon.upperBound)
    let all = (recurrence.rule?.dates(from: date, in: range) ?? []).prefix(left ?? .max)
    // By their own dates, since a Friday and the Saturday after it can move to one.
    for own in all where output.run.written.contains(recurrence.shifted(own)) {
      write(id: "\(id)/\(own)", recurrence.shifted(own), nil, output)
    }
  }

  private func rule(_ text: String) -> RuleText {
    var rule = RuleText(text)
    if let left { rule["COUNT"] = String(left) }
    return rule
  }

  private func write(id: String, _ date: LocalDate, _ rule: RuleText?, _ output: ImportOutput) {
    output.begin("bill", id: id, at: place)
    output.text("name", name.isEmpty ? "Scheduled transaction" : name)
    if let amount { output.text("amount", amount) }
    if let currency { output.text("currency", currency) }
    if isIncome { output.text("type", "income") }
    output.text("dueDate", date.description)
    if let rule { output.text("rrule", rule.text) }
    output.end()
  }
}
