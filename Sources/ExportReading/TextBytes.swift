extension String {
  /// The text of bytes that a front end has found to be UTF-8, which is not checked once more.
  @inline(__always)
  init(validated bytes: Span<UInt8>) {
    self.init(copying: unsafe UTF8Span(unchecked: bytes, isKnownASCII: bytes.isASCII))
  }
}

extension Span<UInt8> {
  @inline(__always)
  var isASCII: Bool {
    let highs: UInt64 = 0x8080_8080_8080_8080
    guard count >= 8 else { return firstWord & highs == 0 }
    // The last word may hold bytes of the one before it.
    var seen = lastWord
    var index = 0
    while index + 8 < count {
      seen |= word(at: index)
      index += 8
    }
    return seen & highs == 0
  }
}
