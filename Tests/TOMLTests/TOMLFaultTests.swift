import TOML
import Testing

/// Tests the faults of invalid TOML and of exceeded limits. The files of toml-test have more: Tests/Corpus/reading/toml-vectors.txt.
@Suite struct TOMLFaultTests {
  /// Returns `accepted`, or the fault as users read it.
  private static func outcome(_ text: [UInt8]) -> String {
    do {
      _ = try TOMLDocument(text, file: "x")
      return "accepted"
    } catch {
      return "\(error.location.line):\(error.location.column): \(error.found); expected \(error.expected)"
    }
  }

  private static let number = "a number, a date such as 2026-10-23 or a time such as 08:30:00"
  private static let value = "a text in quotes, true, false, a list, a table, \(number)"

  @Test(
    arguments: [
      ("a list that closes an inline table", "authorization = [}]", "1:18: found '}'; expected \(value)"),
      ("three brackets", "[[[kinds.bill]]]", "1:3: found '['; expected a key"),
      ("a header that does not begin with a key", "[<tone]", "1:2: found '<'; expected a key"),
      ("a header without its end", "[a\nb = 1", "1:3: found a line break; expected ]"),
      ("a header of an element with one bracket at its end", "[[a]\n", "1:5: found a line break; expected another ]"),
      ("a header of an element without its end", "[[a", "1:4: found the end of the file; expected ]]"),
      ("an empty header", "[]", "1:2: found ']'; expected a key"),
      ("a header with a dot too much", "[a.]", "1:4: found ']'; expected a key"),
      ("a header followed by text", "[a] b", "1:5: found 'b'; expected the end of the line"),
      ("a key alone", "days", "1:5: found the end of the file; expected ="),
      ("a key without its value", "days =\n", "1:7: found a line break; expected \(value)"),
      ("two equals signs", "days = = 3", "1:8: found '='; expected \(value)"),
      ("two words as a key", "a b = 1", "1:3: found 'b'; expected ="),
      ("no key", "= 1", "1:1: found '='; expected a key"),
      ("a key that is not ASCII", "é = 1", "1:1: found \"é\"; expected a key"),
      ("a character that only looks like a blank", "a\u{3000}= 1", "1:2: found \"\u{3000}\"; expected ="),
      ("quotes from a word processor", "a = “b”", "1:5: found \"“\"; expected \(value)"),
      ("a word without quotes", "a = hello world", "1:5: found hello; expected \(value)"),
      ("a capital letter", "a = True", "1:5: found True; expected \(value)"),
      ("JSON", "{\"a\": 1}", "1:1: found '{'; expected a key"),
      ("two values", "a = 1 2", "1:7: found '2'; expected the end of the line"),
      ("two keys in a line", "a = 1, b = 2", "1:6: found ','; expected the end of the line"),
      ("a number that begins with 0", "a = 08", "1:5: found 08; expected \(number)"),
      ("a number that ends in a point", "a = 1.", "1:5: found 1.; expected \(number)"),
      (
        "a number of 65 bits", "a = 9223372036854775808",
        "1:5: found 9223372036854775808; expected a whole number of 64 bits"
      ),
      ("the greatest number", "a = 9223372036854775807", "accepted"),
      ("the least number", "a = -9223372036854775808", "accepted"),
      (
        "a number of 65 bits in base 16", "a = 0xffffffffffffffff",
        "1:5: found 0xffffffffffffffff; expected a whole number of 64 bits"
      ),
      ("a time without seconds", "a = 08:30", "1:5: found 08:30; expected \(number)"),
      ("the 29th of February of no leap year", "a = 2026-02-29", "1:5: found 2026-02-29; expected \(number)"),
      ("a leap second", "a = 2016-12-31T23:59:60Z", "accepted"),
      (
        "a token of a thousand characters is cut", "a = " + String(repeating: "x", count: 1000),
        "1:5: found \(String(repeating: "x", count: 60)); expected \(value)"
      ),
      (
        "a text without an end", "\na = \"b\nc = 1",
        "2:7: found a line break; expected \" to close the text that begins on line 2"
      ),
      (
        "a long text without an end", "\na = '''b\nc",
        "3:2: found the end of the file; expected ''' to close the text that begins on line 2"
      ),
      (
        "a key without its closing quote", "'a = 1",
        "1:7: found the end of the file; expected ' to close the text that begins on line 1"
      ),
      ("a control character in a text", "a = \"\u{7}\"", "1:6: found byte 0x07; expected an escape such as \\u0007"),
      (
        "a control character in a literal text", "a = '\u{7f}'",
        "1:6: found byte 0x7F; expected a text without control characters"
      ),
      ("a zero in a text", "a = '\u{0}'", "1:6: found byte 0x00; expected a text without control characters"),
      ("a zero in a line", "a = 1\u{0}", "1:6: found byte 0x00; expected the end of the line"),
      ("a zero at the start", "\u{0}", "1:1: found byte 0x00; expected a key"),
      (
        "a control character in a comment", "# \u{1}",
        "1:3: found byte 0x01; expected a comment without control characters"
      ),
      ("a carriage return alone", "a = 1\rb = 2", "1:6: found byte 0x0D; expected the end of the line"),
      (
        "a carriage return alone in a comment", "# a\r# b",
        "1:4: found byte 0x0D; expected a comment without control characters"
      ),
      ("an escape that is none", #"a = "\q""#, #"1:7: found 'q'; expected one of b t n f r u U " \ after \"#),
      (
        "an escape that a line's end breaks", "a = \"\\\n\"",
        #"1:7: found a line break; expected one of b t n f r u U " \ after \"#
      ),
      ("too few digits", #"a = "\u00e""#, "1:11: found '\"'; expected 4 hexadecimal digits"),
      (
        "half of a surrogate pair", #"a = "\ud800""#,
        #"1:6: found \ud800; expected a code point up to 10FFFF outside of D800 to DFFF"#
      ),
      (
        "no code point", #"a = "\UFFFFFFFF""#,
        #"1:6: found \UFFFFFFFF; expected a code point up to 10FFFF outside of D800 to DFFF"#
      ),
      ("a list without its end", "a = [1,\n", "2:1: found the end of the file; expected \(value)"),
      ("a list without a comma", "a = [1 2]", "1:8: found '2'; expected a comma or ]"),
      ("a list with two commas", "a = [1,,2]", "1:8: found ','; expected \(value)"),
      ("an inline table over two lines", "a = {b = 1,\nc = 2}", "1:12: found a line break; expected a key"),
      ("an inline table that ends in a comma", "a = {b = 1,}", "1:12: found '}'; expected a key"),
      ("an inline table without a comma", "a = {b = 1 c = 2}", "1:12: found 'c'; expected a comma or }"),
      ("a key twice", "a = 1\n\na = 2", "3:1: the key a was already defined on line 1; expected each key once"),
      (
        "a key twice, once in quotes", "a = 1\n'a' = 2",
        "2:1: the key a was already defined on line 1; expected each key once"
      ),
      (
        "a key twice in an inline table", "a = {b = 1, b = 2}",
        "1:13: the key b was already defined on line 1; expected each key once"
      ),
      (
        "a key is a value and a table", "a = 1\na.b = 2",
        "2:1: the key a was already defined on line 1; expected each key once"
      ),
      (
        "a table twice", "[a.b]\n[a.b]",
        "2:4: the key b was already defined on line 1; expected all keys of a table in one place"
      ),
      (
        "a table with a header and dotted keys", "[a.b]\n[a]\nb.c = 1",
        "3:1: the key b was already defined on line 1; expected all keys of a table in one place"
      ),
      (
        "an inline table and a header", "a = {}\n[a.b]",
        "2:2: the key a was already defined on line 1; expected all keys of a table in one place"
      ),
      (
        "a list and a list of tables", "a = []\n[[a]]",
        "2:3: the key a was already defined on line 1; expected each key once"
      ),
      (
        "a list of tables and a table", "[[a]]\n[a]",
        "2:2: the key a was already defined on line 1; expected each key once"
      ),
      (
        "a table and a list of tables", "[a]\n[[a]]",
        "2:3: the key a was already defined on line 1; expected all keys of a table in one place"
      ),
      ("keys alike but for their composition", "'\u{e9}' = 1\n'e\u{301}' = 2", "accepted"),
    ] as [(String, String, String)])
  func faults(_ sentence: String, _ text: String, _ expected: String) {
    #expect(TOMLFaultTests.outcome(Array(text.utf8)) == expected)
  }

  @Test(
    "reports bytes that are not UTF-8, at their place",
    arguments: [
      ([0x61, 0x3d, 0x27, 0xff, 0x27], "1:4: found byte 0xFF, which is not UTF-8 here; expected UTF-8"),
      ([0x23, 0x0a, 0x0a, 0x23, 0xc3], "3:2: found byte 0xC3, which is not UTF-8 here; expected UTF-8"),
      ([0x23, 0xed, 0xa0, 0x80], "1:2: found byte 0xED, which is not UTF-8 here; expected UTF-8"),
      ([0xff, 0xfe, 0x61, 0x00], "1:1: found byte 0xFF, which is not UTF-8 here; expected UTF-8"),
    ] as [([UInt8], String)])
  func encoding(_ text: [UInt8], _ expected: String) {
    #expect(TOMLFaultTests.outcome(text) == expected)
  }

  // MARK: Limits

  /// A text that is too long for the test's name.
  struct Row: Sendable, CustomStringConvertible {
    var description: String
    var text: String
    var expected: String

    init(_ sentence: String, _ text: String, _ expected: String) {
      description = sentence
      self.text = text
      self.expected = expected
    }
  }

  private static func many(_ count: Int, _ part: String, _ separator: String = "") -> String {
    String(repeating: part + separator, count: count - 1) + part
  }

  private static func lines(_ count: Int, _ line: (Int) -> String) -> String {
    (0..<count).map(line).joined(separator: "\n")
  }

  @Test(
    "reads a text at a limit, and reports where it exceeds one",
    arguments: [
      Row("lists", "a = \(many(63, "["))\(many(63, "]"))", "accepted"),
      Row("a list too deep", "a = \(many(65, "["))", "1:69: found 65 levels of nesting; expected at most 64"),
      Row("inline tables", "\(many(64, "a = {"))\(many(64, "}"))", "accepted"),
      Row(
        "an inline table too deep", "\(many(64, "a={"))a=1", "1:195: found 65 levels of nesting; expected at most 64"),
      Row("a dotted key", many(64, "a", ".") + " = 1", "accepted"),
      Row(
        "a dotted key too long", many(65, "a", ".") + " = 1", "1:133: found 65 levels of nesting; expected at most 64"),
      Row("a header", "[\(many(64, "a", "."))]", "accepted"),
      Row("a header too long", "[\(many(65, "a", "."))]", "1:1: found 65 levels of nesting; expected at most 64"),
      Row("an element too deep", "[[\(many(64, "a", "."))]]", "1:1: found 65 levels of nesting; expected at most 64"),
      Row("a thousand keys", lines(1000) { "k\($0) = 1" }, "accepted"),
      Row("a key too many", lines(1001) { "k\($0) = 1" }, "1001:1: found 1001 keys in a table; expected at most 1000"),
      Row(
        "a header too many", lines(1001) { "[ k\($0)]" }, "1001:3: found 1001 keys in a table; expected at most 1000"),
      Row(
        "a dotted key too many", lines(1001) { "a.k\($0) = 1" },
        "1001:3: found 1001 keys in a table; expected at most 1000"),
      Row("99,999 elements", "a = [\(many(99_999, "1", ","))]", "accepted"),
      Row(
        "an element too many", "a = [\(many(100_000, "1", ","))]",
        "1:200004: found 100001 values; expected at most 100000"),
      Row("100,000 tables are 99,999 elements and their list", many(99_999, "[[a]]\n"), "accepted"),
      Row("a table too many", many(100_000, "[[a]]\n"), "100000:1: found 100001 values; expected at most 100000"),
      // Starts with a fault, so that the rest is not read.
      Row("a text of 16,000,000 bytes", many(16_000_000, "!"), "1:1: found '!'; expected a key"),
      Row("a text of a byte more", many(16_000_001, "!"), "1:1: found 16000001 bytes; expected at most 16000000"),
    ])
  func limits(_ row: Row) {
    #expect(TOMLFaultTests.outcome(Array(row.text.utf8)) == row.expected)
  }
}
