import CivilTime
import Formats
import PlanModel

/// A schedule that becomes a bill, or one bill per date if no single rule covers its dates.
struct GnuCashBill {
  let element: XMLElement
  /// The date before which it has no dates.
  let start: LocalDate?
  let end: LocalDate?
  let paidThrough: LocalDate?
  /// The days before a date at which GnuCash reminds.
  let lead: Int
  let output: ImportOutput
  var recurrences: [GnuCashRecurrence] = []
  /// The number of dates of the whole schedule, or of those after `paidThrough`.
  var total: Int?
  var left: Int?
  /// Whether only postponed dates are left.
  var isOver = false
  /// The date before each postponed one; nil before the schedule's first.
  var deferred: [LocalDate?] = []
  var amount = BillAmount()

  private var id: String { element.text("sx:id") ?? "" }
  private var name: String { element.text("sx:name") ?? "" }
  private var isAutomatic: Bool { element.text("sx:autoCreate") == "y" }

  func write() {
    for date in Set(deferred.compactMap(date(after:))).sorted() {
      // A later date is the rule's.
      guard let paidThrough, date <= paidThrough else { continue }
      writeBill(id: "\(id)/\(date)", date, nil, nil, paidThrough: nil)
    }
    if isOver { return }
    guard recurrences.count == 1 else { return writeDates() }
    let recurrence = recurrences[0]
    if let rule = recurrence.rule { write(recurrence, rule) } else { write(id: id, recurrence.start, nil, nil) }
  }

  /// Writes a schedule with one rule. Its bounds apply after the shift, as in GnuCash.
  private func write(_ recurrence: GnuCashRecurrence, _ dates: RuleText) {
    var rule = dates
    rule.place = element.child("sx:schedule")?.place
    if let end { rule["UNTIL"] = recurrence.last(by: end).basic }
    let from = max(recurrence.start, start ?? recurrence.start)
    // The first date that the rule generates.
    guard
      let first = rule.dates(from: recurrence.start, in: from.adding(days: -2)...from.adding(days: 366 * 20))?
        .first(where: { recurrence.shifted($0) >= from })
    else {
      return output.note("schedule has no dates left", "schedules have no dates left", "not planned", at: element.place)
    }
    if let count = count(of: { rule.dates(from: first, in: first...$0)?.map(recurrence.shifted) ?? [] }) {
      rule["COUNT"] = String(count)
    }
    write(id: id, first, rule, recurrence)
  }

  /// Returns the number of all dates; nil without a limit.
  ///
  /// - Parameter dates: Returns the dates from the first one to a bound.
  private func count(of dates: (LocalDate) -> [LocalDate]) -> Int? {
    if end != nil { return nil }
    guard let left, let paidThrough else { return left ?? total }
    return dates(max(start ?? .first, paidThrough.adding(days: 3))).count { $0 <= paidThrough } + left
  }

  /// Returns the next date, after the shift, as GnuCash finds a postponed one.
  private func date(after date: LocalDate?) -> LocalDate? {
    let before = max(date ?? .first, (start ?? recurrences.map(\.start).min()!).adding(days: -1))
    let range = before.adding(days: 1)...before.adding(days: 366 * 20)
    return recurrences.compactMap { $0.dates(in: range).first }.min()
  }

  /// Writes the dates of several rules.
  private func writeDates() {
    output.note(
      "schedule is a union of rules: its dates are planned one by one",
      "schedules are unions of rules: their dates are planned one by one", at: element.place)
    let from = max(recurrences.map(\.start).min()!, start ?? .first)
    let horizon = output.run.horizon
    var dates = Set(recurrences.flatMap { $0.dates(in: from...max(from, horizon.upperBound)) }).sorted()
    if let end { dates.removeAll { $0 > end } }
    if let count = count(of: { bound in dates.filter { $0 <= bound } }) { dates = Array(dates.prefix(count)) }
    // Of the dates before today, only the newest is overdue, however old it is.
    let newest = dates.last { $0 < output.today } ?? .first
    let written = output.run.written
    for date in dates where date >= newest && date <= written.upperBound {
      let isUnpaid = paidThrough.map { date > $0 } ?? true
      if isUnpaid || date >= written.lowerBound { write(id: "\(id)/\(date)", date, nil, nil) }
    }
  }

  /// - Parameter recurrence: The recurrence behind the rule, if any.
  private func write(id: String, _ date: LocalDate, _ rule: RuleText?, _ recurrence: GnuCashRecurrence?) {
    // GnuCash books what it creates automatically, perhaps ahead of its date. That does not mean it is paid.
    let created = isAutomatic ? paidThrough.map { min($0, output.today.adding(days: -1)) } : paidThrough
    writeBill(id: id, date, rule, recurrence, paidThrough: created.map { recurrence?.last(by: $0) ?? $0 })
  }

  private func writeBill(
    id: String, _ date: LocalDate, _ rule: RuleText?, _ recurrence: GnuCashRecurrence?, paidThrough: LocalDate?
  ) {
    output.beginBill(
      id: id, name, amount, due: date, rule, recurrence?.shift ?? .none, at: element.place,
      namedAt: element.child("sx:name")?.place, datedAt: element.child("sx:start")?.place)
    if let paidThrough { output.text("paidThrough", paidThrough.description, at: element.child("sx:last")?.place) }
    output.end()
    writeLead(id: id, date, rule, recurrence, paidThrough)
  }

  /// Writes a task `lead` days before a date. The reminder on the day before it comes from the bill.
  private func writeLead(
    id: String, _ date: LocalDate, _ rule: RuleText?, _ recurrence: GnuCashRecurrence?, _ paidThrough: LocalDate?
  ) {
    guard lead > 0, !isAutomatic else { return }
    let next = max(date, paidThrough.map { $0.adding(days: 1) } ?? date)
    let far = max(next, output.run.horizon.upperBound)
    let dates = rule.map { $0.dates(from: date, in: next...far) ?? [] } ?? (next == date ? [date] : [])
    func leadDate(_ date: LocalDate) -> LocalDate { (recurrence?.shifted(date) ?? date).adding(days: -lead) }
    // Written date by date, since only bills have a shift.
    for date in dates where rule == nil || output.run.written.contains(leadDate(date)) {
      output.begin(
        "task", id: rule == nil ? "\(id)/lead" : "\(id)/lead/\(date)", series: rule == nil ? nil : "\(id)/lead",
        at: element.place)
      let due = recurrence?.shifted(date) ?? date
      let money = amount.text.map { [$0, amount.currency].compactMap(\.self).joined(separator: " ") }
      let title = name.isEmpty ? ImportOutput.unnamedBill : name
      output.text("title", money.map { "\(title) (\($0))" } ?? title)
      output.text("date", due.description)
      output.time(output.time, isAllDay: true)
      output.endOnDate(due)
      output.remind(["-\(lead)d"], repeats: false)
      output.end()
    }
  }
}
