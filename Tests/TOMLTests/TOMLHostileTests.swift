import Diagnostics
import Foundation
import TOML
import TestSupport
import Testing

/// Tests truncated and randomly changed texts: each is a document with correct places, or has a fault at a place inside it.
@Suite struct TOMLHostileTests {
  private static func isHeld(_ text: [UInt8]) -> Bool {
    let placed = PlacedText(text)
    do {
      return placed.misplaced(try TOMLDocument(text, file: "x").root) == []
    } catch {
      return placed.offset(error.location) != nil && !error.found.isEmpty
    }
  }

  private static let texts: [[UInt8]] =
    TOMLVectorTests.names("valid").map { TOMLVectorTests.bytes("valid/\($0)") }
    + ["policies/focusflow", "messages/moneymap"].map {
      [UInt8](FileManager.default.contents(atPath: "\(TestFiles.templates)/\($0).toml")!)
    }

  @Test("handles a file truncated at every byte")
  func truncated() {
    for text in TOMLHostileTests.texts {
      for count in 0..<min(text.count, 2000) {
        #expect(
          TOMLHostileTests.isHeld(Array(text[..<count])), "\(count) bytes of \(String(decoding: text, as: UTF8.self))")
      }
    }
  }

  /// Pieces that are more likely to cause faults than random bytes.
  private static let pieces: [[UInt8]] =
    [
      "[", "]", "[[", "]]", "{", "}", "=", ".", ",", "#", "\"", "'", "\"\"\"", "'''", "\\", "\\u00e9", "\\\n", "\n",
      "\r\n", "\r", "\t",
      "a", "a.b = 1\n", "[a]\n", "[[a]]\n", "0x", "1_", "-", "+", "e", "inf", "2026-10-23", "T", "08:30:00", "é",
      "\u{feff}", "\0", "\u{7f}",
    ].map { Array($0.utf8) } + [[0xff], [0xc3], [0xe2, 0x82], [0xed, 0xa0, 0x80]]

  @Test("handles random changes", arguments: 1...4 as ClosedRange<UInt64>)
  func mutated(_ seed: UInt64) {
    var random = Numbers(seed: seed)
    for _ in 0..<2500 {
      var text = TOMLHostileTests.texts[random.next(below: TOMLHostileTests.texts.count)]
      for _ in 0...random.next(below: 3) {
        let start = random.next(below: text.count + 1)
        let end = min(text.count, start + random.next(below: 6))
        let piece = TOMLHostileTests.pieces[random.next(below: TOMLHostileTests.pieces.count)]
        text.replaceSubrange(start..<(random.next(below: 3) == 0 ? end : start), with: piece)
      }
      #expect(TOMLHostileTests.isHeld(text), "seed \(seed): \(text)")
    }
  }
}
