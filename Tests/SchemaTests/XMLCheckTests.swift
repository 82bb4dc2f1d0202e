import Foundation
import TestSupport
import Testing

/// Tests how `tickler check` validates XML exports against the XSD: violations are warnings with places, regardless of how the records
/// are read.
struct XMLCheckTests {
  static let head =
    #"<export xmlns="urn:tickler:export:1" format="tickler-export/1" app="focusflow" exportedAt="2026-11-20T12:00:00Z">"#

  /// Returns an export. The account's content starts in line 3.
  static func export(_ inside: String, attributes: String = "") -> String {
    "\(head)\n<account id=\"a\" timeZone=\"UTC\"\(attributes)>\n\(inside)\n</account>\n</export>\n"
  }

  /// Checks an XML export, and returns the run and the lines that come from the schema.
  static func check(
    _ text: String, templates: String = TestFiles.templates
  ) throws -> (run: Program.Result, warnings: [String]) {
    let folder = try TestFiles.temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    try Data(text.utf8).write(to: folder.appending(path: "in.xml"))
    let result = try Program.run(
      ["check", "in.xml", "--templates", templates, "--zoneinfo", TestFiles.zoneinfo], in: folder)
    let lines = result.output.split(separator: "\n").map(String.init)
    return (result, lines.filter { $0.contains("fit the schema") })
  }

  struct Row: CustomTestStringConvertible, Sendable {
    var label: String
    /// The account's content.
    var inside: String
    var attributes = ""
    /// The schema's diagnostics, starting with the line.
    var warning: [String] = []
    var status: Int32 = 0
    var testDescription: String { label }
  }

