/// Reads the grammar of RFC 5545 section 3.3.10.
struct RecurrenceRuleParser {
  private enum Part: String, CaseIterable {
    case frequency = "FREQ"
    case until = "UNTIL"
    case count = "COUNT"
    case interval = "INTERVAL"
    case weekStart = "WKST"
    case months = "BYMONTH"
    case weekNumbers = "BYWEEKNO"
    case yearDays = "BYYEARDAY"
    case monthDays = "BYMONTHDAY"
    case weekdays = "BYDAY"
    case setPositions = "BYSETPOS"
  }

  private let text: [UInt8]
  private var result = RecurrenceRule(frequency: .daily)
  private var seen: [Part] = []

  init(_ text: [UInt8]) {
    self.text = text
  }

  mutating func rule() throws(RecurrenceError) -> RecurrenceRule {
    var start = 0
    while true {
      let end = index(of: ";", in: start..<text.count)
      try part(start..<end)
      if end == text.count { break }
      start = end + 1
    }
    guard seen.contains(.frequency) else {
      throw error(0..<text.count, "a rule with FREQ=DAILY, WEEKLY, MONTHLY or YEARLY")
    }
    return result
  }

  private mutating func part(_ range: Range<Int>) throws(RecurrenceError) {
    let equals = index(of: "=", in: range)
    guard equals < range.upperBound else { throw error(range, "a rule part, NAME=VALUE") }
    let name = range.lowerBound..<equals
    let value = equals + 1..<range.upperBound
    guard let part = Part(rawValue: uppercased(name)) else {
      throw error(name, "one of \(Part.allCases.map(\.rawValue).joined(separator: ", "))")
    }
    guard !seen.contains(part) else { throw error(range, "\(part.rawValue) only once") }
    if part == .count && seen.contains(.until) || part == .until && seen.contains(.count) {
      throw error(range, "either COUNT or UNTIL, not both")
    }
    seen.append(part)
    try read(part, value, at: range.lowerBound)
  }

  private mutating func read(_ part: Part, _ value: Range<Int>, at offset: Int) throws(RecurrenceError) {
    switch part {
    case .frequency:
      guard let frequency = RecurrenceRule.Frequency(rawValue: uppercased(value)) else {
        throw error(value, "DAILY, WEEKLY, MONTHLY or YEARLY")
      }
      result.frequency = frequency
    case .until:
      result.until = try until(value)
    case .count:
      result.count = try positive(value)
    case .interval:
      result.interval = try positive(value)
    case .weekStart:
      guard let weekday = weekday(value) else { throw error(value, "MO, TU, WE, TH, FR, SA or SU") }
      result.weekStart = weekday
    case .months:
      for member in members(of: value) {
        guard let month = number(member, digits: 2), (1...12).contains(month) else {
          throw error(member, "a month, 1 to 12")
        }
        result.months |= 1 << UInt16(month)
      }
    case .weekNumbers:
      result.offsets.weekNumbers = offset
      for number in try numbers(value, digits: 2, limit: 53) { result.weekNumbers.insert(number) }
    case .yearDays:
      result.offsets.yearDays = offset
      for number in try numbers(value, digits: 3, limit: 366) { result.yearDays.insertInOrder(Int16(number)) }
    case .monthDays:
      result.offsets.monthDays = offset
      for number in try numbers(value, digits: 2, limit: 31) { result.monthDays.insert(number) }
    case .weekdays:
      result.offsets.weekdays = offset
      try weekdays(value)
    case .setPositions:
      result.offsets.setPositions = offset
      for number in try numbers(value, digits: 3, limit: 366) { result.setPositions.insertInOrder(Int16(number)) }
    }
  }

  /// `MO`, `2TU`, `+2TU`, `-1FR`.
  private mutating func weekdays(_ value: Range<Int>) throws(RecurrenceError) {
    let expected = "a weekday, MO to SU, or one with a number of 1 to 53 before it, as in 2TU or -1FR"
    for member in members(of: value) {
      let name = max(member.lowerBound, member.upperBound - 2)..<member.upperBound
      guard let weekday = weekday(name) else { throw error(member, expected) }
      let prefix = member.lowerBound..<name.lowerBound
      if prefix.isEmpty {
        result.weekdays.insert(weekday)
      } else {
        guard let ordinal = signedNumber(prefix, digits: 2), (1...53).contains(abs(ordinal)) else {
          throw error(member, expected)
        }
        result.ordinalWeekdays.insertInOrder(.init(ordinal: Int8(ordinal), weekday: weekday))
      }
    }
  }

