import Bytes
import CivilTime
import PlanModel

/// How urgently an account needs attention, in the order of the lists.
package enum SiteSeverity: UInt8, CaseIterable, Sendable {
  /// A record of the account was rejected, or its plan is from an earlier run.
  case rejected
  /// A notification is lost for a reason other than slots.
  case lost
  /// The device holds less than the plan asks for.
  case horizon
  case none
}

/// An account's row in the lists of a report.
package struct ListedAccount: Sendable {
  /// The id as lists show it.
  package let id: String
  package let app: String
  /// The name of the zone in which it begins.
  package let zone: String
  package let severity: SiteSeverity
  let marks: SiteMarks
  /// The reasons in ``marks`` that need attention in this account.
  let attentionMarks: SiteMarks
  /// The number of decisions that need attention.
  let lost: Int32
  /// These by reason, in the order of the decisions.
  let losses: [(reason: Reason, count: Int)]
  /// Seconds since 1970; nil if the run has no outlook.
  let planAgain: Int64?
  /// The hash in the `id` of its section.
  let anchor: UInt64
  /// Whether every decision has a row.
  let isComplete: Bool
  /// The bytes of its section and of its search line.
  package fileprivate(set) var size = 0
  package fileprivate(set) var lineSize = 0

  /// The characters of an id that lists show.
  static let shownID = 100

  init(_ plan: AccountPlan, isComplete: Bool) {
    self.isComplete = isComplete
    id = plan.name.words.visible.shown(ListedAccount.shownID)
    app = plan.account.app
    anchor = plan.name.anchorHash
    zone = plan.timeline.stays.first?.zone.name ?? ""
    var (marks, attentionMarks, lost, cut) = (SiteMarks(), SiteMarks(), 0, 0)
    var losses: [(reason: Reason, count: Int)] = []
    for decision in plan.decisions {
      guard let reason = decision.outcome.reason else { continue }
      marks.insert(.reason(reason))
      guard plan.isProblem(decision) else { continue }
      attentionMarks.insert(.reason(reason))
      lost += 1
      if reason == .slotLimit { cut += 1 }
      if let known = losses.firstIndex(where: { $0.reason == reason }) {
        losses[known].count += 1
      } else {
        losses.append((reason, 1))
      }
    }
    if plan.account.diagnostics.contains(where: { $0.severity == .error }) { marks.insert(.rejected) }
    if plan.isUnread { marks.insert(.stale) }
    severity =
      marks.contains(.rejected) || marks.contains(.stale)
      ? .rejected : lost > cut ? .lost : cut > 0 || plan.coverageHorizon != nil ? .horizon : .none
    (self.marks, self.attentionMarks) = (marks, attentionMarks)
    self.lost = Int32(truncatingIfNeeded: lost)
    self.losses = losses
    planAgain = (plan.planAgain ?? plan.coverageHorizon.map { PlanAgain(horizon: $0) })?.at.epochSeconds
  }
}

/// Sections of accounts in the order of the run, with the lines by which the site's search finds their rows.
package struct AccountSections: Sendable {
  package private(set) var html = WrittenBytes()
  package private(set) var lines = WrittenBytes()
  package private(set) var accounts: [ListedAccount] = []

  package init() {}

  package var size: Int { html.count + lines.count }

  /// - Parameters:
  ///   - section: Writes the section.
  ///   - line: Writes the search line.
  mutating func append(
    _ account: ListedAccount, section: (inout ByteWriter) -> Void, line: (inout ByteWriter) -> Void
  ) {
    var account = account
    var out = html.takeWriter()
    let start = out.count
    section(&out)
    account.size = out.count - start
    html = WrittenBytes(out)
    out = lines.takeWriter()
    let lineStart = out.count
    line(&out)
    account.lineSize = out.count - lineStart
    lines = WrittenBytes(out)
    accounts.append(account)
  }

  /// Removes all sections but keeps the memory.
  package mutating func removeAll() {
    html.removeAll()
    lines.removeAll()
    accounts.removeAll(keepingCapacity: true)
  }
}

/// The accounts of a run while they fit on the first page.
package struct InlinedAccounts: Sendable {
  /// The bytes of sections that keep the page under 5 MB.
  private static let limit = 4_000_000

  package private(set) var parts: [AccountSections] = []
  private var size = 0

  package init() {}

  package mutating func append(_ sections: AccountSections) {
    parts.append(sections)
    size += sections.size - sections.lines.count
  }

  package var isFull: Bool { size > InlinedAccounts.limit }

  var accounts: [ListedAccount] { parts.flatMap(\.accounts) }

  /// Returns the sections, those that need attention first. A single section is open.
  func markup() -> Markup {
    var sections: [(part: Int, start: Int, account: ListedAccount)] = []
    for (part, held) in parts.enumerated() {
      var start = 0
      for account in held.accounts {
        sections.append((part, start, account))
        start += account.size
      }
    }
    let order = sections.indices.sorted { a, b in
      let (x, y) = (sections[a].account, sections[b].account)
      return (x.severity.rawValue, -x.lost, a) < (y.severity.rawValue, -y.lost, b)
    }
    var out = ByteWriter()
    for index in order {
      let (part, start, account) = sections[index]
      parts[part].html.withSpan { html in
        let section = html.extracting(start..<start + account.size)
        let tag: StaticString = "<details"
        let isAlone = sections.count == 1
        if isAlone { out.append("<details open") }
        out.append(section.extracting((isAlone ? tag.utf8CodeUnitCount : 0)..<section.count))
      }
    }
    return Markup(out)
  }
}

extension AccountPlan {
  /// Whether a decision needs attention (see `isProblem`), or the plan is stale.
  package var hasProblem: Bool { stale != nil || decisions.contains { isProblem($0) } }

  /// The decisions that need attention, by reason in the order of the checks.
  var problems: [(reason: Reason, count: Int)] {
    var counts = [Int](repeating: 0, count: Reason.count)
    for decision in decisions {
      if let reason = decision.outcome.reason, isProblem(decision) { counts[reason.index] += 1 }
    }
    return Reason.allCases.filter { counts[$0.index] > 0 }.map { ($0, counts[$0.index]) }
  }

  /// The accepted findings of its policy, each with its number of decisions.
  var acceptances: [(finding: AcceptedFinding, count: Int)] {
    accepted.map { finding in (finding, decisions.count { acceptance(of: $0) == finding }) }
  }

  /// The `id` of the account's section, the same in every run.
  var anchor: String { name.anchor }
}

extension AccountName {
  /// See ``AccountPlan/anchor``.
  var anchor: String { AccountName.anchor(anchorHash) }

  var anchorHash: UInt64 {
    let device = device.map { "\u{0}\($0)" } ?? ""
    return StableHash("\(app ?? "")\u{0}\(id.text)\(device)").high
  }

  static func anchor(_ hash: UInt64) -> String {
    let digits = String(hash, radix: 16)
    return "account-" + String(repeating: "0", count: 16 - digits.count) + digits
  }
}
