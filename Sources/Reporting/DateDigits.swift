import CivilTime

/// Eight digits of a date, kept for the next event of the same day: a run writes the same few days over and over.
struct DateDigits {
  private static let size = 64

  private var days = [Int32](repeating: .min, count: size)
  private var digits = [UInt64](repeating: 0, count: size)

  /// `YYYYMMDD`, the first digit in the lowest byte.
  mutating func of(_ date: LocalDate) -> UInt64 {
    let slot = Int(date.daysSinceEpoch) & (DateDigits.size - 1)
    if days[slot] == date.daysSinceEpoch { return digits[slot] }
    var word: UInt64 = 0
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 8) { ascii in
      ascii.writeDate(date, at: 0, separated: false)
      for index in (0..<8).reversed() { word = word << 8 | UInt64(ascii[index]) }
    }
    days[slot] = date.daysSinceEpoch
    digits[slot] = word
    return word
  }
}
