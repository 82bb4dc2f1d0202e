extension StaticString {
  /// Returns whether `bytes` are its UTF-8.
  public func isSpelled(_ bytes: Span<UInt8>) -> Bool { withBytes { $0.equals(bytes) } }

  /// Calls `body` with its UTF-8.
  @inlinable @inline(__always)
  public func withBytes<Result>(_ body: (Span<UInt8>) -> Result) -> Result {
    body(Span(_unsafeElements: UnsafeBufferPointer(start: utf8Start, count: utf8CodeUnitCount)))
  }
}
