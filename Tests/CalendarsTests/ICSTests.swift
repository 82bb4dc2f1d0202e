import Bytes
import Foundation
import TestRuns
import TestSupport
import Testing

@testable import Calendars

/// Tests content lines of iCalendar files: folding, escaping, and that no text can break out of its property.
struct ICSTests {
  /// Unfolds and splits lines, as an independent reader does.
  static func unfold(_ bytes: [UInt8]) -> [String] {
    // By scalars, because a combining mark after the fold must not hide it.
    let scalars = Array(String(decoding: bytes, as: UTF8.self).unicodeScalars)
    var lines: [String.UnicodeScalarView] = [.init()]
    var index = 0
    while index < scalars.count {
      if scalars[index...].starts(with: ["\r", "\n", " "]) {
        index += 3
      } else if scalars[index...].starts(with: ["\r", "\n"]) {
        lines.append(.init())
        index += 2
      } else {
        lines[lines.count - 1].append(scalars[index])
        index += 1
      }
    }
    return lines.dropLast().map { String($0) }
  }

  static func unescape(_ text: String) -> String {
    var result = ""
    var isEscaped = false
    for character in text.unicodeScalars {
      if isEscaped {
        result.unicodeScalars.append(character == "n" || character == "N" ? "\n" : character)
        isEscaped = false
      } else if character == "\\" {
        isEscaped = true
      } else {
        result.unicodeScalars.append(character)
      }
    }
    return result
  }

  static func line(_ text: String) -> [UInt8] {
    var out = ByteWriter()
    out.append("SUMMARY:", text: text)
    return WrittenBytes(out).array
  }

  @Test("folds a line of 76 octets, but not one of 75", arguments: [(67, 1), (68, 2), (141, 2), (142, 3)])
  func folds(length: Int, lines: Int) {
    let text = ICSTests.line(String(repeating: "x", count: length))
    let parts = String(decoding: text, as: UTF8.self).split(separator: "\r\n")
    #expect(parts.count == lines)
    #expect(parts.allSatisfy { $0.utf8.count <= 75 })
  }

  @Test("never folds inside a character", arguments: ["é", "€", "😀", "👨‍👩‍👧", "e\u{301}"])
  func foldsBetweenCharacters(character: String) {
    for lead in 0..<8 {
      let value = String(repeating: "a", count: lead) + String(repeating: character, count: 80)
      let text = ICSTests.line(value)
      for line in text.split(separator: UInt8(ascii: "\n")) {
        #expect(String(validating: line, as: UTF8.self) != nil)
        #expect(line.count <= 76)
      }
      #expect(ICSTests.unfold(text) == ["SUMMARY:" + value])
    }
  }

  @Test("an independent reader restores any text, except control characters, which calendars exclude")
  func roundTrip() {
    var random = Numbers(seed: 20_261_120)
    let specials: [Unicode.Scalar] = [
      "\\", ";", ",", "\n", "\r", ":", "\"", "\u{1}", "\u{7f}", "\u{85}", "😀", "é", "\u{202e}", "\u{2028}",
    ]
    for _ in 0..<2000 {
      var text = ""
      for _ in 0..<random.next(below: 200) {
        if random.next(below: 3) == 0 {
          text.unicodeScalars.append(specials[random.next(below: specials.count)])
        } else if let scalar = Unicode.Scalar(UInt32(random.next(below: 0x11_0000))) {
          text.unicodeScalars.append(scalar)
        }
      }
      let lines = ICSTests.unfold(ICSTests.line(text))
      #expect(lines.count == 1)
      let kept = text.unicodeScalars.filter { scalar in
        scalar == "\n" || scalar == "\t"
          || scalar.properties.generalCategory != .control && !("\u{2028}"..."\u{202e}" ~= scalar)
      }
      var expected = ""
      expected.unicodeScalars.append(contentsOf: kept)
      #expect(
        ICSTests.unescape(String(String.UnicodeScalarView(lines[0].unicodeScalars.dropFirst(8)))).unicodeScalars
          .elementsEqual(expected.unicodeScalars))
    }
  }

  @Test("no title adds a property or event")
  func injection() async throws {
    let title = #"x\r\nEND:VEVENT\r\nBEGIN:VEVENT\r\nUID:evil\r\nATTACH:http://example.com"#
    let folder = try TestFiles.temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let export =
      #"{"format":"tickler-export/1","app":"focusflow","accounts":[{"id":"a","timeZone":"UTC","preferences":{"kinds":{"dailyReminder":false,"nudge":false,"recap":false}},"items":[{"kind":"task","id":"t","title":"\#(title)","date":"2026-11-21","time":"10:00"}]}]}"#
    _ = try await Scenario.plan([("in.json", export)], now: "2026-11-20T12:00:00Z", days: 3) { options in
      options.emit = [.plan, .actions, .summary, .ics]
      options.out = folder.path
    }
    let calendar = try Array(Data(contentsOf: folder.appending(path: "calendar.ics")))
    let lines = ICSTests.unfold(calendar)
    #expect(lines.filter { $0 == "BEGIN:VEVENT" }.count == 1)
    #expect(!lines.contains { $0.hasPrefix("ATTACH") || $0 == "UID:evil" })
  }
}
