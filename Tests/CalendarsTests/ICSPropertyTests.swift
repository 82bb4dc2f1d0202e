import CivilTime
import Foundation
import TestRuns
import TestSupport
import Testing

/// Checks that calendars of random exports with hostile texts are well-formed and agree with the plan.
struct ICSPropertyTests {
  private static let pieces = [
    "\r\n", "\r", "\n", "\u{85}", "\u{2028}", "\u{2029}", "\u{b}", "\u{c}", "\\n", "\\N", "\\", ",", ";", ":", "\"",
    "\t", "\0", "\u{1b}[31m", "\u{7f}", "\u{9b}", "\u{feff}", "\u{202e}", "\u{fffe}", "\u{10ffff}", "e\u{301}",
    "👩‍❤️‍💋‍👨", "🇦🇶", "ﬁ", "٣", "中文", "Ω", "\r\nEND:VEVENT\r\nBEGIN:VEVENT\r\nUID:evil", "\nATTACH:http://evil",
    "\r\n X", "BEGIN:VALARM", "END:VCALENDAR\r\n", "%0A", "=0D=0A", ";TZID=X:20260101T000000", " ", "x",
  ]

  private static func text(_ random: inout Numbers, about length: Int) -> String {
    var text = ""
    while text.utf8.count < length {
      switch random.next(below: 4) {
      case 0: text += pieces[random.next(below: pieces.count)]
      case 1:
        text.unicodeScalars.append(Unicode.Scalar(UInt32(random.next(below: 0x11_0000))) ?? "?")
      case 2: text += String(repeating: "a", count: random.next(below: 12))
      default: text.unicodeScalars.append(Unicode.Scalar(UInt32(random.next(below: 0x500))) ?? "?")
      }
    }
    return text
  }

  /// Returns an account of `app` with an item of each of its kinds, and random texts.
  private static func account(_ random: inout Numbers) -> (app: String, object: [String: Any]) {
    func text(_ length: Int) -> String { ICSPropertyTests.text(&random, about: random.next(below: length)) }
    let app = ["focusflow", "ritualist", "steps", "moneymap"][random.next(below: 4)]
    let items: [[String: Any]] =
      switch app {
      case "focusflow":
        [
          ["kind": "task", "id": text(40), "title": text(160), "date": "2026-11-21", "time": "10:00"],
          [
            "kind": "task", "id": text(40), "title": text(90), "date": "2026-11-20", "time": "11:00",
            "repeat": "daily",
          ],
        ]
      case "ritualist":
        [
          [
            "kind": "habit", "id": text(40), "name": text(160), "category": text(20), "reminders": ["09:00", "21:00"],
            "location": [
              "place": text(40), "latitude": 1, "longitude": 2, "radius": 100, "on": "entry",
            ] as [String: Any],
          ],
          ["kind": "insight", "id": text(40), "at": "2026-11-21T08:00:00Z"],
        ]
      case "steps":
        [["kind": "workout", "id": text(40), "type": text(40), "endedAt": "2026-11-20T12:30:00Z", "duration": 60]]
      default:
        [
          [
            "kind": "bill", "id": text(40), "name": text(160), "amount": "10.00", "currency": text(6),
            "type": "expense", "dueDate": "2026-11-22",
          ],
          [
            "kind": "budget", "id": text(40), "name": text(160), "spent": 20, "limit": 10, "period": text(20),
            "updatedAt": "2026-11-20T12:30:00Z",
          ],
        ]
      }
    var object: [String: Any] = ["id": text(60), "timeZone": "Europe/Berlin", "items": items]
    object["preferences"] = ["kinds": ["bill": true, "overspend": true, "digest": true]]
    object["personality"] = ["trait": text(20), "analyzedAt": "2026-11-19T00:00:00Z"]
    return (app, object)
  }

  /// Returns the part of a text that a calendar can contain.
  private static func cleaned(_ text: String) -> String {
    var result = ""
    result.unicodeScalars.append(
      contentsOf: text.unicodeScalars.filter { scalar in
        scalar == "\n" || scalar == "\t"
          || scalar.properties.generalCategory != .control && !("\u{2028}"..."\u{202e}" ~= scalar)
      })
    return result
  }

  private static let event: Set<String> = [
    "UID", "DTSTAMP", "DTSTART", "DTEND", "DESCRIPTION", "SUMMARY", "CATEGORIES", "COLOR", "TRANSP", "SEQUENCE",
  ]

