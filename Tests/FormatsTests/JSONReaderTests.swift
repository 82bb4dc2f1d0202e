import Formats
import TestSupport
import Testing

/// Tests places, limits, escapes and encodings on both sides of every boundary.
@Suite struct JSONReaderTests {
  private func trace(_ text: String) -> TokenTrace { TokenTrace(Array(text.utf8)) }

  @Test(
    arguments: [
      ("one line", #"{"a": [1, "b"]}"#, [(1, 1), (1, 2), (1, 7), (1, 8), (1, 11), (1, 14), (1, 15)]),
      ("line feeds", "{\n \"a\":\n1}", [(1, 1), (2, 2), (3, 1), (3, 2)]),
      ("carriage returns and line feeds", "[\r\n1,\r\n 2]", [(1, 1), (2, 1), (3, 2), (3, 3)]),
      ("a carriage return alone begins no line", "[\r1]", [(1, 1), (1, 3), (1, 4)]),
      ("tabs count one", "[\t1]", [(1, 1), (1, 3), (1, 4)]),
      ("columns count bytes", #"["é", "😀", 1]"#, [(1, 1), (1, 2), (1, 8), (1, 16), (1, 17)]),
      ("an escaped line break begins no line", #"["\n", 1]"#, [(1, 1), (1, 2), (1, 8), (1, 9)]),
      ("empty texts", #"["", ""]"#, [(1, 1), (1, 2), (1, 6), (1, 8)]),
      ("words and numbers", "[true,false,null,-0.5e+3]", [(1, 1), (1, 2), (1, 7), (1, 13), (1, 18), (1, 25)]),
    ] as [(String, String, [(Int, Int)])])
  func places(_ what: String, _ text: String, _ places: [(Int, Int)]) {
    let trace = trace(text)
    #expect(trace.fault == nil)
    #expect(trace.entries.map { [$0.line, $0.column] } == places.map { [$0.0, $0.1] })
  }

  @Test func placesGoOnFromWhereTheTextBegins() throws {
    let bytes = Array("[1,\n2]".utf8)
    var reader = JSONReader(line: 7, column: 30)
    for place in [Place(line: 7, column: 30), Place(line: 7, column: 31), Place(line: 8, column: 1)] {
      let token = try reader.next(in: bytes.span)
      #expect(reader.place(of: token) == place)
    }
  }

  @Test(
    arguments: [
      ("64 lists", "[", "]", 64, nil), ("65 lists", "[", "]", 65, 65),
      ("64 objects", #"{"a":"#, "}", 64, nil), ("65 objects", #"{"a":"#, "}", 65, 321),
      ("lists and objects in turn, 64", #"[{"a":"#, "}]", 32, nil),
      ("lists and objects in turn, 66", #"[{"a":"#, "}]", 33, 193),
    ] as [(String, String, String, Int, Int?)])
  func nesting(_ what: String, _ open: String, _ close: String, _ count: Int, _ column: Int?) {
    let trace = trace(String(repeating: open, count: count) + "1" + String(repeating: close, count: count))
    #expect(trace.fault?.found == (column == nil ? nil : .tooDeep))
    #expect(trace.fault?.column == column)
  }

  @Test func nestingIsCountedWhereItIsOpen() {
    #expect(trace("[" + String(repeating: "[[]],", count: 100) + "1]").fault == nil)
  }

  /// The limit applies to the decoded text.
  @Test(
    arguments: [
      ("letters", "a", 65_536, 65_537), ("two bytes each", "é", 32_768, 32_769),
      ("short escapes", #"\n"#, 65_536, 65_537), ("escapes of one byte", #"\u0061"#, 65_536, 65_537),
      ("escapes of two bytes", #"\u00e9"#, 32_768, 32_769), ("escapes of three bytes", #"\u20ac"#, 21_845, 21_846),
      ("pairs of escapes", #"\ud83d\ude00"#, 16_384, 16_385),
    ] as [(String, String, Int, Int)])
  func textLength(_ what: String, _ unit: String, _ maximum: Int, _ tooMany: Int) {
    let sound = trace("[\"" + String(repeating: unit, count: maximum) + "\"]")
    #expect(sound.fault == nil)
    #expect(sound.entries[1].text.count <= 65_536)
    let long = Array(("[\n \"" + String(repeating: unit, count: tooMany) + "\"]").utf8)
    for trace in [TokenTrace(long), TokenTrace(long, window: 4096)] {
      #expect(trace.fault?.found == .tooLong)
      #expect(trace.fault.map { [$0.line, $0.column] } == [2, 2])
    }
  }

  @Test func keysHaveTheSameLimit() {
    #expect(trace("{\"" + String(repeating: "k", count: 65_536) + "\": 1}").fault == nil)
    #expect(trace("{\"" + String(repeating: "k", count: 65_537) + "\": 1}").fault?.found == .tooLong)
  }

  /// An unterminated text, or one with a fault after the limit, is reported in the same way with any window.
  @Test(arguments: ["", "\n", #"\x"#, #"\u12"#], [1000, 65_536, 100_000])
  func textsThatAreTooLongAreToldOfFirst(_ end: String, _ window: Int) {
    let bytes = Array(("\"" + String(repeating: "a", count: 200_000) + end).utf8)
    #expect(TokenTrace(bytes).fault?.found == .tooLong)
    #expect(TokenTrace(bytes, window: window) == TokenTrace(bytes))
  }

  @Test(arguments: ["", "e", "x"], [1000, 65_536])
  func numbersHaveTheLimitToo(_ end: String, _ window: Int) {
    #expect(trace(String(repeating: "1", count: 65_536)).fault == nil)
    let bytes = Array((String(repeating: "1", count: 65_537) + end).utf8)
    #expect(TokenTrace(bytes).fault?.found == .tooLong)
    #expect(TokenTrace(bytes, window: window) == TokenTrace(bytes))
  }

  @Test(arguments: [
    (#"\"\\\/"#, "\"\\/"), (#"\b\f\n\r\t"#, "\u{8}\u{c}\n\r\t"), (#"\u0000"#, "\0"), (#"\u007f"#, "\u{7f}"),
    (#"\u0080"#, "\u{80}"), (#"\u07ff"#, "\u{7ff}"), (#"\u0800"#, "\u{800}"), (#"\ud7ff"#, "\u{d7ff}"),
    (#"\ue000"#, "\u{e000}"), (#"\uffff"#, "\u{ffff}"), (#"\ud800\udc00"#, "\u{10000}"),
    (#"\uDBFF\uDFFF"#, "\u{10ffff}"), (#"a\u00e9b"#, "aéb"), (#"é\u0301"#, "é\u{301}"),
  ])
  func escapes(_ written: String, _ meant: String) {
    #expect(trace("\"\(written)\"").entries.first?.text == Array(meant.utf8))
  }

  @Test(
    arguments: [
      ("a letter that is no escape", #"a\q"#, .badEscape, 3), ("a capital U", #"\U0041"#, .badEscape, 2),
      ("three digits", #"\u041"#, .badEscape, 2), ("a letter that is no digit", #"\u00fg"#, .badEscape, 2),
      ("a sign", #"\u+041"#, .badEscape, 2), ("a first half alone", #"\ud800"#, .loneSurrogate, 2),
      ("a first half before a letter", #"\ud800abcdef"#, .loneSurrogate, 2),
      ("a first half before another escape", #"\ud800\n12345"#, .loneSurrogate, 2),
      ("two first halves", #"\ud800\ud800"#, .loneSurrogate, 2),
      ("a second half alone", #"x\udc00"#, .loneSurrogate, 3),
      ("halves the wrong way round", #"\udc00\ud800"#, .loneSurrogate, 2),
      ("a first half before no escape", #"\ud800\u0041"#, .loneSurrogate, 2),
      ("a first half before a bad escape", #"\ud800\u00zz"#, .badEscape, 8),
    ] as [(String, String, JSONFault.Found, Int)])
  func badEscapes(_ what: String, _ text: String, _ found: JSONFault.Found, _ column: Int) {
    let bytes = Array("\"\(text)\"".utf8)
    for window in [1, 2, 3, 7, 64] {
      let fault = TokenTrace(bytes, window: window).fault
      #expect(fault?.found == found)
      #expect(fault?.column == column)
    }
  }

  @Test(
    arguments: [
      ("the last of one byte", [0x7f], nil), ("the first of two bytes", [0xc2, 0x80], nil),
      ("the last of two bytes", [0xdf, 0xbf], nil), ("the first of three bytes", [0xe0, 0xa0, 0x80], nil),
      ("before the surrogates", [0xed, 0x9f, 0xbf], nil), ("after the surrogates", [0xee, 0x80, 0x80], nil),
      ("the last of three bytes", [0xef, 0xbf, 0xbf], nil), ("the first of four bytes", [0xf0, 0x90, 0x80, 0x80], nil),
      ("the last code point", [0xf4, 0x8f, 0xbf, 0xbf], nil),
      ("a mark of byte order inside a text", [0xef, 0xbb, 0xbf], nil),
      ("overlong in two bytes, 0", [0xc0, 0x80], 2), ("overlong in two bytes, 7f", [0xc1, 0xbf], 2),
      ("overlong in three bytes", [0xe0, 0x9f, 0xbf], 2), ("overlong in four bytes", [0xf0, 0x8f, 0xbf, 0xbf], 2),
      ("the first surrogate", [0xed, 0xa0, 0x80], 2), ("the last surrogate", [0xed, 0xbf, 0xbf], 2),
      ("past the last code point", [0xf4, 0x90, 0x80, 0x80], 2), ("a byte that never is", [0xff], 2),
      ("five bytes", [0xf8, 0x88, 0x80, 0x80, 0x80], 2), ("a continuation alone", [0x61, 0x80], 3),
      ("two bytes cut off", [0x61, 0x62, 0xc3], 4), ("three bytes cut off", [0xe2, 0x82], 2),
      ("four bytes cut off", [0xf0, 0x9f, 0x98], 2), ("a letter inside a sequence", [0xe2, 0x41, 0x82], 2),
    ] as [(String, [UInt8], Int?)])
  func encodings(_ what: String, _ bytes: [UInt8], _ column: Int?) {
    let text = [UInt8(ascii: "\"")] + bytes + [UInt8(ascii: "\"")]
    for window in [1, 2, 64] {
      let fault = TokenTrace(text, window: window).fault
      #expect(fault?.column == column)
      #expect(fault?.diagnostic(file: "").code == (column == nil ? nil : .encoding))
    }
  }

  /// The survey removes a byte order mark. To the reader, it is an ordinary byte.
  @Test func byteOrderMark() {
    #expect(trace("\u{feff}{}").fault?.found == .unexpected(0xef))
    #expect(trace("{}\u{feff}").fault?.found == .unexpected(0xef))
  }

  @Test(arguments: Array(0x00...0x1f) as [UInt8])
  func controlCharacters(_ character: UInt8) {
    for column in [2, 9, 10, 17, 18] {
      let text = Array("\"".utf8) + [UInt8](repeating: 0x61, count: column - 2) + [character] + Array("aaaaaaaa\"".utf8)
      let fault = TokenTrace(text).fault
      #expect(fault?.found == .controlCharacter(character))
      #expect(fault?.column == column)
    }
  }

  /// Eight bytes are compared at once, so every other byte must pass at every position in a word.
  @Test(arguments: 0..<8)
  func plainBytes(_ offset: Int) {
    let plain = (0x20...0x7f).map { UInt8($0) }.filter { $0 != 0x22 && $0 != 0x5c }
    let text = [UInt8](repeating: 0x7f, count: offset) + plain + Array("é€😀".utf8)
    #expect(TokenTrace([0x22] + text + [0x22]).entries.map(\.text) == [text])
  }
}
