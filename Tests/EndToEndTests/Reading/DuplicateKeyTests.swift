import Foundation
import TestSupport
import Testing

/// Tests that a key twice in an object ends the run, also if nothing reads the key.
@Suite struct DuplicateKeyTests {
  private static let head = #"{"format":"tickler-export/1","app":"focusflow""#
  private static let account = #"{"id":"a","timeZone":"UTC"}"#

  /// The label, the file's name and text, and the place and key of the fault; nil if there is none.
  static let rows: [(label: String, file: String, text: String, fault: String?)] = [
    ("at the top", "in.json", #"\#(head),"x":1,"accounts":[\#(account)],"x":2}"#, #"1:95: error: found the key "x""#),
    ("escaped", "in.json", #"\#(head),"x":1,"\u0078":2,"accounts":[\#(account)]}"#, #"1:54: error: found the key "x""#),
    (
      "inside", "in.json", #"\#(head),"x":[{"y":1,"y":2}],"accounts":[\#(account)]}"#,
      #"1:60: error: found the key "y""#
    ),
    (
      "in the head of lines", "in.ndjson", "\(head),\"x\":1,\"x\":2}\n{\"account\":\(account)}\n",
      #"1:54: error: found the key "x""#
    ),
    (
      "in a line", "in.ndjson", "\(head)}\n{\"account\":\(account),\"x\":1,\"x\":2}\n",
      #"2:46: error: found the key "x""#
    ),
    (
      "in neighbors and nested objects", "in.json",
      #"\#(head),"x":{"x":[{"x":1},{"x":2}]},"y":{"x":1},"accounts":[\#(account)]}"#, nil
    ),
    // A byte comparison, since keys that only look alike are two.
    ("of equal look", "in.json", "\(head),\"\u{e9}\":1,\"e\u{301}\":2,\"accounts\":[\(account)]}", nil),
  ]

  @Test("a key that appears twice in any object is 65", arguments: rows.indices)
  func duplicates(_ index: Int) throws {
    let row = DuplicateKeyTests.rows[index]
    let folder = try TestFiles.temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    try Data(row.text.utf8).write(to: folder.appending(path: row.file))
    let result = try Program.run(
      [
        "check", row.file, "--now", "2026-11-20T12:00:00Z", "--zoneinfo", TestFiles.zoneinfo, "--templates",
        TestFiles.templates,
      ],
      in: folder)
    #expect(result.status == (row.fault == nil ? 0 : 65), "\(row.label): \(result)")
    if let fault = row.fault {
      #expect(
        result.errors == "\(row.file):\(fault) twice in one object; expected each key once\n", "\(row.label): \(result)"
      )
    }
  }
}
