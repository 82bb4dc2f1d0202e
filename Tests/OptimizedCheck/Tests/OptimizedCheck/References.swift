/// Samples and references that share no code with the modules under test.
enum Sample {
  /// Texts of 0 to 40 bytes, up to 15 of which Swift stores inside the string. Two of each length, which differ in every byte.
  static let texts: [String] = (0...40).flatMap { count in
    [text(count, "abcdefghijklmnopqrstuvwxyz"), text(count, "ZYXWVUTSRQPONMLKJIHGFEDCBA")]
  }

  private static func text(_ count: Int, _ alphabet: String) -> String {
    String(String(repeating: alphabet, count: 2).prefix(count))
  }

  static let digits = "12345678901234567890123456789012345678"
}

/// SipHash-2-4 with a 128-bit result (J.-P. Aumasson and D. J. Bernstein, 2012), a byte at a time.
func sipHash(_ bytes: [UInt8]) -> String {
  let key = Array("tickler-stable-1".utf8)
  func word(_ bytes: some Collection<UInt8>) -> UInt64 { bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) } }
  let (k0, k1) = (word(key.prefix(8)), word(key.suffix(8)))
  var v: [UInt64] = [
    k0 ^ 0x736f_6d65_7073_6575, k1 ^ 0x646f_7261_6e64_6f6d ^ 0xee, k0 ^ 0x6c79_6765_6e65_7261,
    k1 ^ 0x7465_6462_7974_6573,
  ]
  func rotated(_ word: UInt64, _ count: UInt64) -> UInt64 { word << count | word >> (64 - count) }
  func rounds(_ count: Int) {
    for _ in 0..<count {
      v[0] &+= v[1]
      v[1] = rotated(v[1], 13) ^ v[0]
      v[0] = rotated(v[0], 32)
      v[2] &+= v[3]
      v[3] = rotated(v[3], 16) ^ v[2]
      v[0] &+= v[3]
      v[3] = rotated(v[3], 21) ^ v[0]
      v[2] &+= v[1]
      v[1] = rotated(v[1], 17) ^ v[2]
      v[2] = rotated(v[2], 32)
    }
  }
  var rest = bytes[...]
  while true {
    let block = word(rest.prefix(8)) | (rest.count < 8 ? UInt64(bytes.count & 255) << 56 : 0)
    v[3] ^= block
    rounds(2)
    v[0] ^= block
    if rest.count < 8 { break }
    rest = rest.dropFirst(8)
  }
  func digits(_ word: UInt64) -> String {
    let digits = String(word, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
  v[2] ^= 0xee
  rounds(4)
  let low = v[0] ^ v[1] ^ v[2] ^ v[3]
  v[1] ^= 0xdd
  rounds(4)
  return digits(v[0] ^ v[1] ^ v[2] ^ v[3]) + digits(low)
}
