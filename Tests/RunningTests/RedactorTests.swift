import CivilTime
import Diagnostics
import PlanModel
import Testing

@testable import Redacting

/// Tests the redaction of texts that quote an export. Tests/Tools/redaction.py checks complete runs for other leaks, and that plans are
/// the same without ids.
@Suite struct RedactorTests {
  private static let names: Set<String> = ["zoneChanges", "at", "preferences", "kinds", "title"]
  private let redactor = try! Redactor(key: Array("0123456789abcdef0123456789abcdef".utf8)) {
    RedactorTests.names.contains($0)
  }

  @Test("a pseudonym is a prefix of an HMAC-SHA256, different for each type of text")
  func pseudonyms() {
    // printf 'account\0ana' | openssl dgst -sha256 -hmac 0123456789abcdef0123456789abcdef
    #expect(redactor.pseudonym(.account, "ana") == "17587601c38ab4c4")
    #expect(redactor.pseudonym(.item, "ana") == "e8e6d9ddd0676fe5")
  }

  @Test(
    "a request keeps its date, a file its extensions",
    arguments: [
      ("a/u-1.ndjson.gz", ".ndjson.gz"), ("u-1.json", ".json"), ("u.1", ""), ("ana.xml.txt", ""), (".json", ".json"),
    ])
  func files(name: String, ending: String) {
    let file = redactor.file(name)
    #expect(file == redactor.pseudonym(.file, name) + ending)
    #expect(redactor.file("-") == "-")
    let request = redactor.request(RequestID("focusflow.task.t1@2026-10-24"))
    #expect(request.text == redactor.pseudonym(.notification, "focusflow.task.t1") + "@2026-10-24")
  }

  struct Fault: Sendable {
    var diagnostic: Diagnostic
    /// The expected text. `ITEM` stands for the pseudonym of the item t"1.
    var words: String

    init(
      _ code: Diagnostic.Code, item: String? = nil, id: String? = nil, field: String? = nil, shape: String? = nil,
      expected: String? = nil, _ words: String
    ) {
      diagnostic = Diagnostic(
        .error, code, at: SourceLocation(file: "f", line: 1, column: 2), account: nil, item: item, itemID: id,
        field: field, found: "found \"secret\"", shape: shape, expected: expected)
      self.words = words
    }
  }

  static let faults: [Fault] = [
    Fault(
      .wrongType, field: "title", shape: "a text of 6 characters", expected: "true or false, without quotes",
      "field title: found a text of 6 characters; expected true or false, without quotes"),
    Fault(
      .badValue, item: #"task "t\"1""#, field: "zoneChanges[1].at", shape: "a text of 6 characters",
      expected: "an instant",
      "item task \"ITEM\", field zoneChanges[1].at: found a text of 6 characters; expected an instant"),
    Fault(
      .badValue, item: "task \"cut…\"", id: "t\"1", "item task \"ITEM\": the field cannot have this value"),
    Fault(
      .missingField, item: "task without an id", field: "title",
      "item task without an id, field title: the field is missing"),
    Fault(.badValue, item: "\"\u{301}s\" \"a", id: "t\"1", "item \"ITEM\": the field cannot have this value"),
    Fault(.wrongType, item: "secret", "item without an id: the value is of another type"),
    Fault(
      .badValue, field: "preferences.kinds.secret",
      "field preferences.kinds.…: the field cannot have this value"),
    Fault(.badValue, field: "title[secret]", "the field cannot have this value"),
    Fault(
      .unknownField, field: "secret", expected: "title, the nearest that is known",
      "the format has no such field here; expected title, the nearest that is known"),
    Fault(
      .unknownAccount, expected: "the id of an account of secret that one of the inputs has",
      "the account is unknown; expected the id of an account that one of the inputs has"),
    Fault(
      .badValue, expected: "\"secret\", the account that contains the item, or no such field",
      "the field cannot have this value"),
    Fault(.schema, expected: "secret", "it does not fit the schema"),
    Fault(.policy, field: "kinds.own", expected: "an id", "field kinds.own: found \"secret\"; expected an id"),
  ]

  @Test("a diagnostic keeps the place, and the form of the value", arguments: faults)
  func diagnostics(fault: Fault) {
    let redacted = redactor.redact(fault.diagnostic)
    #expect(redacted.message == fault.words.replacing("ITEM", with: redactor.pseudonym(.item, "t\"1")))
    #expect(redacted.location == fault.diagnostic.location)
  }

  /// N stands for the pseudonym of the notification `n at 1`, I for that of the item `i due 2026-10-24`.
  static let facts: [(name: String, value: String, redacted: (name: String, value: String))] = [
    ("notification", "n at 1", ("notification", "N")),
    ("the same as", "n at 1 (item i due 2026-10-24)", ("the same as", "N (item I)")),
    ("the same as", "n at 1", ("the same as", "N")),
    (
      "delivered before it today", "n at 1 at 2026-10-23T14:00:00Z",
      ("delivered before it today", "N at 2026-10-23T14:00:00Z")
    ),
    ("delivered before it today", "none", ("delivered before it today", "none")),
    (
      "the last session that runs", "i due 2026-10-24, started at 2026-10-23T14:00:00Z",
      ("the last session that runs", "I, started at 2026-10-23T14:00:00Z")
    ),
    ("the last session that runs", "this one", ("the last session that runs", "this one")),
    ("bill i due 2026-10-24 due 2026-12-01", "paid", ("bill I due 2026-12-01", "paid")),
    ("bills due in the seven days", "2", ("bills due in the seven days", "2")),
    ("wall time", "2026-10-23T14:00:00", ("wall time", "2026-10-23T14:00:00")),
  ]

  @Test("a fact keeps times and dates, and has pseudonyms for ids", arguments: facts)
  func fact(name: String, value: String, redacted: (name: String, value: String)) {
    func words(_ text: String) -> String {
      text.replacing("N (", with: "\(redactor.pseudonym(.notification, "n at 1")) (")
        .replacing("N at", with: "\(redactor.pseudonym(.notification, "n at 1")) at")
        .replacing("bill I", with: "bill \(redactor.pseudonym(.item, "i due 2026-10-24"))")
        .replacing("item I", with: "item \(redactor.pseudonym(.item, "i due 2026-10-24"))")
        .replacing("I,", with: "\(redactor.pseudonym(.item, "i due 2026-10-24")),")
    }
    let fact = redactor.redacted(Explanation.Fact(name, value))
    #expect(fact.name == words(redacted.name))
    #expect(fact.value == (redacted.value == "N" ? redactor.pseudonym(.notification, "n at 1") : words(redacted.value)))
  }
}
