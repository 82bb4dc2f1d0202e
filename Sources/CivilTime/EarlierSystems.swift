// Replacements for what Apple's systems before 2025 lack. The modules of TicklerKit use `Array.span` and the like only in this file, and
// locks only through `Lock`; `SymbolTests` checks that. On Linux, the newer call always exists, and the compiler drops the other branch.

extension Array {
  /// Calls `body` with a span of the elements, without copying them.
  @inlinable
  public func withSpan<Result, Failure: Error>(
    _ body: (Span<Element>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    if #available(macOS 26, iOS 26, watchOS 26, tvOS 26, visionOS 26, *) { return try body(span) }
    // A `ContiguousArray` shares the array's storage.
    let elements = ContiguousArray(self)
    return try body(elements.span)
  }
}

extension String {
  /// Calls `body` with the text's UTF-8 bytes.
  ///
  /// The only way to a span of a text's bytes. `utf8.span` and `utf8Span` are wrong for texts of up to 15 bytes, which are
  /// stored in the string itself: Swift 6.3 copies such a string to the stack, and if the getter is called from another
  /// module, takes the copy to be unused after the call. A callee that is called last then finds its own frame where the
  /// bytes were. `Tests/OptimizedCheck` guards this.
  @inlinable @inline(__always)
  public func withUTF8Bytes<Result>(_ body: (Span<UInt8>) -> Result) -> Result {
    unsafe utf8.withContiguousStorageIfAvailable { unsafe body(Span(_unsafeElements: $0)) } ?? withCopiedUTF8Bytes(body)
  }

  /// Copies a text of Objective-C.
  @usableFromInline @inline(never)
  func withCopiedUTF8Bytes<Result>(_ body: (Span<UInt8>) -> Result) -> Result { Array(utf8).withSpan(body) }

  /// Creates a text of ASCII characters.
  @inline(__always)
  init(asciiCount count: Int, _ byte: (Int) -> UInt8) {
    // Through an array, a date takes 1,400 instructions.
    self = unsafe String(unsafeUninitializedCapacity: count) { bytes in
      for index in 0..<count { unsafe bytes[index] = byte(index) }
      return count
    }
  }
}
