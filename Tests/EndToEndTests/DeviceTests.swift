import Foundation
import TestSupport
import Testing

/// Tests several devices of one account beyond the cases `devices-…` of Tests/Cases: rejected and duplicate records, `uid`s, parts,
/// redaction, and plans that are read back.
struct DeviceTests {
  private static let head = #"{"format":"tickler-export/1","app":"ritualist","exportedAt":"2026-11-20T11:00:00Z"}"#
  private static let shared = [
    "--now", "2026-11-20T12:00:00Z", "--days", "1", "--zoneinfo", TestFiles.zoneinfo, "--templates",
    TestFiles.templates, "--no-progress",
  ]

  private static func account(_ id: String, _ more: String = "") -> String {
    let items = #""items":[{"kind":"habit","id":"h","name":"H","reminders":["18:00"]}]"#
    return #"{"account":{"id":"\#(id)","timeZone":"UTC",\#(items)\#(more)}}"#
  }

  private static let lines = [
    account("z"), account("ana", #","device":"tablet","updatedAt":"2026-11-20T08:00:00Z""#),
    account("ana", #","device":"phone","updatedAt":"2026-11-20T09:00:00Z""#), account("ana"), account("b"),
    account("ana", #","app":"diary","device":"phone""#),
  ]

  private func withFolder(_ body: (URL) throws -> Void) throws {
    let folder = try TestFiles.temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    try body(folder)
  }

  private func write(_ lines: [String], to name: String, in folder: URL) throws {
    let text = ([DeviceTests.head] + lines).joined(separator: "\n") + "\n"
    try text.write(to: folder.appending(path: name), atomically: true, encoding: .utf8)
  }

  private func program(_ arguments: [String], in folder: URL, status: Int32 = 0) throws -> Program.Result {
    let result = try Program.run(arguments, in: folder)
    #expect(result.status == status, "\(arguments): \(result.errors)")
    return result
  }

  private func objects(_ file: URL) throws -> [[String: Any]] {
    try String(contentsOf: file, encoding: .utf8).split(separator: "\n").map {
      try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
    }
  }

  @Test("a device without a name keeps the account's uids; others have different ones, equal in every run")
  func identifiers() throws {
    try withFolder { folder in
      func uids(_ lines: [String], _ device: String?) throws -> [String] {
        try write(lines, to: "in.ndjson", in: folder)
        _ = try program(["plan", "in.ndjson", "--out", "out"] + DeviceTests.shared, in: folder)
        return try objects(folder.appending(path: "out/plan.ndjson")).dropFirst()
          .filter { $0["account"] as? String == "ana" && $0["app"] as? String == "ritualist" }
          .filter { $0["device"] as? String == device }
          .compactMap { $0["uid"] as? String }
      }
      let alone = try uids([DeviceTests.account("ana")], nil)
      #expect(!alone.isEmpty)
      #expect(try uids(DeviceTests.lines, nil) == alone)
      let phone = try uids(DeviceTests.lines, "phone")
      #expect(phone.count == alone.count && Set(phone).isDisjoint(with: alone))
      #expect(try uids(DeviceTests.lines.reversed(), "phone") == phone)
    }
  }

  @Test("a rejected record does not count: the next newest has the preferences, and its device is not planned")
  func rejected() throws {
    try withFolder { folder in
      let old = #","device":"a","updatedAt":"2026-11-19T00:00:00Z","preferences":{"kinds":{"habit":true}}"#
      let newer = #","device":"b","updatedAt":"2026-11-20T00:00:00Z","preferences":{"kinds":{"habit":false}}"#
      let newest = DeviceTests.account("ana", #","device":"c","updatedAt":"2026-11-20T10:00:00Z""#)
        .replacing("UTC", with: "Mars/Base")
      try write(
        [newest, DeviceTests.account("ana", old), DeviceTests.account("ana", newer)], to: "in.ndjson", in: folder)
      _ = try program(["plan", "in.ndjson", "--out", "out"] + DeviceTests.shared, in: folder, status: 1)
      let lines = try objects(folder.appending(path: "out/plan.ndjson")).dropFirst()
      #expect(Set(lines.compactMap { $0["device"] as? String }) == ["a", "b"])
      #expect(lines.allSatisfy { $0["reason"] as? String == "kindDisabled" })
    }
  }

  @Test("a device listed twice in a file is a duplicate; an empty name means no name")
  func duplicates() throws {
    try withFolder { folder in
      let phone = DeviceTests.account("ana", #","device":"phone""#)
      try write(
        [phone, DeviceTests.account("ana"), phone, DeviceTests.account("b", #","device":"""#)], to: "in.ndjson",
        in: folder)
      let result = try program(["check", "in.ndjson"] + DeviceTests.shared.dropLast(), in: folder, status: 1)
      #expect(result.output.contains("in.ndjson:4:"), "\(result.output)")
      #expect(result.output.contains("the account is already in line 2"))
      #expect(result.output.contains("field device"))
      #expect(!result.output.contains("in.ndjson:3:"))
    }
  }

  @Test("of several pending requests of one id the one that fires first counts, and the rest are a warning")
  func pendingTwice() throws {
    try withFolder { folder in
      let pending = ["25", "24", "26"].map { #"{"id":"focusflow.task.gone","at":"2026-11-\#($0)T09:00:00Z"}"# }
      try write(
        [DeviceTests.account("ana", #","pending":[\#(pending.joined(separator: ","))]"#)], to: "in.ndjson", in: folder)
      let result = try program(["plan", "in.ndjson", "--out", "out"] + DeviceTests.shared, in: folder)
      for index in [0, 2] {
        #expect(
          result.errors.contains("field pending[\(index)].id: found \"focusflow.task.gone\" again"), "\(result.errors)")
      }
      let actions = try String(contentsOf: folder.appending(path: "out/actions.ndjson"), encoding: .utf8)
      let lines = actions.split(separator: "\n").filter { $0.contains(#""request":"focusflow.task.gone""#) }
      #expect(lines.count == 1 && lines[0].contains("2026-11-24T09:00:00Z"), "\(lines)")
    }
  }

  @Test("parts cut anywhere keep an account's devices together, and merge into the plan of one run")
  func parts() throws {
    try withFolder { folder in
      try write(DeviceTests.lines, to: "in.ndjson", in: folder)
      let size = try Data(contentsOf: folder.appending(path: "in.ndjson")).count
      func run(_ arguments: [String]) throws {
        _ = try program(arguments + DeviceTests.shared, in: folder)
      }
      try run(["plan", "in.ndjson", "--out", "whole", "--emit", "plan,actions,summary"])
      for cut in stride(from: 90, to: size, by: 60) {
        for (name, range) in [("parts/0", "0:\(cut)"), ("parts/1", "\(cut):")] {
          try run([
            "worker", "--input", "in.ndjson", "--range", range, "--out", name, "--emit", "plan,actions,summary",
          ])
        }
        _ = try program(
          [
            "merge", "parts/0", "parts/1", "--out", "merged", "--emit", "plan,actions", "--zoneinfo",
            TestFiles.zoneinfo,
          ],
          in: folder)
        for file in ["plan.ndjson", "actions.ndjson"] {
          let (a, b) = (folder.appending(path: "whole/\(file)"), folder.appending(path: "merged/\(file)"))
          #expect(try Data(contentsOf: a) == Data(contentsOf: b), "\(file) cut at \(cut)")
        }
        try FileManager.default.removeItem(at: folder.appending(path: "parts"))
        try FileManager.default.removeItem(at: folder.appending(path: "merged"))
      }
    }
  }

  @Test("a plan with devices verifies, `report` reproduces it, and the next run changes nothing")
  func readsBack() throws {
    try withFolder { folder in
      try write(DeviceTests.lines, to: "in.ndjson", in: folder)
      _ = try program(["plan", "in.ndjson", "--out", "one", "--ics-accounts"] + DeviceTests.shared, in: folder)
      _ = try program(["verify", "one", "--zoneinfo", TestFiles.zoneinfo], in: folder)
      let page = folder.appending(path: "one/index.html")
      let before = try Data(contentsOf: page)
      _ = try program(
        ["report", "one", "--templates", TestFiles.templates, "--zoneinfo", TestFiles.zoneinfo], in: folder)
      #expect(try Data(contentsOf: page) == before)
      #expect(String(decoding: before, as: UTF8.self).contains("<bdi>tablet</bdi>"))
      let next = ["plan", "in.ndjson", "--out", "two", "--previous", "one"] + DeviceTests.shared
      _ = try program(next, in: folder)
      let diff = try program(["diff", "one", "two"], in: folder)
      #expect(diff.output.contains("Nothing changes"), "\(diff.output)")
      let held = try program(["apply", "two"], in: folder)
      #expect(held.output.split(separator: "\n").count { $0.contains(#""account":"ana","app":"ritualist""#) } == 3)
      let pages = try program(
        [
          "report", "one", "--account", "ana", "--app", "ritualist", "--templates", TestFiles.templates, "--zoneinfo",
          TestFiles.zoneinfo,
        ], in: folder)
      #expect(pages.output.split(separator: "\n").count == 3, "\(pages.output)")
    }
  }

  @Test("a redacted plan has a pseudonym for a device")
  func redacted() throws {
    try withFolder { folder in
      try write(DeviceTests.lines, to: "in.ndjson", in: folder)
      try String(repeating: "k", count: 64).write(
        to: folder.appending(path: "key"), atomically: true, encoding: .utf8)
      _ = try program(
        ["plan", "in.ndjson", "--out", "out", "--redact", "key"] + DeviceTests.shared, in: folder)
      for name in ["plan.ndjson", "accounts.ndjson", "summary.json", "index.html", "calendar.ics"] {
        let text = try String(contentsOf: folder.appending(path: "out/\(name)"), encoding: .utf8)
        #expect(!text.contains("tablet") && !text.contains("\"phone\""), "\(name)")
      }
      let lines = try objects(folder.appending(path: "out/plan.ndjson")).dropFirst()
      #expect(Set(lines.compactMap { $0["device"] as? String }).count == 2)
      _ = try program(["verify", "out", "--zoneinfo", TestFiles.zoneinfo], in: folder)
    }
  }
}
