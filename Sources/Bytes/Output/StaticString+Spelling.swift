extension StaticString {
  /// Whether these are its bytes.
  public func isSpelled(_ bytes: Span<UInt8>) -> Bool {
    utf8CodeUnitCount == bytes.count
      && bytes.withUnsafeBufferPointer {
        $0.elementsEqual(UnsafeBufferPointer(start: utf8Start, count: utf8CodeUnitCount))
      }
  }
}
