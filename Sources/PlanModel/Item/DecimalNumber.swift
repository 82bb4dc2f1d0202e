/// An exact decimal number, as amounts of money need it: never rounded through binary floating point.
public struct DecimalNumber: Hashable, Comparable, Sendable {
  /// The digits without the point.
  public var significand: Int128
  /// How many of the digits stand after the point, 0...38.
  public var scale: Int

  public init(significand: Int128, scale: Int = 0) {
    self.significand = significand
    self.scale = scale
  }

  /// Reads `-12.50`, `1e3`, `7`: the grammar of a JSON number.
  ///
  /// - Returns: nil where it is not one, or needs more than 38 digits.
  public init?(_ text: Span<UInt8>) {
    var index = 0
    let isNegative = index < text.count && text[index] == UInt8(ascii: "-")
    if isNegative { index += 1 }
    var value: Int128 = 0
    var digits = 0
    var fraction = 0
    var isAfterPoint = false
    while index < text.count {
      let digit = text[index] &- UInt8(ascii: "0")
      if digit < 10 {
        guard let next = value.decimalShifted(adding: digit) else { return nil }
        value = next
        digits += 1
        if isAfterPoint { fraction += 1 }
      } else if text[index] == UInt8(ascii: "."), !isAfterPoint, digits > 0 {
        isAfterPoint = true
      } else {
        break
      }
      index += 1
    }
    guard digits > 0, !isAfterPoint || fraction > 0 else { return nil }
    if index < text.count {
      guard text[index] | 0x20 == UInt8(ascii: "e"),
        let exponent = DecimalNumber.exponent(text.extracting((index + 1)...))
      else { return nil }
      fraction -= exponent
    }
    while fraction < 0 {
      guard let next = value.decimalShifted(adding: 0) else { return nil }
      value = next
      fraction += 1
    }
    while fraction > 38 {
      guard value % 10 == 0 else { return nil }
      value /= 10
      fraction -= 1
    }
    significand = isNegative ? -value : value
    scale = fraction
  }

  /// Digits, with or without a sign; nil where there are none, or the number is larger than any that is of use.
  private static func exponent(_ text: Span<UInt8>) -> Int? {
    var text = text
    let isNegative = text.count > 0 && text[0] == UInt8(ascii: "-")
    if isNegative || text.count > 0 && text[0] == UInt8(ascii: "+") { text = text.extracting(1...) }
    if text.isEmpty { return nil }
    var value = 0
    for index in text.indices {
      let digit = text[index] &- UInt8(ascii: "0")
      value = value * 10 + Int(digit)
      guard digit < 10, value <= 76 else { return nil }
    }
    return isNegative ? -value : value
  }

  /// Reads the same from a text.
  public init?(_ text: String) {
    self.init(text.utf8Span.span)
  }

  public static func == (a: DecimalNumber, b: DecimalNumber) -> Bool { compare(a, b) == 0 }
  public static func < (a: DecimalNumber, b: DecimalNumber) -> Bool { compare(a, b) < 0 }

  public func hash(into hasher: inout Hasher) {
    var (value, places) = (significand, scale)
    while places > 0, value % 10 == 0 { (value, places) = (value / 10, places - 1) }
    hasher.combine(value)
    hasher.combine(places)
  }

  /// The exact sum; nil where it needs more than 38 digits.
  public func adding(_ other: DecimalNumber) -> DecimalNumber? {
    let places = max(scale, other.scale)
    guard let a = significand.multipliedByTen(times: places - scale),
      let b = other.significand.multipliedByTen(times: places - other.scale)
    else { return nil }
    let (sum, overflow) = a.addingReportingOverflow(b)
    return overflow ? nil : DecimalNumber(significand: sum, scale: places)
  }

  /// The exact difference; nil where it needs more than 38 digits.
  public func subtracting(_ other: DecimalNumber) -> DecimalNumber? {
    adding(DecimalNumber(significand: -other.significand, scale: other.scale))
  }

  /// Without what stands after the point.
  public var truncated: Int128 { significand / DecimalNumber.power(scale) }

  private static func compare(_ a: DecimalNumber, _ b: DecimalNumber) -> Int {
    // Whole parts first: bringing both to one scale might not fit.
    let (wholeA, wholeB) = (a.significand / power(a.scale), b.significand / power(b.scale))
    if wholeA != wholeB { return wholeA < wholeB ? -1 : 1 }
    let places = max(a.scale, b.scale)
    let restA = (a.significand % power(a.scale)) * power(places - a.scale)
    let restB = (b.significand % power(b.scale)) * power(places - b.scale)
    return restA == restB ? 0 : restA < restB ? -1 : 1
  }

  private static func power(_ places: Int) -> Int128 {
    (0..<places).reduce(1) { value, _ in value * 10 }
  }
}

extension DecimalNumber: CustomStringConvertible {
  /// All digits, with as many places as were given: `42.00`.
  public var description: String {
    var digits = String(significand.magnitude)
    if scale > 0 {
      if digits.count <= scale { digits = String(repeating: "0", count: scale + 1 - digits.count) + digits }
      digits.insert(".", at: digits.index(digits.endIndex, offsetBy: -scale))
    }
    return significand < 0 ? "-" + digits : digits
  }
}

extension Int128 {
  /// Ten times this plus a digit, while that has at most 38 digits.
  fileprivate func decimalShifted(adding digit: UInt8) -> Int128? {
    guard magnitude < 10_000_000_000_000_000_000_000_000_000_000_000_000 else { return nil }
    return self * 10 + Int128(digit)
  }

  fileprivate func multipliedByTen(times: Int) -> Int128? {
    var value = self
    for _ in 0..<times {
      guard let next = value.decimalShifted(adding: 0) else { return nil }
      value = next
    }
    return value
  }
}
