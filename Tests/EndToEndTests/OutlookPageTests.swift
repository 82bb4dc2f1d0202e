import Foundation
import TestSupport
import Testing

/// Tests what a run reports about permissions and when to plan again: on the page, in its last line, and recreated from its files.
struct OutlookPageTests {
  struct Run {
    var page: String
    /// The page that `tickler report` writes.
    var rebuilt: String
    var lastLine: String
  }

  private func plan(_ app: String, _ accounts: [String]) throws -> Run {
    let folder = try TestFiles.temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let (file, out) = (folder.appending(path: "in.json"), folder.appending(path: "out"))
    let page = out.appending(path: "index.html")
    let accounts = accounts.enumerated().map { #"{"id":"a\#($0)","timeZone":"UTC",\#($1)}"# }.joined(separator: ",")
    try Data(#"{"format":"tickler-export/1","app":"\#(app)","accounts":[\#(accounts)]}"#.utf8).write(to: file)
    let result = try Program.run([
      "plan", file.path, "--now", "2026-11-20T12:00:00Z", "--days", "3", "--zoneinfo", TestFiles.zoneinfo, "--out",
      out.path,
    ])
    #expect(result.status == 0)
    let first = try String(contentsOf: page, encoding: .utf8)
    try FileManager.default.removeItem(at: page)
    #expect(try Program.run(["report", out.path, "--zoneinfo", TestFiles.zoneinfo]).status == 0)
    return Run(
      page: first, rebuilt: try String(contentsOf: page, encoding: .utf8),
      lastLine: String(result.errors.split(separator: "\n").last ?? ""))
  }

  @Test("a notification that a gap before midnight moves to the next day counts as skipped")
  func gap() throws {
    let folder = try TestFiles.temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let export =
      #"{"format":"tickler-export/1","app":"focusflow","accounts":[{"id":"a","timeZone":"America/Nuuk","items":["#
      + #"{"kind":"task","id":"t","title":"Tea","date":"2027-03-27","time":"23:30"}]}]}"#
    try Data(export.utf8).write(to: folder.appending(path: "in.json"))
    let result = try Program.run(
      [
        "plan", "in.json", "--now", "2027-03-20T00:00:00Z", "--zoneinfo", TestFiles.zoneinfo, "--templates",
        TestFiles.templates, "--out", "out",
      ], in: folder)
    #expect(result.status == 0, "\(result.errors)")
    let page = try String(contentsOf: folder.appending(path: "out/index.html"), encoding: .utf8)
    #expect(page.contains("skipped 23:30"))
  }

  @Test("the last line names the earliest instant, its cause and account; of two at one instant, the first")
  func lastLine() throws {
    let morning = #""preferences":{"morning":{"time":"07:00","days":["mon"]}}"#
    let run = try plan("diary", [morning, morning])
    #expect(run.lastLine == "tickler: plan again by 2026-11-23T23:59:00Z for account a0 of diary (window's end)")
    #expect(
      run.page.contains("title=\"2026-11-23T23:59:00Z\">Mon\u{a0}23\u{a0}Nov\u{a0}23:59</time>: window&#39;s end"))
    #expect(run.rebuilt == run.page)
  }

  @Test("counts denied permissions, and the page names the remedy")
  func denied() throws {
    let run = try plan("focusflow", [#""authorization":"denied""#])
    #expect(run.page.contains("<strong>Permission refused.</strong> Only the user can change it, in Settings"))
    #expect(run.page.contains("</span> Nothing goes out: "))
    #expect(run.rebuilt == run.page)
  }

  @Test("requests no permission for an account that wants no notification")
  func optedOut() throws {
    let run = try plan(
      "moneymap",
      [#""authorization":"notDetermined","items":[{"kind":"bill","id":"b","name":"B","dueDate":"2026-11-22"}]"#])
    #expect(run.page.contains("</span> Nothing goes out: "))
    #expect(run.page.contains("every kind of notification is off by choice: nothing is missed"))
    #expect(!run.page.contains("Permission never asked for.</strong>"))
    #expect(!run.page.contains(#"class="chip stop""#))
    #expect(run.rebuilt == run.page)
  }

  @Test("the page counts the accounts that may be notified, and their engagement")
  func measures() throws {
    let habit = #"{"kind":"habit","id":"h","name":"H","streak":3,"completions":["2026-11-19"]}"#
    let run = try plan(
      "ritualist",
      [
        #""delivered":[{"id":"rich_h-0900","at":"2026-11-19T09:00:00Z"}],"items":[\#(habit)]"#,
        #""authorization":"unknown""#, #""preferences":{"enabled":false}"#,
      ])
    #expect(
      run.page.contains(#"data-label="may be notified">1 (33 %)</td>"#)
        && run.page.contains(#"data-show="app=ritualist&amp;has=reach">3</a></td>"#))
    #expect(
      run.page.contains(
        #"<td>habit</td><td class="number" data-label="delivered">1</td><td class="number" data-label="done the same day">1 (100 %)</td><td class="number" data-label="streaks">1</td><td class="number" data-label="at risk">1</td>"#
      ))
    #expect(run.rebuilt == run.page)
  }
}
