import Bytes
import Testing

/// Compares words with their single bytes, and checks that no word reads past the end.
@Suite struct WordsTests {
  private static func word(_ bytes: [UInt8], _ index: Int) -> UInt64 { bytes.span.word(at: index) }
  private static func ends(_ bytes: [UInt8]) -> [UInt64] { [bytes.span.firstWord, bytes.span.lastWord] }
  private static func hash(_ bytes: [UInt8]) -> UInt64 { bytes.span.quickHash }
  private static func isASCII(_ bytes: [UInt8]) -> Bool { bytes.span.isASCII }
  private static func text(_ bytes: [UInt8]) -> String { String(bytes.span) }
  private static func areEqual(_ a: [UInt8], _ b: [UInt8]) -> Bool { a.span.equals(b.span) }

  private static let bytes = (0..<40).map { UInt8(truncatingIfNeeded: $0 * 37 + 200) }

  @Test(arguments: 0...32)
  func aWordIsItsEightBytes(_ index: Int) {
    let expected = (0..<8).reduce(0 as UInt64) { $0 | UInt64(WordsTests.bytes[index + $1]) << (8 * $1) }
    #expect(WordsTests.word(WordsTests.bytes, index) == expected)
  }

  /// The first eight bytes or all, and the last eight or none.
  @Test(arguments: 0...40)
  func ends(_ count: Int) {
    func word(_ bytes: some Sequence<UInt8>) -> UInt64 { bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) } }
    let bytes = Array(WordsTests.bytes.prefix(count))
    #expect(WordsTests.ends(bytes) == [word(bytes.prefix(8)), count < 8 ? 0 : word(bytes.suffix(8))])
  }

  /// Texts are equal only if every byte is.
  @Test(arguments: 0...40)
  func equality(_ count: Int) {
    let bytes = Array(WordsTests.bytes.prefix(count))
    #expect(WordsTests.areEqual(bytes, bytes))
    #expect(!WordsTests.areEqual(bytes, bytes + [0]))
    #expect(!WordsTests.areEqual(bytes + [0], bytes))
    for index in bytes.indices {
      var other = bytes
      other[index] ^= 0x80
      #expect(!WordsTests.areEqual(bytes, other))
      #expect(WordsTests.hash(bytes) != WordsTests.hash(other))
    }
  }

  @Test(arguments: 0...40)
  func lineFeedsAreCounted(_ count: Int) {
    // Bytes close to a line feed, or different in one bit.
    let others: [UInt8] = [0x09, 0x0b, 0x8a, 0x00, 0x0e, 0x4a, 0xff]
    for feeds in 0...count {
      let bytes = (0..<count).map { $0 * 7 % max(count, 1) < feeds ? 0x0a : others[$0 % others.count] }
      #expect(bytes.span.lineFeedCount == bytes.count { $0 == 0x0a })
    }
  }

  @Test(arguments: 0...40)
  func aByteIsFoundWhereItIs(_ count: Int) {
    // Bytes close to a line feed, or different in one bit.
    let others: [UInt8] = [0x09, 0x0b, 0x8a, 0x00, 0x0e, 0x4a, 0xff]
    for at in 0...count {
      let bytes = (0..<count).map { $0 == at || $0 == at + 3 ? 0x0a : others[$0 % others.count] }
      for start in 0...count {
        #expect(bytes.span.firstIndex(of: 0x0a, from: start) == bytes[start...].firstIndex(of: 0x0a) ?? count)
      }
    }
  }

  @Test(arguments: 0...40)
  func onlyASCIIIsASCII(_ count: Int) {
    let bytes = [UInt8](repeating: 0x7f, count: count)
    #expect(WordsTests.isASCII(bytes))
    for index in bytes.indices {
      var other = bytes
      other[index] = 0x80
      #expect(!WordsTests.isASCII(other))
    }
  }

  @Test(
    "reads text back, replacing invalid UTF-8",
    arguments: [
      [], Array("a".utf8), Array("Zoë 😀, twice".utf8), [0x41, 0xff, 0x42], [0xc3], [0xed, 0xa0, 0x80],
      [UInt8](repeating: 0x61, count: 100) + [0x80],
    ] as [[UInt8]])
  func texts(_ bytes: [UInt8]) {
    #expect(WordsTests.text(bytes) == String(decoding: bytes, as: UTF8.self))
  }

  @Test("reads texts of every length, regardless of the last byte", arguments: 0...40)
  func lengths(_ count: Int) {
    for end in ["", "z", "é", "€", "😀"].map({ Array($0.utf8) }) + [[0xff], [0xc3], [0]] {
      let bytes = Array("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMN".utf8.prefix(count)) + end
      #expect(WordsTests.text(bytes).utf8.elementsEqual(String(decoding: bytes, as: UTF8.self).utf8))
    }
  }

  @Test func copies() {
    let (empty, some, others): ([UInt8], [UInt8], [UInt8]) = ([], [3, 4, 5], [6, 7])
    var bytes: [UInt8] = [1, 2]
    bytes.append(copying: some.span)
    bytes.append(copying: empty.span)
    #expect(bytes == [1, 2, 3, 4, 5])
    bytes.replace(from: 3, copying: others.span)
    bytes.replace(from: 5, copying: empty.span)
    #expect(bytes == [1, 2, 3, 6, 7])
  }

  @Test("reading out of bounds traps")
  func outside() async {
    await #expect(processExitsWith: .failure) { _ = WordsTests.word([1, 2, 3, 4, 5, 6, 7, 8], 1) }
    await #expect(processExitsWith: .failure) { _ = WordsTests.word(Array(repeating: 0, count: 100), -1) }
    await #expect(processExitsWith: .failure) { _ = WordsTests.word([1, 2, 3], 0) }
    await #expect(processExitsWith: .failure) {
      var bytes: [UInt8] = [1, 2, 3]
      let others: [UInt8] = [4, 5]
      bytes.replace(from: 2, copying: others.span)
    }
  }
}
