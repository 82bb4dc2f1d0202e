import Diagnostics
import Formats
import Foundation
import PlanModel
import Spilling
import TestSupport
import Testing

/// Tests separate items: they may exceed the memory limit, and those with an account are skipped at their own place, without any
/// effect on the diagnostics.
@Suite struct ApartTests {
  private static let head = #"{"format": "tickler-export/1", "app": "all""#

  private static let rooms = [1, 7].map { Roster.Room(minimumHeld: $0, runs: 2) }

  private static func task(_ owner: String, _ number: Int, _ more: String = "") -> String {
    #"{"account": "\#(owner)", "kind": "task", "id": "t\#(number)", "title": "T\#(number)", "date": "2026-11-20", "time": "09:00"\#(more)}"#
  }

  /// Checks that low memory limits make no difference.
  private static func reading(_ exports: [Export], _ comment: Comment) -> Reading {
    let expected = Reading(exports)
    #expect(expected.hasSpilled == false, comment)
    for room in rooms {
      let reading = Reading(exports, room: room)
      #expect(reading.outcome == expected.outcome, comment)
      #expect(reading.messages == expected.messages, comment)
      #expect(reading.isFatal || reading.hasSpilled, comment)
    }
    return expected
  }

  @Test(arguments: ["json", "ndjson", "xml"])
  func anyNumberOfItemsBelongToTheirAccounts(_ format: String) {
    var numbers = Numbers(seed: 7)
    let names = (0..<40).map { "a\($0)" }
    var items = (0..<400).map { (owner: names[($0 * 7) % 40], number: $0) }
    items.shuffle(using: &numbers)
    let text: String
    switch format {
    case "json":
      text =
        "\(ApartTests.head), \"items\": [\(items.map { ApartTests.task($0.owner, $0.number) }.joined(separator: ",\n"))], "
        + "\"accounts\": [\(names.map { "{\"id\": \"\($0)\", \"timeZone\": \"UTC\"}" }.joined(separator: ","))]}"
    case "ndjson":
      let lines =
        items.map { "{\"item\": \(ApartTests.task($0.owner, $0.number))}" }
        + names.map { "{\"account\": {\"id\": \"\($0)\", \"timeZone\": \"UTC\"}}" }
      text = "\(ApartTests.head)}\n" + lines.joined(separator: "\n")
    default:
      text =
        #"<export xmlns="urn:tickler:export:1" format="tickler-export/1" app="all">"#
        + items.map {
          #"<item account="\#($0.owner)" kind="task" id="t\#($0.number)" title="T\#($0.number)" date="2026-11-20" time="09:00"/>"#
        }.joined() + names.map { #"<account id="\#($0)" timeZone="UTC"/>"# }.joined() + "</export>"
    }
    let reading = ApartTests.reading([Export("in.\(format)", text)], "\(format)")
    #expect(reading.accounts.map(\.id.text) == names)
    #expect(reading.messages == [])
    for account in reading.accounts {
      #expect(
        account.items[.task].map(\.id.text) == items.filter { $0.owner == account.id.text }.map { "t\($0.number)" })
    }
  }

  /// Two exports of the same accounts. The older one has nested and separate items, and one record of another app.
  @Test func supersededAccountsAndItems() {
    func export(_ name: String, _ updated: String, _ accounts: [String], items: [String]) -> Export {
      let accounts = accounts.map {
        #"{"id": "\#($0)", "timeZone": "UTC", "updatedAt": "\#(updated)", "items": [\#(ApartTests.task($0, 1))]}"#
      }
      return Export(
        name,
        "\(ApartTests.head), \"accounts\": [\(accounts.joined(separator: ","))], "
          + "\"items\": [\(items.joined(separator: ","))]}")
    }
    let older = ["b", "a", "c"].map { ApartTests.task($0, 2) }
    let newer = ["c", "b", "nobody"].flatMap { [ApartTests.task($0, 3), ApartTests.task($0, 4)] }
    let reading = ApartTests.reading(
      [
        export("old.json", "2026-11-01T00:00:00Z", ["a", "b", "c"], items: older),
        export("new.json", "2026-11-02T00:00:00Z", ["c", "b"], items: newer),
        Export(
          "other.json",
          "\(ApartTests.head), \"accounts\": [{\"id\": \"a\", \"app\": \"tasks\", \"timeZone\": \"UTC\"}]}"),
      ], "superseded")
    #expect(reading.accounts.map { "\($0.id.text) \($0.items[.task].count)" } == ["a 2", "c 4", "b 4", "a 0"])
    #expect(reading.accounts.last?.app == "tasks")
    #expect(reading.rejected == 2)
    #expect(reading.superseded == 4)
    #expect(reading.messages.count == 2)
  }

  /// Accounts that are several times in one input, and once in another.
  @Test func accountsThatStandTwice() {
    func export(_ name: String, _ accounts: [String]) -> Export {
      let lines = accounts.map { "{\"account\": {\"id\": \"\($0)\", \"timeZone\": \"UTC\"}}" }
      return Export(name, ("\(ApartTests.head)}" + lines.map { "\n" + $0 }.joined()))
    }
    let first = export("first.ndjson", ["a", "b", "a", "c", "b", "a"])
    let second = export("second.ndjson", ["c", "d", "c", "a"])
    let alone = ApartTests.reading([first, ApartTests.items], "one input")
    #expect(alone.accounts.map(\.id.text) == ["a", "b", "c"])
    let lines = alone.messages.compactMap { $0.firstMatch(of: /is already in line (\d)/)?.1 }
    #expect(lines == ["2", "3", "2"])
    #expect(alone.messages.count { $0.contains("expected the id of an account") } == 10)
    let both = ApartTests.reading([first, second, ApartTests.items], "two inputs")
    #expect(both.accounts.map { "\($0.id.text) \($0.items[.task].count)" } == ["b 0", "c 0", "d 10", "a 10"])
    #expect(both.superseded == 2)
  }

  private static let items = Export(
    "items.ndjson", "\(head)}" + (1...20).map { "\n{\"item\": \(task($0 % 2 == 0 ? "a" : "d", $0))}" }.joined())

  /// Faults of a separate item among hundreds of valid ones.
  private static let oddities: [(item: String, reports: String)] = [
    (task("nobody", 1), #"item "t1", field account: found "nobody"; expected the id of an account"#),
    (#"{"kind": "task", "id": "x"}"#, "field account: the field is missing"),
    (#"{"account": null, "id": "x"}"#, "field account: found null"),
    (#"{"account": 5, "id": "x"}"#, "field account: found 5"),
    (#"{"account": ["a"], "id": "x"}"#, "field account: found a list"),
    (#"["account", "a"]"#, "found a list"),
    ("17", "found 17"),
    (#"{"account": "a", "account": "a"}"#, #"found the key "account" twice in one object"#),
    (task("a", 1, #", "kind": "task""#), #"found the key "kind" twice in one object"#),
    (task("a", 1, #", "x": 1, "y": 2, "x": 3"#), #"found the key "x" twice in one object"#),
    (
      task("a", 1, (0..<50).map { #", "x\#($0)": {}"# }.joined() + #", "x7": 1"#),
      #"found the key "x7" twice in one object"#
    ),
    (
      task("a", 1, (0..<20).map { #", "x\#($0)": {}"# }.joined() + #", "x19": 1"#),
      #"found the key "x19" twice in one object"#
    ),
    (task("a", 1, #", "x": {"z": [{"id": 1, "id": 2}]}"#), #"found the key "id" twice in one object"#),
    (task("refused", 1, #", "i\u0064": "t2""#), #"found the key "id" twice in one object"#),
  ]

  @Test(arguments: ["json", "ndjson"], oddities.indices)
  func whatIsWrongWithAnItemIsTold(_ format: String, _ index: Int) {
    let (odd, reports) = ApartTests.oddities[index]
    // Enough items for several chunks.
    var items = (0..<800).map { ApartTests.task("a", 100 + $0) }
    items.insert(odd, at: 700)
    let accounts = [#"{"id": "a", "timeZone": "UTC"}"#, #"{"id": "refused", "timeZone": "Nowhere"}"#]
    let text =
      format == "json"
      ? "\(ApartTests.head), \"accounts\": [\(accounts.joined(separator: ","))],\n\"items\": [\n"
        + items.joined(separator: ",\n") + "]}"
      : "\(ApartTests.head)}\n"
        + (accounts.map { "{\"account\": \($0)}" } + items.map { "{\"item\": \($0)}" }).joined(separator: "\n")
    let reading = ApartTests.reading([Export("in.\(format)", text)], "\(format) \(odd)")
    let message = reading.messages.first { $0.contains(reports) }
    let line = format == "json" ? 703 : 704
    #expect(message?.hasPrefix("in.\(format):\(line):") == true, "\(reading.messages.prefix(3))")
    #expect(reading.isFatal == reports.contains("twice"))
  }

  /// Lines that contain something other than an account or item.
  @Test func whatIsWrongWithALineIsTold() {
    let items = (0..<800).map { "{\"item\": \(ApartTests.task("a", $0))}" }
    let odd = ["{\"item\": \(ApartTests.task("a", 5000)), \"mood\": 1}", "{\"note\": 1}", "{\"item\": null}"]
    let lines = ["{\"account\": {\"id\": \"a\", \"timeZone\": \"UTC\"}}"] + items + odd
    let reading = ApartTests.reading(
      [Export("in.ndjson", "\(ApartTests.head)}\n" + lines.joined(separator: "\n"))], "lines")
    #expect(reading.accounts.first?.items[.task].count == 801)
    #expect(reading.rejected == 2)
    #expect(
      reading.messages.map { $0.prefix { $0 != " " } }
        == ["in.ndjson:803:116:", "in.ndjson:804:1:", "in.ndjson:805:10:"])
  }

  /// Chunks without accounts are not read again if they have no faults.
  @Test func itemsThatBelongAreNotReadTwice() {
    let items = (0..<3000).map { "{\"item\": \(ApartTests.task($0 == 2000 ? "b" : "a", $0))}" }
    let accounts = ["{\"account\": {\"id\": \"a\", \"timeZone\": \"UTC\"}}"]
    let reading = Reading([Export("in.ndjson", "\(ApartTests.head)}\n" + (accounts + items).joined(separator: "\n"))])
    #expect(reading.rejected == 1)
    // The first chunk has the account. Another one has the item without an owner.
    #expect(reading.inputs[0].chunks.count == 2)
  }

  /// One id in two apps means two accounts. An item belongs to the account of its own app, or its file's.
  @Test(arguments: ["json", "ndjson", "xml"])
  func oneIDUnderTwoApps(format: String) throws {
    let task: [String: Any] = [
      "kind": "task", "account": "guest", "title": "T", "date": "2026-11-21", "time": "09:00",
    ]
    func item(_ id: String, _ app: String?) -> [String: Any] {
      task.merging(["id": id].merging(app.map { ["app": $0] } ?? [:]) { a, _ in a }) { _, new in new }
    }
    let document: [String: Any] = [
      "format": "tickler-export/1", "app": "tasks",
      "accounts": ["tasks", "all"].map { ["id": "guest", "app": $0, "timeZone": "UTC"] },
      "items": [item("t1", nil), item("t2", "all"), item("t3", "tasks"), item("t4", "none")],
    ]
    let text =
      switch format {
      case "json": try Encodings.json(document)
      case "ndjson": try Encodings.ndjson(document)
      default: Encodings.xml(document)
      }
    let reading = Reading([Export("in.\(format)", text)])
    #expect(
      reading.accounts.map { "\($0.app): \($0.items[.task].map(\.id.text))" }
        == [#"tasks: ["t1", "t3"]"#, #"all: ["t2"]"#])
    #expect(reading.messages.filter { $0.contains("of none that one of the inputs has") }.count == 1)
  }
}
