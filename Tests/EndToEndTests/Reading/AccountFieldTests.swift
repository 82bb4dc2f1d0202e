import Foundation
import TestSupport
import Testing

/// Tests account fields that a policy declares.
struct AccountFieldTests {
  private static let policy = """
    format = "tickler-policy/1"
    app = "x"
    [account.fields]
    plan = "text"
    seats = { type = "integer", range = [1, 9], meaning = "How many may use it" }
    tags = "list-of-text"
    [kinds.trial]
    shape = "series"
    where = ["account.plan = trial", "account.seats >= 2"]
    time = "18:00"
    identifier = "trial"
    title = "Trial"
    body = "Soon over"
    """

  private static func run(_ command: [String], _ files: [String: String]) throws -> Program.Result {
    let folder = try TestFiles.temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    for (name, text) in files { try Data(text.utf8).write(to: folder.appending(path: name)) }
    try Data(policy.utf8).write(to: folder.appending(path: "x.toml"))
    return try Program.run(command + ["--policy", "x.toml", "--templates", TestFiles.templates], in: folder)
  }

  private static func json(_ accounts: String) -> String {
    #"{"format":"tickler-export/1","app":"x","exportedAt":"2026-11-20T00:00:00Z","accounts":[\#(accounts)]}"#
  }

  private static let options = ["--zoneinfo", TestFiles.zoneinfo, "--now", "2026-11-20T00:00:00Z"]

  @Test(
    "conditions see them in JSON and XML; of several devices, the newest record's apply",
    arguments: [
      ("a.json", json(#"{"id":"a","timeZone":"UTC","fields":{"plan":"trial","seats":2,"tags":["new"]}}"#), 1),
      ("a.json", json(#"{"id":"a","timeZone":"UTC","fields":{"plan":"trial","seats":1}}"#), 0),
      ("a.json", json(#"{"id":"a","timeZone":"UTC","fields":{"plan":"trial","seats":null}}"#), 0),
      ("a.json", json(#"{"id":"a","timeZone":"UTC"}"#), 0),
      (
        "a.xml",
        """
        <export xmlns="urn:tickler:export:1" format="tickler-export/1" app="x" exportedAt="2026-11-20T00:00:00Z">
        <account id="a" timeZone="UTC"><fields plan="trial" seats="3" tags="new kind"/></account></export>
        """, 1
      ),
      (
        "a.json",
        json(
          #"{"id":"a","timeZone":"UTC","device":"p","updatedAt":"2026-11-19T00:00:00Z","fields":{"plan":"paid"}},"#
            + #"{"id":"a","timeZone":"UTC","device":"q","updatedAt":"2026-11-19T01:00:00Z","fields":{"plan":"trial","seats":2}}"#
        ), 2
      ),
    ])
  func conditions(_ file: String, _ export: String, _ count: Int) throws {
    let result = try Self.run(
      ["explain", file, "--account", "a", "--days", "0", "--format", "json"] + Self.options, [file: export])
    #expect(result.errors == "")
    #expect(result.output.ranges(of: "\"outcome\": \"scheduled\"").count == count)
  }

  @Test("a wrong value rejects the account, with its place")
  func wrongValue() throws {
    let export = Self.json(
      #"{"id":"a","timeZone":"UTC","fields":{"seats":12}},{"id":"b","timeZone":"UTC","fields":{"plam":"pro"}}"#)
    let result = try Self.run(["check", "a.json"] + Self.options, ["a.json": export])
    #expect(result.status == 1)
    let lines = result.output.split(separator: "\n").map(String.init)
    #expect(
      lines.first?.hasSuffix(#"error: account "a", field fields.seats: found 12; expected a number from 1 to 9"#)
        == true)
    #expect(lines.contains { $0.contains("warning") && $0.contains("plam") && $0.contains("plan") })
  }

  @Test("only the app's schema has them")
  func schema() throws {
    let own = try Self.run(["schema", "json"], [:])
    let document = try #require(JSONSerialization.jsonObject(with: Data(own.output.utf8)) as? [String: Any])
    #expect("\(document)".contains("How many may use it"))
    let shipped = try Program.run(["schema", "json", "--templates", TestFiles.templates])
    #expect(!shipped.output.contains("\"fields\""))
  }
}
