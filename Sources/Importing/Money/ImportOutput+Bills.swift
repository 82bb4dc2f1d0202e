import CivilTime
import Formats
import PlanModel

/// The amount of an imported bill.
struct BillAmount {
  /// nil if it is unknown.
  var text: String?
  var currency: String?
  var isIncome = false
}

extension ImportOutput {
  static let unnamedBill = "Scheduled transaction"

  /// Begins a bill with the fields common to all tools.
  ///
  /// - Parameters:
  ///   - name: The name; may be empty.
  ///   - date: The due date, or the first date of its rule, before any shift.
  func beginBill(
    id: String, _ name: String, _ amount: BillAmount, due date: LocalDate, _ rule: RuleText?, _ shift: DayShift,
    at place: Place, namedAt namePlace: Place? = nil, datedAt datePlace: Place? = nil
  ) {
    begin("bill", id: id, at: place)
    text("name", name.isEmpty ? ImportOutput.unnamedBill : name, at: namePlace)
    if let number = amount.text { text("amount", number) }
    if let currency = amount.currency { text("currency", currency) }
    if amount.isIncome { text("type", "income") }
    text("dueDate", date.description, at: datePlace)
    if let rule { text("rrule", rule.text, at: rule.place) }
    if shift != .none { text("shift", shift.rawValue) }
  }
}
