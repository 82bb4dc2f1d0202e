import CivilTime
import PlanModel
import TestSupport
import Testing

@testable import Planning

/// Tests the reminders and the zones that items have of their own.
///
/// Expected instants follow from the offsets in force: Berlin is at +01:00 from 25 October 2026, 01:00Z, and at +02:00 before; New York
/// is at −05:00 from 1 November, 06:00Z, and at −04:00 before.
struct ReminderTests {
  struct Row: Sendable, CustomTestStringConvertible {
    let name: String
    let now: Instant
    let zone: String
    let item: Item
    let quiet: QuietHours?
    /// Whether the policy skips times that no clock shows.
    let isSkipping: Bool
    /// Instant, identifier, what it is about, and the reason if it is dropped.
    let expected: [String]

    var testDescription: String { name }

    init(
      _ name: String, now: Instant = "2026-10-23T10:00:00Z", in zone: String = "Europe/Berlin", _ item: Item,
      quiet: (String, String)? = nil, isSkipping: Bool = false, _ expected: [String]
    ) {
      self.isSkipping = isSkipping
      (self.name, self.now, self.zone, self.item, self.expected) = (name, now, zone, item, expected)
      self.quiet = quiet.map { QuietHours(start: LocalTime(iso8601: $0.0.utf8)!, end: LocalTime(iso8601: $0.1.utf8)!) }
    }
  }

  private static func task(
    on date: LocalDate, at time: LocalTime, _ repetition: Repetition = .none, _ remind: String...,
    in zone: String? = nil, allDay: Bool = false
  ) -> Item {
    var item = Item.task("t", on: date, at: time, repetition)
    item.remind = remind.map { ReminderOffset($0, withAt: true)! }
    item.zone = zone.map { .test($0) }
    item.isUntimed = allDay
    return item
  }

  static let rows = [
    Row(
      "each offset is a notification", task(on: "2026-10-24", at: "09:30", .none, "0", "-15m", "-1d@18:00", "+30m"),
      [
        "2026-10-23T16:00:00Z t.1dBefore1800 2026-10-24T09:30:00",
        "2026-10-24T07:15:00Z t.15mBefore 2026-10-24T09:30:00",
        "2026-10-24T07:30:00Z t", "2026-10-24T08:00:00Z t.30mAfter 2026-10-24T09:30:00",
      ]),
    Row(
      "quiet hours do not pass what a reminder is before", task(on: "2026-10-24", at: "06:00", .none, "-30m"),
      quiet: ("22:00", "07:00"), ["2026-10-24T03:30:00Z t.30mBefore 2026-10-24T06:00:00"]),
    Row(
      "they move it up to that", task(on: "2026-10-24", at: "07:30", .none, "-1h"), quiet: ("22:00", "07:00"),
      ["2026-10-24T05:00:00Z t.1hBefore 2026-10-24T07:30:00"]),
    Row(
      "a whole day begins at midnight", task(on: "2026-10-24", at: "09:00", .none, "-1d@23:00", "0", allDay: true),
      quiet: ("22:00", "10:00"), ["2026-10-23T21:00:00Z t.1dBefore2300 2026-10-24", "2026-10-24T08:00:00Z t"]),
    Row(
      "hours pass between instants", now: "2026-10-24T10:00:00Z", task(on: "2026-10-25", at: "03:30", .none, "-2h"),
      ["2026-10-25T00:30:00Z t.2hBefore 2026-10-25T03:30:00"]),
    Row(
      "two fall on one date where an hour comes twice", now: "2026-10-24T21:00:00Z",
      task(on: "2026-10-01", at: "11:30", .daily, "-12h"),
      [
        "2026-10-24T22:30:00Z t.12hBefore 2026-10-25T11:30:00",
        "2026-10-25T22:30:00Z t.12hBefore.again 2026-10-26T11:30:00",
      ]),
    Row(
      "two fall on one date where an hour is left out", now: "2027-03-26T23:00:00Z",
      task(on: "2027-03-01", at: "12:30", .daily, "-12h"),
      [
        "2027-03-26T23:30:00Z t.12hBefore 2027-03-27T12:30:00",
        "2027-03-27T22:30:00Z t.12hBefore.again 2027-03-28T12:30:00",
      ]),
    Row(
      "what it is before has no instant", now: "2027-03-26T06:00:00Z",
      task(on: "2027-03-28", at: "02:30", .none, "-1d", "0"), isSkipping: true,
      ["t dstGap", "t.1dBefore 2027-03-28T02:30:00 dstGap"]),
    Row(
      "days are days of the clock", now: "2026-10-23T22:30:00Z", task(on: "2026-10-25", at: "03:30", .none, "-1d"),
      ["2026-10-24T01:30:00Z t.1dBefore 2026-10-25T03:30:00"]),
    Row(
      "a reminder has a date of its own", now: "2026-10-26T10:00:00Z",
      task(on: "2026-10-01", at: "00:15", .daily, "-30m"),
      [
        "2026-10-26T22:45:00Z t.30mBefore 2026-10-27T00:15:00", "2026-10-27T22:45:00Z t.30mBefore 2026-10-28T00:15:00",
      ]),
    Row(
      "weekdays are those of what it is about", now: "2026-10-26T10:00:00Z",
      task(on: "2026-10-01", at: "00:15", .customDays("tue"), "-30m"),
      ["2026-10-26T22:45:00Z t.w3.30mBefore 2026-10-27T00:15:00"]),
    Row(
      "another zone's clock", now: "2026-10-31T10:00:00Z",
      task(on: "2026-10-31", at: "09:00", .daily, "0", in: "America/New_York"),
      ["2026-10-31T13:00:00Z t", "2026-11-01T14:00:00Z t"]),
    Row(
      "another zone's days reach into the window", now: "2026-10-27T10:00:00Z", in: "Pacific/Pago_Pago",
      task(on: "2026-10-01", at: "00:30", .daily, "0", in: "Europe/Berlin"),
      ["2026-10-26T23:30:00Z t past", "2026-10-27T23:30:00Z t"]),
  ]

