import Diagnostics
import Testing

@Suite struct VisibleTests {
  @Test(
    "spells out characters that a terminal interprets or hides, and keeps all others",
    arguments: [
      ("plain", "a \"b\" \\ c", "a \"b\" \\ c"), ("colors", "\u{1b}[31mred", "\\u{1b}[31mred"),
      ("a line of its own", "a\nb: error", "a\\nb: error"), ("from right to left", "a\u{202e}b", "a[U+202E]b"),
      ("isolates", "\u{2066}a\u{2069}", "[U+2066]a[U+2069]"), ("no width", "a\u{200b}b\u{feff}", "a[U+200B]b[U+FEFF]"),
      ("soft hyphen", "a\u{ad}b", "a[U+00AD]b"), ("a filler, which is a letter", "\u{3164}", "[U+3164]"),
      ("a family", "👨\u{200d}👩\u{200d}👧", "👨\u{200d}👩\u{200d}👧"), ("Persian", "می\u{200c}خواهم", "می\u{200c}خواهم"),
      ("a joiner that joins nothing", "a\u{200d}b", "a[U+200D]b"), ("at the end", "é\u{200d}", "é[U+200D]"),
      ("a tag", "a\u{e0041}", "a[U+E0041]"), ("two joiners", "é\u{200d}\u{200d}é", "é[U+200D][U+200D]é"),
    ])
  func visible(_ what: String, _ text: String, _ shown: String) {
    #expect(text.visible == shown)
    let quoted = shown.replacing("\\ ", with: "\\\\ ").replacing("\"", with: "\\\"")
    #expect(text.quotedForDiagnostic == "\"\(quoted)\"")
  }

  @Test(
    "in JSON, escapes what a terminal interprets, and keeps the value",
    arguments: [
      ("\u{9b}31m", "\\u009b31m"), ("\u{202e}a\u{2028}", "\\u202ea\\u2028"), ("\u{7f}", "\\u007f"),
      ("a\u{e0041}", "a\\udb40\\udc41"), ("é 👨\u{200d}👩", "é 👨\u{200d}👩"), ("{}\n{}\n", "{}\n{}\n"),
    ])
  func json(_ text: String, _ shown: String) { #expect(text.visibleJSON == shown) }

  @Test(
    "quotes a word of a shell",
    arguments: [
      ("plain-1_./,:=+", "plain-1_./,:=+"), ("", "''"), ("a b;c$(d)", "'a b;c$(d)'"), ("it's", "'it'\\''s'"),
      ("'\u{301};id", "''\\''\u{301};id'"), ("a\nb", "$'a\\012b'"), ("\u{1b}'\\", "$'\\033\\'\\\\'"),
      ("`id`", "$'\\140id\\140'"), ("\u{202e}", "$'\\342\\200\\256'"),
    ])
  func shell(_ word: String, _ quoted: String) { #expect(word.shellQuoted == quoted) }

  @Test("lines end with LF or CR LF, whatever follows them")
  func lines() {
    #expect("a\r\nb\n\u{301}c\r\n\u{301}".lines.map(Array.init) == ["a", "b", "\u{301}c", "\u{301}"].map(Array.init))
  }

  @Test("no file name, TOML text or template can forge a line or color of a diagnostic")
  func places() {
    let place = SourceLocation(file: "in\u{1b}[2J\n/x\u{202e}.json", line: 1, column: 2)
    let diagnostic = Diagnostic(.error, .policy, at: place, field: "a\u{7f}", found: "found \u{200b}", expected: "\r")
    #expect(
      diagnostic.description
        == "in\\u{1b}[2J\\n/x[U+202E].json:1:2: error: field a\\u{7f}: found [U+200B]; expected \\u{d}")
    #expect(RunFault(.noInput, "cannot read a\nb").messages == ["tickler: error: cannot read a\\nb"])
  }
}
