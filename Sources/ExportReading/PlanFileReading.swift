import Diagnostics

// What reading a plan file needs of this module, without pointers.

extension JSONReader {
  /// Reads one document, whatever the length of its texts.
  ///
  /// - Parameters:
  ///   - line: The number of its first line.
  ///   - body: Takes every token but the end of the document: where it is in `bytes`, a text or a key without its quotes, and whether
  ///     that has escapes.
  package static func forEachToken(
    in bytes: [UInt8], _ range: Range<Int>, line: Int, _ body: (Token, Range<Int>, Bool) -> Void
  ) throws(JSONFault) {
    try bytes.withUnsafeBufferPointer { (bytes) throws(JSONFault) in
      guard let base = bytes.baseAddress, !range.isEmpty else {
        throw JSONFault(found: .unexpectedEnd, line: line, column: 1, expected: "a JSON value")
      }
      var reader = JSONReader(base + range.lowerBound, count: range.count, line: line, stringLimit: .max)
      while true {
        let token = try reader.next()
        if token == .end { return }
        let start = range.lowerBound + reader.tokenStart
        body(token, start..<range.lowerBound + reader.tokenEnd, reader.hasEscapes)
      }
    }
  }

  /// The text of a string or key that has escapes.
  package static func unescaped(_ bytes: ArraySlice<UInt8>) -> String {
    bytes.withUnsafeBufferPointer { bytes in
      var text: [UInt8] = []
      text.appendUnescapedJSON(bytes)
      return String(decoding: text, as: UTF8.self)
    }
  }
}

extension InputFile {
  /// Appends up to `count` bytes from `offset` on to `bytes`; fewer only at the end of the file.
  ///
  /// - Returns: How many.
  package func append(to bytes: inout [UInt8], at offset: Int64, count: Int) throws(FatalInput) -> Int {
    let start = bytes.count
    bytes.append(contentsOf: repeatElement(0, count: count))
    let done = try bytes.withUnsafeMutableBufferPointer { (bytes) throws(FatalInput) -> Int in
      guard count > 0, let base = bytes.baseAddress else { return 0 }
      return try read(at: offset, count: count, into: base + start)
    }
    bytes.removeLast(count - done)
    return done
  }
}
