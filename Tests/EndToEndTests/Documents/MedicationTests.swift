import Foundation
import TestRuns
import TestSupport
import Testing

/// Tests `Examples/medication`: elapsed intervals, a cycle, counts per week, and refills.
struct MedicationTests {
  private static let export = "Examples/medication/export.json"
  private static let policy = ["--policy", "Examples/medication"]
  private static let options = ["--now", ExampleTests.now, "--zoneinfo", TestFiles.zoneinfo]

  @Test("its policy's tests pass")
  func check() throws {
    let result = try Program.run(["check", Self.export] + Self.policy + Self.options)
    #expect(result.status == 0 && result.errors.contains("4 tests passed") && result.output.isEmpty, "\(result)")
  }

  @Test("over 60 days, with a flight and the change of clocks, intervals, packs and weeks are right")
  func planned() throws {
    let out = try TestFiles.temporaryFolder()
    defer { try? FileManager.default.removeItem(at: out) }
    let command = ["plan", Self.export, "--out", out.path, "--days", "60"] + Self.policy + Self.options
    #expect(try Program.run(command).status == 0)
    let lines = try Scenario.objects(out.appending(path: "plan.ndjson")).dropFirst().map(Scenario.texts)
    func locals(_ item: String, _ days: ClosedRange<String>) -> [String] {
      lines.filter { $0["item"] == item && $0["reason"] != "slotLimit" && $0["kind"] != "refill" }
        .compactMap { $0["local"] }.filter { days.contains(String($0.prefix(10))) }
        .map { String($0.dropFirst(5).dropLast(3)) }
    }
    // The clocks go back on the 25th.
    #expect(
      locals("amox", "2026-10-23"..."2026-10-25") == [
        "10-23T22:40", "10-24T07:00", "10-24T15:00", "10-24T23:00", "10-25T07:00", "10-25T15:00", "10-25T23:00",
      ])
    #expect(locals("amox", "2026-10-30"..."2026-12-30").last == "10-30T23:00")
    #expect(locals("pill", "2026-10-25"..."2026-11-02") == ["10-25T21:00", "11-02T21:00"])
    #expect(
      lines.contains { $0["item"] == "knee" && $0["local"] == "2026-10-24T18:00:00" && $0["reason"] == "completed" })
    #expect(
      lines.contains { $0["item"] == "knee" && $0["local"] == "2026-10-25T18:00:00" && $0["outcome"] == "scheduled" })
    #expect(
      lines.filter { $0["kind"] == "refill" }.map { $0["reason"] ?? $0["outcome"] } == ["scheduled", "condition"])
    // Of the doses, twelve have slots, however many other reminders are sooner.
    #expect(lines.filter { $0["item"] == "pen" && $0["outcome"] == "scheduled" }.count >= 12)
    let german = lines.first { $0["item"] == "amox" && $0["kind"] == "dose" }
    #expect(german?["title"] == "Amoxicillin um 22:40")
  }

  @Test(
    "devices show what is planned, night after night, over both changes of clocks and a flight that the plan knows",
    arguments: ["2026-10-23T16:00:00Z", "2027-03-01T16:00:00Z"])
  func rehearsed(_ now: String) throws {
    let command = [
      "rehearse", Self.export, "--now", now, "--nights", "60", "--format", "json", "--zoneinfo", TestFiles.zoneinfo,
    ]
    let result = try Program.run(command + Self.policy)
    #expect(result.status == 0, "\(result.errors)")
    let json = try #require(try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any])
    let all = Scenario.texts(json["all"] as? [String: Any] ?? json)
    for count in ["otherTime", "otherWords", "missing", "twice", "unplanned"] {
      #expect(all[count] ?? "0" == "0", "\(count): \(all)")
    }
  }
}
