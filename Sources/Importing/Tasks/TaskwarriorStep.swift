import CivilTime

/// The step from a date of a recurring task to the next, as task 2.6.2 counts it.
///
/// Words such as `monthly`, and durations such as `2m` and `P2M`, are steps by months. The other durations, `months`
/// and `quarters` among them, are a number of days. Sources: src/recur.cpp, libshared/src/Duration.cpp.
enum TaskwarriorStep: Equatable {
  case weekdays
  case months(Int)
  /// - Parameter isWhole: Whether the word means days or weeks.
  case days(Int, isWhole: Bool)

  private static let months = [
    "monthly": 1, "quarterly": 3, "semiannual": 6, "bimonthly": 2, "biannual": 24, "biyearly": 24, "annual": 12,
    "yearly": 12,
  ]
  /// Seconds by unit, and the units of ISO 8601.
  private static let seconds: [String: Int] = {
    let names =
      [
        1: "daily days day d", 7: "weekly weeks week wks wk w sennight", 14: "biweekly fortnight",
        30: "months month mnths mths mth mos mo", 91: "quarters quarter qrtrs qrtr qtrs qtr",
        365: "years year yrs yr y",
      ].map { ($0 * 86_400, $1) } + [
        (3600, "hours hour hrs hr h"), (60, "minutes minute mins min"), (1, "seconds second secs sec s"),
      ]
    return Dictionary(
      uniqueKeysWithValues: names.flatMap { length, names in names.split(separator: " ").map { (String($0), length) } })
  }()

  /// Reads a word or duration; nil if it is no number of days, which no date expresses.
  init?(_ text: String) {
    let word = text.lowercased().filter { $0 != " " }
    if word == "weekdays" {
      self = .weekdays
      return
    }
    if let months = TaskwarriorStep.months[word] {
      self = .months(months)
      return
    }
    let isISO = word.hasPrefix("p")
    let rest = isISO ? word.dropFirst() : word[...]
    let digits = rest.prefix { "0"..."9" ~= $0 }
    let unit = String(rest.dropFirst(digits.count))
    let count = digits.isEmpty && !isISO ? 1 : Int(digits) ?? 0
    if unit == "m", !digits.isEmpty, 1...10_000 ~= count {
      self = .months(count)
    } else if unit == "q", !digits.isEmpty, !isISO, 1...10_000 ~= count {
      self = .months(3 * count)
    } else if isISO, unit == "y", 1...2 ~= count {
      self = .months(12 * count)
    } else {
      guard let parts = isISO ? TaskwarriorStep.parts(rest) : [(count, unit)] else { return nil }
      var (seconds, isWhole) = (0, true)
      for (count, unit) in parts where count > 0 {
        guard let length = TaskwarriorStep.seconds[unit], count <= 1 << 40 else { return nil }
        seconds += count * length
        isWhole = isWhole && length < 30 * 86_400
      }
      guard seconds > 0, seconds % 86_400 == 0, seconds / 86_400 <= 3_650_000 else { return nil }
      self = .days(seconds / 86_400, isWhole: isWhole)
    }
  }

  /// Returns the numbers and units of an ISO 8601 duration, of which M after T is minutes.
  private static func parts(_ text: Substring) -> [(count: Int, unit: String)]? {
    var (parts, rest, isTime): ([(Int, String)], Substring, Bool) = ([], text, false)
    while let first = rest.first {
      if first == "t" {
        (isTime, rest) = (true, rest.dropFirst())
        continue
      }
      let digits = rest.prefix { "0"..."9" ~= $0 }
      guard let count = Int(digits), let unit = rest.dropFirst(digits.count).first,
        (isTime ? "hms" : "ymwd").contains(unit)
      else { return nil }
      parts.append((count, isTime && unit == "m" ? "min" : unit == "m" ? "mo" : String(unit)))
      rest = rest.dropFirst(digits.count + 1)
    }
    return parts
  }

  /// Whether a step by months or years is a number of days.
  var isOfDays: Bool { if case .days(_, isWhole: false) = self { true } else { false } }

  func next(_ date: LocalDate) -> LocalDate {
    switch self {
    case .weekdays: date.adding(days: date.weekday == .friday ? 3 : date.weekday == .saturday ? 2 : 1)
    case .months(let months): date.adding(months: months)
    case .days(let days, _): date.adding(days: days)
    }
  }

  /// Returns the rule of the dates from `date` on. Of short months, it has the last day.
  func rule(from date: LocalDate) -> RuleText {
    func step(_ count: Int) -> String { count == 1 ? "" : ";INTERVAL=\(count)" }
    switch self {
    case .weekdays: return RuleText("FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR")
    case .days(let days, _):
      return RuleText(days % 7 == 0 ? "FREQ=WEEKLY\(step(days / 7))" : "FREQ=DAILY\(step(days))")
    case .months(let months):
      let isYearly = months % 12 == 0
      let short = date.day > 28 && (!isYearly || date.month == 2)
      return RuleText(
        "FREQ=\(isYearly ? "YEARLY" : "MONTHLY")\(step(isYearly ? months / 12 : months))"
          + (short && isYearly ? ";BYMONTH=2" : "") + (short ? ";\(RuleText.clamped(to: date.day))" : ""))
    }
  }
}
