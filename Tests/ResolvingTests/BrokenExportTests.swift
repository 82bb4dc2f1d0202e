import TestSupport
import Testing

/// Tests inputs that are or look broken, with the exact messages.
@Suite struct BrokenExportTests {
  static let json = CaseTable("json")
  static let lines = CaseTable("ndjson")
  static let joining = CaseTable("joining")
  static let accounts = CaseTable("accounts")
  static let preferences = CaseTable("preferences")
  static let items = CaseTable("items")

  @Test(arguments: json.cases)
  func jsonDocument(_ row: TableCase) { expect(whole(row, "in.json"), equals: row.expected) }

  @Test(arguments: lines.cases)
  func ndjson(_ row: TableCase) { expect(whole(row, "in.ndjson"), equals: row.expected) }

  @Test(arguments: joining.cases)
  func severalFiles(_ row: TableCase) { expect(whole(row, "in.json"), equals: row.expected) }

  @Test(arguments: accounts.cases)
  func account(_ row: TableCase) { expect(asAccount(row), equals: row.expected) }

  @Test(arguments: preferences.cases)
  func preference(_ row: TableCase) { expect(asPreferences(row), equals: row.expected) }

  @Test(arguments: items.cases)
  func item(_ row: TableCase) { expect(asItem(row), equals: row.expected) }

  /// The same item in a line of NDJSON. The words are the same, except for the place.
  @Test(arguments: items.cases)
  func itemInLines(_ row: TableCase) {
    let head = #"{"format": "tickler-export/1", "app": "all"}"#
    let before = #"{"kind": "insight", "id": "before", "at": "2026-11-20T12:00:00Z"}"#
    let text = "\(head)\n{\"account\": {\"id\": \"a\", \"timeZone\": \"UTC\", \"items\": [\(before), \(row.input)]}}\n"
    let report = Reading([Export("in.ndjson", text)]).messages.map { BrokenExportTests.words($0) }
    #expect(report == row.expected.dropFirst().map { BrokenExportTests.words($0) })
  }

  @Test(.enabled(if: TestFiles.isRecording))
  func record() throws {
    #expect(try BrokenExportTests.json.difference(from: { whole($0, "in.json") }) == nil)
    #expect(try BrokenExportTests.lines.difference(from: { whole($0, "in.ndjson") }) == nil)
    #expect(try BrokenExportTests.joining.difference(from: { whole($0, "in.json") }) == nil)
    #expect(try BrokenExportTests.accounts.difference(from: asAccount) == nil)
    #expect(try BrokenExportTests.preferences.difference(from: asPreferences) == nil)
    #expect(try BrokenExportTests.items.difference(from: asItem) == nil)
  }

  /// Returns the text after the place.
  private static func words(_ message: String) -> String {
    message.split(separator: " ", maxSplits: 1).last.map(String.init) ?? message
  }

  private func whole(_ row: TableCase, _ name: String) -> [String] { Reading(row.exports(name)).report }

  /// Reads the account in line 3, between two valid ones.
  private func asAccount(_ row: TableCase) -> [String] {
    Reading([
      Export(
        "in.json",
        """
        {"format": "tickler-export/1", "app": "all", "accounts": [
        {"id": "before", "timeZone": "UTC"},
        \(row.input),
        {"id": "after", "timeZone": "UTC"}]}
        """)
    ]).report
  }

  /// Reads preferences in line 2, as those of the account `a`.
  private func asPreferences(_ row: TableCase) -> [String] {
    Reading([
      Export(
        "in.json",
        """
        {"format": "tickler-export/1", "app": "all", "accounts": [{"id": "a", "timeZone": "UTC", "preferences":
        \(row.input),
        "items": [{"kind": "insight", "id": "i", "at": "2026-11-20T12:00:00Z"}]}]}
        """)
    ]).report
  }

  /// Reads the item in line 3 of the account `a`, between two valid ones.
  private func asItem(_ row: TableCase) -> [String] {
    Reading([
      Export(
        "in.json",
        """
        {"format": "tickler-export/1", "app": "all", "accounts": [{"id": "a", "timeZone": "UTC", "items": [
        {"kind": "insight", "id": "before", "at": "2026-11-20T12:00:00Z"},
        \(row.input),
        {"kind": "insight", "id": "after", "at": "2026-11-20T12:00:00Z"}]}]}
        """)
    ]).report
  }
}
