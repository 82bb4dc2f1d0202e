extension String {
  /// Calls `body` with the UTF-8 where it lies: `utf8Span` is two calls into the library for each text, and this none. A text
  /// that does not lie in one piece, which none does that was read, is copied.
  @inlinable @inline(__always)
  func withBytes<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    utf8.withContiguousStorageIfAvailable(body) ?? withCopiedBytes(body)
  }

  @usableFromInline @inline(never)
  func withCopiedBytes<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    Array(utf8).withUnsafeBufferPointer(body)
  }
}
