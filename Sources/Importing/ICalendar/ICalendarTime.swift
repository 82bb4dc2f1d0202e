import CivilTime
import Formats

/// A date or time of a property (RFC 5545, sections 3.3.4 and 3.3.5).
struct ICalendarTime {
  enum Clock: Hashable {
    /// The clocks of wherever it is looked at: the account's.
    case floating
    case utc
    /// By TZID.
    case named(String)
  }

  var date: LocalDate
  /// nil: the whole day.
  var time: LocalTime?
  var clock: Clock
  var place: Place

  var local: LocalDateTime { date.at(time ?? .midnight) }

  /// - Parameter text: One value of the line's, where it has several.
  init?(_ line: ICalendarLines.Line, _ text: Substring? = nil) {
    let value = text ?? line.value
    let digits = value.drop { $0 == " " }.prefix { $0 != " " && $0 != "/" }
    guard let date = LocalDate(basic: digits) else { return nil }
    (self.date, place) = (date, line.valuePlace)
    guard let mark = digits.firstIndex(where: { $0 == "T" || $0 == "t" }) else {
      clock = .floating
      return
    }
    var rest = digits[digits.index(after: mark)...]
    let isUTC = rest.hasSuffix("Z") || rest.hasSuffix("z")
    if isUTC { rest = rest.dropLast() }
    guard let time = LocalTime(basic: rest) else { return nil }
    self.time = time
    clock = isUTC ? .utc : line.parameter("TZID").map { .named($0) } ?? .floating
  }
}

/// A length of time (RFC 5545, section 3.3.6): days by the calendar, and seconds.
struct ICalendarDuration: Hashable {
  var days = 0
  var seconds = 0

  init?(_ text: Substring) {
    var rest = text.utf8.drop { $0 == 0x20 }
    var sign = 1
    if let first = rest.first, first == UInt8(ascii: "-") || first == UInt8(ascii: "+") {
      if first == UInt8(ascii: "-") { sign = -1 }
      rest = rest.dropFirst()
    }
    guard let first = rest.first, first | 0x20 == UInt8(ascii: "p") else { return nil }
    rest = rest.dropFirst()
    var (number, hasDigits, isTime, hasPart) = (0, false, false, false)
    for byte in rest {
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
      case 0x20, 0x2d: continue
      default: return nil
      }
      (number, hasDigits, hasPart) = (0, false, true)
    }
    if hasDigits || !hasPart || abs(days) > 40_000 { return nil }
  }

  /// `-P1DT600S`: the same for all ways to write it.
  var text: String {
    let total = days * 86_400 + seconds
    return "\(total < 0 ? "-" : "")\(abs(total))s"
  }
}
