import Calendars
import PlanModel
import TestSupport
import Testing

/// Checks that file names made from ids are readable, harmless and unique.
struct AccountFileNameTests {
  @Test(
    "keeps safe characters of a file name and spells out the others",
    arguments: [
      ("a plain id", "focusflow", "ana", "focusflow.ana"),
      ("digits, hyphens, underscores", "steps", "u-1_2", "steps.u-1_2"),
      ("capitals", "diary", "aB3xYz", "diary.a=b3x=yz"),
      ("an address", "diary", "ana@example.com", "diary.ana~40example.com"),
      ("a dot at the start", "diary", ".profile", "diary.~2eprofile"),
      ("a dot at the end", "diary", "ana.", "diary.ana~2e"),
      ("the folder above", "diary", "..", "diary.~2e~2e"),
      ("a path", "diary", "../../etc/passwd", "diary.~2e.~2f..~2fetc~2fpasswd"),
      ("a path of Windows", "diary", #"C:\x"#, "diary.=c~3a~5cx"),
      ("no id", "diary", "", "diary.~"),
      ("no app", "", "ana", "~.ana"),
      ("a zero byte", "diary", "a\0b", "diary.a~00b"),
      ("a line break", "diary", "a\nb", "diary.a~0ab"),
      ("a space at the end", "diary", "a ", "diary.a~20"),
      ("letters beyond ASCII", "diary", "é", "diary.~c3~a9"),
      ("a dot in an app", "a.b", "c", "a~2eb.c"),
      ("a device of Windows", "con", "1", "~63on.1"),
      ("another one", "lpt1", "1", "~6cpt1.1"),
      ("no device", "con2", "con", "con2.con"),
      ("the escape of a capital", "diary", "=a", "diary.~3da"),
      ("an escape of digits", "diary", "~41", "diary.~7e41"),
    ])
  func names(_ what: String, _ app: String, _ id: String, _ expected: String) throws {
    #expect(try AccountFileName(AccountName(id, app: app)).text == expected)
    let onPhone = AccountName(AccountID(id), app: app, DeviceID("My.Phone"))
    #expect(try AccountFileName(onPhone).text == expected + "~-=my.=phone")
  }

  @Test("keeps names of up to 120 bytes; truncates longer ones and adds a hash")
  func lengths() throws {
    let longest = String(repeating: "x", count: 114)
    #expect(try AccountFileName(AccountName(longest, app: "diary")).text == "diary." + longest)
    let cut = try AccountFileName(AccountName(longest + "x", app: "diary")).text
    #expect(cut.hasPrefix("diary." + longest + "~~"))
    #expect(cut.utf8.count == 120 + 2 + 64)
    // 2 + 6 × 19 = 116 bytes, and one more that fits.
    let letters = try AccountFileName(AccountName(String(repeating: "é", count: 300), app: "d")).text
    #expect(letters.hasPrefix("d." + String(repeating: "~c3~a9", count: 19) + "~c3~~"))
    #expect(try AccountFileName(AccountName("x", app: String(repeating: "q", count: 70_000))).text.utf8.count == 186)
  }

  @Test("similar ids get different names, even on file systems that ignore case or Unicode normalization")
  func twins() throws {
    let pairs = [
      ("a", "Ana"), ("a", "ana"), ("a", "ANA"), ("b", "ana"), ("a", "e\u{301}"), ("a", "\u{e9}"), ("a", "=ana"),
      ("a", "~2e"), ("a", "."), ("a", ""), ("a", "~"), ("a.b", "c"), ("a", "b.c"), ("A", "ana"), ("con", "x"),
      ("~63on", "x"), ("a", String(repeating: "x", count: 300)), ("a", String(repeating: "x", count: 301)),
      ("a", String(repeating: "X", count: 300)), ("ax", String(repeating: "x", count: 299)),
      ("a", "\u{212a}"), ("a", "K"), ("a", "k"), ("a", "ﬁ"), ("a", "fi"), ("a", "ß"), ("a", "ss"),
    ]
    let names = try pairs.map { try AccountFileName(AccountName($0.1, app: $0.0)).text.lowercased() }
    #expect(Set(names).count == pairs.count)
  }

  /// Decodes a name, following only its documentation.
  private func read(_ name: String) -> (app: String, id: String)? {
    let parts = name.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2 else { return nil }
    let texts = parts.map { part -> String in
      if part == "~" { return "" }
      var bytes: [UInt8] = []
      var rest = Array(part.utf8)[...]
      while let byte = rest.popFirst() {
        switch byte {
        case UInt8(ascii: "="): bytes.append(rest.removeFirst() - 32)
        case UInt8(ascii: "~"):
          bytes.append(UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16)!)
          rest = rest.dropFirst(2)
        default: bytes.append(byte)
        }
      }
      return String(decoding: bytes, as: UTF8.self)
    }
    return (texts[0], texts[1])
  }

  @Test("any app and id form one harmless path component that identifies them")
  func anything() throws {
    var random = Numbers(seed: 7)
    let specials: [Unicode.Scalar] = [".", "/", "\\", "\0", "~", "=", "A", "a", " ", "é", "\u{301}", "😀", ":", "-"]
    func text() -> String {
      var text = ""
      for _ in 0..<random.next(below: 12) {
        text.unicodeScalars.append(
          random.next(below: 2) == 0
            ? specials[random.next(below: specials.count)]
            : Unicode.Scalar(UInt32(random.next(below: 0x11_0000))) ?? "x")
      }
      return text
    }
    for _ in 0..<5000 {
      let (app, id) = (text(), text())
      let name = try AccountFileName(AccountName(id, app: app)).text
      #expect(name.utf8.count <= 200)
      #expect(name.utf8.allSatisfy { "abcdefghijklmnopqrstuvwxyz0123456789-_.=~".utf8.contains($0) })
      #expect(!name.hasPrefix(".") && !name.hasSuffix("."))
      if name.contains("~~") { continue }
      let back = try #require(read(name))
      #expect(Array(back.app.utf8) == Array(app.utf8) && Array(back.id.utf8) == Array(id.utf8))
    }
  }
}
