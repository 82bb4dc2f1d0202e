import Foundation
import TestSupport
import Testing

/// Nothing of one account ever shows in another's plan.
struct IsolationTests {
  /// Accounts of all apps with equal item ids, each with something of its own.
  static func accounts() -> [String] {
    let zones = ["Europe/London", "America/New_York", "Asia/Tokyo", "Pacific/Auckland"]
    var accounts: [String] = []
    for number in 0..<12 {
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

  @Test("in any order, among any others, an account's decisions are the same")
  func shuffled() async throws {
    let accounts = IsolationTests.accounts()
    let together = try await IsolationTests.plan(accounts)
    #expect(together.count == accounts.count)
    var order = accounts
    for round in 0..<5 {
      var random = Order(state: UInt64(round + 1))
      order.shuffle(using: &random)
      #expect(try await IsolationTests.plan(order, jobs: round + 1) == together)
    }
    for account in accounts {
      let alone = try await IsolationTests.plan([account])
      let id = try #require(alone.keys.first)
      #expect(alone[id] == together[id])
    }
  }

  /// A linear congruential generator (D. Knuth's MMIX constants): a seed makes the same order again.
  struct Order: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return state ^ state >> 33
    }
  }
}
