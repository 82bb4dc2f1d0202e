import Foundation
import TestSupport
import Testing

/// Tests that `plan --watch` plans again when something that a plan depends on changes, and ends on request.
struct WatchTests {
  private static func export(_ count: Int) -> Data {
    let tasks = (0..<count).map {
      #"{"kind":"task","id":"t\#($0)","title":"T\#($0)","date":"2026-11-21","time":"09:0\#($0)"}"#
    }
    let off = #""preferences":{"kinds":{"dailyReminder":false,"nudge":false,"recap":false}}"#
    return Data(
      (#"{"format":"tickler-export/1","app":"focusflow","accounts":[{"id":"a","timeZone":"UTC",\#(off),"items":["#
        + tasks.joined(separator: ",") + "]}]}\n").utf8)
  }

  @Test("detects writes, renames, new folders, removed files and policies, and ends on INT with 0")
  func watch() async throws {
    let folder = try TestFiles.temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let inputs = folder.appending(path: "inputs")
    let files = FileManager.default
    try files.createDirectory(at: inputs, withIntermediateDirectories: true)
    let export = inputs.appending(path: "a.json")
    try WatchTests.export(1).write(to: export)
    let policy = folder.appending(path: "own.toml")
    let shipped = try String(
      contentsOf: TestFiles.root.appending(path: "templates/policies/focusflow.toml"), encoding: .utf8)
    try Data(shipped.utf8).write(to: policy)
    let log = folder.appending(path: "log")
    try Data().write(to: log)
    let handle = try FileHandle(forWritingTo: log)
    let process = try Program.start(
      [
        "plan", "inputs", "--watch", "--policy", "own.toml", "--now", "2026-11-20T00:00:00Z", "--emit", "plan",
        "--templates", TestFiles.templates, "--zoneinfo", TestFiles.zoneinfo,
      ], in: folder, errors: handle)
    defer { process.terminate() }
    var seen = 0
    /// Returns the next line.
    func next() async throws -> String {
      for _ in 0..<1000 {
        let lines = try String(contentsOf: log, encoding: .utf8).split(
          separator: "\n", omittingEmptySubsequences: false)
        if lines.count > seen + 1 {
          seen += 1
          return String(lines[seen - 1])
        }
        try await Task.sleep(for: .milliseconds(30))
      }
      return "nothing came"
    }
    #expect(try await next().contains("1 account, 1 goes out, "))
    try WatchTests.export(2).write(to: export)
    #expect(try await next().contains("2 go out"))
    // Editors save by replacing the file.
    let draft = inputs.appending(path: ".a.json.swp")
    try WatchTests.export(3).write(to: draft)
    #expect(rename(draft.path, export.path) == 0)
    #expect(try await next().contains("3 go out"))
    // A file that no reader knows is counted, so it is a change too.
    try Data("x".utf8).write(to: inputs.appending(path: "notes.txt"))
    #expect(try await next().hasPrefix("inputs:1:1: warning: found 1 file that no reader knows"))
    #expect(try await next().contains("3 go out"))
    try files.removeItem(at: inputs.appending(path: "notes.txt"))
    #expect(try await next().contains("3 go out"))
    try Data("{".utf8).write(to: export)
    #expect(try await next().hasPrefix("inputs/a.json:1:2: error: "))
    try WatchTests.export(4).write(to: export)
    #expect(try await next().contains("4 go out"))
    try files.createDirectory(at: inputs.appending(path: "more"), withIntermediateDirectories: true)
    #expect(try await next().contains("4 go out"))
    let other = inputs.appending(path: "more/b.json")
    try Data(String(decoding: WatchTests.export(5), as: UTF8.self).replacing(#""id":"a""#, with: #""id":"b""#).utf8)
      .write(to: other)
    #expect(try await next().contains("2 accounts, 9 go out"))
    try files.removeItem(at: other)
    #expect(try await next().contains("1 account, 4 go out"))
    try Data(shipped.replacing("[kinds.task]", with: "[kinds.task]\nenabled = false").utf8).write(to: policy)
    #expect(try await next().contains("nothing goes out: "))
    process.interrupt()
    process.waitUntilExit()
    #expect(process.terminationReason == .exit)
    #expect(process.terminationStatus == 0)
    let rest = try String(contentsOf: log, encoding: .utf8).split(separator: "\n")
    #expect(rest.count == seen, "\(rest)")
  }

  @Test("standard input cannot be watched")
  func standardInput() throws {
    let result = try Program.run(["plan", "-", "--watch"])
    #expect(result.status == 64)
    #expect(result.errors.contains("--watch"))
  }
}
