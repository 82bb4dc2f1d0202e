import PlanModel

/// A fraction as GnuCash stores it, such as `45600/100`.
struct Rational {
  private var numerator: Int128 = 0
  private var denominator: Int128 = 1

  init() {}

  init?(_ text: String) {
    let sides = text.split(separator: "/", omittingEmptySubsequences: false)
    guard sides.count == 2, let numerator = Int64(sides[0]), let denominator = Int64(sides[1]), denominator > 0 else {
      return nil
    }
    (self.numerator, self.denominator) = (Int128(numerator), Int128(denominator))
  }

  /// Reads `30` or `12.50`.
  init?(decimal text: String) {
    guard let number = DecimalNumber(text), number.scale <= 18, number.significand.magnitude.clamped < 1 << 62
    else { return nil }
    numerator = Int128(number.significand.clamped)
    for _ in 0..<number.scale { denominator *= 10 }
  }

  var isZero: Bool { numerator == 0 }
  var isNegative: Bool { numerator < 0 }

  static func + (a: Rational, b: Rational) -> Rational { a.combined(with: b, 1) }
  static func - (a: Rational, b: Rational) -> Rational { a.combined(with: b, -1) }
  static func * (a: Rational, b: Rational) -> Rational {
    let (numerator, x) = a.numerator.multipliedReportingOverflow(by: b.numerator)
    let (denominator, y) = a.denominator.multipliedReportingOverflow(by: b.denominator)
    if x || y { return a }
    var product = a
    (product.numerator, product.denominator) = (numerator, denominator)
    return product
  }

  var magnitude: Rational { isNegative ? Rational() - self : self }

  /// Returns the nearest multiple of one of `units`; halves round away from zero.
  func rounded(to units: Int) -> Rational {
    let (twice, overflow) = (numerator.magnitude).multipliedReportingOverflow(by: UInt128(max(1, units)) * 2)
    let base = UInt128(denominator)
    if overflow { return self }
    var rounded = self
    rounded.numerator = Int128((twice + base) / (2 * base)) * (isNegative ? -1 : 1)
    rounded.denominator = Int128(max(1, units))
    return rounded
  }

  private func combined(with other: Rational, _ sign: Int128) -> Rational {
    var sum = self
    // On overflow the value becomes invalid. No real book has such amounts.
    let (left, a) = numerator.multipliedReportingOverflow(by: other.denominator)
    let (right, b) = (sign * other.numerator).multipliedReportingOverflow(by: denominator)
    let (base, c) = denominator.multipliedReportingOverflow(by: other.denominator)
    let (total, d) = left.addingReportingOverflow(right)
    guard !a, !b, !c, !d else { return self }
    (sum.numerator, sum.denominator) = (total, base)
    var (x, y) = (base, total.magnitude == 0 ? base : Int128(total.magnitude))
    while y != 0 { (x, y) = (y, x % y) }
    sum.numerator /= x
    sum.denominator /= x
    return sum
  }

  /// The exact decimal number; nil if there is none.
  var decimal: String? {
    var scaled = numerator
    for places in 0...18 {
      let (quotient, rest) = scaled.quotientAndRemainder(dividingBy: denominator)
      if rest == 0 {
        let low = UInt64(truncatingIfNeeded: quotient)
        return DecimalNumber(significand: .init(high: Int64(quotient >> 64), low: low), scale: places).description
      }
      let (product, overflow) = scaled.multipliedReportingOverflow(by: 10)
      if overflow { return nil }
      scaled = product
    }
    return nil
  }
}
