/// Turns the windows of a text in UTF-16 into UTF-8, if it has a byte order mark or begins with ASCII. Passes on those of
/// any other text.
package struct UTF16Windows {
  private var isAtStart: Bool
  /// The index of a unit's low byte; nil if the text is not UTF-16.
  private var low: Int?
  /// Text in UTF-8 that its reader has not consumed.
  private var text: [UInt8] = []

  /// - Parameter isOff: Whether the text passes unchanged.
  package init(isOff: Bool = false) { isAtStart = !isOff }

  package var isUTF16: Bool { low != nil }

  /// - Parameter body: Reads a window of UTF-8 and returns the number of bytes it consumed.
  /// - Returns: The number of bytes consumed of the window.
  package mutating func read<Fault: Error>(
    _ window: Span<UInt8>, isLast: Bool, _ body: (Span<UInt8>) throws(Fault) -> Int
  ) throws(Fault) -> Int {
    if isAtStart, window.count >= 2 {
      let (first, second) = (window[0], window[1])
      let isLittle = first == 0xff && second == 0xfe || second == 0 && 0x09...0x7e ~= first
      let isBig = first == 0xfe && second == 0xff || first == 0 && 0x09...0x7e ~= second
      low = isLittle ? 0 : isBig ? 1 : nil
    }
    if !window.isEmpty { isAtStart = false }
    guard let low else { return try body(window) }
    var units = stride(from: 0, to: window.count - 1, by: 2).map { index in
      UInt16(window[index + low]) | UInt16(window[index + 1 - low]) << 8
    }
    // A pair of surrogates stays together.
    if !isLast, let last = units.last, UTF16.isLeadSurrogate(last) { units.removeLast() }
    text += String(decoding: units, as: UTF16.self).utf8
    let count = try body(text.span)
    text.removeFirst(count)
    return isLast ? window.count : 2 * units.count
  }
}
