import Answers
import Testing

struct TerminalTextTests {
  @Test(
    "wraps a line between words at the terminal's width, below its indent or last column",
    arguments: [
      (
        "  dropped because the device was not there at all then",
        "  dropped because the device was not\n    there at all then"
      ),
      (
        "  12 FAILED  past    at: 2026-10-23T06:30:00Z; now: 16:00",
        "  12 FAILED  past    at:\n             2026-10-23T06:30:00Z; now:\n             16:00"
      ),
      ("short", "short"),
      (String(repeating: "x", count: 60), String(repeating: "x", count: 60)),
      ("字字字字字字字字字字字字字字字字字字 字字字字字", "字字字字字字字字字字字字字字字字字字\n  字字字字字"),
    ])
  func breaks(line: String, broken: String) {
    #expect(TerminalText(columns: 40, hasColors: false)(line) == broken)
  }

  @Test("loses no words at any width", arguments: 40...130)
  func keepsWords(columns: Int) {
    let line =
      "  changed focusflow.dailyRecap, 2026-10-24 08:00 Europe/London; reason \"quietHours\" → \"past\" [time passing]"
    let broken = TerminalText(columns: columns, hasColors: false)(line)
    #expect(broken.split { $0 == " " || $0 == "\n" } == line.split(separator: " "))
    #expect(broken.split(separator: "\n").allSatisfy { $0.count <= columns })
  }

  @Test(
    "errors and losses are red, notifications that go out green, and other words unchanged",
    arguments: [
      ("in.json:1:2: error: account", "in.json:1:2:\u{1b}[31m error: \u{1b}[0maccount"),
      ("  added a, 09:00", "  \u{1b}[32madded\u{1b}[0m a, 09:00"), ("removedness", "removedness"),
      ("account ana", "account ana"), ("  13  1  moved  task", "  13  1  moved  task"),
      ("  13  1  lost: quiet hours", "  13  1 \u{1b}[31m lost: \u{1b}[0mquiet hours"),
      ("  look: 3 lost", "  \u{1b}[33mlook:\u{1b}[0m 3 lost"),
    ])
  func paints(line: String, painted: String) {
    #expect(TerminalText(columns: nil, hasColors: true)(line) == painted)
    #expect(TerminalText(columns: nil, hasColors: false)(line) == line)
  }
}
