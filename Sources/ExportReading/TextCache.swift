#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// What texts stand for, kept by their bytes: an export has a few that most of its records repeat.
///
/// The texts lie side by side, each in one or two lines of the processor's cache. A text has two slots next to each other; where
/// both are taken, the cache grows, or, where it may not, one is driven out.
struct TextCache<Value> {
  /// A slot's share of `texts`: a byte for the length, and the text. Longer ones are not kept: what repeats is short.
  private static var stride: Int { 128 }
  private static var leastSlots: Int { 32 }

  private let mostSlots: Int
  private var texts: [UInt8] = []
  private var values: [Value?] = []

  /// - Parameter size: How many slots it grows to, a power of two.
  init(size: Int) {
    mostSlots = size
  }

  /// What was kept for the text; nil where that is nothing.
  @inline(__always)
  subscript(text: UnsafeBufferPointer<UInt8>) -> Value? {
    if values.isEmpty { return nil }
    let slot = slot(text)
    if holds(text, slot) { return values[slot] }
    return holds(text, slot ^ 1) ? values[slot ^ 1] : nil
  }

  mutating func keep(_ value: Value, for text: UnsafeBufferPointer<UInt8>) {
    guard (1..<TextCache.stride).contains(text.count) else { return }
    if values.isEmpty { grow() }
    while !put(value, text, drivesOut: values.count == mostSlots) { grow() }
  }

  @inline(__always)
  private func slot(_ text: UnsafeBufferPointer<UInt8>) -> Int {
    Int(truncatingIfNeeded: text.quickHash) & (values.count - 1)
  }

  @inline(__always)
  private func holds(_ text: UnsafeBufferPointer<UInt8>, _ slot: Int) -> Bool {
    texts.withUnsafeBufferPointer { texts in
      let kept = texts.baseAddress! + slot * TextCache.stride
      return Int(kept[0]) == text.count && text.count > 0 && memcmp(kept + 1, text.baseAddress!, text.count) == 0
    }
  }

  /// - Returns: false where that would drive another text out, and it may not.
  private mutating func put(_ value: Value, _ text: UnsafeBufferPointer<UInt8>, drivesOut: Bool) -> Bool {
    var slot = slot(text)
    if values[slot] != nil, !holds(text, slot) { slot ^= 1 }
    guard drivesOut || values[slot] == nil || holds(text, slot) else { return false }
    values[slot] = value
    let start = slot * TextCache.stride
    texts[start] = UInt8(text.count)
    texts.replaceSubrange(start + 1..<start + 1 + text.count, with: text)
    return true
  }

  private mutating func grow() {
    let (oldTexts, oldValues) = (texts, values)
    let slots = min(mostSlots, max(TextCache.leastSlots, 2 * values.count))
    texts = Array(repeating: 0, count: slots * TextCache.stride)
    values = Array(repeating: nil, count: slots)
    oldTexts.withUnsafeBufferPointer { texts in
      for (slot, value) in oldValues.enumerated() {
        guard let value else { continue }
        let start = slot * TextCache.stride
        let text = UnsafeBufferPointer(rebasing: texts[start + 1..<start + 1 + Int(texts[start])])
        // Slots that were one pair are two now: nothing is driven out.
        _ = put(value, text, drivesOut: true)
      }
    }
  }
}