  @Test("no text of an export adds a property or event, or gets lost", arguments: [1, 2, 3, 4], [false, true])
  func hostile(seed: UInt64, isZoned: Bool) async throws {
    var random = Numbers(seed: seed)
    for _ in 0..<6 {
      var accounts: [[String: Any]] = []
      for number in 0..<12 {
        var (app, object) = ICSPropertyTests.account(&random)
        object["id"] = "\(number)" + (object["id"] as? String ?? "")
        object["app"] = app
        accounts.append(object)
      }
      let document: [String: Any] = ["format": "tickler-export/1", "accounts": accounts]
      let export = String(decoding: try JSONSerialization.data(withJSONObject: document), as: UTF8.self)
      try await withFolder { folder in
        let plan = try await PlannedCalendars.plan(export, now: "2026-11-20T12:00:00Z", days: 3, in: folder) {
          $0.calendar.times = isZoned ? .zoned : .utc
          $0.calendar.hasAccountFiles = true
        }
        #expect(!plan.scheduled.isEmpty)
        let calendar = try plan.calendar()
        try ICSPropertyTests.check(calendar, plan.scheduled)
        let names = try plan.names(in: "accounts")
        #expect(names.count == 12)
        var count = 0
        for name in names {
          let own = try plan.calendar("accounts/\(name)")
          let uids = Set(try own.children("VEVENT").map { try $0.value("UID") })
          count += uids.count
          let owners = Set(plan.scheduled.filter { uids.contains($0["uid"]!) }.map { $0["account"]! })
          #expect(owners.count <= 1)
        }
        #expect(count == plan.scheduled.count)
      }
    }
  }

  private static func check(_ calendar: ICSComponent, _ scheduled: [Scenario.Line]) throws {
    let events = calendar.children("VEVENT")
    #expect(events.count == scheduled.count)
    #expect(Set(try events.map { try $0.value("UID") }).count == events.count)
    #expect(calendar.children.allSatisfy { ["VEVENT", "VTIMEZONE"].contains($0.name) })
    for (event, line) in zip(events, scheduled) {
      #expect(Set(event.properties.map(\.name)) == ICSPropertyTests.event)
      #expect(event.properties.count == ICSPropertyTests.event.count && event.children.isEmpty)
      #expect(try event.value("UID") == line["uid"])
      #expect(try event.instant("DTSTART", in: calendar).description == line["at"])
      let title = cleaned(line["title"] ?? "")
      expectSame(try event.text("SUMMARY"), title.isEmpty ? line["kind"]! : title)
      let description = try event.text("DESCRIPTION")
      let body = cleaned(line["body"] ?? "")
      expectSame(String(description.unicodeScalars.prefix(body.unicodeScalars.count)), body)
      let identity = cleaned("\(line["account"]!): \(line["kind"]!), \(line["notification"]!)")
      expectSame(String(description.unicodeScalars.suffix(identity.unicodeScalars.count)), identity)
    }
  }

  /// Compares by scalars, since Swift treats texts with different normalization as equal.
  private static func expectSame(_ a: String, _ b: String) {
    #expect(a.unicodeScalars.elementsEqual(b.unicodeScalars), "\(a.debugDescription) \(b.debugDescription)")
  }

  /// A policy that uses the items' own texts.
  private static let policy = """
    format = "tickler-policy/1"
    app = "plain"
    name = "Plain"
    authorization = ["authorized"]

    [kinds.task]
    identifier = { default = "{id}", customDays = "{id}.{weekday}" }
    title = "{{title}}"
    body = "{{title}}"
    """

  @Test("folds lines at any position, even in the time of a repeated event", arguments: [false, true])
  func folds(isZoned: Bool) async throws {
    // These lengths move the time in the description across every position of a 75-octet line and the next lines.
    let items = (20..<180).map { length in
      let title = String(repeating: length % 2 == 0 ? "x" : "é", count: length % 2 == 0 ? length : length / 2)
      return
        #"{"kind":"task","id":"\#(length)","title":"\#(title)","date":"2026-11-21","time":"10:00","repeat":"daily"}"#
    }
    let export =
      #"{"format":"tickler-export/1","app":"plain","accounts":[{"id":"a","platform":"other","#
      + #""timeZone":"Asia/Tokyo","items":[\#(items.joined(separator: ","))]}]}"#
    try await withFolder { folder in
      let policy = folder.appending(path: "plain.toml")
      try Data(ICSPropertyTests.policy.utf8).write(to: policy)
      let plan = try await PlannedCalendars.plan(export, now: "2026-11-20T12:00:00Z", days: 4, in: folder) {
        $0.policies = [policy.path]
        $0.calendar.times = isZoned ? .zoned : .utc
      }
      let calendar = try plan.calendar()
      try ICSPropertyTests.check(calendar, plan.scheduled)
      #expect(plan.scheduled.count == 160 * 4)
      for (event, line) in zip(calendar.children("VEVENT"), plan.scheduled) {
        #expect(
          try event.text("DESCRIPTION").contains("\n\(line["local"]!) Asia/Tokyo (UTC+09:00)\n"), "\(line["item"]!)")
      }
    }
  }
}