  @Test("an item's reminders and zone give these notifications", arguments: rows)
  func reminders(row: Row) throws {
    let account = Account.test(app: "focusflow", zone: row.zone) { account in
      account.items[.task] = [row.item]
      account.preferences.quietHours = row.quiet
    }
    let plan = try TestPlan(account, now: row.now, days: 1) { if row.isSkipping { $0.gap = .skip } }.plan
    let found = plan.decisions.compactMap { decision -> String? in
      let request = plan.requests[Int(decision.request)]
      guard request.kind.name == "task" else { return nil }
      let name = request.identifier.text.replacing("focusflow.task.", with: "", maxReplacements: 1)
      return [decision.at?.description, name, decision.about?.description, decision.outcome.reason?.code]
        .compactMap(\.self).joined(separator: " ")
    }
    #expect(found == row.expected)
  }

  @Test("names of offsets are parsed as they are written, and no others")
  func names() {
    for text in ["0", "-15m", "+30m", "-2h", "-1d", "-1w", "-1d@18:00", "+2w@07:05:30", "-366d"] {
      let offset = ReminderOffset(text, withAt: true)
      #expect(offset != nil && ReminderOffset(named: offset!.name) == offset, "\(text)")
    }
    for text in ["", "15m", "-m", "-0m", "-1.5h", "-15m@09:00", "-1d 18:00", "-1d@", "-1d@24:00", "-367d", "-١m", "0@"]
    {
      #expect(ReminderOffset(text, withAt: true) == nil, "\(text)")
    }
    for name in [
      "", "15", "Before", "15mbefore", "015mBefore", "0mBefore", "1dBefore180", "1dBefore2500", "2hBefore1800",
    ] {
      #expect(ReminderOffset(named: name) == nil, "\(name)")
    }
  }

  @Test("a device repeats a reminder on the day that its offset moves it to, but not from another month")
  func repeating() {
    func trigger(_ repetition: Repetition, from date: LocalDate, _ offset: String, on weekday: Weekday? = nil)
      -> RepeatingTime?
    {
      Schedule(start: date, repetition: repetition).repeating(at: "08:00", on: weekday, ReminderOffset(offset)!)
    }
    #expect(trigger(.daily, from: "2026-11-23", "-10h") == RepeatingTime("22:00", .daily))
    #expect(trigger(.weekly, from: "2026-11-23", "-1d") == RepeatingTime("08:00", .weekly(.sunday)))
    #expect(
      trigger(.customDays("mon thu"), from: "2026-11-23", "-10h", on: .thursday)
        == RepeatingTime("22:00", .weekly(.wednesday)))
    #expect(trigger(.monthly, from: "2026-11-23", "-1d") == RepeatingTime("08:00", .monthly(22)))
    #expect(trigger(.monthly, from: "2026-11-01", "-1d") == nil)
    #expect(trigger(.yearly, from: "2026-03-01", "-1d") == nil)
  }
}
