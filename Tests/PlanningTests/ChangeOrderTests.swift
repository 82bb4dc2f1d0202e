import CivilTime
import Comparing
import PlanModel
import TestSupport
import Testing

@testable import Planning

/// Tests the order of changes between two plans of an account.
struct ChangeOrderTests {
  @Test("items with a shared identifier list their changes in one order, independent of hash tables")
  func sharedIdentifiers() throws {
    // Sessions share an identifier. All of these start at once, and are over a day later.
    let account = Account.test { account in
      account.items[.session] = (0..<20).map { .session("s\($0)", at: "2026-11-20T12:00:00Z", for: 1500) }
    }
    let (first, second) = (
      try TestPlan(account, now: "2026-11-20T12:10:00Z"), try TestPlan(account, now: "2026-11-21T12:10:00Z")
    )
    let changes = PlanChanges(from: first.plan, to: second.plan).all.filter { $0.kind == Kind("session") }
    #expect(changes.count == 20)
    let dropped = changes.filter { $0.verb == .changed }.compactMap { $0.occurrence?.stem }
    #expect(dropped.count == 19)
    #expect(dropped == dropped.sorted())
  }
}
