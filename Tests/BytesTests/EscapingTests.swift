import Bytes
import Foundation
import TestSupport
import Testing

/// Tests escaping in each format. `ICSTests` covers calendars, `PageTextTests` pages.
struct EscapingTests {
  static func json(_ text: String) -> WrittenBytes {
    var out = ByteWriter()
    out.append(json: text)
    return WrittenBytes(out)
  }

  @Test("an independent JSON reader restores any text", arguments: 0..<20 as Range<UInt64>)
  func roundTrip(seed: UInt64) throws {
    var random = Numbers(seed: seed)
    var text = ""
    for code in 0..<0x300 as Range<UInt32> {
      if let scalar = Unicode.Scalar(code) { text.unicodeScalars.append(scalar) }
    }
    for _ in 0..<500 {
      if let scalar = Unicode.Scalar(UInt32(random.next(below: 0x11_0000))) { text.unicodeScalars.append(scalar) }
    }
    let back = try JSONSerialization.jsonObject(
      with: Data(EscapingTests.json(text).array), options: .fragmentsAllowed)
    #expect((back as? String).map { Array($0.unicodeScalars) } == Array(text.unicodeScalars))
  }

  @Test("finds a byte to escape at every position of texts around a word's length", arguments: 0..<26)
  func places(length: Int) {
    for place in 0..<length {
      for (special, escaped) in [("\"", "\\\""), ("\\", "\\\\"), ("\u{1f}", "\\u001f"), ("\n", "\\n")] {
        let (before, after) = (String(repeating: "a", count: place), String(repeating: "z", count: length - place - 1))
        #expect(EscapingTests.json(before + special + after).text == "\"\(before)\(escaped)\(after)\"")
      }
    }
  }

  @Test(
    "copies every byte that is not valid UTF-8",
    arguments: [[0xc2], [0xef], [0xef, 0xbf], [0xf0, 0x9f, 0xbf], [0xff], [0x80]] as [[UInt8]])
  func broken(bytes: [UInt8]) {
    var out = ByteWriter()
    out.append(html: bytes.span)
    #expect(WrittenBytes(out).array == bytes)
  }
}