  static let rows: [Row] = [
    Row(label: "an empty account", inside: ""),
    Row(
      label: "children in any order, interleaved",
      inside: """
        <pending id="x"/><item kind="insight" id="1" at="2026-11-20T12:00:00Z"/>
        <preferences appBlocking="true"><recap time="08:00"/>
        <kinds recap="false">
        </kinds></preferences><pending id="y"/>
        """),
    Row(
      label: "accepts attributes of other namespaces",
      inside: #"<preferences y:c="d" xmlns:y="urn:y"/>"#,
      attributes: #" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xml:lang="en""#
        + #" xsi:schemaLocation="urn:tickler:export:1 http://localhost:9/nowhere.xsd""#),
    Row(
      label: "an unknown attribute", inside: "", attributes: "\n  platform=\"ios\" colour=\"red\"",
      warning: [
        "3:18: warning: field colour: element account does not fit the schema: the attribute 'colour' is not allowed"
      ]),
    Row(
      label: "an unknown element", inside: #"  <quiet start="22:00"/>"#,
      warning: [
        "3:3: warning: element quiet does not fit the schema: this element is not expected; "
          + "expected one of zoneChange, preferences, personality, item, delivered, pending, active"
      ]),
    Row(
      label: "an impossible date",
      inside: #"<item kind="task" id="1" title="T" time="09:00" date="2026-02-29"/>"#,
      warning: [
        "3:49: warning: field date: element item does not fit the schema: "
          + "'2026-02-29' is not a valid value of the atomic type 'date'"
      ], status: 1),
    Row(
      label: "an impossible time",
      inside: #"<item kind="task" id="1" title="T" time="24:00" date="2026-02-28"/>"#,
      warning: [
        "3:36: warning: field time: element item does not fit the schema: "
          + "the value '24:00' has the wrong form"
      ], status: 1),
    Row(
      label: "an unknown word, and a missing attribute",
      inside: #"<item kind="chore"/>"#,
      warning: [
        "3:7: warning: field kind: element item does not fit the schema: the value 'chore' is not an element of the "
          + "set {'task', 'habit', 'entry', 'session', 'focusDay', 'stepDay', 'workout', 'insight', 'bill', 'budget'}",
        "3:1: warning: element item does not fit the schema: the attribute 'id' is required but missing",
      ], status: 1),
    Row(
      label: "a value in two lines is reported in one", inside: #"<item kind="insight" id="1" at="a&#10;b"/>"#,
      warning: [
        "3:29: warning: field at: element item does not fit the schema: "
          + #"the value 'a\u{a}b' has the wrong form"#
      ], status: 1),
    Row(
      label: "text between elements, reported at its end", inside: "hello",
      warning: [
        "4:1: warning: element account does not fit the schema: character content other than whitespace is not "
          + "allowed because the content type is 'element-only'"
      ]),
  ]

  @Test("the schema warns of violations, and rejects nothing", arguments: rows)
  func warns(row: Row) throws {
    let (run, warnings) = try XMLCheckTests.check(XMLCheckTests.export(row.inside, attributes: row.attributes))
    #expect(warnings == row.warning.map { "in.xml:\($0)" })
    #expect(run.status == row.status, "\(run.output)\(run.errors)")
  }

  @Test("reports a fault in many places once, and counts the places")
  func repeated() throws {
    let items = (1...50).map { #"<item kind="insight" id="\#($0)" at="2026-11-20T12:00:00Z" mood="good"/>"# }
    let (_, warnings) = try XMLCheckTests.check(XMLCheckTests.export(items.joined(separator: "\n")))
    #expect(
      warnings == [
        "in.xml:3:55: warning: field mood: element item does not fit the schema: the attribute 'mood' is not allowed",
        "in.xml:52:56: warning: 49 more places do not fit the schema; this is the last one",
      ])
  }

  @Test("reports a hundred faults, and counts the rest", arguments: [99, 100, 101, 150])
  func many(count: Int) throws {
    let items = (1...count).map { #"<item kind="insight" id="\#($0)" at="\#($0)"/>"# }
    let (run, warnings) = try XMLCheckTests.check(XMLCheckTests.export(items.joined(separator: "\n")))
    #expect(warnings.prefix(100).count { $0.contains("field at: element item") } == min(count, 100))
    let more = count == 101 ? ["1 more place does not fit the schema"] : count > 100 ? ["50 more places do not"] : []
    #expect(warnings.dropFirst(100).count == more.count)
    for (line, words) in zip(warnings.dropFirst(100), more) {
      #expect(line.hasPrefix("in.xml:\(count + 2):") && line.contains(words), "\(line)")
    }
    #expect(run.status == 1)
  }

  @Test("only check uses the schema")
  func plan() throws {
    let folder = try TestFiles.temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let text = XMLCheckTests.export("", attributes: #" colour="red""#)
    try Data(text.utf8).write(to: folder.appending(path: "in.xml"))
    let result = try Program.run(
      [
        "plan", "in.xml", "--out", "out", "--now", "2026-11-20T12:00:00Z", "--templates", TestFiles.templates,
        "--zoneinfo", TestFiles.zoneinfo,
      ], in: folder)
    #expect(result.status == 0)
    #expect(result.errors.contains("field colour: the format has no such field"))
    #expect(!result.errors.contains("schema"))
  }

  // MARK: Valid documents

  static let cases = TestFiles.root.appending(path: "Tests/Cases")
  static let documents =
    (try! FileManager.default.contentsOfDirectory(atPath: cases.path)).filter { $0.hasSuffix(".json") }.sorted()

  /// The elements with deliberate faults, by worked case.
  static let faulty: [String: [String]] = [
    "diary-flows.json": ["morning"], "rejected-kept.json": ["item", "morning"],
  ]

  @Test("every worked case in XML is valid, except for its deliberate faults", arguments: documents)
  func fits(name: String) throws {
    let data = try Data(contentsOf: XMLCheckTests.cases.appending(path: name))
    let object = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    let export = try #require(object["export"] as? [String: Any])
    let (_, warnings) = try XMLCheckTests.check(Encodings.xml(export))
    let elements = XMLCheckTests.faulty[name, default: []]
    // The last warning counts further places.
    let ends =
      elements.map { "element \($0) does not fit the schema" } + (elements.isEmpty ? [] : ["this is the last one"])
    let unexpected = warnings.filter { warning in !ends.contains { warning.contains($0) } }
    #expect(unexpected == [])
    for element in elements {
      #expect(warnings.contains { $0.contains("element \(element) does not fit the schema") }, "\(element)")
    }
  }

  @Test("accepts the XML examples without a warning")
  func examples() throws {
    let folder = TestFiles.root.appending(path: "inputs/examples")
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".xml") }
    #expect(!names.isEmpty)
    for name in names {
      let result = try Program.run(
        ["check", "inputs/examples/\(name)", "--zoneinfo", TestFiles.zoneinfo, "--templates", TestFiles.templates])
      #expect(result.status == 0)
      #expect(result.output.isEmpty)
    }
  }

  // MARK: User schemas

  /// Returns a templates folder like the shipped one, with another XSD or none.
  private func templates(_ xsd: String?) throws -> URL {
    let folder = try TestFiles.temporaryFolder()
    let shipped = URL(filePath: TestFiles.templates)
    for name in ["policies", "messages"] {
      try FileManager.default.createSymbolicLink(
        at: folder.appending(path: name), withDestinationURL: shipped.appending(path: name))
    }
    guard let xsd else { return folder }
    try FileManager.default.createDirectory(
      at: folder.appending(path: "schema"), withIntermediateDirectories: true)
    try Data(xsd.utf8).write(to: folder.appending(path: "schema/tickler-export.xsd"))
    return folder
  }

  @Test("without an XSD, validates nothing")
  func none() throws {
    let folder = try templates(nil)
    defer { try? FileManager.default.removeItem(at: folder) }
    let (run, warnings) = try XMLCheckTests.check(
      XMLCheckTests.export("", attributes: #" colour="red""#), templates: folder.path)
    #expect(run.status == 0)
    #expect(warnings == [])
  }

  static let broken: [(label: String, xsd: String, warning: String)] = [
    (
      "not XML", "<xs:schema",
      "schema/tickler-export.xsd:1:1: error: not an XSD: "
    ),
    (
      "not an XSD", "<schema/>",
      "schema/tickler-export.xsd:1:1: error: not an XSD: The XML document "
    ),
    (
      "an XSD that needs another",
      """
      <xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema">
        <xs:import namespace="urn:x" schemaLocation="http://localhost:9/x.xsd"/>
      </xs:schema>
      """,
      "schema/tickler-export.xsd:2:1: error: found import; expected a self-contained schema; imports are not read"
    ),
    (
      "an XSD with an undefined reference",
      """
      <xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema">
        <xs:element name="export" type="nothing"/>
      </xs:schema>
      """,
      "schema/tickler-export.xsd:2:1: error: not an XSD: "
    ),
  ]

  @Test("an invalid XSD stops the check", arguments: broken)
  func unusable(label: String, xsd: String, warning: String) throws {
    let folder = try templates(xsd)
    defer { try? FileManager.default.removeItem(at: folder) }
    let (run, _) = try XMLCheckTests.check(XMLCheckTests.export(""), templates: folder.path)
    #expect(run.status == 65)
    #expect(run.errors.hasPrefix("\(folder.path)/\(warning)"), "\(run.errors)")
    #expect(run.output.isEmpty)
  }
}
