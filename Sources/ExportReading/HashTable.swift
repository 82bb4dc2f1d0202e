import PlanModel

/// A table from 128-bit hashes to a small number, for millions of them.
///
/// The entries lie in the order in which they came; an open-addressing table of their numbers finds them. So growing moves
/// the numbers only: 24 bytes an entry, and 4 bytes a slot, 1.33 to 2.67 slots an entry.
struct HashTable: Sendable {
  private struct Entry {
    var key: StableHash
    var value: Int32
  }

  private var entries = PagedArray<Entry>()
  /// Numbers of entries; −1: none. A power of two of them.
  private var slots: [Int32] = []

  /// How much memory it takes, in bytes.
  var byteCount: Int { entries.byteCount + slots.count * MemoryLayout<Int32>.stride }

  /// - Returns: The value that the key has already; nil where it is new and was inserted.
  mutating func insert(_ key: StableHash, value: Int32) -> Int32? {
    if entries.count * 4 >= slots.count * 3 { grow() }
    let slot = slot(of: key)
    if slots[slot] >= 0 { return entries[Int(slots[slot])].value }
    slots[slot] = Int32(entries.count)
    entries.append(Entry(key: key, value: value))
    return nil
  }

  func contains(_ key: StableHash) -> Bool {
    entries.count > 0 && slots[slot(of: key)] >= 0
  }

  /// Where the number of the key's entry is, or belongs.
  private func slot(of key: StableHash) -> Int {
    let mask = slots.count - 1
    var slot = Int(truncatingIfNeeded: key.low) & mask
    while slots[slot] >= 0, entries[Int(slots[slot])].key != key { slot = (slot + 1) & mask }
    return slot
  }

  private mutating func grow() {
    let size = max(64, slots.count * 2)
    // The old numbers can all be made again, so they need not be held meanwhile.
    slots = []
    slots = Array(repeating: -1, count: size)
    let mask = size - 1
    for number in 0..<entries.count {
      var slot = Int(truncatingIfNeeded: entries[number].key.low) & mask
      while slots[slot] >= 0 { slot = (slot + 1) & mask }
      slots[slot] = Int32(number)
    }
  }
}
