import Bytes
import TestSupport
import Testing

@testable import Calendars

/// Compares folding (RFC 5545 section 3.1) with an implementation by characters.
struct LineFoldingTests {
  /// Adds a fold before each character that does not fit.
  static func fold(_ text: String) -> String {
    var (folded, width) = ("", 0)
    for scalar in text.unicodeScalars {
      let size = UTF8.width(scalar)
      if width + size > 75 {
        folded += "\r\n "
        width = 1
      }
      folded.unicodeScalars.append(scalar)
      width += size
    }
    return folded
  }

  @Test(
    "folds random texts like a character-by-character reference, and moves a mark along",
    arguments: 0..<50 as Range<UInt64>)
  func random(seed: UInt64) {
    var random = Numbers(seed: seed)
    let alphabet: [Unicode.Scalar] = ["a", "é", "€", "😀"]
    var text = String.UnicodeScalarView()
    for _ in 0..<random.next(below: 400) { text.append(alphabet[random.next(below: alphabet.count)]) }
    let line = String(text)
    var out = ByteWriter()
    out.append("before")
    let start = out.count
    out.append(text: line)
    let marked = random.next(below: line.utf8.count + 1)
    let place = out.foldLine(from: start, mark: start + marked)
    let folded = WrittenBytes(out).array.dropFirst(start)
    #expect(String(decoding: folded, as: UTF8.self) == LineFoldingTests.fold(line))
    if marked < line.utf8.count {
      #expect(folded[place.mark] == Array(line.utf8)[marked])
      let next = folded[place.mark...].firstIndex(of: UInt8(ascii: "\r")) ?? folded.endIndex
      #expect(place.room == next - place.mark)
    } else {
      #expect(place == (folded.endIndex, 0), "a mark at the end stays there")
    }
  }

  @Test("folds bytes that are not valid UTF-8", arguments: [74, 75, 76, 149, 150, 1000])
  func broken(count: Int) {
    for byte in [0x80, 0xc3, 0xff] as [UInt8] {
      var out = ByteWriter()
      out.append([UInt8](repeating: byte, count: count).span)
      _ = out.foldLine(from: 0, mark: 0)
      let lines = WrittenBytes(out).array.split(separator: UInt8(ascii: "\n"))
      #expect(lines.allSatisfy { $0.count <= 76 })
      #expect(lines.joined().count { $0 == byte } == count)
    }
  }
}
