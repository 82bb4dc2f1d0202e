import CivilTime
import PlanModel
import TestSupport
import Testing
import Wording

@testable import Planning

/// Checks that a kind is one value: a kind declared only here is planned, checked and explained like the shipped ones.
struct OwnKindTests {
  /// Watering plants: at noon on a habit's days, unless its name is that of a cactus.
  private static let watering = ShippedKind(
    KindDescription(
      "watering", "at noon on a habit's days",
      KindDeclaration(.series, of: ShippedItems.habit) { $0.slots = [.init("dailyReminder.time", else: noon)] },
      subject: .title, identifier: IdentifierRule(["id"]), fields: [.text("name", "Fern")], settings: [noon],
      preferences: ["watering"], priority: 4),
    Rule(checks: [
      Check(
        .inactive, .candidate { $1.frame.account.value.items[.habit][Int($0.item)].title == "Cactus" }
      ) { explainer in
        let title = explainer.account.items[.habit][Int(explainer.candidate.item)].title ?? ""
        return [.init(.other, of: [.plain("name")], is: "\(text: title)")]
      }
    ]))

  private static let noon = KindSetting.time("time", standard: 12)

  private static func plan(_ set: (inout Account) -> Void) throws -> TestPlan {
    let account = Account.test(app: "garden") { account in
      account.items[.habit] = [
        .habit("fern") { $0.title = "Fern" }, .habit("cactus") { $0.title = "Cactus" },
        .habit("twin") { $0.title = " FERN " },
      ]
      set(&account)
    }
    var policy = Policy(app: "garden", name: "Garden", file: "garden.toml", sha256: "")
    policy.set(Policy.KindSettings(watering.description, identifiers: ["default": try IdentifierPattern("water.{id}")]))
    var planner = AccountPlanner(now: "2026-11-20T09:00:00Z", days: 0, texts: WordingCache(), kinds: [watering])
    return try TestPlan(account, Shared(policy), &planner)
  }

  @Test("its candidates pass its own checks and those of every kind")
  func planned() throws {
    let plan = try OwnKindTests.plan { _ in }
    #expect(
      plan.lines(["kind", "notification", "at", "reason"]) == [
        "kind=watering notification=water.cactus at=2026-11-20T12:00:00Z reason=inactive",
        "kind=watering notification=water.fern at=2026-11-20T12:00:00Z",
        "kind=watering notification=water.twin at=2026-11-20T12:00:00Z reason=duplicate",
      ])
    #expect(plan.facts(.inactive, of: "water.cactus") == ["name: Cactus"])
    #expect(plan.facts(.inactive, of: "water.fern") == ["name: Fern"])
    #expect(
      plan.facts(.duplicate, of: "water.twin") == [
        "notification: water.twin [2]", "subject:  FERN ",
        "same kind, subject and instant as: water.fern (item fern) [2]",
      ])
  }

  @Test("the account's switch for it and the preferences that it reads apply")
  func switches() throws {
    let off = try OwnKindTests.plan { $0.preferences.kinds[Kind("watering")] = false }
    #expect(off.lines(["reason"]) == Array(repeating: "reason=kindDisabled", count: 3))
    let unreadable = try OwnKindTests.plan { $0.preferences.unreadable.names = ["watering"] }
    #expect(unreadable.lines(["reason"]).isEmpty)
    let others = try OwnKindTests.plan { $0.preferences.unreadable.names = ["bills"] }
    #expect(others.lines(["kind"]).count == 3)
  }
}
