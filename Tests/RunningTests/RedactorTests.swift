import CivilTime
import Diagnostics
import PlanModel
import TestSupport
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

  typealias Fact = Explanation.Fact
  static let id = NotificationID("n at 1")
  static let item = ItemID("i due 2026-10-24")
  static let instant: Instant = "2026-10-23T14:00:00Z"

  /// N stands for the pseudonym of ``id``, I for that of ``item``, X for that of the text `secret`.
  static let facts: [(fact: Fact, words: String, redacted: String)] = [
    (Fact(.notification, is: "\(id)"), "notification: n at 1", "notification: N"),
    (
      Fact(.sameSubjectAs, is: "\(id) (item \(item))"),
      "same kind, subject and instant as: n at 1 (item i due 2026-10-24)",
      "same kind, subject and instant as: N (item I)"
    ),
    (
      Fact(.previous, is: "\(id) at \(instant)"), "the one before: n at 1 at 2026-10-23T14:00:00Z",
      "the one before: N at 2026-10-23T14:00:00Z"
    ),
    (Fact(.namedBy, is: "\(id)"), "named by: n at 1", "named by: N"),
    (
      Fact(.deliveredBefore, is: .list(["\(RequestID("n at 1@2026-10-23")) at \(instant)", "\(id)"])),
      "delivered before it today: n at 1@2026-10-23 at 2026-10-23T14:00:00Z, n at 1",
      "delivered before it today: N@2026-10-23 at 2026-10-23T14:00:00Z, N"
    ),
    (
      Fact(.billDue, of: [.item(item), .plain("2026-12-01")], is: "counted"),
      "bill i due 2026-10-24 due 2026-12-01: counted", "bill I due 2026-12-01: counted"
    ),
    (Fact(.subject, is: "\(text: "secret")"), "subject: secret", "subject: X"),
    (Fact(.billsDue, is: "\(2)"), "bills due in the seven days: 2", "bills due in the seven days: 2"),
    (
      Fact(.ofKindPerWindow, of: [.plain("task"), .plain("2d")], is: "\(3)"), "kinds.task.caps.per.2d: 3",
      "kinds.task.caps.per.2d: 3"
    ),
    (Fact(named: "at", "secret", nil), "at: secret", "at: X"),
    (Fact(named: "secret", "secret", nil), "secret: secret", "X: X"),
    (Fact(named: "bill {} due {}", "secret", nil), "bill {} due {}: secret", "Y: X"),
  ]

  @Test("a fact has pseudonyms for ids and texts, and keeps everything else", arguments: facts)
  func fact(fact: Fact, words: String, redacted: String) {
    func shown(_ fact: Fact) -> String { "\(fact.name): \(fact.value)" }
    #expect(shown(fact) == words)
    let pseudonyms = [
      "N": redactor.pseudonym(.notification, "n at 1"), "I": redactor.pseudonym(.item, "i due 2026-10-24"),
      "X": redactor.pseudonym(.text, "secret"), "Y": redactor.pseudonym(.text, "bill {} due {}"),
    ]
    let expected = redacted.map { letter in pseudonyms[String(letter)] ?? String(letter) }.joined()
    #expect(shown(redactor.redacted(fact)) == expected)
  }

  @Test("a record that another replaces has pseudonyms for account and item")
  func superseded() {
    let place = RecordLocation(input: 0, line: 1, column: 1)
    let record = SupersededRecord(
      account: AccountID("ana"), item: SupersededItem(words: "task of ana"), location: place, by: place)
    let redacted = redactor.redact(record)
    #expect(redacted.account.text == "17587601c38ab4c4")
    #expect(redacted.item?.words == "task \(redactor.pseudonym(.item, "of ana"))")
    #expect(SupersededItem(words: "e8e6d9ddd0676fe5").words == "e8e6d9ddd0676fe5", "as version 0.2.0 wrote it")
  }

  @Test(
    "a language keeps what cannot name a person",
    arguments: [
      ("de", "de"), ("de-CH", "de-CH"), ("zh-Hant-TW", "zh-Hant-TW"), ("es-419", "es-419"), ("gsw", "gsw"),
      ("de-x-jane", "de"), ("de-jane", "de"), ("de-AT-1996", "de-AT"), ("de-u-ms-metric", "de"),
      ("de-CH-x-jane", "de-CH"),
      ("jane", "und"), ("janedoe-DE", "und"), ("", "und"),
    ])
  func language(tag: String, kept: String) { #expect(LanguageTag.impersonal(tag) == kept) }
}
