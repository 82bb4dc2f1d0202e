import CivilTime
import PlanModel

/// Values as an everyday account has them, to see what a text looks like without one.
struct SampleFields {
  /// Texts differ by number and by what an item has.
  enum Case: CaseIterable {
    /// Everything is there, and numbers are large.
    case full
    /// Everything is there, and numbers are 1.
    case single
    /// Only what every item has.
    case bare
  }

  let kind: Kind
  let which: Case

  func value(_ name: String) -> FieldValue {
    guard let field = kind.textField(name) else { return .none }
    if which == .bare, isOptional(name) { return .none }
    let isSingle = which == .single
    switch field.type {
    case .text: return .text(text(name))
    case .number: return .integer(isSingle ? 1 : number(name))
    case .percent: return .percent(52)
    case .amount: return .money(SampleFields.money(isSingle ? "1" : "1284.50", kind == .overspend ? nil : "EUR"))
    case .sums:
      return .sums([SampleFields.money("1284.50", "EUR")] + (isSingle ? [] : [SampleFields.money("79.99", "USD")]))
    case .date: return .date(LocalDate(year: 2026, month: 9, day: 30)!)
    case .time: return .time(LocalTime(hour: 18, minute: 30)!)
    case .duration: return .duration(isSingle ? 3600 : 4500)
    case .distance: return .distance(DecimalNumber(significand: isSingle ? 1000 : 12_340))
    }
  }

  /// An export may lack it.
  private func isOptional(_ name: String) -> Bool {
    switch name {
    case "category", "trait", "streak", "bonus", "type", "distance", "amount", "currency", "total": true
    case "duration": kind == .workout
    case "dueDate": kind == .bill
    default: false
    }
  }

  private func text(_ name: String) -> String {
    switch name {
    case "title": "Call the dentist"
    case "name": kind == .bill || kind == .overdue ? "Electricity" : kind == .overspend ? "Groceries" : "Read a chapter"
    case "category": "Learning"
    case "place": "City library"
    case "trait": "openness"
    case "type": "running"
    case "currency": "EUR"
    case "period": "2026-09"
    case "slot": "afternoon"
    default: name
    }
  }

  private func number(_ name: String) -> Int {
    switch name {
    case "steps", "goal": 12_480
    case "bonus", "remaining": 2480
    case "minutes": 75
    case "streak": 100
    case "tier": 3
    default: 5
    }
  }

  private static func money(_ amount: String, _ currency: String?) -> Money {
    Money(DecimalNumber(amount)!, currency)
  }
}
