import CivilTime
import Formats

/// A schedule on its way to become a bill, or several where no single rule says its dates.
struct GnuCashBill {
  let element: XMLElement
  let id: String
  let name: String
  /// No date is before it.
  let start: LocalDate?
  let end: LocalDate?
  let paidThrough: LocalDate?
  let isAutomatic: Bool
  /// How many days before a date GnuCash reminds of it.
  let lead: Int
  let output: ImportOutput
  var recurrences: [GnuCashRecurrence] = []
  var count: Int?
  var amount: String?
  var currency: String?
  var isIncome = false

  func write() {
    if recurrences.count == 1, let rule = recurrences[0].shiftedRule {
      write(recurrences[0], rule)
    } else if recurrences.count == 1, recurrences[0].period == .once {
      write(id: id, recurrences[0].start, rule: nil)
    } else {
      writeDates()
    }
  }

  /// One rule.
  private func write(_ recurrence: GnuCashRecurrence, _ shiftedRule: RuleText) {
    var rule = shiftedRule
    if let end { rule["UNTIL"] = end.basic }
    let from = max(recurrence.start, start ?? recurrence.start)
    // The first date in step with the rule.
    guard
      let first = rule.dates(from: recurrence.start, in: from...from.adding(days: 366 * 20))?.first(where: {
        $0 >= from
      })
    else {
      return output.note(
        "schedule has no dates left: it is not planned", "schedules have no dates left: they are not planned",
        at: element.place)
    }
    if let count, end == nil { rule["COUNT"] = String(count) }
    write(id: id, first, rule: rule)
  }

  /// The dates of several rules, or of one that no rule of tickler says.
  private func writeDates() {
    output.note(
      "schedule is a union of rules, or moves dates on weekends to another month: its dates are planned one by one",
      "schedules are unions of rules, or move dates on weekends to another month: their dates are planned one by one",
      at: element.place)
    let from = max(recurrences.map(\.start).min()!, start ?? .first)
    let horizon = output.run.horizon
    var dates = Set(recurrences.flatMap { $0.dates(in: from...max(from, horizon.upperBound)) }).sorted()
    if let end { dates.removeAll { $0 > end } }
    if let count, end == nil { dates = Array(dates.prefix(count)) }
    for date in dates where output.run.written.contains(date) { write(id: "\(id)/\(date)", date, rule: nil) }
  }

  private func write(id: String, _ date: LocalDate, rule: RuleText?) {
    output.begin("bill", id: id, at: element.place)
    output.text("name", name.isEmpty ? "Scheduled transaction" : name, at: element.child("sx:name")?.place)
    if let amount { output.text("amount", amount) }
    if let currency { output.text("currency", currency) }
    if isIncome { output.text("type", "income") }
    output.text("dueDate", date.description, at: element.child("sx:start")?.place)
    if let rule { output.text("rrule", rule.text, at: element.child("sx:schedule")?.place) }
    if isAutomatic { output.flag("autoPay", at: element.child("sx:autoCreate")?.place) }
    if let paidThrough { output.text("paidThrough", paidThrough.description, at: element.child("sx:last")?.place) }
    output.end()
    writeLead(id: id, date, rule: rule)
  }

  /// A task so many days before: the day before it is the bill's own.
  private func writeLead(id: String, _ date: LocalDate, rule: RuleText?) {
    guard lead > 0, !isAutomatic else { return }
    let next = max(date, paidThrough.map { $0.adding(days: 1) } ?? date)
    let far = max(next, output.run.horizon.upperBound)
    let dates = rule.map { $0.dates(from: date, in: next...far) ?? [] } ?? (next == date ? [date] : [])
    guard let first = dates.first else { return }
    func write(_ id: String, _ date: LocalDate, _ rule: RuleText?) {
      output.begin("task", id: id, at: element.place)
      output.text("title", name.isEmpty ? "Scheduled transaction" : name)
      output.text("date", date.description)
      output.text("time", output.time.short)
      if let rule { output.text("rrule", rule.text) }
      output.end()
    }
    var moved = rule?.moved(by: -lead, from: first)
    if moved?["COUNT"] != nil {
      // What is left of it: the rule begins later here.
      let before = date < first ? rule?.dates(from: date, in: date...first.adding(days: -1))?.count ?? 0 : 0
      moved?["COUNT"] = String(max(1, (rule?["COUNT"].flatMap { Int($0) } ?? 1) - before))
    }
    if rule == nil || moved != nil {
      write("\(id)/lead", first.adding(days: -lead), moved)
    } else {
      for date in dates where output.run.written.contains(date.adding(days: -lead)) {
        write("\(id)/lead/\(date)", date.adding(days: -lead), nil)
      }
    }
  }
}
