/// Parses the grammar of RFC 5545 section 3.3.10.
struct RecurrenceRuleParser {
  fileprivate enum Part: UInt8, CaseIterable {
    case frequency, until, count, interval, weekStart, months, weekNumbers, yearDays, monthDays, weekdays, setPositions

    var name: String {
      switch self {
      case .frequency: "FREQ"
      case .until: "UNTIL"
      case .count: "COUNT"
      case .interval: "INTERVAL"
      case .weekStart: "WKST"
      case .months: "BYMONTH"
      case .weekNumbers: "BYWEEKNO"
      case .yearDays: "BYYEARDAY"
      case .monthDays: "BYMONTHDAY"
      case .weekdays: "BYDAY"
      case .setPositions: "BYSETPOS"
      }
    }

    var bit: UInt16 { 1 << UInt16(rawValue) }
  }

  private let text: [UInt8]
  private var result = RecurrenceRule(frequency: .daily)
  /// The bits of the parts read so far.
  private var seen: UInt16 = 0

  init(_ text: [UInt8]) { self.text = text }

  mutating func rule() throws(RecurrenceError) -> RecurrenceRule {
    var start = 0
    while true {
      let end = index(of: ";", in: start..<text.count)
      try part(start..<end)
      if end == text.count { break }
      start = end + 1
    }
    guard seen & Part.frequency.bit != 0 else {
      throw error(0..<text.count, "a rule with FREQ=DAILY, WEEKLY, MONTHLY or YEARLY")
    }
    return result
  }

  private mutating func part(_ range: Range<Int>) throws(RecurrenceError) {
    let equals = index(of: "=", in: range)
    guard equals < range.upperBound else { throw error(range, "a rule part, NAME=VALUE") }
    let name = range.lowerBound..<equals
    let value = equals + 1..<range.upperBound
    guard let part = part(named: name) else {
      throw error(name, "one of \(Part.allCases.map(\.name).joined(separator: ", "))")
    }
    guard seen & part.bit == 0 else { throw error(range, "\(part.name) only once") }
    seen |= part.bit
    let both = Part.count.bit | Part.until.bit
    if part.bit & both != 0, seen & both == both {
      throw error(range, "either COUNT or UNTIL, not both")
    }
    try read(part, value, at: range.lowerBound)
  }

  private func part(named name: Range<Int>) -> Part? {
    Keywords.parts.firstIndex(of: keyword(name)).flatMap { Part(rawValue: UInt8($0)) }
  }

  private mutating func read(_ part: Part, _ value: Range<Int>, at offset: Int) throws(RecurrenceError) {
    switch part {
    case .frequency:
      guard let frequency = frequency(value) else { throw error(value, "DAILY, WEEKLY, MONTHLY or YEARLY") }
      result.frequency = frequency
    case .until: result.until = try until(value)
    case .count: result.count = try positive(value)
    case .interval: result.interval = try positive(value)
    case .weekStart:
      guard let weekday = weekday(value) else { throw error(value, "MO, TU, WE, TH, FR, SA or SU") }
      result.weekStart = weekday
    case .months:
      var months = result.months
      try forEachMember(of: value) { member throws(RecurrenceError) in
        guard let month = number(member, digits: 2), (1...12).contains(month) else {
          throw error(member, "a month, 1 to 12")
        }
        months |= 1 << UInt16(month)
      }
      result.months = months
    case .weekNumbers:
      result.offsets.weekNumbers = offset
      result.weekNumbers = try ordinals(value, limit: 53)
    case .yearDays:
      result.offsets.yearDays = offset
      result.yearDays = try yearDays(value)
    case .monthDays:
      result.offsets.monthDays = offset
      result.monthDays = try ordinals(value, limit: 31)
    case .weekdays:
      result.offsets.weekdays = offset
      try weekdays(value)
    case .setPositions:
      result.offsets.setPositions = offset
      result.setPositions = try yearDays(value)
    }
  }

  private func ordinals(_ value: Range<Int>, limit: Int) throws(RecurrenceError) -> RecurrenceOrdinals {
    var ordinals = RecurrenceOrdinals()
    try forEachNumber(of: value, digits: 2, limit: limit) { ordinals.insert($0) }
    return ordinals
  }

  /// Reads the members of BYYEARDAY or BYSETPOS.
  private func yearDays(_ value: Range<Int>) throws(RecurrenceError) -> [Int16] {
    var days: [Int16] = []
    try forEachNumber(of: value, digits: 3, limit: 366) { days.insertInOrder(Int16($0)) }
    return days
  }

