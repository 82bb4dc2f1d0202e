import Diagnostics
import Formats
import Foundation
import PlanModel
import TestSupport
import Testing

/// Tests inputs that are larger than the survey's window of 256 KiB and its chunks of 64 KiB. Both divide `window`.
@Suite struct SurveyTests {
  private static let head = #"{"format": "tickler-export/1", "app": "all", "#
  private static let window = 1 << 20

  /// Returns an unused field of exactly that length: `"pad": ["…", "…", 1], `.
  private static func padding(_ count: Int) -> String {
    var text = #""pad": ["#
    let tail = "1], "
    let maximum = 60_000
    while text.utf8.count + tail.utf8.count < count {
      let room = count - text.utf8.count - tail.utf8.count
      // Quotes, comma and space take four bytes.
      if room < 4 { break }
      text += "\"" + String(repeating: "p", count: min(maximum, room - 4)) + "\", "
    }
    return text + String(repeating: " ", count: count - text.utf8.count - tail.utf8.count) + tail
  }

  @Test(arguments: [100, 60_020, 1 << 20])
  func paddingIsAsLongAsItSays(_ count: Int) {
    #expect(SurveyTests.padding(count).utf8.count == count)
  }

  /// An account and an item with all types of text, moved byte by byte across the end of a window.
  @Test func tokensMayStraddleTheWindow() {
    let records = #"""
      "accounts": [{"i\u0064": "Z\u006fë😀", "timeZone": "UTC", "updatedAt": "2026-11-20T12:00:00Z", "n": [-12.5e-3, true]}],
      "items": [{"account": "Zo\u00eb\ud83d\ude00", "kind": "insight", "id": "i", "at": null, "more": {}}]}
      """#
    var positions: Set<[Int]> = []
    for shift in 0...records.utf8.count {
      let padding = SurveyTests.padding(SurveyTests.window - SurveyTests.head.utf8.count - shift)
      let reading = Reading([Export("in.json", SurveyTests.head + padding + "\n" + records)])
      #expect(reading.outcome == "accepts Zoë😀; rejects 1")
      let faults = reading.diagnostics.filter { $0.severity == .error }
      #expect(
        faults.map(\.message) == [#"account "Zoë😀", item insight "i", field at: found null; expected an instant"#])
      positions.formUnion(reading.diagnostics.map { [$0.location.line, $0.location.column] })
    }
    // `pad`, `n`, `at` and `more`, always at the same places.
    #expect(positions == [[1, SurveyTests.head.utf8.count + 1], [2, 99], [3, 83], [3, 89]])
  }

  /// A file that ends exactly at the end of a window, or close to it.
  @Test(arguments: -2...2)
  func aFileMayEndWithTheWindow(_ difference: Int) {
    let tail = #""accounts": [{"id": "a", "timeZone": "UTC"}]}"#
    let count = SurveyTests.window + difference - SurveyTests.head.utf8.count - tail.utf8.count
    let reading = Reading([Export("in.json", SurveyTests.head + SurveyTests.padding(count) + tail)])
    #expect(reading.outcome == "accepts a")
    let broken = Reading([Export("in.json", SurveyTests.head + SurveyTests.padding(count) + tail.dropLast())])
    #expect(
      broken.messages == [
        "in.json:1:\(SurveyTests.window + difference): error: found the end of the input; expected a comma or }"
      ])
  }

  /// 4 MiB on one line. Every account is found, columns are bytes from the file's start, and the hash is the file's, whether computed
  /// on the same thread or on another.
  @Test(arguments: [1, 2])
  func oneLongLine(_ jobs: Int) throws {
    var text = SurveyTests.head + #""accounts": ["#
    var expected: [String] = []
    for number in 0..<20_000 {
      if number > 0 { text += "," }
      let isBad = number % 1999 == 7
      if isBad { expected.append("1:\(text.utf8.count + 1)") }
      text += isBad ? "{\"id\": \"bad-\(number)\"}" : SurveyTests.account(number)
    }
    text += "]}"
    #expect(text.utf8.count > 3 * SurveyTests.window)
    let reading = Reading([Export("in.json", text)], jobs: jobs)
    #expect(reading.accounts.count == 20_000 - expected.count)
    #expect(reading.rejected == expected.count)
    #expect(reading.diagnostics.map { "\($0.location.line):\($0.location.column)" } == expected)
    #expect(reading.accounts.allSatisfy { $0.items[.task].count == 1 })
    #expect(reading.accounts.first?.location.column == 59)
    let input = try #require(reading.inputs.first)
    #expect(input.accountCount == 20_000)
    #expect(input.chunks.count > 10)
    // The result of sha256sum.
    #expect(input.sha256 == "c980d3cd28bf6d6d0790847df1340759febe04df272affcaab4a8d21843cec58")
  }

  /// The same for XML, and for several inputs with a hash each. One of them is too short for another thread.
  @Test func hashesOfSeveralInputs() throws {
    let start = #"<export xmlns="urn:tickler:export:1" format="tickler-export/1" app="all">"#
    let padding = String(repeating: " ", count: 2 * SurveyTests.window)
    let exports = [
      Export("a.xml", "\(start)\(padding)</export>\n"),
      Export("b.ndjson", "{\"format\":\"tickler-export/1\"}\n"),
      Export("c.json", "{\"format\":\"tickler-export/1\"\(padding)}"),
    ]
    let hashes = Reading(exports, jobs: 2).inputs.map(\.sha256)
    #expect(hashes == Reading(exports).inputs.map(\.sha256))
    #expect(Set(hashes).count == 3)
    #expect(hashes.allSatisfy { $0.count == 64 })
  }

  /// The first fault ends the survey, without waiting for the hash.
  @Test func aFaultBesideTheHash() {
    let text = "{\"format\":\"tickler-export/1\" x" + String(repeating: " ", count: 4 * SurveyTests.window)
    let reading = Reading([Export("in.json", text)], jobs: 2)
    #expect(reading.messages == ["in.json:1:30: error: found 'x'; expected a comma or }"])
  }

  /// Chunks follow one another without gaps or overlaps in their records.
  @Test func chunksHoldWholeRecords() throws {
    let accounts = (0..<5000).map(SurveyTests.account).joined(separator: ",\n")
    let text = Array((SurveyTests.head + "\"accounts\": [" + accounts + "]}").utf8)
    let input = try #require(Reading([Export("in.json", text)]).inputs.first)
    var end: Int64 = 0
    for chunk in input.chunks {
      #expect(chunk.start > end)
      #expect(text[Int(chunk.start)] == UInt8(ascii: "{"))
      #expect(text[Int(chunk.end) - 1] == UInt8(ascii: "}"))
      #expect(chunk.end - chunk.start <= 1 << 18)
      end = chunk.end
    }
  }

  /// An account larger than a window and many chunks, with a faulty item at its end.
  @Test(arguments: ["in.json", "in.ndjson"])
  func aRecordLargerThanTheWindow(_ name: String) {
    let items = (0..<12_000).map { SurveyTests.task($0) }.joined(separator: ", ")
    let open = #"{"id": "big", "timeZone": "UTC", "items": ["#
    let bad = #"{"kind": "task", "id": "bad", "title": 1, "date": "2026-11-20", "time": "09:00"}"#
    let account = "\(open)\(items), \(bad)]}"
    #expect(account.utf8.count > SurveyTests.window)
    let before = name == "in.json" ? SurveyTests.head + "\"accounts\": [\n" : SurveyTests.head.dropLast(2) + "}\n"
    let text = name == "in.json" ? "\(before)\(account)]}" : "\(before){\"account\": \(account)}\n"
    let reading = Reading([Export(name, text)])
    #expect(reading.accounts.first?.items[.task].count == 12_000)
    #expect(reading.rejected == 1)
    let extra = name == "in.json" ? 0 : #"{"account": "#.utf8.count
    let column = extra + open.utf8.count + items.utf8.count + 2 + 40
    #expect(
      reading.messages == [
        "\(name):2:\(column): error: account \"big\", item task \"bad\", field title: found 1; expected a text"
      ])
  }

  /// Thousands of separate items, in several chunks before and after their accounts.
  @Test(arguments: [true, false])
  func manyItemsApart(_ isBefore: Bool) {
    let accounts = "\"accounts\": [" + (0..<10).map(SurveyTests.account).joined(separator: ", ") + "]"
    let items = (0..<6000).map { number in
      #"{"account": "u-\#(number % 10)", "kind": "insight", "id": "i\#(number)", "at": "2026-11-20T12:00:00Z"}"#
    }
    let list = "\"items\": [" + items.joined(separator: ",\n") + "]"
    let text = SurveyTests.head + (isBefore ? "\(list), \(accounts)" : "\(accounts), \(list)") + "}"
    let reading = Reading([Export("in.json", text)])
    #expect(reading.messages == [])
    #expect(reading.accounts.map(\.id.text) == (0..<10).map { "u-\($0)" })
    for (number, account) in reading.accounts.enumerated() {
      #expect(account.items[.insight].map(\.id.text) == stride(from: number, to: 6000, by: 10).map { "i\($0)" })
    }
  }

  private static func account(_ number: Int) -> String {
    "{\"id\": \"u-\(number)\", \"timeZone\": \"Europe/London\", \"locale\": \"en-GB\", \"items\": [\(task(number))]}"
  }

  private static func task(_ number: Int) -> String {
    #"{"kind": "task", "id": "t\#(number)", "title": "Té \#(number) \u0026 \\n", "date": "2026-11-20", "time": "09:00"}"#
  }
}
