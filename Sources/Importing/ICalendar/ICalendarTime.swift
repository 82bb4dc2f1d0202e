import CivilTime
import Formats

/// A date or time of a property (RFC 5545, sections 3.3.4 and 3.3.5).
struct ICalendarTime {
  enum Clock: Hashable {
    /// The clock of the viewer: here, the account's.
    case floating
    case utc
    /// The zone with this TZID.
    case named(String)
  }

  var date: LocalDate
  /// nil for a whole day.
  var time: LocalTime?
  var clock: Clock
  var place: Place

  var local: LocalDateTime { date.at(time ?? .midnight) }

  init?(_ line: ICalendarLines.Line) { self.init(line.value, of: line) }

  /// The instant of a stamp, which is in UTC. Some programs leave out the `Z`.
  var stamp: Instant { local.instant(at: .utc) }

  /// - Parameter text: One of the line's values.
  init?(_ text: Span<UInt8>, of line: ICalendarLines.Line) {
    var start = 0
    while start < text.count, text[start] == 0x20 { start += 1 }
    var end = start
    while end < text.count, text[end] != 0x20, text[end] != UInt8(ascii: "/") { end += 1 }
    guard end - start >= 8, let date = LocalDate(basic: text.extracting(start..<start + 8)) else { return nil }
    (self.date, place) = (date, line.valuePlace)
    clock = .floating
    let isUTC = text[end - 1] | 0x20 == UInt8(ascii: "z")
    // Google writes `20131210Z` for a date.
    if end - start - (isUTC ? 1 : 0) == 8 { return }
    guard text[start + 8] | 0x20 == UInt8(ascii: "t") else { return nil }
    let digits = text.extracting(start + 9..<max(start + 9, isUTC ? end - 1 : end))
    // ISO 8601's end of a day.
    let isEnd = digits.decimal == 240_000
    guard let time = isEnd ? .midnight : LocalTime(basic: digits) else { return nil }
    if isEnd { self.date = date.adding(days: 1) }
    self.time = time
    clock = isUTC ? .utc : line.parameter("TZID").map { .named($0) } ?? .floating
  }
}

extension ICalendarComponent.Addition {
  /// - Parameter text: A time, or a period `start/end` or `start/duration`.
  init?(_ text: Span<UInt8>, of line: ICalendarLines.Line) {
    guard let time = ICalendarTime(text, of: line) else { return nil }
    self.time = time
    let slash = text.firstIndex(of: UInt8(ascii: "/"), from: 0)
    guard slash < text.count else { return }
    let rest = text.extracting(droppingFirst: slash + 1)
    end = ICalendarDuration(rest).map { .after($0) } ?? ICalendarTime(rest, of: line).map { .at($0) }
  }
}

/// A duration (RFC 5545, section 3.3.6): calendar days and seconds.
struct ICalendarDuration: Hashable {
  var days = 0
  var seconds = 0

  init(days: Int = 0, seconds: Int) { (self.days, self.seconds) = (days, seconds) }

  /// A minus before any of the numbers makes the whole duration negative: some programs write `PT-15M`.
  init?(_ text: Span<UInt8>) {
    var index = 0
    while index < text.count, text[index] == 0x20 { index += 1 }
    let sign = text.firstIndex(of: UInt8(ascii: "-"), from: 0) < text.count ? -1 : 1
    if index < text.count, text[index] == UInt8(ascii: "-") || text[index] == UInt8(ascii: "+") { index += 1 }
    guard index < text.count, text[index] | 0x20 == UInt8(ascii: "p") else { return nil }
    var (number, hasDigits, isTime, hasPart) = (0, false, false, false)
    for index in index + 1..<text.count {
      let byte = text[index]
      switch byte | 0x20 {
      case UInt8(ascii: "0")...UInt8(ascii: "9"):
        guard number < 100_000_000 else { return nil }
        number = number * 10 + Int(byte - UInt8(ascii: "0"))
        hasDigits = true
        continue
      case UInt8(ascii: "t") where !isTime && !hasDigits:
        isTime = true
        continue
      case UInt8(ascii: "w") where hasDigits && !isTime: days += sign * number * 7
      case UInt8(ascii: "d") where hasDigits && !isTime: days += sign * number
      case UInt8(ascii: "h") where hasDigits && isTime: seconds += sign * number * 3600
      case UInt8(ascii: "m") where hasDigits && isTime: seconds += sign * number * 60
      case UInt8(ascii: "s") where hasDigits && isTime: seconds += sign * number
      case 0x20, UInt8(ascii: "-"), UInt8(ascii: "+"): continue
      default: return nil
      }
      if max(days.magnitude, seconds.magnitude / 86_400) > 40_000 { return nil }
      (number, hasDigits, hasPart) = (0, false, true)
    }
    if hasDigits || !hasPart { return nil }
  }

  /// The duration in seconds, such as `-87000s`: the same for every way to write it.
  var text: String {
    let total = days * 86_400 + seconds
    return "\(total < 0 ? "-" : "")\(abs(total))s"
  }
}
