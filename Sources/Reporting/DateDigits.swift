import CivilTime

/// Eight digits of a date, kept for the next event of the same day: a run writes the same few days over and over.
struct DateDigits {
  private static let size = 64

  private struct Entry {
    var day: Int32
    var digits: UInt64
  }

  private var entries = [Entry](repeating: Entry(day: .min, digits: 0), count: size)

  /// `YYYYMMDD`, the first digit in the lowest byte.
  @inline(__always)
  mutating func of(_ date: LocalDate) -> UInt64 {
    let slot = Int(date.daysSinceEpoch) & (DateDigits.size - 1)
    let entry = entries[slot]
    return entry.day == date.daysSinceEpoch ? entry.digits : enter(date, slot)
  }

  private mutating func enter(_ date: LocalDate, _ slot: Int) -> UInt64 {
    var word: UInt64 = 0
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 8) { ascii in
      ascii.writeDate(date, at: 0, separated: false)
      for index in (0..<8).reversed() { word = word << 8 | UInt64(ascii[index]) }
    }
    entries[slot] = Entry(day: date.daysSinceEpoch, digits: word)
    return word
  }
}

extension ByteCursor {
  /// `YYYY-MM-DDTHH:MM:SSZ`.
  @inline(__always)
  mutating func write(_ instant: Instant, _ dates: inout DateDigits) {
    let local = instant.utc
    write(date: dates.of(local.date), local.time)
    write(UInt8(ascii: "Z"))
  }
}
