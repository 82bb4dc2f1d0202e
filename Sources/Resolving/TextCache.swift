import Bytes

/// A cache of values by their texts. Most records of an export repeat a few texts.
///
/// A text has two adjacent slots. If both are taken, the table grows. At its maximum size, the new text replaces an old one.
struct TextCache<Value> {
  private struct Entry {
    var hash: UInt64
    var text: [UInt8]
    var value: Value
  }

  /// The maximum length of cached texts, in bytes. Repeated texts are short.
  private static var longest: Int { 127 }

  private let maximumSlots: Int
  private var entries: [Entry] = []
  /// The index of the entry in each slot; −1 for a free slot.
  private var slots: [Int32] = []

  /// - Parameter size: The maximum number of slots, a power of two.
  init(size: Int) { maximumSlots = size }

  /// The cached value of a text; nil if there is none.
  subscript(text: Span<UInt8>) -> Value? {
    if slots.isEmpty { return nil }
    let hash = text.quickHash
    let slot = slot(hash)
    return value(slot, hash, text) ?? value(slot ^ 1, hash, text)
  }

  private func value(_ slot: Int, _ hash: UInt64, _ text: Span<UInt8>) -> Value? {
    guard let place = place(slot), entries[place].hash == hash else { return nil }
    let kept = entries[place].text
    return kept.span.equals(text) ? entries[place].value : nil
  }

  mutating func keep(_ value: Value, for text: String) {
    let text = Array(text.utf8)
    guard (1...TextCache.longest).contains(text.count) else { return }
    let entry = Entry(hash: text.span.quickHash, text: text, value: value)
    if slots.isEmpty { slots = Array(repeating: -1, count: 32) }
    while !isOwn(slot(for: entry), entry), slots.count < maximumSlots {
      slots = Array(repeating: -1, count: 2 * slots.count)
      // Doubling splits every pair of slots into two, so all entries fit.
      for place in entries.indices { slots[slot(for: entries[place])] = Int32(place) }
    }
    let slot = slot(for: entry)
    if let place = place(slot) {
      entries[place] = entry
    } else {
      slots[slot] = Int32(entries.count)
      entries.append(entry)
    }
  }

  private func slot(_ hash: UInt64) -> Int { Int(truncatingIfNeeded: hash) & (slots.count - 1) }

  private func place(_ slot: Int) -> Int? { slots[slot] < 0 ? nil : Int(slots[slot]) }

  /// Returns the first of an entry's two slots if it is free or has the entry's text, otherwise the second.
  private func slot(for entry: Entry) -> Int {
    let slot = slot(entry.hash)
    return isOwn(slot, entry) ? slot : slot ^ 1
  }

  /// Returns whether a slot is free or has the entry's text.
  private func isOwn(_ slot: Int, _ entry: Entry) -> Bool { place(slot).map { entries[$0].text == entry.text } ?? true }
}
