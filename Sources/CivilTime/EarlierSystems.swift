// What Apple's systems before those of 2025 lack. The modules that TicklerKit is made of use `Array.span`, `UTF8Span` and their like
// through this file alone, and a lock through `Lock`: `SymbolTests` looks for them elsewhere. Where the newer call is always there, as on
// Linux, the compiler leaves the other branch out.

extension Array {
  /// Calls `body` with the elements in place.
  @inlinable
  public func withSpan<Result, Failure: Error>(
    _ body: (Span<Element>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    if #available(macOS 26, iOS 26, watchOS 26, tvOS 26, visionOS 26, *) { return try body(span) }
    // It has the same storage.
    let elements = ContiguousArray(self)
    return try body(elements.span)
  }
}

extension String {
  /// Calls `body` with the text's bytes in UTF-8.
  @inlinable
  public func withUTF8Bytes<Result>(_ body: (Span<UInt8>) -> Result) -> Result {
    if #available(macOS 26, iOS 26, watchOS 26, tvOS 26, visionOS 26, *) { return body(utf8.span) }
    let bytes = ContiguousArray(utf8)
    return body(bytes.span)
  }

  /// Creates a text of at most 24 ASCII characters.
  init(asciiCount count: Int, _ byte: (Int) -> UInt8) {
    if #available(macOS 26, iOS 26, watchOS 26, tvOS 26, visionOS 26, *) {
      // From a span: through an array, a date took 1,400 instructions.
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
