import Bytes
import CivilTime
import PlanModel

/// How much an account of a site is worth a look; those that come first are looked at first.
package enum SiteSeverity: UInt8, CaseIterable, Sendable {
  /// A record of it was rejected, or its plan is an earlier one.
  case rejected
  /// A notification is lost for another reason than slots.
  case lost
  /// The device holds less than the plan asks for.
  case horizon
  case none
}

/// What a site's lists say of an account, and how large its section is.
package struct SiteAccount: Sendable {
  /// As lists show it.
  package let id: String
  package let app: String
  /// The zone that it begins in.
  package let zone: String
  package let severity: SiteSeverity
  let marks: SiteMarks
  /// Of the reasons in ``marks``, those that are worth a look in this account.
  let looks: SiteMarks
  /// Decisions that are worth a look.
  let lost: Int32
  /// In seconds since 1970; nil where nobody asked for it.
  let planAgain: Int64?
  /// Bytes of its section, and where the number that it is linked by stands in it; nil: nowhere.
  package fileprivate(set) var size = 0
  package fileprivate(set) var anchor: Int?

  /// Characters of an id that lists show.
  private static let shownID = 100

  init(_ plan: AccountPlan) {
    id = plan.name.words.visible.shown(SiteAccount.shownID)
    app = plan.account.app
    zone = plan.timeline.stays.first?.zone.name ?? ""
    var (marks, looks, lost, cut) = (SiteMarks(), SiteMarks(), 0, 0)
    for decision in plan.decisions {
      guard let reason = decision.outcome.reason else { continue }
      marks.insert(.reason(reason))
      guard plan.isLoss(decision) else { continue }
      looks.insert(.reason(reason))
      lost += 1
      if reason == .slotLimit { cut += 1 }
    }
    if plan.account.diagnostics.contains(where: { $0.severity == .error }) { marks.insert(.rejected) }
    if plan.isUnread { marks.insert(.stale) }
    severity =
      marks.contains(.rejected) || marks.contains(.stale)
      ? .rejected : lost > cut ? .lost : cut > 0 || plan.coverageHorizon != nil ? .horizon : .none
    (self.marks, self.looks) = (marks, looks)
    self.lost = Int32(truncatingIfNeeded: lost)
    planAgain = (plan.planAgain ?? plan.coverageHorizon.map { PlanAgain(horizon: $0) })?.at.epochSeconds
  }
}

/// Accounts of a site in the order of the run: their sections, one behind the other, and what the lists say of them.
package struct SiteSections: Sendable {
  package private(set) var html = WrittenBytes()
  package private(set) var accounts: [SiteAccount] = []

  package init() {}

  package mutating func append(_ account: SiteAccount, _ section: (inout ByteWriter) -> Int?) {
    var out = html.takeWriter()
    let start = out.count
    var account = account
    account.anchor = section(&out)
    account.size = out.count - start
    html = WrittenBytes(out)
    accounts.append(account)
  }

  /// Empties it and keeps its memory.
  package mutating func removeAll() {
    html.removeAll()
    accounts.removeAll(keepingCapacity: true)
  }
}
