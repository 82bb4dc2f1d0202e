import CivilTime

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Recurrences by the text of their rule: an export has a few that most of its items repeat.
struct RecurrenceCache {
  /// Enough for every day of a year, and for the sets of weekdays and months that are in use.
  private static let size = 1024

  /// Never changed once it is made.
  private final class Entry {
    let text: [UInt8]
    let recurrence: Recurrence

    init(text: [UInt8], recurrence: Recurrence) {
      self.text = text
      self.recurrence = recurrence
    }
  }

  private var entries: [Entry?] = Array(repeating: nil, count: size)

  /// The rule that `text` spells, from `start` on.
  mutating func recurrence(
    _ text: UnsafeBufferPointer<UInt8>, start: LocalDate
  ) throws(RecurrenceError) -> Recurrence {
    let slot = RecurrenceCache.slot(text)
    if let entry = entries[slot], entry.text.elementsAre(text), let known = entry.recurrence.starting(start) {
      return known
    }
    let recurrence = try Recurrence(RecurrenceRule(parsing: text), start: start)
    entries[slot] = Entry(text: Array(text), recurrence: recurrence)
    return recurrence
  }

  /// FNV-1a.
  private static func slot(_ text: UnsafeBufferPointer<UInt8>) -> Int {
    var hash: UInt32 = 0x811c_9dc5
    for byte in text { hash = (hash ^ UInt32(byte)) &* 0x0100_0193 }
    return Int(hash >> 22)
  }
}

extension [UInt8] {
  @inline(__always)
  fileprivate func elementsAre(_ other: UnsafeBufferPointer<UInt8>) -> Bool {
    guard count == other.count, let base = other.baseAddress else { return false }
    return withUnsafeBufferPointer { memcmp($0.baseAddress!, base, other.count) } == 0
  }
}
