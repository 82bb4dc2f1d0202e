/// The rule in a TZif footer: a POSIX `TZ` string, in which changes may be −167 to 167 hours from midnight (RFC 9636 section 3.3.1).
struct PosixRule: Sendable, Hashable {
  /// Daylight saving time, with its start and end.
  struct Daylight: Sendable, Hashable {
    var type: LocalTimeType
    var start: YearlyChange
    var end: YearlyChange
  }

  /// The day of the year and the wall time at which the clock changes.
  struct YearlyChange: Sendable, Hashable {
    enum Day: Sendable, Hashable {
      /// `Jn`: 1...365, 29 February never counted.
      case julian(Int)
      /// `n`: 0...365, 29 February counted.
      case ordinal(Int)
      /// `Mm.w.d`: weekday `d` (0 = Sunday) of week `w` (5 = the last) of month `m`.
      case weekday(month: Int, week: Int, weekday: Int)
    }

    var day: Day
    /// Seconds after local midnight, −604,799 to 604,799.
    var time: Int64

    /// Returns the change in `year` on the clock before it, in seconds since 1970-01-01T00:00:00.
    func local(year: Int) -> Int64 {
      let date: Int
      switch day {
      case .julian(let number):
        let leapDay = Gregorian.isLeap(year: year) && number >= 60 ? 1 : 0
        date = Gregorian.day(year: year, month: 1, day: number + leapDay)
      case .ordinal(let number): date = Gregorian.day(year: year, month: 1, day: number + 1)
      case .weekday(let month, let week, let weekday):
        let first = Gregorian.day(year: year, month: month, day: 1)
        let ahead = (weekday + 6 - Gregorian.weekday(of: first)) % 7
        let index = ahead + (week - 1) * 7
        date = first + (index < Gregorian.daysInMonth(year: year, month: month) ? index : index - 7)
      }
      return Int64(date) * 86_400 + time
    }
  }

  var standard: LocalTimeType
  var daylight: Daylight?

  /// Returns the two changes of `year` (0 to 10,000) in order: seconds since the epoch, and the type from then on.
  func changes(year: Int) -> [(at: Int64, type: LocalTimeType)] {
    guard let daylight else { return [] }
    let toDaylight = daylight.start.local(year: year) - Int64(standard.offset.seconds)
    let toStandard = daylight.end.local(year: year) - Int64(daylight.type.offset.seconds)
    let changes = [(at: toDaylight, type: daylight.type), (at: toStandard, type: standard)]
    return changes.sorted { $0.at < $1.at }
  }

  /// Returns the changes of several years in order. In some rules, a year's last change follows the next year's first.
  func changes(years: ClosedRange<Int>) -> [(at: Int64, type: LocalTimeType)] {
    var changes: [(at: Int64, type: LocalTimeType)] = []
    changes.reserveCapacity(2 * years.count)
    for year in years { changes += self.changes(year: year) }
    let isInOrder = changes.indices.dropFirst().allSatisfy { changes[$0 - 1].at <= changes[$0].at }
    return isInOrder
      ? changes
      : changes.enumerated().sorted { ($0.element.at, $0.offset) < ($1.element.at, $1.offset) }
        .map(\.element)
  }

  /// Returns the type in force at `instant`; nil if the rule has no changes.
  func lastChange(upTo instant: Instant) -> LocalTimeType? {
    let year = instant.local(at: standard.offset).date.year
    var last: (at: Int64, type: LocalTimeType)?
    for year in year - 1...year + 1 {
      for change in changes(year: year) where change.at <= instant.epochSeconds && change.at >= last?.at ?? .min {
        last = change
      }
    }
    return last?.type
  }
}

extension PosixRule {
  /// Parses a rule.
  ///
  /// - Returns: nil if `text` is empty or not a rule.
  init?(_ text: some Collection<UInt8>) {
    var parser = PosixRuleParser(Array(text))
    guard let rule = parser.rule() else { return nil }
    self = rule
  }
}

private struct PosixRuleParser {
  private let text: [UInt8]
  private var index = 0

  init(_ text: [UInt8]) { self.text = text }

  mutating func rule() -> PosixRule? {
    guard let standardName = name(), let offset = offset() else { return nil }
    let standard = LocalTimeType(offset: offset, abbreviation: standardName, isDaylight: false)
    if index == text.count { return PosixRule(standard: standard) }
    guard let daylightName = name(),
      let daylightOffset = peek == UInt8(ascii: ",") ? UTCOffset(seconds: offset.seconds + 3600) : self.offset(),
      let start = change(), let end = change(), index == text.count
    else { return nil }
    let daylight = LocalTimeType(offset: daylightOffset, abbreviation: daylightName, isDaylight: true)
    return PosixRule(standard: standard, daylight: .init(type: daylight, start: start, end: end))
  }

  private var peek: UInt8? { index < text.count ? text[index] : nil }

  private mutating func skip(_ character: Unicode.Scalar) -> Bool {
    guard peek == UInt8(ascii: character) else { return false }
    index += 1
    return true
  }

  /// Reads three or more letters, as in `EST`, or three or more letters, digits and signs in angle brackets, as in `<+03>`.
  private mutating func name() -> String? {
    let isQuoted = skip("<")
    let start = index
    while let character = peek, PosixRuleParser.isInName(character, isQuoted: isQuoted) { index += 1 }
    let name = text[start..<index]
    guard name.count >= 3, !isQuoted || skip(">") else { return nil }
    return String(decoding: name, as: UTF8.self)
  }

  private static func isInName(_ character: UInt8, isQuoted: Bool) -> Bool {
    switch character {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"): true
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "-"): isQuoted
    default: false
    }
  }

  /// Reads an offset, which the rule gives in hours, minutes and seconds west of Greenwich.
  private mutating func offset() -> UTCOffset? {
    time(maximumHours: 24).flatMap { UTCOffset(seconds: -Int($0)) }
  }

  private mutating func number() -> Int? {
    let start = index
    var value = 0
    while let character = peek, UInt8(ascii: "0")...UInt8(ascii: "9") ~= character, value < 1000 {
      value = value * 10 + Int(character - UInt8(ascii: "0"))
      index += 1
    }
    return index > start ? value : nil
  }

  /// Reads `[+-]hh[:mm[:ss]]` as seconds.
  private mutating func time(maximumHours: Int) -> Int64? {
    let isNegative = skip("-")
    if !isNegative { _ = skip("+") }
    guard let hours = number(), hours <= maximumHours else { return nil }
    var seconds = hours * 3600
    for unit in [60, 1] where skip(":") {
      guard let value = number(), value < 60 else { return nil }
      seconds += value * unit
    }
    return Int64(isNegative ? -seconds : seconds)
  }

  /// Reads `,Mm.w.d[/time]`, `,Jn[/time]` or `,n[/time]`.
  private mutating func change() -> PosixRule.YearlyChange? {
    guard skip(",") else { return nil }
    let day: PosixRule.YearlyChange.Day
    if skip("M") {
      guard let month = number(), (1...12).contains(month), skip("."),
        let week = number(), (1...5).contains(week), skip("."),
        let weekday = number(), (0...6).contains(weekday)
      else { return nil }
      day = .weekday(month: month, week: week, weekday: weekday)
    } else if skip("J") {
      guard let number = number(), (1...365).contains(number) else { return nil }
      day = .julian(number)
    } else {
      guard let number = number(), number <= 365 else { return nil }
      day = .ordinal(number)
    }
    var at: Int64 = 7200
    if skip("/") {
      guard let time = time(maximumHours: 167) else { return nil }
      at = time
    }
    return PosixRule.YearlyChange(day: day, time: at)
  }
}
