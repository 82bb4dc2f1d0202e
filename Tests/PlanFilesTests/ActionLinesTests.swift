import Foundation
import TestRuns
import TestSupport
import Testing

/// Checks that every line of `actions.ndjson` is complete, whether it was written in full or copied from its neighbor's model.
struct ActionLinesTests {
  /// Habits at two times of day. The device holds one of them for some days, and one that no longer exists.
  static let account =
    #""timeZone":"UTC","pending":[{"id":"rich_h-2230","at":"2026-11-21T22:30:00Z"},{"id":"gone","at":"2026-11-21T09:00:00Z"}],"#
    + #""items":[{"kind":"habit","id":"h","name":"H","reminders":["09:00","22:30"]},{"kind":"habit","id":"\"i\"","name":"I","reminders":["22:30"]}]"#

  /// Plans tasks of one account under a policy, and reads the actions.
  private func actions<Read>(
    of tasks: [String], _ policy: String, read: (URL) throws -> Read
  ) async throws -> Read {
    let items = tasks.map { #"{"kind":"task","title":"T",\#($0)}"# }.joined(separator: ",")
    let exported =
      #"{"format":"tickler-export/1","accounts":[{"id":"a","app":"x","timeZone":"UTC","items":[\#(items)]}]}"#
    let folder = try TestFiles.temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appending(path: "x.toml")
    try "format = \"tickler-policy/1\"\napp = \"x\"\n\(policy)\n".write(to: file, atomically: true, encoding: .utf8)
    _ = try await Scenario.plan([("in.json", exported)], now: "2026-11-20T12:00:00Z", days: 2) {
      ($0.out, $0.policies) = (folder.appending(path: "out").path, [file.path])
    }
    return try read(folder.appending(path: "out/actions.ndjson"))
  }

  @Test("has a policy's data, sound and interruption; with `follow = \"instant\"`, nothing floats")
  func delivery() async throws {
    let text = try await actions(
      of: [
        #""id":"\"t\"","date":"2026-11-20","time":"18:00","repeat":"daily","exdates":["2026-11-21"]"#
      ],
      """
      follow = "instant"
      [badges]
      enabled = true
      [kinds.task]
      identifier = "t.{id}"
      title = "{{title}}"
      sound = "chime.caf"
      interruption = "timeSensitive"
      data = { taskId = "{id}", app = "x" }
      """, read: { try String(contentsOf: $0, encoding: .utf8) })
    func line(_ date: String) -> String {
      #"{"account":"a","app":"x","request":"t.\"t\"@\#(date)","notification":"t.\"t\"","item":"\"t\"","action":"add","#
        + #""at":"\#(date)T18:00:00Z","trigger":{"type":"calendar","repeats":false,"local":"\#(date)T18:00:00","zone":"UTC"},"#
        + #""title":"T","body":"","badge":1,"sound":"chime.caf","interruption":"timeSensitive","data":{"app":"x","taskId":"\"t\""}}"#
        + "\n"
    }
    #expect(text == line("2026-11-20") + line("2026-11-22"))
  }

  @Test("data and destinations name what a notification is about; a series whose data names it is single requests")
  func about() async throws {
    let lines = try await actions(
      of: [
        #""id":"a","date":"2026-11-22","time":"10:00","remind":["-1d"]"#,
        #""id":"b","date":"2026-11-22","remind":["-1d"]"#,
        #""id":"c","date":"2026-11-21","time":"10:00","repeat":"daily""#,
      ],
      """
      slots = { holds = "trigger" }
      [kinds.task]
      identifier = "t.{id}"
      title = "{{title}}"
      destination = "day/{about}"
      data = { about = "{about}" }
      """, read: Scenario.objects)
    let found = lines.map { line in
      "\(line["request"]!) \((line["data"] as! [String: String])["about"]!) \(line["destination"]!)"
    }
    #expect(
      found.sorted() == [
        "t.a.1dBefore 2026-11-22T10:00:00 day/2026-11-22T10:00:00", "t.b.1dBefore 2026-11-22 day/2026-11-22",
        "t.c@2026-11-21 2026-11-21T10:00:00 day/2026-11-21T10:00:00",
        "t.c@2026-11-22 2026-11-22T10:00:00 day/2026-11-22T10:00:00",
      ])
  }

  @Test("distinguishes occurrences of one notification from those of the next")
  func lines() async throws {
    let exported =
      #"{"format":"tickler-export/1","accounts":[{"id":"a","app":"ritualist",\#(ActionLinesTests.account)}]}"#
    let folder = try TestFiles.temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    _ = try await Scenario.plan([("in.json", exported)], now: "2026-11-20T12:00:00Z", days: 2) { $0.out = folder.path }
    let text = try String(contentsOf: folder.appending(path: "actions.ndjson"), encoding: .utf8)
    func trigger(_ local: String) -> String {
      #""trigger":{"type":"calendar","repeats":false,"local":"\#(local)","zone":"UTC","floats":true}"#
    }
    #expect(text.split(separator: "\n").count == 9)
    #expect(
      text.hasPrefix(
        #"{"account":"a","app":"ritualist","request":"gone","notification":"gone","action":"cancel","from":"2026-11-21T09:00:00Z","reason":"notPlanned"}"#
          + "\n"))
    #expect(
      text.contains(
        #""request":"rich_\"i\"-2230@2026-11-20","notification":"rich_\"i\"-2230","item":"\"i\"","action":"add","at":"2026-11-20T22:30:00Z",\#(trigger("2026-11-20T22:30:00")),"title""#
      ))
    let delivery =
      #""category":"HABIT_REMINDER","channel":"habit-reminders","destination":"habit/h","#
      + #""sound":"default","interruption":"active","data":{"habitId":"h"}}"#
    #expect(text.split(separator: "\n").count { $0.contains(delivery) } == 4)
    #expect(
      text.contains(
        #""request":"rich_h-2230","notification":"rich_h-2230","item":"h","action":"keep","at":"2026-11-21T22:30:00Z"}"#
          + "\n"))
  }

  @Test("an identifier that ends with a date keeps it on every date")
  func identifierWithDate() async throws {
    let item = #"{"kind":"task","id":"t@2026-11-22","title":"T","date":"2026-11-20","time":"10:00","repeat":"daily"}"#
    let exported =
      #"{"format":"tickler-export/1","accounts":[{"id":"a","app":"focusflow","timeZone":"UTC","items":[\#(item)]}]}"#
    let folder = try TestFiles.temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    _ = try await Scenario.plan([("in.json", exported)], now: "2026-11-20T00:00:00Z", days: 9) { $0.out = folder.path }
    for (file, count) in [("plan.ndjson", 10), ("actions.ndjson", 1)] {
      let text = try String(contentsOf: folder.appending(path: file), encoding: .utf8)
      let lines = text.split(separator: "\n").filter { $0.contains(#""notification":"focusflow.task.t@2026-11-22""#) }
      #expect(lines.count >= count)
      for line in lines {
        let request = try #require(line.firstMatch(of: /"request":"focusflow.task.t@2026-11-22(@[-0-9]+)?"/))
        guard let date = request.output.1 else { continue }
        #expect(line.contains(#""local":"\#(date.dropFirst())T"#))
      }
    }
  }
}