  private func until(_ value: Range<Int>) throws(RecurrenceError) -> RecurrenceRule.Until {
    let expected = "a date, 20261208, or a date with a time, 20261208T120000 or 20261208T120000Z"
    var digits = DigitCursor(text[value])
    guard let year = digits.number(4), let month = digits.number(2), let day = digits.number(2),
      let date = LocalDate(year: year, month: month, day: day)
    else { throw error(value, expected) }
    if digits.isAtEnd { return .date(date) }
    guard digits.skip("T"), let hour = digits.number(2), let minute = digits.number(2),
      let second = digits.number(2), second <= 60,
      // A leap second is read as the one before it (RFC 5545 section 3.3.12).
      let time = LocalTime(hour: hour, minute: minute, second: min(second, 59))
    else { throw error(value, expected) }
    let local = date.at(time)
    if digits.isAtEnd { return .local(local) }
    guard digits.skip("Z"), digits.isAtEnd else { throw error(value, expected) }
    return .utc(local.instant(at: .utc))
  }
}

extension RecurrenceRuleParser {
  /// The members of a list, an empty one for every comma too many.
  private func members(of value: Range<Int>) -> [Range<Int>] {
    text[value].split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false).map { $0.indices }
  }

  private func numbers(_ value: Range<Int>, digits: Int, limit: Int) throws(RecurrenceError) -> [Int] {
    var numbers: [Int] = []
    for member in members(of: value) {
      guard let number = signedNumber(member, digits: digits), (1...limit).contains(abs(number)) else {
        throw error(member, "a number of 1 to \(limit) or -\(limit) to -1")
      }
      numbers.append(number)
    }
    return numbers
  }

  private func positive(_ value: Range<Int>) throws(RecurrenceError) -> Int {
    guard let number = number(value, digits: .max), number > 0 else {
      throw error(value, "a whole number, 1 or more")
    }
    return number
  }

  private func signedNumber(_ range: Range<Int>, digits: Int) -> Int? {
    switch range.isEmpty ? 0 : text[range.lowerBound] {
    case UInt8(ascii: "-"): number(range.dropFirst(), digits: digits).map { -$0 }
    case UInt8(ascii: "+"): number(range.dropFirst(), digits: digits)
    default: number(range, digits: digits)
    }
  }

  /// One to `digits` decimal digits; values past `Int32.max` give that.
  private func number(_ range: Range<Int>, digits: Int) -> Int? {
    guard !range.isEmpty, range.count <= digits else { return nil }
    var value = 0
    for character in text[range] {
      guard UInt8(ascii: "0")...UInt8(ascii: "9") ~= character else { return nil }
      value = min(value * 10 + Int(character - UInt8(ascii: "0")), Int(Int32.max))
    }
    return value
  }

  private func weekday(_ range: Range<Int>) -> Weekday? {
    switch uppercased(range) {
    case "MO": .monday
    case "TU": .tuesday
    case "WE": .wednesday
    case "TH": .thursday
    case "FR": .friday
    case "SA": .saturday
    case "SU": .sunday
    default: nil
    }
  }

  /// ASCII letters in upper case; empty where the text is too long to be a keyword.
  private func uppercased(_ range: Range<Int>) -> String {
    guard range.count <= 15 else { return "" }
    return String(unsafeUninitializedCapacity: range.count) { letters in
      for (index, character) in text[range].enumerated() {
        letters[index] = UInt8(ascii: "a")...UInt8(ascii: "z") ~= character ? character - 32 : character
      }
      return range.count
    }
  }

  private func index(of character: Unicode.Scalar, in range: Range<Int>) -> Int {
    text[range].firstIndex(of: UInt8(ascii: character)) ?? range.upperBound
  }

  private func error(_ range: Range<Int>, _ expected: String) -> RecurrenceError {
    RecurrenceError(offset: range.lowerBound, found: text[range], expected: expected)
  }
}

extension Array where Element: Comparable {
  /// Keeps an ascending array without repetitions so.
  fileprivate mutating func insertInOrder(_ element: Element) {
    let index = partitioningIndex { $0 >= element }
    if index == endIndex || self[index] != element { insert(element, at: index) }
  }
}
