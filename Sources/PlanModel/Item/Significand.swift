extension DecimalNumber {
  /// A whole number of at most 38 digits, in two words. `Int128` would require the systems of 2024.
  public struct Significand: Hashable, Comparable, Sendable {
    /// The upper word, with the sign.
    public let high: Int64
    /// The lower word.
    public let low: UInt64

    /// Creates a number from the words of its two's complement.
    package init(high: Int64, low: UInt64) { (self.high, self.low) = (high, low) }

    /// Creates a number that fits 64 bits.
    public init(_ number: some BinaryInteger) {
      let number = Int64(number)
      self.init(high: number >> 63, low: UInt64(bitPattern: number))
    }

    public static func < (a: Significand, b: Significand) -> Bool { a.high != b.high ? a.high < b.high : a.low < b.low }

    /// Returns the number with the other sign.
    public static prefix func - (number: Significand) -> Significand {
      let (low, borrow) = UInt64(0).subtractingReportingOverflow(number.low)
      return Significand(high: 0 &- number.high &- (borrow ? 1 : 0), low: low)
    }

    /// The number without its sign.
    public var magnitude: Significand { high < 0 ? -self : self }

    /// The nearest number that fits 64 bits.
    public var clamped: Int64 {
      high == Int64(bitPattern: low) >> 63 ? Int64(bitPattern: low) : high < 0 ? .min : .max
    }

    /// Returns ten times the magnitude plus a digit, with the sign of this number; nil if the result has more than 38 digits.
    func appending(_ digit: UInt8) -> Significand? {
      if high == 0, low < 1 << 60 { return Significand(high: 0, low: low &* 10 &+ UInt64(digit)) }
      let magnitude = magnitude
      // 10³⁷
      guard magnitude < Significand(high: 542_101_086_242_752_217, low: 68_739_955_140_067_328) else { return nil }
      let (carry, tens) = magnitude.low.multipliedFullWidth(by: 10)
      let (low, overflow) = tens.addingReportingOverflow(UInt64(digit))
      let result = Significand(high: magnitude.high * 10 + Int64(carry) + (overflow ? 1 : 0), low: low)
      return high < 0 ? -result : result
    }

    /// Returns the number with zeros appended; nil if the result has more than 38 digits.
    func appendingZeros(_ count: Int) -> Significand? {
      var value = self
      if value == 0 { return value }
      for _ in 0..<count {
        guard let next = value.appending(0) else { return nil }
        value = next
      }
      return value
    }

    /// The number without its last digit, and that digit.
    public var droppingDigit: (rest: Significand, digit: UInt8) {
      let magnitude = magnitude
      let (high, left) = UInt64(magnitude.high).quotientAndRemainder(dividingBy: 10)
      let (low, digit) = UInt64(10).dividingFullWidth((left, magnitude.low))
      let rest = Significand(high: Int64(high), low: low)
      return (self.high < 0 ? -rest : rest, UInt8(digit))
    }

    /// Returns the sum; nil if it has more than 38 digits.
    func adding(_ other: Significand) -> Significand? {
      let (low, carry) = low.addingReportingOverflow(other.low)
      let (high, overflow) = high.addingReportingOverflow(other.high)
      let (sum, overflowOfCarry) = high.addingReportingOverflow(carry ? 1 : 0)
      // Two overflows cancel each other.
      return overflow != overflowOfCarry ? nil : Significand(high: sum, low: low)
    }
  }
}

extension DecimalNumber.Significand: ExpressibleByIntegerLiteral {
  public init(integerLiteral number: Int64) { self.init(number) }
}

extension DecimalNumber.Significand: CustomStringConvertible {
  /// The digits, with a sign below zero.
  public var description: String {
    if high == Int64(bitPattern: low) >> 63 { return String(Int64(bitPattern: low)) }
    // The upper word is less than 10¹⁹, so the quotient fits in one word.
    let magnitude = magnitude
    let (quotient, remainder) = (10_000_000_000_000_000_000 as UInt64)
      .dividingFullWidth((UInt64(magnitude.high), magnitude.low))
    let digits = String(remainder)
    let above = quotient == 0 ? "" : "\(quotient)" + String(repeating: "0", count: 19 - digits.utf8.count)
    return (high < 0 ? "-" : "") + above + digits
  }
}
