extension [UInt8] {
  @inlinable
  public mutating func append(copying bytes: Span<UInt8>) {
    bytes.withUnsafeBufferPointer { append(contentsOf: $0) }
  }

  /// Overwrites the bytes from `index` on with `bytes`.
  ///
  /// - Precondition: At least as many bytes are there.
  @inlinable
  public mutating func replace(from index: Int, copying bytes: Span<UInt8>) {
    precondition(index >= 0 && bytes.count <= count - index, "the range to replace is out of bounds")
    bytes.withUnsafeBytes { bytes in
      withUnsafeMutableBytes { UnsafeMutableRawBufferPointer(rebasing: $0[index...]).copyMemory(from: bytes) }
    }
  }
}

extension String {
  /// Creates text from bytes. Invalid UTF-8 becomes U+FFFD.
  ///
  /// Most texts are ASCII and need no second look. Short ones, which are stored inside the string, are written as two
  /// words: 0.6 % of the instructions of a run over W.
  @inlinable @inline(__always)
  public init(_ bytes: Span<UInt8>) {
    if bytes.count <= 15 {
      // Neither word exceeds the room: the first eight bytes exist, and the last eight end with the text.
      self.init(unsafeUninitializedCapacity: 15) { room in
        let room = UnsafeMutableRawBufferPointer(room)
        room.storeBytes(of: bytes.firstWord, as: UInt64.self)
        if bytes.count > 8 { room.storeBytes(of: bytes.lastWord, toByteOffset: bytes.count - 8, as: UInt64.self) }
        return bytes.count
      }
    } else if bytes.isASCII {
      self.init(copying: UTF8Span(unchecked: bytes, isKnownASCII: true))
    } else {
      self = bytes.withUnsafeBufferPointer { String(decoding: $0, as: UTF8.self) }
    }
  }
}

extension Span<UInt8> {
  @inlinable @inline(__always)
  public var isASCII: Bool {
    let highs: UInt64 = 0x8080_8080_8080_8080
    guard count >= 8 else { return firstWord & highs == 0 }
    // The last word may overlap its predecessor. All others begin more than eight bytes before the end.
    var seen = lastWord
    var index = 0
    while index &+ 8 < count {
      seen |= load(at: index)
      index = index &+ 8
    }
    return seen & highs == 0
  }
}

extension StaticString {
  /// Returns whether `bytes` are its UTF-8.
  public func isSpelled(_ bytes: Span<UInt8>) -> Bool { withBytes { $0.equals(bytes) } }

  /// Calls `body` with its UTF-8.
  @inlinable @inline(__always)
  public func withBytes<Result>(_ body: (Span<UInt8>) -> Result) -> Result {
    body(Span(_unsafeElements: UnsafeBufferPointer(start: utf8Start, count: utf8CodeUnitCount)))
  }
}
