import CivilTime

/// A due date in English words, as Todoist keeps it: `Nov 29`, `every 2 saturday`, `every! 3 days`, `every monday at 17:00`.
struct DatePhrase {
  /// The date, or the first one of the rule: the next one would leave `done` and `snooze` without yesterday's.
  let date: LocalDate
  private(set) var time: LocalTime?
  private(set) var rule: RuleText?
  /// Whether the text lacks the start from which its dates count.
  private(set) var isOpen = false
  private(set) var isAfterCompletion = false
  /// Whether the rule has no more dates.
  private(set) var isOver = false

  /// The start of a rule that names none, a Monday. Today would move it with each plan.
  private static let start = LocalDate(year: 2024, month: 1, day: 1)!
  private static let units = ["day": "DAILY", "week": "WEEKLY", "month": "MONTHLY", "year": "YEARLY"]
  private static let months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]

  /// - Parameter synonyms: What to read instead of a word, in words that this type knows.
  /// - Returns: nil if a word is unknown, there are several times, or the text counts from the day on which it was written,
  ///   such as `tomorrow`.
  init?(_ text: String, synonyms: [String: String], today: LocalDate) {
    let words = DatePhrase.words(text).flatMap { word in synonyms[word].map(DatePhrase.words) ?? [word] }
    var (parts, clause): ([String: [String]], String) = ([:], "")
    for (index, word) in words.enumerated() where word != "at" && word != "am" && word != "pm" {
      let half = words.dropFirst(index + 1).prefix(1).first { $0 == "am" || $0 == "pm" } ?? ""
      if word == "starting" || word == "ending" {
        clause = word
      } else if let time = DatePhrase.time(word + half, isSure: index > 0 && words[index - 1] == "at") {
        if self.time != nil { return nil }
        self.time = time
      } else {
        parts[clause, default: []].append(word)
      }
    }
    guard let first = parts[""]?.first else { return nil }
    guard first == "every" || first == "every!" else {
      guard parts.count == 1, let date = DatePhrase.date(parts[""]!, near: today) else { return nil }
      self.date = date
      return
    }
    isAfterCompletion = first == "every!"
    let ends = ["starting", "ending"].map { parts[$0].map { DatePhrase.date($0, near: today) } }
    guard !ends.contains(where: { $0 != nil && $0! == nil }),
      let (found, isOpen) = DatePhrase.rule(Array(parts[""]!.dropFirst()))
    else { return nil }
    var rule = found
    if let end = ends[1] ?? nil { rule["UNTIL"] = end.basic }
    let start = ends[0] ?? nil
    let from = start ?? DatePhrase.start
    let next = max(from, today)
    guard let dates = rule.dates(from: from, in: from...next.adding(days: 3660)) else { return nil }
    (self.date, self.rule, self.isOpen) = (dates.first ?? from, rule, isOpen && start == nil)
    isOver = dates.last.map { $0 < next } ?? true
  }

  /// Whether it knows each word of a synonym's meaning.
  static func knows(_ text: String) -> Bool {
    let words: Set = ["every", "every!", "starting", "ending", "at", "am", "pm"]
    return DatePhrase.words(text).allSatisfy { word in
      words.contains(word) || unit(word) != nil || weekday(word) != nil || months.contains(String(word.prefix(3)))
        || step(word) != nil || ordinal(word) != nil || time(word, isSure: true) != nil
        || LocalDate(iso8601: word.utf8) != nil
    }
  }

  private static func words(_ text: String) -> [String] {
    text.lowercased().split { $0 == "," || $0.isWhitespace }.map(String.init)
  }

  /// - Returns: The rule, and whether its dates depend on its start; nil if the words are no rule.
  private static func rule(_ words: [String]) -> (RuleText, isOpen: Bool)? {
    let numbers = words.prefix { step($0) != nil }.compactMap(step)
    var (interval, rest) = (1, words[...])
    if let next = words.dropFirst(numbers.count).first, unit(next) != nil || weekday(next) != nil {
      interval = numbers.reduce(1) { $0.multipliedReportingOverflow(by: $1).partialValue }
      rest = words.dropFirst(numbers.count)
    }
    guard 1...1000 ~= interval else { return nil }
    func rule(_ text: String, isOpen: Bool = false) -> (RuleText, Bool) {
      (RuleText(text + (interval > 1 ? ";INTERVAL=\(interval)" : "")), isOpen || interval > 1)
    }
    guard let first = rest.first else { return rule("FREQ=DAILY") }
    let others = Array(rest.dropFirst())
    if let unit = unit(first) {
      if others.isEmpty { return rule("FREQ=\(unit)", isOpen: unit != "DAILY") }
      guard let inner = DatePhrase.rule(others)?.0, inner["FREQ"] == unit else { return nil }
      return rule(inner.text)
    }
    let days = rest.compactMap(weekday)
    if days.count == rest.count {
      // Every third workday is no rule of weeks.
      return days.count > 4 && interval > 1 ? nil : rule("FREQ=WEEKLY;BYDAY=\(days.joined(separator: ","))")
    }
    let dates = rest.compactMap(ordinal).map(String.init)
    if dates.count == rest.count { return rule("FREQ=MONTHLY;BYMONTHDAY=\(dates.joined(separator: ","))") }
    if let number = ordinal(first), Int(first) == nil, others.compactMap(weekday).count == others.count {
      return others.count == 1
        ? rule("FREQ=MONTHLY;BYDAY=\(number)\(days[0])")
        : rule("FREQ=MONTHLY;BYDAY=\(days.joined(separator: ","));BYSETPOS=\(number)")
    }
    if let number = ordinal(first), others.count == 1, unit(others[0]) == "DAILY" {
      return rule("FREQ=MONTHLY;BYMONTHDAY=\(number)")
    }
    let months = rest.compactMap(month)
    if let number = ordinal(first), others.count == 2, let day = weekday(others[0]), months.count == 1 {
      return rule("FREQ=YEARLY;BYMONTH=\(months[0]);BYDAY=\(number)\(day)")
    }
    guard !months.isEmpty, months.count == dates.count, rest.count == 2 * months.count else { return nil }
    // Each month with each day, of which BYSETPOS takes those that are named. In leap years, 29 February is one more.
    let (pairs, monthDays) = (Set(zip(months, dates).map { "\($0) \($1)" }), Set(dates.compactMap { Int($0) }).sorted())
    let all = Set(months).sorted().flatMap { month in
      monthDays.filter { LocalDate(year: 2024, month: month, day: $0) != nil }.map { "\(month) \($0)" }
    }
    let positions = all.indices.filter { pairs.contains(all[$0]) }.map { String($0 + 1) }
    guard monthDays.count == 1 || positions.count == pairs.count && !all.contains("2 29") else { return nil }
    return rule(
      "FREQ=YEARLY;BYMONTH=\(Set(months).sorted().map(String.init).joined(separator: ","))"
        + ";BYMONTHDAY=\(monthDays.map(String.init).joined(separator: ","))"
        + (monthDays.count == 1 ? "" : ";BYSETPOS=\(positions.joined(separator: ","))"))
  }

  /// Returns the date of `2026-11-29`, `29 Nov 2026` or `Nov 29th`; without a year the one nearest to today.
  private static func date(_ words: [String], near today: LocalDate) -> LocalDate? {
    if words.count == 1 { return LocalDate(iso8601: words[0].utf8) }
    guard 2...3 ~= words.count, let month = words.prefix(2).compactMap(month).first,
      let day = words.prefix(2).compactMap(ordinal).first
    else { return nil }
    if words.count == 3 { return Int(words[2]).flatMap { LocalDate(year: $0, month: month, day: day) } }
    return (today.year - 1...today.year + 1).compactMap { LocalDate(year: $0, month: month, day: day) }
      .min { abs($0.days(since: today)) < abs($1.days(since: today)) }
  }

  /// Reads `2`, which may also be a day of the month, or `2x`, which is a step alone.
  private static func step(_ word: String) -> Int? { Int(word.hasSuffix("x") ? word.dropLast() : word[...]) }

  private static func unit(_ word: String) -> String? { units[word.hasSuffix("s") ? String(word.dropLast()) : word] }

  private static func weekday(_ word: String) -> String? {
    guard word.count > 2, let name = Weekday.names.first(where: { $0.hasPrefix(word) || $0 + "s" == word }) else {
      return nil
    }
    return String(name.prefix(2)).uppercased()
  }

  private static func month(_ word: String) -> Int? { months.firstIndex(of: String(word.prefix(3))).map { $0 + 1 } }

  /// Reads `3`, `3rd` or `last`, which is -1.
  private static func ordinal(_ word: String) -> Int? {
    let digits = ["st", "nd", "rd", "th"].contains(String(word.suffix(2))) ? word.dropLast(2) : word[...]
    return word == "last" ? -1 : Int(digits).flatMap { 1...31 ~= $0 ? $0 : nil }
  }

  /// - Parameter isSure: Whether a number alone is an hour.
  private static func time(_ word: String, isSure: Bool) -> LocalTime? {
    let half = ["am", "pm"].first { word.hasSuffix($0) }
    let digits = half == nil ? word[...] : word.dropLast(2)
    let parts = digits.split(separator: ":", omittingEmptySubsequences: false).map { Int($0) }
    guard 1...2 ~= parts.count, let hour = parts[0], let minute = parts.count == 2 ? parts[1] : 0,
      parts.count == 2 || half != nil || isSure
    else { return nil }
    guard let half else { return LocalTime(hour: hour, minute: minute) }
    return 1...12 ~= hour ? LocalTime(hour: hour % 12 + (half == "pm" ? 12 : 0), minute: minute) : nil
  }
}
