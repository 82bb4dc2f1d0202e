import Foundation
import Running
import TestSupport
import Testing

/// Tests the URL of events: the address that a tap opens, if the policy sets one.
struct ICSAddressTests {
  private static let policy = """
    format = "tickler-policy/1"
    app = "own"
    url = "my-app://{destination}?from=calendar"

    [kinds.task]
    identifier = { default = "{id}", customDays = "{id}.{weekday}" }
    destination = "task/{id}"
    title = "{{title}}"

    [kinds.recap]
    identifier = "recap"

    [kinds.dailyReminder]
    identifier = "daily"
    url = "https://app.example/today"
    """

  private static let ids = [
    "t1", "a b/c?d#e", "\r\nATTACH:http://evil", "é", "e\u{301}", "👩‍❤️‍💋‍👨", "100%", "x;y,z\\n", "~._-",
    String(repeating: "Straße ", count: 40),
  ]

  @Test(
    "inserts the item's id into the policy's address, escapes line breaks, and `report` writes the same",
    arguments: [false, true])
  func addresses(isZoned: Bool) async throws {
    let items: [[String: Any]] = ICSAddressTests.ids.enumerated().map { index, id in
      [
        "kind": "task", "id": id, "title": "T\(index)", "date": "2026-11-21", "time": "10:0\(index)", "repeat": "daily",
      ]
    }
    let account: [String: Any] = ["id": "a", "timeZone": "Europe/Berlin", "platform": "other", "items": items]
    let export: [String: Any] = ["format": "tickler-export/1", "app": "own", "accounts": [account]]
    let text = String(decoding: try JSONSerialization.data(withJSONObject: export), as: UTF8.self)
    try await withFolder { folder in
      let policy = folder.appending(path: "own.toml")
      try Data(ICSAddressTests.policy.utf8).write(to: policy)
      let out = folder.appending(path: "out")
      let plan = try await PlannedCalendars.plan(text, now: "2026-11-20T12:00:00Z", days: 3, in: out) {
        $0.policies = [policy.path]
        $0.calendar.times = isZoned ? .zoned : .utc
      }
      let events = try plan.calendar().children("VEVENT")
      #expect(events.count == plan.scheduled.count)
      var seen: Set<[UInt8]> = []
      for (event, line) in zip(events, plan.scheduled) {
        let urls = event.properties.filter { $0.name == "URL" }.map(\.value)
        switch line["kind"] {
        case "task":
          let id = try #require(line["item"])
          seen.insert(Array(id.utf8))
          let url = try #require(urls.first)
          #expect(urls.count == 1 && url == line["url"])
          #expect(url.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7f })
          let parts = url.components(separatedBy: "://task/")
          #expect(parts.first == "my-app" && parts.count == 2)
          let encoded = try #require(parts.last).components(separatedBy: "?")
          #expect(encoded.count == 2 && encoded.last == "from=calendar")
          let decoded = try #require(encoded[0].removingPercentEncoding)
          #expect(decoded.unicodeScalars.elementsEqual(id.unicodeScalars))
          #expect(line["destination"]?.unicodeScalars.elementsEqual("task/\(id)".unicodeScalars) == true)
        case "dailyReminder":
          #expect(urls == ["https://app.example/today"] && line["destination"] == nil)
        default: #expect(urls.isEmpty && line["url"] == nil)
        }
      }
      #expect(seen.count == ICSAddressTests.ids.count)

      let bytes = try plan.bytes("calendar.ics")
      var options = PlanOptions(now: .distantPast)
      options.emit = [.ics]
      options.templates = TestFiles.templates
      options.zoneinfo = TestFiles.zoneinfo
      options.isQuiet = true
      options.calendar.times = isZoned ? .zoned : .utc
      try FileManager.default.removeItem(at: out.appending(path: "calendar.ics"))
      _ = try await ReportRun.run(out.path, options)
      #expect(try plan.bytes("calendar.ics") == bytes)
    }
  }
}
