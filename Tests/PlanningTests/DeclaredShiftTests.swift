import CivilTime
import PlanModel
import TestSupport
import Testing

/// Tests due dates of declared kinds on closed days, by hand. 2026-11-21 is a Saturday, and Monday the 23rd a holiday. Now is Friday
/// the 20th, 08:00 UTC.
struct DeclaredShiftTests {
  /// Returns the requested wall time, the time of delivery or the reason, and the due date and shifted date in the texts.
  private static func lines(
    _ kind: String, now: Instant = "2026-11-20T08:00:00Z", days: Int = 5, _ set: (inout Item) -> Void
  ) throws -> [String] {
    let isEvent = kind.contains("event")
    var policy = try Policy.reading(
      """
      format = "tickler-policy/1"
      app = "own"
      [items.thing.fields]
      ends = "instant"
      [kinds.k]
      item = "thing"
      title = "\(isEvent ? "" : "{{dueDate.raw}} "){{shiftedDate.raw}}"
      \(kind.contains("identifier") ? "" : "identifier = \"k.{id}\"")
      \(kind)
      """)
    policy.holidays = [HolidayFile(file: "days", sha256: "", dates: ["2026-11-23"])]
    var item = Item(ItemID("a"), policy.items[0], .test)
    set(&item)
    let plan = try TestPlan(
      .test(app: "own") { $0.items[ItemList(declared: 0)] = [item] }, now: now, days: days, policy: policy)
    func short(_ time: Any) -> Substring { "\(time)".dropFirst(5).prefix(11) }
    return plan.plan.decisions.map { decision in
      let shift = decision.shift.map { " \($0)" } ?? ""
      let title = plan.plan.requests[Int(decision.request)].title
      let end = decision.outcome.reason?.code ?? "\(short(decision.at!))\(shift)"
      return "\(short(decision.local!)) \(end): \(title)"
    }
  }

