import System
import Testing

/// Checks that events do not depend on how a document is split, and that any document is safe.
@Suite struct XMLParserTests {
  private static let namespace = "urn:test"

  /// Returns the document's events, one a line, after parsing it in pieces of `piece` bytes.
  private static func events(_ text: String, piece: Int = .max, schema: XMLSchema? = nil) throws -> [String] {
    let parser = try XMLParser(namespace: namespace, schema: schema)
    let bytes = Array(text.utf8)
    var words: [String] = []
    var start = 0
    repeat {
      let end = start + min(piece, bytes.count - start)
      parser.parse(bytes.span.extracting(start..<end), isLast: end == bytes.count)
      words += parser.events.map { Self.words($0.event, parser) }
      #expect(parser.events.allSatisfy { $0.end >= 0 && $0.end <= bytes.count })
      start = end
    } while start < bytes.count
    return words
  }

  private static func words(_ event: XMLParser.Event, _ parser: XMLParser) -> String {
    func text(_ range: Range<Int>) -> String { String(decoding: parser.text[range], as: UTF8.self) }
    switch event {
    case .start(let name, let isInNamespace, let numbers):
      let attributes = parser.attributes[numbers].map {
        " \($0.isPlain ? "" : "*")\(text($0.name))=\(text($0.value))"
      }
      return "<\(isInNamespace ? "" : "*")\(text(name))\(attributes.joined())>"
    case .end: return "</>"
    case .text(let isBlank): return isBlank ? "blank" : "text"
    case .doctype: return "DOCTYPE"
    case .fault(let words, let isEncoding, let line, let column):
      return "\(line):\(column): \(isEncoding ? "encoding: " : "")\(words.split(separator: "\n").first ?? "")"
    case .violation(let words): return "misfit: \(words.split(separator: "\n").first ?? "")"
    }
  }

  private static let document = """
    <?xml version="1.0"?>
    <a xmlns="urn:test" b="1 &amp; 2 &#38;#38; &lt;3&gt; é" xml:lang="en"><c d=''/>
      <o:c xmlns:o="urn:other" o:e="f" g="h"/>text<![CDATA[<more>]]></a>
    """

  @Test("parses names, namespaces and values, resolving every reference")
  func tags() throws {
    #expect(
      try XMLParserTests.events(XMLParserTests.document) == [
        "<a b=1 & 2 &#38; <3> é *lang=en>", "<c d=>", "</>", "blank", "<*c *e=f g=h>", "</>", "text", "text", "</>",
      ])
  }

  @Test("handles a document truncated at any byte", arguments: [1, 2, 3, 7, 16, 50, 100])
  func pieces(_ piece: Int) throws {
    // Text may itself arrive in several pieces.
    func joined(_ events: [String]) -> [String] {
      events.reduce(into: []) { if $1 != "text" || $0.last != "text" { $0.append($1) } }
    }
    let expected = try XMLParserTests.events(XMLParserTests.document)
    #expect(joined(try XMLParserTests.events(XMLParserTests.document, piece: piece)) == joined(expected))
  }

  @Test(
    "sends no event after a fault or a DOCTYPE",
    arguments: [
      ("<a xmlns='urn:test'><b></a><c/>", ["<a>", "<b>", "1:28: Opening and ending tag mismatch: b line 1 and a"]),
      ("<a>\u{1}</a>", ["<*a>", "1:4: encoding: PCDATA invalid Char value 1"]),
      ("<!DOCTYPE a [<!ENTITY b 'c'>]><a>&b;</a>", ["DOCTYPE"]),
      ("", ["1:1: Extra content at the end of the document"]),
      ("<a b='1' b='2'/>", ["1:15: Attribute b redefined"]), ("<a>&b;</a>", ["<*a>", "1:7: Entity 'b' not defined"]),
    ] as [(String, [String])])
  func faults(_ text: String, _ expected: [String]) throws {
    #expect(try XMLParserTests.events(text) == expected)
  }

  @Test("reports a schema violation after the event that it concerns")
  func schema() throws {
    let schema = try XMLSchema(
      Array(
        """
        <xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" targetNamespace="urn:test" elementFormDefault="qualified">
          <xs:element name="a"><xs:complexType><xs:attribute name="n" type="xs:int"/></xs:complexType></xs:element>
        </xs:schema>
        """.utf8))
    #expect(try XMLParserTests.events("<a xmlns='urn:test' n='1'/>", schema: schema) == ["<a n=1>", "</>"])
    let events = try XMLParserTests.events("<a xmlns='urn:test' n='x'><b/></a>", schema: schema)
    #expect(events.map { $0.prefix(7) } == ["<a n=x>", "misfit:", "<b>", "misfit:", "</>", "</>"])
  }

  @Test("rejects an invalid schema, or one that includes others, with its line")
  func faultySchemas() {
    let start = "<xs:schema xmlns:xs=\"http://www.w3.org/2001/XMLSchema\">\n"
    for text in ["", "<", "<a/>", start, "\(start)<xs:include schemaLocation=\"/etc/passwd\"/></xs:schema>"] {
      let fault = #expect(throws: XMLFault.self) { try XMLSchema(Array(text.utf8)) }
      guard case .schema(let line, _, _) = fault else { continue }
      #expect(line >= 1)
    }
  }
}
