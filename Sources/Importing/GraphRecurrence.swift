import CivilTime
import Formats

extension RuleText {
  private static let days = Dictionary(uniqueKeysWithValues: zip(Weekday.names, Weekday.allCases.map(\.ruleCode)))

  /// Reads a `patternedRecurrence` of Microsoft Graph.
  ///
  /// - Returns: nil if the object is none, or of another type.
  init?(graph value: JSONValue) {
    guard let pattern = value["pattern"], let type = pattern["type"]?.string,
      let day = pattern["dayOfMonth"]?.int ?? 1 as Int?, 0...31 ~= day
    else { return nil }
    let days = pattern["daysOfWeek"]?.children.compactMap { $0.string.flatMap { RuleText.days[$0] } } ?? []
    let positions = ["first": 1, "second": 2, "third": 3, "fourth": 4, "last": -1]
    let position = positions[pattern["index"]?.string ?? "first"] ?? 1
    let month = pattern["month"]?.int.map { ";BYMONTH=\($0)" } ?? ""
    // Outlook goes to the last day of shorter months.
    let monthDay = ";\(RuleText.clamped(to: day))"
    let byDay = days.isEmpty ? "" : ";BYDAY=\(days.joined(separator: ","))"
    var text: String
    switch type {
    case "daily": text = "FREQ=DAILY"
    case "weekly":
      let first = pattern["firstDayOfWeek"]?.string.flatMap { RuleText.days[$0] }
      text = "FREQ=WEEKLY" + byDay + (first.map { ";WKST=\($0)" } ?? "")
    case "absoluteMonthly": text = "FREQ=MONTHLY" + monthDay
    case "relativeMonthly": text = "FREQ=MONTHLY\(byDay);BYSETPOS=\(position)"
    case "absoluteYearly": text = "FREQ=YEARLY" + month + monthDay
    case "relativeYearly": text = "FREQ=YEARLY\(month)\(byDay);BYSETPOS=\(position)"
    default: return nil
    }
    if let interval = pattern["interval"]?.int, interval > 1 { text += ";INTERVAL=\(interval)" }
    self.init(text)
    switch value["range"]?["type"]?.string {
    case "endDate": self["UNTIL"] = value["range"]?["endDate"]?.string?.replacing("-", with: "")
    case "numbered":
      // The count begins with the first date, and the task's may be a later one.
      let first = (value["range"]?["startDate"]?.string).flatMap { LocalDate(iso8601: $0.utf8) }
      self["COUNT"] = value["range"]?["numberOfOccurrences"]?.int.map(String.init)
      guard let first, let last = lastCounted(from: first) else { return nil }
      (self["COUNT"], self["UNTIL"]) = (nil, last.basic)
    default: break
    }
  }
}
