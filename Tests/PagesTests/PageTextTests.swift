import CivilTime
import Testing

@testable import Pages

/// Tests values on a page: they never become markup, and every character is visible.
struct PageTextTests {
  struct Row: CustomTestStringConvertible, Sendable {
    var label: String
    var value: String
    var page: String
    var testDescription: String { label }
  }

  /// Returns a text of these scalars. Swift's literals cannot have noncharacters.
  static func scalars(_ values: UInt32...) -> String {
    var text = String.UnicodeScalarView()
    for value in values { text.append(Unicode.Scalar(value)!) }
    return String(text)
  }

  static let rows: [Row] = [
    Row(label: "keeps plain text", value: "Tea, 4 p.m.", page: "Tea, 4 p.m."),
    Row(label: "markup", value: "<b>&amp;</b>", page: "&lt;b&gt;&amp;amp;&lt;/b&gt;"),
    Row(label: "quotation marks of both kinds", value: "'", page: "&#39;"),
    Row(label: "a double quotation mark", value: "\"", page: "&quot;"),
    Row(
      label: "a combining mark after a quotation mark, which form one character", value: "\"\u{338}x",
      page: "&quot;\u{338}x"),
    Row(label: "a joiner after an angle bracket", value: "<\u{200d}script>", page: "&lt;[U+200D]script&gt;"),
    Row(label: "keeps line feed and tab", value: "a\n\tb", page: "a\n\tb"),
    Row(label: "shows a carriage return", value: "a\r\nb", page: "a\u{240d}\nb"),
    Row(label: "the last control character, and the space after it", value: "\u{1f}\u{20}", page: "\u{241f}\u{20}"),
    Row(label: "shows NUL, escape and delete", value: "\0\u{1b}\u{7f}", page: "\u{2400}\u{241b}\u{2421}"),
    Row(label: "the last C1 control, and the no-break space after it", value: "\u{9f}\u{a0}", page: "\u{fffd}\u{a0}"),
    Row(
      label: "the character before the noncharacters, and the first", value: scalars(0xfdcf, 0xfdd0),
      page: scalars(0xfdcf, 0xfffd)),
    Row(
      label: "the last noncharacter of the block, and the next", value: scalars(0xfdef, 0xfdf0),
      page: scalars(0xfffd, 0xfdf0)),
    Row(
      label: "the end of the first plane", value: scalars(0xfffd, 0xfffe, 0xffff),
      page: scalars(0xfffd, 0xfffd, 0xfffd)),
    Row(
      label: "the end of other planes", value: scalars(0x1fffd, 0x1fffe, 0x10_ffff),
      page: scalars(0x1fffd, 0xfffd, 0xfffd)),
    Row(label: "keeps joiners of emoji and of Persian", value: "👩‍🚀 می\u{200c}خواهم", page: "👩‍🚀 می\u{200c}خواهم"),
    Row(label: "keeps the flag of a region", value: "🏴󠁧󠁢󠁥󠁮󠁧󠁿", page: "🏴󠁧󠁢󠁥󠁮󠁧󠁿"),
    Row(label: "shows tags outside flags", value: "a\u{e0041}", page: "a[U+E0041]"),
    Row(label: "shows direction marks", value: "x\u{202e}y\u{200f}\u{61c}", page: "x[U+202E]y[U+200F][U+061C]"),
    Row(label: "shows isolates", value: "\u{2066}a\u{2069}", page: "[U+2066]a[U+2069]"),
    Row(
      label: "shows invisible characters", value: "a\u{200b}\u{ad}\u{feff}\u{3164}\u{ffa0}\u{115f}\u{180e}b",
      page: "a[U+200B][U+00AD][U+FEFF][U+3164][U+FFA0][U+115F][U+180E]b"),
    Row(label: "shows a second joiner", value: "é\u{200d}\u{200d}é", page: "é\u{200d}[U+200D]é"),
    Row(label: "keeps dashes, arrows and narrow spaces", value: "a – b → c\u{202f}d", page: "a – b → c\u{202f}d"),
    Row(label: "shows line and paragraph separators", value: "a\u{2028}b\u{2029}", page: "a[U+2028]b[U+2029]"),
    Row(label: "nothing", value: "", page: ""),
  ]

  @Test("renders a value as text", arguments: rows)
  func escapes(row: Row) {
    let page: Markup = "\(row.value)"
    #expect(page.bytes.text == row.page)
  }

  @Test(
    "truncates a text after a number of characters, and gives its length",
    arguments: [
      ("abc", 3, "abc"), ("abcd", 3, "abc… (4 bytes in all)"), ("äöü", 3, "äöü"), ("äöüß", 3, "äöü… (8 bytes in all)"),
      ("", 0, ""),
    ])
  func cut(text: String, limit: Int, page: String) {
    #expect(text.shown(limit) == page)
  }

  @Test(
    "numbers are complete in tables and short in pictures",
    arguments: [
      (0, "0", "0"), (949, "949", "949"), (999, "999", "999"), (1000, "1,000", "1k"), (1049, "1,049", "1k"),
      (1050, "1,050", "1.1k"), (9949, "9,949", "9.9k"), (9950, "9,950", "10k"), (15_719, "15,719", "16k"),
      (999_499, "999,499", "999k"), (999_500, "999,500", "1M"), (3_450_000, "3,450,000", "3.5M"),
      (1_000_000_000, "1,000,000,000", "1G"), (-1234, "-1,234", "-1234"),
    ])
  func numbers(number: Int, whole: String, short: String) {
    #expect(number.grouped == whole)
    #expect(number.short == short)
  }

  @Test(
    "a title has the findings that fit, at least the first",
    arguments: [
      ("", ""), ("1 input broken, 6 accounts stale", "1 input broken, 6 accounts stale"),
      (
        "1 record rejected, 3 accounts with findings, bedtime: none of 4, quiet hours",
        "1 record rejected, 3 accounts with findings"
      ),
      (
        "7,821 notifications lost since the last run: 99 accounts gone; maxGone: 99 of 100, allowed 20%",
        "7,821 notifications lost since the last run: 99 accounts gone"
      ),
    ])
  func title(reason: String, beginning: String) {
    #expect(VerdictView.beginning(of: reason) == beginning)
  }

  @Test(
    "dates have their year unless it is that of the page",
    arguments: [("2026-10-31T09:00:00", "Sat 31 Oct 09:00"), ("2027-10-24T22:59:30", "Sun 24 Oct 2027 22:59:30")])
  func years(local: String, page: String) throws {
    let local = try #require(LocalDateTime(iso8601: local.utf8))
    #expect(local.onPage(in: 2026) == page.replacing(" ", with: "\u{a0}"))
    #expect(page.hasPrefix(local.date.shortDay(in: 2026) + " "))
  }

  @Test(
    "only valid language tags become lang attributes",
    arguments: [
      ("de", true), ("en-GB", true), ("zh-Hant-TW", true), ("qq", false), ("d", false), ("deu", false), ("de-", false),
      ("de_DE", false), ("", false), ("en\" onclick=\"", false), ("en-waytoolong", false),
    ])
  func language(tag: String, isOne: Bool) {
    #expect((tag.languageTag == tag) == isOne)
  }
}
