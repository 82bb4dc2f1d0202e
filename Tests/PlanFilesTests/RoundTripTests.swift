import CivilTime
import Foundation
import PlanModel
import TestSupport
import Testing

@testable import PlanFiles

/// Checks that written values are read as the same values, and written again with the same bytes. The order of members and the style of
/// escapes, which other programs may change, must not matter.
struct RoundTripTests {
  private static func read<Record: PlanRecord>(_ bytes: [UInt8], _: Record.Type = Record.self) throws -> Record {
    try Record(#require(try JSONDocument(bytes).text(0)))
  }

  private static func check<Record: PlanRecord>(_ record: Record) throws {
    let line = FieldWriter.line(record).text
    for bytes in [Array(line.utf8), Array(record.document.text.utf8)] {
      #expect(FieldWriter.line(try read(bytes, Record.self)).text == line)
      var members = try #require(try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any])
      members["a field of a later version"] = ["of": [1, "any", ["shape": true]] as [Any]]
      let shuffled = try JSONSerialization.data(withJSONObject: members)
      #expect(FieldWriter.line(try read(Array(shuffled), Record.self)).text == line)
    }
  }

  @Test("decisions, actions and pending requests survive a round trip", arguments: seeds(200))
  func records(seed: UInt64) throws {
    var values = Numbers(seed: seed)
    try RoundTripTests.check(values.planLine())
    try RoundTripTests.check(values.actionLine())
    try RoundTripTests.check(values.pendingLine())
  }
}

extension Numbers {
  fileprivate mutating func text() -> String {
    member(["", "Tea", "a\"b\\c/d", "line\nbreak\ttab\u{1}", "Té 日本語 😀", "x@2026-11-20", "\u{2028}é"])
  }

  fileprivate mutating func maybe<Value>(_ value: Value) -> Value? { chance() ? value : nil }

  fileprivate mutating func instant() -> Instant {
    Instant(epochSeconds: Int64(number(-2_000_000_000...4_000_000_000)))!
  }

  fileprivate mutating func local() -> LocalDateTime { instant().utc }

  fileprivate mutating func planLine() -> PlanLine {
    var line = PlanLine()
    (line.account, line.app, line.item) = (AccountID(text()), text(), maybe(ItemID(text())))
    line.notification = NotificationID(text())
    line.uid = Occurrence(
      stem: StableHash(high: UInt64(number(0...Int.max)), low: UInt64(number(0...Int.max))), date: maybe(local().date))
    line.request = maybe(RequestID(NotificationID(text()), on: maybe(local().date)))
    (line.local, line.zone, line.at) = (maybe(local()), maybe(text()), maybe(instant()))
    line.outcome = member(PlanLine.Outcome.allCases)
    if line.outcome == .dropped { line.reason = member(Reason.allCases) }
    (line.badge, line.isLate, line.deferredFrom) = (Int32(number(0...99)), chance(), maybe(instant()))
    (line.variant, line.channel, line.category, line.destination) = (
      maybe(text()), maybe(text()), maybe(text()), maybe(text())
    )
    (line.title, line.body, line.sequence) = (text(), text(), Int32(number(0...9)))
    return line
  }

  fileprivate mutating func trigger() -> Trigger {
    let time = LocalTime(hour: number(0...23), minute: number(0...59))!
    switch number(0...6) {
    case 0: return .instant
    case 1: return .once(local(), zone: text(), floats: chance())
    case 2: return .repeating(RepeatingTime(time, .daily)!)
    case 3: return .repeating(RepeatingTime(time, .weekly(member(Weekday.allCases)))!)
    case 4: return .repeating(RepeatingTime(time, .monthly(number(1...28)))!)
    case 5: return .repeating(RepeatingTime(time, .yearly(month: number(1...12), day: number(1...28)))!)
    default:
      var place = PlaceTrigger()
      place.latitude = DecimalNumber("\(number(-89...89)).\(number(1...9))")!
      place.longitude = DecimalNumber("\(number(-179...179))")!
      place.crossing = chance() ? .entry : .exit
      return .region(place)
    }
  }

  fileprivate mutating func actionLine() -> ActionLine {
    var line = ActionLine()
    (line.account, line.app) = (AccountID(text()), text())
    line.action = Action(
      verb: member(Action.Verb.allCases), request: RequestID(text()),
      notification: NotificationID(text()))
    (line.action.at, line.action.from, line.action.reason) = (maybe(instant()), maybe(instant()), maybe(text()))
    line.action.changed = ["title", "body", "badge"].filter { _ in chance() }
    line.action.trigger = maybe(trigger())
    (line.title, line.body, line.badge) = (maybe(text()), maybe(text()), Int32(number(0...9)))
    (line.category, line.channel) = (maybe(text()), maybe(text()))
    return line
  }

  fileprivate mutating func pendingLine() -> PendingLine {
    var line = PendingLine()
    (line.account, line.app) = (AccountID(text()), text())
    line.pending = (0..<number(0...4)).map { _ in
      var entry = Account.Pending(id: RequestID(text()), at: maybe(instant()))
      (entry.repeats, entry.floats, entry.ownNotification) = (chance(), maybe(chance()), maybe(NotificationID(text())))
      (entry.title, entry.body, entry.badge) = (maybe(text()), maybe(text()), maybe(number(0...9)))
      return entry
    }
    return line
  }
}
