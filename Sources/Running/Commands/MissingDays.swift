import CivilTime
import Diagnostics
import PlanModel

/// Warns about items on a day that some months lack, if their rule or the policy skips those months.
enum MissingDays {
  static func warnings(_ account: Account, _ policy: Policy, _ sources: Sources) -> [Diagnostic] {
    var warnings: [Diagnostic] = []
    var seen: Set<Int> = []
    for settings in policy.kinds {
      let declaration = settings.description.declaration
      guard declaration.shape == .series || declaration.shape == .untilDone, declaration.at == nil,
        let list = declaration.item, let fields = declaration.fields, seen.insert(list.place).inserted
      else { continue }
      for item in account.items[list] where !item.isArchived && !item.isCompleted {
        guard let schedule = item.schedule else { continue }
        let missing: (field: String, day: String, months: String, instead: String)
        if case .rule(let rule) = schedule.repetition, rule.skipsMonths {
          missing = ("rrule", "a day of the month", "a shorter month", "BYMONTHDAY=-1")
        } else if policy.monthEnd == .skip, let months = schedule.skipped(declaration.every) {
          missing = (fields.dateName, "\(schedule.start)", months, "monthEnd = \"clamp\" in the policy")
        } else {
          continue
        }
        warnings.append(
          Diagnostic(
            .warning, .badValue, at: sources.place(of: item.location), account: account.id.text,
            item: "\(fields.kind.name) \(item.id.text.quotedForDiagnostic)", itemID: item.id.text,
            field: missing.field,
            found: "found \(missing.day), and \(missing.months) has no such day, so nothing goes out then",
            expected: "\(missing.instead) for the last day instead"))
      }
    }
    return warnings
  }
}

extension Schedule {
  /// Returns which months or years lack the day of its start; nil if none do.
  fileprivate func skipped(_ every: KindDeclaration.Interval?) -> String? {
    let (_, month, day) = start.fields
    switch repetition {
    case .monthly: return day > 28 ? day == 31 ? "a shorter month" : "February" : nil
    case .yearly: return month == 2 && day == 29 ? "every year but a leap year" : nil
    case .none:
      if case .months? = every, day > 28 { return "a shorter month" }
      return nil
    default: return nil
    }
  }
}
