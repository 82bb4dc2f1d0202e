import Bytes

/// What texts stand for: an export has a few that most of its records repeat.
///
/// A text has two slots next to each other; where both are taken, the slots grow, or, where they may not, one text is driven
/// out.
struct TextCache<Value> {
  private struct Entry {
    var hash: UInt64
    var text: [UInt8]
    var value: Value
  }

  /// Longer texts, in bytes, are not kept: what repeats is short.
  private static var longest: Int { 127 }

  private let mostSlots: Int
  private var entries: [Entry] = []
  /// The place among the entries; −1: free.
  private var slots: [Int32] = []

  /// - Parameter size: How many slots it grows to, a power of two.
  init(size: Int) {
    mostSlots = size
  }

  /// What was kept for the text; nil where that is nothing.
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
    while !isOwn(slot(for: entry), entry), slots.count < mostSlots {
      slots = Array(repeating: -1, count: 2 * slots.count)
      // Slots that were one pair are two now: there is room for all.
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

  /// The first of an entry's two slots that is free or has its text, or else the second.
  private func slot(for entry: Entry) -> Int {
    let slot = slot(entry.hash)
    return isOwn(slot, entry) ? slot : slot ^ 1
  }

  /// Whether a slot is free or has the entry's text.
  private func isOwn(_ slot: Int, _ entry: Entry) -> Bool { place(slot).map { entries[$0].text == entry.text } ?? true }
}
