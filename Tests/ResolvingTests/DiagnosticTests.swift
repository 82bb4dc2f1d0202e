import Diagnostics
import Testing

@Suite struct DiagnosticTests {
  private let place = SourceLocation(file: "a b.json", line: 3, column: 14)

  @Test func everyPartIsTold() {
    let diagnostic = Diagnostic(
      .error, .badValue, at: place, account: "u\"1", item: "task \"t\"", field: "date", found: "found 5",
      expected: "a date")
    #expect(
      diagnostic.description
        == #"a b.json:3:14: error: account "u\"1", item task "t", field date: found 5; expected a date"#)
  }

  @Test func whatIsNotKnownIsLeftOut() {
    #expect(
      Diagnostic(.warning, .oldZoneData, at: place, found: "old").description == "a b.json:3:14: warning: old")
    #expect(
      Diagnostic(.error, .syntax, at: place, field: "x", found: "found ]").message == "field x: found ]")
  }

  /// Texts are on one line and have nothing that a terminal would interpret.
  @Test(arguments: [
    ("", #""""#), ("a", #""a""#), (#"a"b\"#, #""a\"b\\""#), ("a\nb\tc\rd", #""a\nb\tc\u{d}d""#),
    ("\u{1b}[31m", #""\u{1b}[31m""#), ("\0", #""\u{0}""#), ("\u{7f}\u{9b}", #""\u{7f}\u{9b}""#),
    ("a\u{202e}b", #""a[U+202E]b""#), ("a\u{2028}b", #""a[U+2028]b""#), ("é😀", #""é😀""#), ("\r\n", #""\u{d}\n""#),
    (String(repeating: "é", count: 60), "\"" + String(repeating: "é", count: 60) + "\""),
    (String(repeating: "é", count: 61), "\"" + String(repeating: "é", count: 60) + "…\""),
  ])
  func quoted(_ text: String, _ quoted: String) {
    #expect(text.quotedForDiagnostic == quoted)
  }

  /// The names are in `summary.json`.
  @Test func codesAreNames() {
    #expect(
      Diagnostic.Code.allCases.map(\.rawValue).joined(separator: " ")
        == "syntax encoding limit format input missingField wrongType badValue unknownZone unknownKind unknownApp "
        + "unknownField duplicate unknownAccount unlistedKind preference policy message template schema oldZoneData "
        + "imported cutShort noAccounts missingInput fraction")
  }

  @Test func faultsKeepTheirLines() {
    let diagnostic = Diagnostic(.error, .syntax, at: place, found: "x")
    #expect(RunFault(diagnostic).status.rawValue == 65)
    #expect(RunFault([diagnostic, diagnostic]).messages == Array(repeating: "a b.json:3:14: error: x", count: 2))
    #expect(RunFault(.noInput, "gone").messages == ["tickler: error: gone"])
  }
}