  @Test("the reminders of a due date move with it, before and after")
  func series() throws {
    let kind = """
      shape = "series"
      identifier = "k.{id}.{part}"
      remind = ["-1d 18:00", "0"]
      followUps = ["+1d 10:00"]
      """
    func plan(_ shift: String) throws -> [String] {
      try Self.lines(kind + "\nshift = \"\(shift)\"") { $0.schedule = Schedule(start: "2026-11-21") }
    }
    #expect(
      try plan("after") == [
        "11-20T18:00 11-23T18:00 weekend: 2026-11-21 2026-11-24",
        "11-21T09:00 11-24T09:00 weekend: 2026-11-21 2026-11-24",
        "11-22T10:00 11-25T10:00 weekend: 2026-11-21 2026-11-24",
      ])
    #expect(
      try plan("before") == [
        "11-20T18:00 past: 2026-11-21 2026-11-20", "11-21T09:00 11-20T09:00 weekend: 2026-11-21 2026-11-20",
        "11-22T10:00 11-21T10:00 weekend: 2026-11-21 2026-11-20",
      ])
    #expect(
      try plan("skip").allSatisfy { $0.contains(" holiday: ") } && (try plan("skip").count == 3))
    #expect(try plan("none").allSatisfy { !$0.contains("weekend") })
  }

  @Test("a rule's dates move into the window from both sides")
  func repeating() throws {
    let kind = "shape = \"series\"\nshift = "
    let saturdays = { (item: inout Item) in
      item.schedule = Schedule(start: "2026-11-07", repetition: .weekly)
    }
    #expect(
      try Self.lines(kind + "\"after\"", now: "2026-11-22T08:00:00Z", days: 2, saturdays) == [
        "11-21T09:00 11-24T09:00 weekend: 2026-11-21 2026-11-24"
      ])
    #expect(
      try Self.lines(kind + "\"before\"", now: "2026-11-19T08:00:00Z", days: 1, saturdays) == [
        "11-21T09:00 11-20T09:00 weekend: 2026-11-21 2026-11-20"
      ])
    #expect(try Self.lines(kind + "\"none\"", now: "2026-11-22T08:00:00Z", days: 2, saturdays) == [])
  }

  @Test("an item's own shift overrides the policy's, including `none`")
  func own() throws {
    func plan(_ own: DayShift?, _ more: String = "shift = \"after\"") throws -> [String] {
      try Self.lines("shape = \"series\"\n\(more)") { item in
        (item.shift, item.schedule) = (own, Schedule(start: "2026-11-21"))
      }
    }
    #expect(try plan(nil) == ["11-21T09:00 11-24T09:00 weekend: 2026-11-21 2026-11-24"])
    #expect(try plan(.before) == ["11-21T09:00 11-20T09:00 weekend: 2026-11-21 2026-11-20"])
    #expect(try plan(DayShift.none) == ["11-21T09:00 11-21T09:00: 2026-11-21 2026-11-21"])
    #expect(try plan(.skip) == ["11-21T09:00 holiday: 2026-11-21 2026-11-21"])
    #expect(try plan(.after, "") == ["11-21T09:00 11-24T09:00 weekend: 2026-11-21 2026-11-24"])
    #expect(try plan(.after, "days = \"weekends\"") == ["11-21T09:00 11-23T09:00 weekend: 2026-11-21 2026-11-23"])
    // A list has weekdays, so the shift uses holidays.
    #expect(try plan(.after, "days = [\"sat\"]") == ["11-21T09:00 11-24T09:00 weekend: 2026-11-21 2026-11-24"])
  }

  @Test("an open item is reported once the day ends to which it moved")
  func untilDone() throws {
    func plan(_ shift: String) throws -> [String] {
      try Self.lines("shape = \"untilDone\"\nshift = \"\(shift)\"", now: "2026-11-23T08:00:00Z") {
        $0.schedule = Schedule(start: "2026-11-21")
      }
    }
    #expect(try plan("after") == ["11-25T09:00 11-25T09:00: 2026-11-21 2026-11-24"])
    #expect(
      try plan("before").map { String($0.prefix(23)) } == [
        "11-23T09:00 11-23T09:00", "11-24T09:00 11-24T09:00", "11-25T09:00 11-25T09:00",
      ])
    #expect(try plan("skip").map { String($0.dropFirst(12).prefix(7)) } == ["holiday", "holiday", "holiday"])
  }

  @Test("an event moves with its day, and is late relative to that day")
  func event() throws {
    func plan(_ shift: String, now: Instant = "2026-11-20T08:00:00Z", ends: Instant = "2026-11-21T12:00:00Z") throws
      -> [String]
    {
      try Self.lines("shape = \"event\"\nat = \"{ends}\"\ntoldFor = \"12h\"\nshift = \"\(shift)\"", now: now) {
        $0.values[0] = .instant(ends)
      }
    }
    #expect(try plan("none") == ["11-21T12:00 11-21T12:00: 2026-11-21"])
    #expect(try plan("after") == ["11-21T12:00 11-24T12:00 weekend: 2026-11-24"])
    #expect(try plan("after", now: "2026-11-22T08:00:00Z") == ["11-21T12:00 11-24T12:00 weekend: 2026-11-24"])
    #expect(try plan("after", now: "2026-11-24T14:00:00Z") == ["11-21T12:00 11-24T14:00 weekend: 2026-11-24"])
    #expect(try plan("before", now: "2026-11-20T14:00:00Z") == ["11-21T12:00 11-20T14:00 weekend: 2026-11-20"])
    #expect(try plan("before", now: "2026-11-21T08:00:00Z") == ["11-21T12:00 expired: 2026-11-20"])
    #expect(try plan("skip") == ["11-21T12:00 holiday: 2026-11-21"])
    #expect(try plan("nearest", ends: "2026-11-23T12:00:00Z") == ["11-23T12:00 11-24T12:00 holiday: 2026-11-24"])
  }
}
