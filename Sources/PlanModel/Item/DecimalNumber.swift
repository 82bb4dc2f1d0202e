import CivilTime

/// An exact decimal number, as for amounts of money: never rounded through binary floating point.
public struct DecimalNumber: Hashable, Comparable, Sendable {
  /// The digits without the point.
  public var significand: Significand
  /// The number of digits after the point, 0...38.
  public var scale: Int

  /// Creates the number `significand` × 10^−`scale`.
  public init(significand: Significand, scale: Int = 0) {
    self.significand = significand
    self.scale = scale
  }

  /// Creates a whole number.
  public init(_ number: some BinaryInteger) { self.init(significand: Significand(number)) }

  /// Reads `-12.50`, `1e3`, `7`: the grammar of a JSON number.
  ///
  /// - Returns: nil for any other text, or if the number needs more than 38 digits.
  public init?(_ text: Span<UInt8>) {
    var index = 0
    let isNegative = index < text.count && text[index] == UInt8(ascii: "-")
    if isNegative { index += 1 }
    var value: Significand = 0
    var digits = 0
    var fraction = 0
    var isAfterPoint = false
    while index < text.count {
      let digit = text[index] &- UInt8(ascii: "0")
      if digit < 10 {
        guard let next = value.appending(digit) else { return nil }
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
    if fraction < 0 {
      guard let whole = value.appendingZeros(-fraction) else { return nil }
      (value, fraction) = (whole, 0)
    }
    while fraction > 38 {
      let (rest, digit) = value.droppingDigit
      guard digit == 0 else { return nil }
      (value, fraction) = (rest, fraction - 1)
    }
    significand = isNegative ? -value : value
    scale = fraction
  }

  /// Reads digits with an optional sign; nil without digits, or if the number is too large for any use.
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

  /// Reads a JSON number from a text.
  public init?(_ text: String) {
    guard let number = text.withUTF8Bytes({ DecimalNumber($0) }) else { return nil }
    self = number
  }

  public static func == (a: DecimalNumber, b: DecimalNumber) -> Bool { compare(a, b) == 0 }
  public static func < (a: DecimalNumber, b: DecimalNumber) -> Bool { compare(a, b) < 0 }

  public func hash(into hasher: inout Hasher) {
    let number = withoutZeros
    hasher.combine(number.significand)
    hasher.combine(number.scale)
  }

  /// The same number without trailing zeros after the point.
  public var withoutZeros: DecimalNumber {
    var number = self
    while number.scale > 0 {
      let (rest, digit) = number.significand.droppingDigit
      guard digit == 0 else { break }
      number = DecimalNumber(significand: rest, scale: number.scale - 1)
    }
    return number
  }

  /// Returns the exact sum; nil if it needs more than 38 digits.
  public func adding(_ other: DecimalNumber) -> DecimalNumber? {
    let places = max(scale, other.scale)
    guard let a = significand.appendingZeros(places - scale),
      let b = other.significand.appendingZeros(places - other.scale), let sum = a.adding(b)
    else { return nil }
    return DecimalNumber(significand: sum, scale: places)
  }

  /// Returns the exact difference; nil if it needs more than 38 digits.
  public func subtracting(_ other: DecimalNumber) -> DecimalNumber? {
    adding(DecimalNumber(significand: -other.significand, scale: other.scale))
  }

  /// The number without its decimal places.
  public var truncated: DecimalNumber {
    DecimalNumber(significand: (0..<scale).reduce(significand) { value, _ in value.droppingDigit.rest })
  }

  private static func compare(_ a: DecimalNumber, _ b: DecimalNumber) -> Int {
    let places = max(a.scale, b.scale)
    // One of the numbers has this many places. If the other has no room for them, it is further from zero.
    guard let x = a.significand.appendingZeros(places - a.scale) else { return a.significand < 0 ? -1 : 1 }
    guard let y = b.significand.appendingZeros(places - b.scale) else { return b.significand < 0 ? 1 : -1 }
    return x == y ? 0 : x < y ? -1 : 1
  }
}

extension DecimalNumber: CustomStringConvertible {
  /// All digits, with the original number of places: `42.00`.
  public var description: String {
    var digits = "\(significand.magnitude)"
    if scale > 0 {
      if digits.count <= scale { digits = String(repeating: "0", count: scale + 1 - digits.count) + digits }
      digits.insert(".", at: digits.index(digits.endIndex, offsetBy: -scale))
    }
    return significand < 0 ? "-" + digits : digits
  }
}

extension DecimalNumber: Codable {
  /// Decodes a text of digits.
  public init(from decoder: any Decoder) throws {
    self = try decoder.value("a number of at most 38 digits") { DecimalNumber($0) }
  }

  /// Encodes all digits as a text.
  public func encode(to encoder: any Encoder) throws { try encoder.encode(description) }
}
