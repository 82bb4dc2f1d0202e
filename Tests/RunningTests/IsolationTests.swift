import Foundation
import TestRuns
import TestSupport
import Testing

/// Checks that nothing of one account appears in another's plan.
struct IsolationTests {
  /// Returns more accounts than a chunk holds, of two apps with equal item ids, each with unique values.
  static func accounts() -> [String] {
    let zones = ["Europe/London", "America/New_York", "Asia/Tokyo", "Pacific/Auckland"]
    var accounts: [String] = []
    for number in 0..<40 {
      let zone = zones[number % zones.count]
      accounts.append(
        #"{"id":"f\#(number)","app":"focusflow","timeZone":"\#(zone)","pending":[{"id":"focusflow.task.t1"}],"items":[{"kind":"task","id":"t1","title":"Own \#(number)","date":"2026-11-2\#(number % 5 + 1)","time":"10:00"},{"kind":"task","id":"t2","title":"Same","date":"2026-11-21","time":"11:00","repeat":"daily"}]}"#
      )
      accounts.append(
        #"{"id":"r\#(number)","app":"ritualist","timeZone":"\#(zone)","delivered":[{"id":"rich_h1-0900","at":"2026-11-20T0\#(number % 9):00:00Z"}],"items":[{"kind":"habit","id":"h1","name":"H","reminders":["09:00","2\#(number % 4):00"]}]}"#
      )
    }
    return accounts
  }

  static func plan(_ accounts: [String], jobs: Int = 1) async throws -> [String: [Scenario.Line]] {
    let text = #"{"format":"tickler-export/1","accounts":[\#(accounts.joined(separator: ","))]}"#
    let scenario = try await Scenario.plan([("in.json", text)], now: "2026-11-20T12:00:00Z", days: 5) { $0.jobs = jobs }
    return Dictionary(grouping: scenario.decisions) { $0["account"]! }
  }

  @Test("an account's decisions do not depend on other accounts or their order")
  func shuffled() async throws {
    let accounts = IsolationTests.accounts()
    let together = try await IsolationTests.plan(accounts)
    #expect(together.count == accounts.count)
    var order = accounts
    for round in 0..<5 {
      var random = Numbers(seed: UInt64(round + 1))
      order.shuffle(using: &random)
      #expect(try await IsolationTests.plan(order, jobs: round + 1) == together)
    }
    for account in accounts.prefix(24) {
      let alone = try await IsolationTests.plan([account])
      let id = try #require(alone.keys.first)
      #expect(alone[id] == together[id])
    }
  }
}
