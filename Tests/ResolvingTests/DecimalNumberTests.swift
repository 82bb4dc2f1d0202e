import PlanModel
import TestSupport
import Testing

/// Compares decimal numbers with Swift's `Int128`, which they do not use.
@Suite struct DecimalNumberTests {
  /// Returns a number of up to 38 digits, often at the limit of a word.
  private func number(_ random: inout Numbers) -> Int128 {
    let limit: Int128 = 99_999_999_999_999_999_999_999_999_999_999_999_999
    let base: Int128 =
      switch random.number(0...4) {
      case 0: Int128(random.number(-1200...1200))
      case 1: 1 << Int128(random.number(0...126))
      case 2: (0..<random.number(0...37)).reduce(1) { power, _ in power * 10 }
      case 3: limit
      default: Int128(random.next()) << 60 | Int128(random.next())
      }
    return max(-limit, min(limit, (base + Int128(random.number(-2...2))) * (random.chance() ? 1 : -1)))
  }

  @Test(
    "parses, prints, adds, compares and truncates like 128-bit integers", arguments: [1, 2, 3] as [UInt64])
  func arithmetic(seed: UInt64) throws {
    var random = Numbers(seed: seed)
    for _ in 0..<3000 {
      let (a, b) = (number(&random), number(&random))
      let (x, y) = (try #require(DecimalNumber("\(a)")), try #require(DecimalNumber("\(b)")))
      #expect("\(x)" == "\(a)" && "\(y.significand.magnitude)" == "\(b.magnitude)")
      #expect((x < y) == (a < b) && (x == y) == (a == b) && (-x.significand < y.significand) == (-a < b))
      let (sum, overflow) = a.addingReportingOverflow(b)
      #expect(x.adding(y).map { "\($0)" } == (overflow ? nil : "\(sum)"))
      #expect(x.significand.clamped == Int64(clamping: a))
      let (rest, digit) = x.significand.droppingDigit
      #expect("\(rest)" == "\(a / 10)" && Int128(digit) == (a % 10 < 0 ? -(a % 10) : a % 10))
    }
  }

  @Test("scales are powers of ten", arguments: [4, 5] as [UInt64])
  func places(seed: UInt64) throws {
    var random = Numbers(seed: seed)
    for _ in 0..<3000 {
      let (a, b) = (Int128(random.number(-1_000_000...1_000_000)), Int128(random.number(-1_000_000...1_000_000)))
      let (m, n) = (random.number(0...12), random.number(0...12))
      let x = DecimalNumber(significand: .init(Int(a)), scale: m)
      let y = DecimalNumber(significand: .init(Int(b)), scale: n)
      func scaled(_ number: Int128, _ by: Int) -> Int128 { (0..<by).reduce(number) { power, _ in power * 10 } }
      let (left, right) = (scaled(a, 12 - m), scaled(b, 12 - n))
      #expect((x < y) == (left < right) && (x == y) == (left == right))
      if x == y { #expect(x.hashValue == y.hashValue) }
      #expect("\(x.truncated)" == "\(a / scaled(1, m))")
      let sum = try #require(x.adding(y))
      #expect(scaled(left + right, max(m, n)) == scaled(try #require(Int128("\(sum.significand)")), 12))
      #expect(DecimalNumber("\(sum)") == sum)
    }
  }

  @Test(
    "a number beyond another's scale is further from zero",
    arguments: [
      ("99999999999999999999999999999999999999", "0.5"), ("1e37", "0.01"),
      ("0.00000000000000000000000000000000000001", "0"),
    ])
  func far(large: String, small: String) throws {
    let (large, small) = (try #require(DecimalNumber(large)), try #require(DecimalNumber(small)))
    #expect(large > small && !(large < small) && large != small)
    let (low, high) = (try #require(DecimalNumber("-\(large)")), try #require(DecimalNumber("-\(small)")))
    #expect(low < high || small == DecimalNumber(0))
  }

  @Test("rejects more than 38 digits", arguments: ["100000000000000000000000000000000000000", "1e38", "0.1e-39"])
  func tooLong(text: String) { #expect(DecimalNumber(text) == nil) }
}
