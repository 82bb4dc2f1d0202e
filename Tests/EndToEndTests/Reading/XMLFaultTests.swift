import Foundation
import TestSupport
import Testing

/// Tests broken XML exports: the exact diagnostics, and whether the file or only a record is rejected.
struct XMLFaultTests {
  struct Row: CustomTestStringConvertible, Sendable {
    var label: String
    var xml: String
    var status: Int32
    /// The diagnostics, without `in.xml:` before them.
    var reports: [String]
    var testDescription: String { label }

    init(_ label: String, _ xml: String, _ status: Int32, _ reports: [String]) {
      (self.label, self.xml, self.status, self.reports) = (label, xml, status, reports)
    }
  }

  static let root = #"<export xmlns="urn:tickler:export:1" format="tickler-export/1" app="focusflow">"#
  static let account = #"<account id="a" timeZone="UTC"/>"#

  static func export(_ inside: String) -> String { "\(root)\n\(inside)\n</export>" }

  @Test("a reference counts before a combining mark, and a mark after & makes none")
  func references() throws {
    let folder = try TestFiles.temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let task = #"<item kind="task" id="t" title="caf&#101;\u{301} &amp;\u{301}" date="2026-11-21" time="09:00"/>"#
    let text = XMLFaultTests.export(
      #"<account id="a" timeZone="UTC">\#(task)</account>"#.replacing("\\u{301}", with: "\u{301}"))
    try Data(text.utf8).write(to: folder.appending(path: "in.xml"))
    let result = try Program.run(
      [
        "list", "in.xml", "--now", "2026-11-20T12:00:00Z", "--days", "1", "--zoneinfo", TestFiles.zoneinfo,
        "--templates", TestFiles.templates,
      ],
      in: folder)
    #expect(result.status == 0 && result.output.utf8.contains(Array("cafe\u{301} &\u{301}".utf8)), "\(result)")
  }

  static let fatal: [Row] = [
    Row(
      "a DOCTYPE, and with it every entity",
      "<?xml version=\"1.0\"?>\n<!DOCTYPE export [<!ENTITY x \"y\">]>\n" + export(account), 65,
      ["2:18: error: found a DOCTYPE; expected none: entities and external subsets are refused"]),
    Row(
      "an entity that nobody declared", export(#"<account id="&x;" timeZone="UTC"/>"#), 65,
      ["2:17: error: not well-formed XML: Entity 'x' not defined"]),
    Row(
      "an encoding that is not UTF-8", "<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?>\n" + export(account), 65,
      [#"1:21: error: found the encoding "ISO-8859-1"; expected UTF-8"#]),
    Row(
      "the same after a mark, a new line and a thousand blanks",
      "\u{feff}<?xml version=\"1.0\"\n\(String(repeating: " ", count: 1000))encoding='Shift_JIS'?>" + export(account),
      65,
      [#"2:1001: error: found the encoding "Shift_JIS"; expected UTF-8"#]),
    Row(
      "an encoding further on than is looked at",
      "<?xml version=\"1.0\"\(String(repeating: " ", count: 300_000))encoding=\"ISO-8859-1\"?>" + export(account), 65,
      ["1:1: error: the XML declaration is too long; expected an end within 262144 bytes"]),
    Row(
      "a stylesheet's encoding is not the file's",
      #"<?xml-stylesheet href="a.css" encoding="ISO-8859-1"?>"# + export(account),
      0, []),
    Row(
      "another root", "<foo/>", 65,
      [#"1:1: error: found the element "foo"; expected the element export in the namespace urn:tickler:export:1"#]),
    Row(
      "no namespace", #"<export format="tickler-export/1"/>"#, 65,
      [#"1:1: error: found the element "export"; expected the element export in the namespace urn:tickler:export:1"#]),
    Row(
      "no format", #"<export xmlns="urn:tickler:export:1"/>"#, 65,
      [#"1:1: error: field format: the field is missing; expected "tickler-export/1""#]),
    Row(
      "an attribute twice", export(#"<account id="a" id="b" timeZone="UTC"/>"#), 65,
      ["2:38: error: not well-formed XML: Attribute id redefined"]),
    Row(
      "an element twice that is an object",
      export("<account id=\"a\" timeZone=\"UTC\"><preferences/>\n<preferences/></account>"),
      65,
      [#"3:1: error: found the element or attribute "preferences" twice in one element; expected each name once"#]),
    Row(
      "65 levels", export(String(repeating: "<account>", count: 64) + String(repeating: "</account>", count: 64)), 65,
      ["2:568: error: nesting is too deep; expected at most 64 levels"]),
    Row(
      "a text of 65,537 bytes",
      export("<account id=\"a\" timeZone=\"UTC\" locale=\"\(String(repeating: "x", count: 65_537))\"/>"),
      65, ["2:32: error: text is too long; expected at most 65536 bytes"]),
  ]

  static let records: [Row] = [
    Row(
      "a text of 65,536 bytes, written as 327,680",
      export("<account id=\"a\" timeZone=\"UTC\" locale=\"\(String(repeating: "&amp;", count: 65_536))\"/>"), 0, []),
    Row(
      "an invalid zone, in an attribute on its own line",
      export("<account\n  id=\"a\"\n  timeZone=\"Nowhere\"/>\n<account id=\"b\" timeZone=\"UTC\"/>"), 1,
      [
        #"4:3: error: account "a", field timeZone: found "Nowhere"; expected the name of a zone or link of tz database 2026f"#
      ]),
    Row(
      "an invalid date",
      export(
        #"<account id="a" timeZone="UTC"><item kind="task" id="t" title="T" date="2026-02-30" time="10:00"/></account>"#
      ),
      1,
      [#"2:67: error: account "a", item task "t", field date: found "2026-02-30"; expected a date, YYYY-MM-DD"#]),
    Row(
      "one invalid weekday of several",
      export(
        #"<account id="a" timeZone="UTC"><item kind="habit" id="h" name="H" reminders="10:00 25:00" days="mon xyz"/></account>"#
      ), 1,
      [
        #"2:67: error: account "a", item habit "h", field reminders[1]: found "25:00"; expected a time of day, HH:MM or HH:MM:SS"#,
        #"2:91: error: account "a", item habit "h", field days[1]: found "xyz"; expected one of mon tue wed thu fri sat sun"#,
      ]),
    Row(
      "a separate item without an owner",
      export(account + #"<item account="z" kind="insight" id="i" at="2026-11-20T10:00:00Z"/>"#), 1,
      [
        #"2:39: error: item "i", field account: found "z"; expected the id of an account of focusflow that one of the inputs has"#
      ]),
    Row(
      "items of one account with another element between them",
      export(
        #"<account id="a" timeZone="UTC"><item kind="insight" id="i" at="2026-11-20T10:00:00Z"/><active from="2026-11-20T10:00:00Z" to="2026-11-20T11:00:00Z"/><item kind="insight" id="j" at="2026-11-20T10:00:00Z"/></account>"#
      ), 0, []),
  ]

  @Test("reports the place, the found and the expected", arguments: fatal + records)
  func reports(row: Row) throws {
    let folder = try TestFiles.temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    try Data(row.xml.utf8).write(to: folder.appending(path: "in.xml"))
    // `plan`, since it does not also check the file against the XSD.
    let result = try Program.run(
      [
        "plan", "in.xml", "--now", "2026-11-20T00:00:00Z", "--emit", "plan", "--out", "out", "--templates",
        TestFiles.templates, "--zoneinfo", TestFiles.zoneinfo, "--quiet",
      ], in: folder)
    #expect(result.status == row.status)
    #expect(result.errors.split(separator: "\n").map(String.init) == row.reports.map { "in.xml:" + $0 })
  }

  @Test(
    "rejects encodings recognized by their first bytes",
    arguments: [
      ([0x4c, 0x6f, 0xa7, 0x94, 0x93], "EBCDIC"), ([0xfe, 0xff, 0, 0x3c], "UTF-16 or UTF-32"),
      ([0x3c, 0, 0x3f, 0], "UTF-16 or UTF-32"),
    ] as [([UInt8], String)])
  func firstBytes(bytes: [UInt8], found: String) throws {
    let folder = try TestFiles.temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    try Data(bytes).write(to: folder.appending(path: "in.xml"))
    let result = try Program.run(
      ["check", "in.xml", "--templates", TestFiles.templates, "--zoneinfo", TestFiles.zoneinfo], in: folder)
    #expect(result.status == 65)
    #expect(result.errors == "in.xml:1:1: error: found \(found); expected UTF-8\n")
  }

  @Test(
    "rejects truncated and empty files", arguments: ["", " ", root, root + account, root + account + "</export"])
  func truncated(xml: String) throws {
    let folder = try TestFiles.temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    try Data(xml.utf8).write(to: folder.appending(path: "in.xml"))
    let result = try Program.run(
      ["check", "in.xml", "--templates", TestFiles.templates, "--zoneinfo", TestFiles.zoneinfo], in: folder)
    #expect(result.status == 65)
    #expect(result.errors.hasPrefix("in.xml:1:"))
  }
}
