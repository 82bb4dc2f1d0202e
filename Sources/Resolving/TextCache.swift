import Bytes

/// A cache of values by their texts. Most records of an export repeat a few texts.
struct TextCache<Value> {
  /// The maximum length of cached texts, in bytes. Repeated texts are short.
  private static var longest: Int { 127 }

  private let size: Int
  /// Values by the bytes of their texts. Equal strings can have different bytes.
  private var values: [[UInt8]: Value] = [:]

  /// - Parameter size: The maximum number of texts.
  init(size: Int) { self.size = size }

  /// The cached value of a text; nil if there is none.
  subscript(text: Span<UInt8>) -> Value? {
    var key: [UInt8] = []
    key.append(copying: text)
    return values[key]
  }

  /// When the cache is full, a new text replaces all others.
  mutating func keep(_ value: Value, for text: String) {
    guard (1...TextCache.longest).contains(text.utf8.count) else { return }
    if values.count == size { values.removeAll(keepingCapacity: true) }
    values[Array(text.utf8)] = value
  }
}
