import Bytes
import TestSupport
import Testing

/// Compares the search by words with a search byte by byte.
@Suite struct PlainTextTests {
  /// Returns the end of a plain text, searched byte by byte; nil if the text is not plain.
  private static func end(_ bytes: [UInt8], from start: Int) -> Int? {
    guard let end = bytes[start...].firstIndex(where: { $0 == 0x22 || $0 == 0x5c || $0 < 0x20 }), bytes[end] == 0x22,
      String(validating: bytes[start..<end], as: UTF8.self) != nil
    else { return nil }
    return end
  }

  private static func found(_ bytes: [UInt8], _ start: Int) -> PlainText? { bytes.span.plainText(from: start) }

  private static func firstWord(_ bytes: [UInt8], _ range: Range<Int>) -> UInt64 {
    bytes.span.extracting(range).firstWord
  }

  private static let pieces: [[UInt8]] =
    ["a", "0123456", "é", "€", "😀", "\u{7f}", "\"", "\\", "\n", "\u{1f}", " ", "\u{80}", "\u{ffff}"].map {
      Array($0.utf8)
    } + [[0xff], [0xc3], [0xe2, 0x82], [0xc0, 0x80], [0xed, 0xa0, 0x80], [0xf4, 0x90, 0x80, 0x80], [0x80]]

  @Test(arguments: 0..<40)
  func everyMixtureOfPieces(_ seed: UInt64) throws {
    var random = Numbers(seed: seed)
    for _ in 0..<500 {
      var bytes: [UInt8] = []
      for _ in 0..<random.next(below: 12) {
        bytes += PlainTextTests.pieces[random.next(below: random.chance() ? 3 : PlainTextTests.pieces.count)]
      }
      bytes += [0x22, 0x3a, 0x2c] + [UInt8](repeating: 0x20, count: 14)
      for start in 0...min(3, bytes.count) {
        let text = PlainTextTests.found(bytes, start)
        // A text that starts inside a character is not valid.
        #expect(text?.end == PlainTextTests.end(bytes, from: start))
        if let text {
          #expect(text.start == start && text.count == text.end - start)
          #expect(text.firstWord == PlainTextTests.firstWord(bytes, start..<text.end))
          #expect(text.next == bytes[text.end + 1])
          #expect(text.second == bytes[text.end + 2])
        }
      }
    }
  }

  /// Places each byte at every position in a word, and after another byte that ends the text.
  @Test(arguments: [0x00, 0x1f, 0x20, 0x21, 0x22, 0x23, 0x5b, 0x5c, 0x5d, 0x7f, 0x80, 0xff] as [UInt8])
  func plainASCIIEnds(_ byte: UInt8) {
    func end(_ bytes: [UInt8], _ start: Int) -> Int { bytes.span.endOfPlainASCII(from: start) }
    let isStop = byte < 0x20 || byte >= 0x80 || byte == 0x22 || byte == 0x5c
    for place in 0..<20 {
      var bytes = [UInt8](repeating: 0x61, count: 21)
      bytes[place] = byte
      #expect(end(bytes, 0) == (isStop ? place : 21))
      #expect(end(bytes, place + 1) == 21)
      bytes[20] = 0x22
      #expect(end(bytes, place + 1) == 20)
    }
    #expect(end([], 0) == 0)
  }

  /// Returns nothing too close to the end, and never reads past the end.
  @Test(arguments: 0...40)
  func theEnd(_ count: Int) {
    let bytes = [UInt8](repeating: 0x61, count: count) + [0x22]
    for start in -2...count + 3 { #expect(PlainTextTests.found(bytes, start) == nil) }
    let long = bytes + [UInt8](repeating: 0x20, count: 15)
    #expect(PlainTextTests.found(long, 0)?.end == count)
    #expect(PlainTextTests.found([], 0) == nil)
    #expect(PlainTextTests.found(bytes, .max) == nil)
    #expect(PlainTextTests.found(bytes, .min) == nil)
  }
}

extension PlainText: Equatable {
  public static func == (a: PlainText, b: PlainText) -> Bool { a.end == b.end }
}
