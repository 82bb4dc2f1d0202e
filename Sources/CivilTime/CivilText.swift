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
  /// The extended form of ISO 8601.
  var text: CivilText { get }
}

extension CivilValue {
  /// The extended form of ISO 8601. For an instant, this is RFC 3339 in UTC.
  public var description: String { text.string }
}

extension LocalDate: CivilValue {
  /// `YYYY-MM-DD`.
  public var text: CivilText { CivilText(CivilText.yearAndMonth(digits), digits >> 48, count: 10) }
}

extension LocalTime: CivilValue {
  /// `HH:MM:SS`.
  public var text: CivilText { CivilText(CivilText.clock(digits), count: 8) }
}

extension LocalDateTime: CivilValue {
  /// `YYYY-MM-DDTHH:MM:SS`.
  public var text: CivilText {
    let (date, clock) = (date.digits, CivilText.clock(time.digits))
    return CivilText(CivilText.yearAndMonth(date), date >> 48 | 0x54 << 16 | clock << 24, clock >> 40, count: 19)
  }
}

extension Instant: CivilValue {
  /// `YYYY-MM-DDTHH:MM:SSZ`.
  public var text: CivilText { utc.text.withZ }
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

  /// The text with `Z` after its 19 characters.
  fileprivate var withZ: CivilText { CivilText(first, second, third | 0x5a << 24, count: 20) }

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
