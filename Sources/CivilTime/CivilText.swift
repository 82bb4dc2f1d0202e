/// The two forms in which ISO 8601 writes dates and times.
public enum ISO8601Form: Sendable {
  /// Without punctuation: `20261120`, `090000`, `20261120T090000`, `20261120T090000Z`.
  case basic
  /// With punctuation: `2026-11-20`, `09:00:00`, `2026-11-20T09:00:00`, `2026-11-20T09:00:00Z`.
  case extended
}

extension LocalDate {
  /// `YYYYMMDD` in ASCII, the first digit in the lowest byte.
  ///
  /// ```
  /// let digits = LocalDate(year: 2026, month: 11, day: 20)!.digits
  /// assert(digits & 0xff == UInt64(UInt8(ascii: "2")) && digits >> 56 == UInt64(UInt8(ascii: "0")))
  /// ```
  public var digits: UInt64 {
    let (year, month, day) = fields
    return CivilText.digits(year / 100, year % 100, month, day)
  }
}

extension LocalTime {
  /// `HHMMSS` in ASCII, the first digit in the lowest byte; the two highest bytes are 0.
  public var digits: UInt64 { CivilText.digits(hour, minute, second, 0) & 0xffff_ffff_ffff }
}

/// A date, a time of day, both, or an instant, as ISO 8601 writes them.
public protocol CivilValue: CustomStringConvertible {
  /// Returns the text in a form of ISO 8601.
  func text(_ form: ISO8601Form) -> CivilText
}

extension CivilValue {
  /// The extended form of ISO 8601. For an instant, this is RFC 3339 in UTC.
  public var description: String { text(.extended).string }
}

extension LocalDate: CivilValue {
  /// Returns the text in a form of ISO 8601.
  public func text(_ form: ISO8601Form) -> CivilText {
    switch form {
    case .basic: CivilText(digits, count: 8)
    case .extended: CivilText(CivilText.yearAndMonth(digits), digits >> 48, count: 10)
    }
  }
}

extension LocalTime: CivilValue {
  /// Returns the text in a form of ISO 8601.
  public func text(_ form: ISO8601Form) -> CivilText {
    switch form {
    case .basic: CivilText(digits, count: 6)
    case .extended: CivilText(CivilText.clock(digits), count: 8)
    }
  }
}

extension LocalDateTime: CivilValue {
  /// Returns the text in a form of ISO 8601.
  public func text(_ form: ISO8601Form) -> CivilText {
    let (date, time) = (date.digits, time.digits)
    let clock = CivilText.clock(time)
    return switch form {
    case .basic: CivilText(date, 0x54 | time << 8, count: 15)
    case .extended:
      CivilText(CivilText.yearAndMonth(date), date >> 48 | 0x54 << 16 | clock << 24, clock >> 40, count: 19)
    }
  }
}

extension Instant: CivilValue {
  /// Returns the text in a form of ISO 8601, in UTC.
  public func text(_ form: ISO8601Form) -> CivilText { utc.text(form).appendingZ() }
}

/// Up to 20 ASCII characters in three words of eight, the first in the lowest byte.
public struct CivilText {
  private let first, second, third: UInt64
  fileprivate let count: Int

  fileprivate init(_ first: UInt64, _ second: UInt64 = 0, _ third: UInt64 = 0, count: Int) {
    (self.first, self.second, self.third, self.count) = (first, second, third, count)
  }

  fileprivate func byte(_ index: Int) -> UInt8 {
    let word = index < 8 ? first : index < 16 ? second : third
    return UInt8(truncatingIfNeeded: word >> UInt64(index % 8 * 8))
  }

  /// Returns the text with `Z` after its 15 or 19 characters.
  fileprivate func appendingZ() -> CivilText {
    count == 15
      ? CivilText(first, second | 0x5a << 56, count: 16) : CivilText(first, second, third | 0x5a << 24, count: 20)
  }

  fileprivate var string: String { String(asciiCount: count) { byte($0) } }

  /// Returns four numbers below 100 with two digits each. Divides all four by ten at once, each in 16 bits of a word.
  fileprivate static func digits(_ first: Int, _ second: Int, _ third: Int, _ fourth: Int) -> UInt64 {
    let numbers = UInt64(truncatingIfNeeded: first | second << 16 | third << 32 | fourth << 48)
    // n · 103 / 1024 is n / 10 for all n below 100.
    let tens = (numbers &* 103) >> 10 & 0x000f_000f_000f_000f
    return 0x3030_3030_3030_3030 + tens + ((numbers - tens * 10) << 8)
  }

  /// Returns `YYYY-MM-` for `YYYYMMDD`.
  fileprivate static func yearAndMonth(_ digits: UInt64) -> UInt64 {
    digits & 0xffff_ffff | 0x2d << 32 | (digits >> 32 & 0xffff) << 40 | 0x2d << 56
  }

  /// Returns `HH:MM:SS` for `HHMMSS`.
  fileprivate static func clock(_ digits: UInt64) -> UInt64 {
    digits & 0xffff | 0x3a << 16 | (digits >> 16 & 0xffff) << 24 | 0x3a << 40 | (digits >> 32) << 48
  }
}

/// Writes dates and times as ASCII.
///
/// ```
/// let text = [UInt8](capacity: 16) { $0.append(Instant(epochSeconds: 0)!, .basic) }
/// assert(String(decoding: text, as: UTF8.self) == "19700101T000000Z")
/// ```
extension OutputSpan<UInt8> {
  /// Appends a date, a time or an instant in a form of ISO 8601.
  public mutating func append(_ value: some CivilValue, _ form: ISO8601Form = .extended) {
    let text = value.text(form)
    for index in 0..<text.count { append(text.byte(index)) }
  }
}

extension [UInt8] {
  /// Appends a number as two digits.
  ///
  /// - Parameter value: 0 to 99.
  public mutating func appendTwoDigits(_ value: some BinaryInteger) {
    let number = UInt8(truncatingIfNeeded: value)
    append(UInt8(ascii: "0") &+ number / 10)
    append(UInt8(ascii: "0") &+ number % 10)
  }
}
