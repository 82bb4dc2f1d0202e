import CivilTime
import PlanModel
import Testing

@testable import PlanFiles

/// Checks the facts of `accounts.ndjson`: parts with their types, and the texts of version 0.2.0.
struct FactRecordTests {
  typealias Fact = Explanation.Fact

  private static func read(_ text: String) throws -> Fact {
    try Fact(#require(try JSONDocument(Array(text.utf8)).text(0)))
  }

  private static let at: Instant = "2026-10-23T14:00:00Z"
  private static let place = RecordLocation(input: 1, line: 2, column: 3)

  static let facts: [(fact: Fact, line: String)] = [
    (
      Fact(.previous, is: "\(NotificationID("n")) at \(at)", place),
      #"{"name":"the one before","parts":[{"notification":"n"},{"plain":" at "},{"instant":"2026-10-23T14:00:00Z"}],"#
        + #""input":1,"line":2,"column":3}"#
    ),
    (
      Fact(.billDue, of: [.item(ItemID("i")), .plain("2026-12-01")], is: "counted"),
      #"{"name":"bill {} due {}","parts":[{"item":"i"},{"plain":"2026-12-01"},{"plain":"counted"}]}"#
    ),
    (Fact(.slots, is: "\(64) on ios"), #"{"name":"slots","parts":[{"number":64},{"plain":" on ios"}]}"#),
    (Fact(.subject, is: "\(text: "T")"), #"{"name":"subject","parts":[{"text":"T"}]}"#),
  ]

  @Test("a fact is stored with the types of its parts", arguments: facts)
  func roundTrip(fact: Fact, line: String) throws {
    #expect(FieldWriter.line(fact).text == line + "\n")
    #expect(try FactRecordTests.read(line) == fact)
  }

  @Test("a fact of version 0.2.0 is a text")
  func texts() throws {
    let known = try FactRecordTests.read(#"{"name":"at","value":"2026-10-23T14:00:00Z","input":1,"line":2,"column":3}"#)
    #expect(known == Fact(.at, parts: [.text("2026-10-23T14:00:00Z")], FactRecordTests.place))
    let named = try FactRecordTests.read(#"{"name":"bill i due 2026-12-01","value":"counted"}"#)
    #expect(named.parts == [.text("bill i due 2026-12-01"), .text("counted")])
    #expect(named.name == "bill i due 2026-12-01" && named.value == "counted")
  }

  @Test(
    "another form is refused",
    arguments: [
      #"{"name":"of a later version","parts":[{"plain":"x"}]}"#, #"{"name":"bill {} due {}","parts":[{"item":"i"}]}"#,
      #"{"name":"at","parts":[{"person":"x"}]}"#, #"{"name":"at","parts":[{}]}"#,
      #"{"name":"at","parts":[{"number":"x"}]}"#,
    ])
  func refused(line: String) { #expect(throws: PlanFault.self) { try FactRecordTests.read(line) } }

  @Test("each name has as many parts as blanks", arguments: Fact.Label.allCases)
  func blanks(label: Fact.Label) {
    #expect(label.blanks == label.rawValue.ranges(of: "{}").count)
    let parts = (0..<label.blanks).map { Fact.Part.plain("part \($0)") }
    let fact = Fact(label, of: parts, is: "the value")
    #expect(
      fact.name
        == parts.reduce(label.rawValue) { name, part in
          name.replacing("{}", with: part.words, maxReplacements: 1)
        })
    #expect(fact.value == "the value")
  }
}
