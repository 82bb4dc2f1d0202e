import CivilTime
import PlanModel

package struct English: OwnWords {
  package init() {}

  package static let weekdays = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]
  package static let months = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
    "December",
  ]
  /// `Mon` … `Sun`.
  package static let shortWeekdays = weekdays.map { String($0.prefix(3)) }
  /// `Jan` … `Dec`.
  package static let shortMonths = months.map { String($0.prefix(3)) }

  package func short(_ date: LocalDate) -> String {
    "\(Self.shortWeekdays[Int(date.weekday.rawValue)]) \(date.day) \(Self.shortMonths[date.month - 1])"
  }

  package var today: String { "Today" }
  package var tomorrow: String { "Tomorrow" }
  package var overdue: String { "Overdue" }
  package var atPlace: String { "At a place" }
  package var nothingLeft: String { "Nothing left." }

  package func nothing(_ days: Int?) -> String {
    let when = days.map { $0 == 0 ? " today" : " today or in the \($0 == 1 ? "day" : "\($0) days") after" } ?? ""
    return "Nothing goes out\(when)."
  }

  package func times(in zone: String) -> String { "Times in \(zone)." }
  package func more(_ count: Int) -> String { "\(count) more: --account ID, --on DATE or --days N lists fewer." }
  package func reminders(_ times: [String]) -> String {
    "(\(times.count == 1 ? "reminder" : "reminders") \(times.joined(separator: ", ")))"
  }
  package func ahead(_ days: Int) -> String { days == 1 ? "(tomorrow)" : "(in \(days) days)" }
  package func until(_ end: String) -> String { "(until \(end))" }
  package func due(_ due: String, payable: String) -> String { "due \(due), payable \(payable)" }
  package func due(_ due: String, movedTo day: String) -> String { "due \(due), moved to \(day)" }
  package var toPay: String { "to pay" }
  package var paysItself: String { "pays itself" }
  package var income: String { "income" }

  package func birthday(of name: String, years: Int) -> String {
    years > 0 ? "\(name) turns \(years)" : "\(name)'s birthday"
  }

  package func anniversary(of name: String, years: Int) -> String {
    "\(name)'s \(years > 0 ? "\(years)-year " : "")anniversary"
  }

  package func kept(from: String) -> String { "Kept from the plan of \(from): an input could not be used." }

  package func deferred(from intended: String, byGap: Bool) -> String {
    "Asked for \(intended), moved by \(byGap ? "the minimum gap" : "quiet hours")."
  }

  package func shifted(from intended: String, _ shift: Shift) -> String? {
    shift.why.map { "Asked for \(intended), which \($0)." }
  }

  package func late(_ intended: String) -> String { "Happened at \(intended)." }
  package func about(_ time: String) -> String { "About \(time)." }

  package var origin: (before: StaticString, account: StaticString, device: StaticString, after: StaticString) {
    ("Here because ", " notifies account ", " on ", ": ")
  }

  package func cancelled(_ reason: Reason?) -> String {
    reason.map { "Cancelled. \($0.explanation)" } ?? "Cancelled: the plan no longer has it."
  }
}
