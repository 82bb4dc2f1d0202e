/// A 128-bit hash that is the same on every machine and in every release.
///
/// SipHash-2-4 with a 128-bit result and a fixed key (J.-P. Aumasson and D. J. Bernstein, "SipHash: a fast short-input PRF", 2012,
/// and the authors' 128-bit variant). Suitable for names, not for secrets.
public struct StableHash: Hashable, Comparable, BitwiseCopyable, Sendable {
  public var high: UInt64
  public var low: UInt64

  public init(high: UInt64, low: UInt64) {
    self.high = high
    self.low = low
  }

  /// Compares hashes as numbers.
  public static func < (a: StableHash, b: StableHash) -> Bool { a.high != b.high ? a.high < b.high : a.low < b.low }

  public init(_ bytes: Span<UInt8>) {
    var hasher = StableHasher()
    hasher.absorb(bytes)
    self = hasher.finish()
  }

  public init(_ text: String) {
    var hasher = StableHasher()
    hasher.absorb(text)
    self = hasher.finish()
  }

  /// Reads the format of ``hexadecimal``; nil for any other text.
  public init?(hexadecimal digits: Span<UInt8>) {
    guard digits.count == 32, let high = StableHash.word(digits.extracting(first: 16)),
      let low = StableHash.word(digits.extracting(last: 16))
    else { return nil }
    self.init(high: high, low: low)
  }

  /// Reads the format of ``hexadecimal``; nil for any other text.
  public init?(hexadecimal digits: String) {
    guard let hash = digits.withUTF8Bytes({ StableHash(hexadecimal: $0) }) else { return nil }
    self = hash
  }

  /// Reads 16 digits, eight at a time: half the time of one at a time.
  private static func word(_ digits: Span<UInt8>) -> UInt64? {
    guard let high = half(digits.word(at: 0)), let low = half(digits.word(at: 8)) else { return nil }
    return high << 32 | low
  }

  /// Returns the value of eight digits, the first one in the lowest byte; nil if one is not a digit.
  private static func half(_ digits: UInt64) -> UInt64? {
    let ones: UInt64 = 0x0101_0101_0101_0101
    // Letters have this bit, and `a` ends in 1.
    let letters = digits >> 6 & ones
    var number = (digits & (15 &* ones)) &+ 9 &* letters
    let isLetter = (number &+ 6 &* ones) >> 4 & ones
    // Rejects bytes that the number would not be written with.
    guard number & (16 &* ones) == 0, number &+ 48 &* ones &+ 39 &* isLetter == digits else { return nil }
    number = number.byteSwapped
    number = (number | number >> 4) & 0x00ff_00ff_00ff_00ff
    number = (number | number >> 8) & 0x0000_ffff_0000_ffff
    return (number | number >> 16) & 0xffff_ffff
  }

  /// 32 lower-case hexadecimal digits.
  public var hexadecimal: String {
    func digits(_ word: UInt64) -> String {
      let digits = String(word, radix: 16)
      return String(repeating: "0", count: 16 - digits.utf8.count) + digits
    }
    return digits(high) + digits(low)
  }
}

extension [UInt8] {
  /// Appends two lower-case digits.
  public mutating func appendHexadecimal(_ byte: UInt8) {
    for digit in [byte >> 4, byte & 15] { append(digit < 10 ? 48 + digit : 87 + digit) }
  }
}

extension String {
  /// Creates a text with two lower-case digits for each byte.
  @inlinable
  public init(hexadecimal bytes: some Sequence<UInt8>) {
    var digits: [UInt8] = []
    for byte in bytes { digits.appendHexadecimal(byte) }
    self.init(decoding: digits, as: UTF8.self)
  }
}

/// Computes a ``StableHash`` of several stretches of bytes, as if they were one.
public struct StableHasher: Sendable {
  private var state = SipState()
  private var count = 0
  /// The bytes after the last whole word, the first one lowest.
  private var rest: UInt64 = 0

  public init() {}

  public mutating func absorb(_ bytes: Span<UInt8>) {
    var index = 0
    while index + 8 <= bytes.count {
      absorb(bytes.word(at: index), count: 8)
      index += 8
    }
    let left = bytes.count - index
    if left == 0 { return }
    if bytes.count >= 8 {
      // The last eight bytes, without those already absorbed.
      absorb(bytes.word(at: bytes.count - 8) >> UInt64((8 - left) * 8), count: left)
    } else {
      var word: UInt64 = 0
      for place in stride(from: bytes.count - 1, through: index, by: -1) { word = word << 8 | UInt64(bytes[place]) }
      absorb(word, count: left)
    }
  }

  /// Absorbs the lowest bytes of `word`, the first one lowest. Its other bytes must be zero.
  ///
  /// - Parameter number: 1...8.
  @inline(__always)
  public mutating func absorb(_ word: UInt64, count number: Int) {
    let held = count & 7
    count += number
    rest |= word << UInt64(held * 8)
    guard held + number >= 8 else { return }
    state.absorb(rest)
    rest = held == 0 ? 0 : word >> UInt64((8 - held) * 8)
  }

  public mutating func absorb(_ text: String) { text.withUTF8Bytes { absorb($0) } }

  public func finish() -> StableHash {
    var state = state
    state.absorb(rest | UInt64(truncatingIfNeeded: count) << 56)
    return state.finish()
  }
}

private struct SipState: Sendable {
  private var v0: UInt64 = 0x736f_6d65_7073_6575 ^ key.0
  private var v1: UInt64 = 0x646f_7261_6e64_6f6d ^ key.1 ^ 0xee
  private var v2: UInt64 = 0x6c79_6765_6e65_7261 ^ key.0
  private var v3: UInt64 = 0x7465_6462_7974_6573 ^ key.1

  /// "tickler-stable-1" in ASCII.
  private static let key: (UInt64, UInt64) = (0x2d72_656c_6b63_6974, 0x312d_656c_6261_7473)

  @inline(__always)
  private mutating func round() {
    SipState.halfRound(&v0, &v1, &v2, &v3, rotating: 13, 16)
    SipState.halfRound(&v2, &v1, &v0, &v3, rotating: 17, 21)
  }

  @inline(__always)
  private static func halfRound(
    _ a: inout UInt64, _ b: inout UInt64, _ c: inout UInt64, _ d: inout UInt64, rotating x: UInt64, _ y: UInt64
  ) {
    a &+= b
    c &+= d
    b = b &<< x | b &>> (64 &- x)
    d = d &<< y | d &>> (64 &- y)
    b ^= a
    d ^= c
    a = a &<< 32 | a &>> 32
  }

  @inline(__always)
  mutating func absorb(_ word: UInt64) {
    v3 ^= word
    round()
    round()
    v0 ^= word
  }

  @inline(__always)
  mutating func finish() -> StableHash {
    v2 ^= 0xee
    for _ in 0..<4 { round() }
    let low = v0 ^ v1 ^ v2 ^ v3
    v1 ^= 0xdd
    for _ in 0..<4 { round() }
    return StableHash(high: v0 ^ v1 ^ v2 ^ v3, low: low)
  }
}
