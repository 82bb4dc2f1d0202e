/// The rule in a TZif footer: a POSIX `TZ` string with the extensions of RFC 9636 section 3.3.1
/// (times of a change from −167 to 167 hours).
struct PosixRule: Sendable, Hashable {
  /// Daylight time and the two yearly changes of a zone that has them.
  struct Daylight: Sendable, Hashable {
    var type: LocalTimeType
    var start: YearlyChange
    var end: YearlyChange
  }

  /// One day of every year, and the wall time of that day at which the clock changes.
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
    /// Seconds after local midnight, −601200...601200.
    var time: Int64

    /// The change in `year`, on the wall clock that ruled before it.
    func local(year: Int) -> LocalDateTime {
      let firstDay = LocalDate(unchecked: year, 1, 1)
      let date: LocalDate
      switch day {
      case .julian(let number):
        let leapDay = LocalDate.isLeap(year: year) && number >= 60 ? 1 : 0
        date = firstDay.adding(days: number - 1 + leapDay)
      case .ordinal(let number):
        date = firstDay.adding(days: number)
      case .weekday(let month, let week, let weekday):
        let first = LocalDate(unchecked: year, month, 1)
        let ahead = (weekday + 6 - Int(first.weekday.rawValue)) % 7
        let length = LocalDate.daysInMonth(year: year, month: month)
        var day = 1 + ahead + (week - 1) * 7
        if day > length { day -= 7 }
        date = first.adding(days: day - 1)
      }
      return date.at(.midnight).adding(seconds: time)
    }
  }

  var standard: LocalTimeType
  var daylight: Daylight?

  /// The two changes of `year` in order of time, each with what holds from it on.
  func changes(year: Int) -> [(at: Instant, type: LocalTimeType)] {
    guard let daylight else { return [] }
    let toDaylight = daylight.start.local(year: year).instant(at: standard.offset)
    let toStandard = daylight.end.local(year: year).instant(at: daylight.type.offset)
    // All-year daylight time is written as two changes at the same instant: no change at all.
    let changes = [(toDaylight, daylight.type), (toStandard, standard)]
    return changes.sorted { $0.0 < $1.0 }
  }

  /// What holds at `instant` by the change before it; nil where the rule has no changes.
  func lastChange(upTo instant: Instant) -> LocalTimeType? {
    let year = instant.local(at: standard.offset).date.year
    var type: LocalTimeType?
    for year in year - 1...year + 1 {
      for change in changes(year: year) where change.at <= instant { type = change.type }
    }
    return type
  }
}

extension PosixRule {
  /// - Returns: nil where `text` is not a rule, an empty text included.
  init?(_ text: some Collection<UInt8>) {
    var parser = PosixRuleParser(Array(text))
    guard let rule = parser.rule() else { return nil }
    self = rule
  }
}

private struct PosixRuleParser {
  private let text: [UInt8]
  private var index = 0

  init(_ text: [UInt8]) {
    self.text = text
  }

  mutating func rule() -> PosixRule? {
    guard let standardName = name(), let west = time(maxHours: 24) else { return nil }
    let offset = UTCOffset(seconds: Int32(-west))
    let standard = LocalTimeType(offset: offset, abbreviation: standardName, isDaylight: false)
    if index == text.count { return PosixRule(standard: standard) }
    guard let daylightName = name() else { return nil }
    var daylightOffset = UTCOffset(seconds: offset.seconds + 3600)
    if let next = peek, next != UInt8(ascii: ",") {
      guard let west = time(maxHours: 24) else { return nil }
      daylightOffset = UTCOffset(seconds: Int32(-west))
    }
    guard let start = change(), let end = change(), index == text.count else { return nil }
    let daylight = LocalTimeType(offset: daylightOffset, abbreviation: daylightName, isDaylight: true)
    return PosixRule(standard: standard, daylight: .init(type: daylight, start: start, end: end))
  }

  private var peek: UInt8? { index < text.count ? text[index] : nil }

  private mutating func skip(_ character: Unicode.Scalar) -> Bool {
    guard peek == UInt8(ascii: character) else { return false }
    index += 1
    return true
  }

  /// `EST` or `<+03>`, without the brackets.
  private mutating func name() -> String? {
    if skip("<") {
      let start = index
      while let character = peek, character != UInt8(ascii: ">") { index += 1 }
      let end = index
      return skip(">") ? String(decoding: text[start..<end], as: UTF8.self) : nil
    }
    let start = index
    while let character = peek, UInt8(ascii: "A")...UInt8(ascii: "z") ~= character { index += 1 }
    return index > start ? String(decoding: text[start..<index], as: UTF8.self) : nil
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

  /// `[+-]hh[:mm[:ss]]` in seconds.
  private mutating func time(maxHours: Int) -> Int64? {
    let isNegative = skip("-")
    if !isNegative { _ = skip("+") }
    guard let hours = number(), hours <= maxHours else { return nil }
    var seconds = hours * 3600
    for unit in [60, 1] where skip(":") {
      guard let value = number(), value < 60 else { return nil }
      seconds += value * unit
    }
    return Int64(isNegative ? -seconds : seconds)
  }

  /// `,Mm.w.d[/time]`, `,Jn[/time]`, `,n[/time]`.
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
      guard let time = time(maxHours: 167) else { return nil }
      at = time
    }
    return PosixRule.YearlyChange(day: day, time: at)
  }
}