  /// Reads the members of BYDAY: `MO`, `2TU`, `+2TU`, `-1FR`.
  private mutating func weekdays(_ value: Range<Int>) throws(RecurrenceError) {
    let expected = { "a weekday, MO to SU, or one with a number of 1 to 53 before it, as in 2TU or -1FR" }
    var weekdays = WeekdaySet()
    var ordinalWeekdays: [RecurrenceOrdinalWeekday] = []
    try forEachMember(of: value) { member throws(RecurrenceError) in
      let name = max(member.lowerBound, member.upperBound - 2)..<member.upperBound
      guard let weekday = weekday(name) else { throw error(member, expected()) }
      let prefix = member.lowerBound..<name.lowerBound
      if prefix.isEmpty {
        weekdays.insert(weekday)
      } else {
        guard let ordinal = signedNumber(prefix, digits: 2), (1...53).contains(abs(ordinal)) else {
          throw error(member, expected())
        }
        ordinalWeekdays.insertInOrder(.init(ordinal: Int8(ordinal), weekday: weekday))
      }
    }
    result.weekdays = weekdays
    result.ordinalWeekdays = ordinalWeekdays
  }

  private func until(_ value: Range<Int>) throws(RecurrenceError) -> RecurrenceRule.Until {
    let bytes = ContiguousArray(text[value])
    let digits = bytes.span
    let isInUTC = digits.count == 16 && digits[15] == UInt8(ascii: "Z")
    if digits.count >= 8, let date = LocalDate(digits, monthAt: 4, dayAt: 6) {
      if digits.count == 8 { return .date(date) }
      if digits.count == 15 || isInUTC, digits[8] == UInt8(ascii: "T"), let hour = digits.twoDigits(at: 9),
        let minute = digits.twoDigits(at: 11), let second = digits.twoDigits(at: 13), second <= 60,
        // A leap second counts as the second before it (RFC 5545 section 3.3.12).
        let time = LocalTime(hour: hour, minute: minute, second: min(second, 59))
      {
        let local = date.at(time)
        return isInUTC ? .utc(local.instant(at: .utc)) : .local(local)
      }
    }
    throw error(value, "a date, 20261208, or a date with a time, 20261208T120000 or 20261208T120000Z")
  }
}

extension RecurrenceRuleParser {
  /// Calls `body` with each member of a list, including empty ones between extra commas.
  private func forEachMember(
    of value: Range<Int>, _ body: (Range<Int>) throws(RecurrenceError) -> Void
  ) throws(RecurrenceError) {
    var start = value.lowerBound
    while true {
      let end = index(of: ",", in: start..<value.upperBound)
      try body(start..<end)
      if end == value.upperBound { return }
      start = end + 1
    }
  }

  private func forEachNumber(
    of value: Range<Int>, digits: Int, limit: Int, _ body: (Int) -> Void
  ) throws(RecurrenceError) {
    try forEachMember(of: value) { member throws(RecurrenceError) in
      guard let number = signedNumber(member, digits: digits), (1...limit).contains(abs(number)) else {
        throw error(member, "a number of 1 to \(limit) or -\(limit) to -1")
      }
      body(number)
    }
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

  /// Reads one to `digits` decimal digits, clamped to `Int32.max`.
  private func number(_ range: Range<Int>, digits: Int) -> Int? {
    guard !range.isEmpty, range.count <= digits else { return nil }
    var value = 0
    for index in range {
      let digit = Int(text[index]) - 48
      guard (0...9).contains(digit) else { return nil }
      value = min(value * 10 + digit, Int(Int32.max))
    }
    return value
  }

  private func frequency(_ range: Range<Int>) -> RecurrenceRule.Frequency? {
    Keywords.frequencies.firstIndex(of: keyword(range)).map { RecurrenceRule.Frequency.allCases[$0] }
  }

  private func weekday(_ range: Range<Int>) -> Weekday? {
    Keywords.weekdays.firstIndex(of: keyword(range)).flatMap { Weekday(rawValue: UInt8($0)) }
  }

  /// Returns the key of the word at `range` in ``Keywords``.
  private func keyword(_ range: Range<Int>) -> UInt64 { Keywords.key(text[range]) }

  private func index(of character: Unicode.Scalar, in range: Range<Int>) -> Int {
    var index = range.lowerBound
    while index < range.upperBound, text[index] != UInt8(ascii: character) { index += 1 }
    return index
  }

  private func error(_ range: Range<Int>, _ expected: String) -> RecurrenceError {
    RecurrenceError(offset: range.lowerBound, found: text[range], expected: expected)
  }
}

/// Words of up to 12 letters as numbers, regardless of case. Looking one up compares no texts.
private enum Keywords {
  static let parts = RecurrenceRuleParser.Part.allCases.map { key($0.name.utf8) }
  static let frequencies = RecurrenceRule.Frequency.allCases.map { key($0.rawValue.utf8) }
  static let weekdays = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"].map { key($0.utf8) }

  /// Returns the key of a word.
  ///
  /// - Returns: 0 if `word` is longer or has other characters.
  static func key(_ word: some Collection<UInt8>) -> UInt64 {
    guard word.count <= 12 else { return 0 }
    var key: UInt64 = 1
    for character in word {
      let letter = character & 0xdf &- 64
      guard 1...26 ~= letter else { return 0 }
      key = key << 5 | UInt64(letter)
    }
    return key
  }
}

extension Array where Element: Comparable {
  /// Inserts an element, keeping the array ascending and without duplicates.
  fileprivate mutating func insertInOrder(_ element: Element) {
    let index = partitioningIndex { $0 >= element }
    if index == endIndex || self[index] != element { insert(element, at: index) }
  }
}
