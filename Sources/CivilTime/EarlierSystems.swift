// Replacements for what Apple's systems before 2025 lack. The modules of TicklerKit use `Array.span`, `UTF8Span` and the like only
// in this file, and locks only through `Lock`; `SymbolTests` checks that. On Linux, the newer call always exists, and the compiler
// drops the other branch.

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
  /// Calls `body` with a span of the text's UTF-8 bytes.
  @inlinable
  public func withUTF8Bytes<Result>(_ body: (Span<UInt8>) -> Result) -> Result {
    if #available(macOS 26, iOS 26, watchOS 26, tvOS 26, visionOS 26, *) { return body(utf8.span) }
    let bytes = ContiguousArray(utf8)
    return body(bytes.span)
  }

  /// Creates a text of at most 24 ASCII characters.
  init(asciiCount count: Int, _ byte: (Int) -> UInt8) {
    if #available(macOS 26, iOS 26, watchOS 26, tvOS 26, visionOS 26, *) {
      // From a span, since a date took 1,400 instructions through an array.
      var bytes = InlineArray<24, UInt8>(repeating: 0)
      for index in 0..<count { bytes[index] = byte(index) }
      if let text = try? UTF8Span(validating: bytes.span.extracting(first: count)) {
        self.init(copying: text)
        return
      }
    }
    self.init(decoding: (0..<count).map(byte), as: UTF8.self)
  }
}
