import PlanModel

extension String {
  /// The text of bytes that a front end has found to be UTF-8, which is not checked once more.
  @inline(__always)
  init(validated bytes: UnsafeBufferPointer<UInt8>) {
    self.init(copying: unsafe UTF8Span(unchecked: bytes.span, isKnownASCII: bytes.isASCII))
  }
}

extension UnsafeBufferPointer<UInt8> {
  @inline(__always)
  var isASCII: Bool {
    let highs: UInt64 = 0x8080_8080_8080_8080
    guard count >= 8 else { return wordKey & highs & 0x00ff_ffff_ffff_ffff == 0 }
    // The last word may hold bytes of the one before it.
    var seen = word(at: count - 8)
    var index = 0
    while index + 8 < count {
      seen |= word(at: index)
      index += 8
    }
    return seen & highs == 0
  }

  /// A number for tables whose entries are compared in full: good enough to tell most texts apart, the same in one run only.
  @inline(__always)
  var quickHash: UInt64 {
    var hash = Self.mix(wordKey)
    guard count > 7 else { return hash }
    var index = 7
    while index + 8 < count {
      hash = Self.mix(hash ^ word(at: index))
      index += 8
    }
    return Self.mix(hash ^ word(at: count - 8))
  }

  @inline(__always)
  private static func mix(_ word: UInt64) -> UInt64 {
    let product = word.multipliedFullWidth(by: 0x9e37_79b9_7f4a_7c15)
    return product.high ^ product.low
  }
}
