#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// What texts stand for, kept by their bytes: an export has a few that most of its records repeat.
///
/// A text has one slot, and drives out the one that was there.
struct TextCache<Value> {
  /// Never changed once it is made.
  private final class Entry {
    let text: [UInt8]
    let value: Value

    init(text: [UInt8], value: Value) {
      self.text = text
      self.value = value
    }
  }

  /// Longer texts are not kept: what repeats is short, and a hostile export could fill the memory with what does not.
  private static var longest: Int { 256 }

  private var entries: [Entry?]

  /// - Parameter size: A power of two.
  init(size: Int) {
    entries = Array(repeating: nil, count: size)
  }

  /// What was kept for the text; nil where that is nothing.
  subscript(text: UnsafeBufferPointer<UInt8>) -> Value? {
    @inline(__always)
    get {
      guard let entry = entries[slot(text)], entry.text.elementsAre(text) else { return nil }
      return entry.value
    }
    set {
      if text.count > TextCache.longest { return }
      entries[slot(text)] = newValue.map { Entry(text: Array(text), value: $0) }
    }
  }

  @inline(__always)
  private func slot(_ text: UnsafeBufferPointer<UInt8>) -> Int {
    Int(truncatingIfNeeded: text.quickHash) & (entries.count - 1)
  }
}

extension [UInt8] {
  @inline(__always)
  fileprivate func elementsAre(_ other: UnsafeBufferPointer<UInt8>) -> Bool {
    guard count == other.count else { return false }
    return count == 0 || withUnsafeBufferPointer { memcmp($0.baseAddress!, other.baseAddress!, other.count) } == 0
  }
}
