import CivilTime
import PlanModel

/// Plans one account after the other. This file has the order of the steps; each step is a file in `Kinds`, `Shapes` or
/// `Checks`.
///
/// A planner belongs to one task: it keeps its scratch space, the timelines of zones, and the texts of locales.
package struct AccountPlanner {
  /// The time of the plan. No notification goes out before it.
  package var now: Instant { didSet { zoneFrames = [:] } }
  /// Whether everything that conditions leave out has a decision, for questions about a date.
  package var keepsLeftOut = false
  private let days: Int?
  private let reach: Int?
  private let shipped: [ShippedKind]
  private var texts: any TextLibrary
  private var crowd = Crowd()
  private var zoneFrames: [FrameKey: ZoneFrame] = [:]
  private var policyPlans: [ObjectIdentifier: PolicyPlan] = [:]

  /// Used if neither the policy nor the command line has a number.
  package static let defaultDays = 14

  private struct FrameKey: Hashable {
    var zone: ObjectIdentifier
    var days: Int
  }

  /// - Parameters:
  ///   - now: No notification goes out before it.
  ///   - days: 0...366; nil for the policy's, else 14.
  ///   - reach: The number of whole local days after today, beyond the window, that leftover slots are planned for; nil
  ///     for the policy's, else none.
  package init(now: Instant, days: Int?, reach: Int? = nil, texts: any TextLibrary) {
    self.init(now: now, days: days, reach: reach, texts: texts, kinds: Kinds.all)
  }

  /// - Parameter kinds: The shipped kinds.
  init(now: Instant, days: Int?, reach: Int? = nil, texts: any TextLibrary, kinds: [ShippedKind]) {
    self.now = now
    self.days = days
    self.reach = reach
    self.texts = texts
    shipped = kinds
  }

  /// Returns the plan of `account`, with one decision for each candidate.
  ///
  /// - Parameter content: What the plan has beside its decisions.
  package mutating func plan(
    _ account: Shared<Account>, _ policy: Shared<Policy>, with content: PlanContent = []
  ) throws(AccountLimitError) -> AccountPlan {
    try plan(frame(account, policy), content)
  }

  /// Returns the same plan, and for each decision that `matches`, the results of its candidate's checks.
  package mutating func explain(
    _ account: Shared<Account>, _ policy: Shared<Policy>, with content: PlanContent = [],
    where matches: (Decision, AccountPlan) -> Bool
  ) throws(AccountLimitError) -> (AccountPlan, [Explanation]) {
    let frame = frame(account, policy)
    let plan = try plan(frame, content)
    let explainer = Explainer(frame, plan, crowd)
    let explanations = plan.decisions.indices.filter { matches(plan.decisions[$0], plan) }.map { index in
      explainer.decision = index
      return explainer.explanation()
    }
    return (plan, explanations)
  }

  /// Returns the reminders that a rule of their schedule leaves out on a local date.
  package mutating func skips(
    _ account: Shared<Account>, _ policy: Shared<Policy>, on date: LocalDate
  ) -> [SkippedDate] {
    let frame = frame(account, policy)
    return frame.kinds.flatMap { $0.definition.skips?(date, $0, frame) ?? [] }
  }

  /// Returns the plan, and its decision, that reports a notification on a date that no plan reaches yet, since they have the
  /// next two days of its kind; nil for others.
  ///
  /// - Parameter date: nil for the day after the one that its identifier names.
  package mutating func later(
    _ account: Shared<Account>, _ policy: Shared<Policy>, _ notification: NotificationID, on date: LocalDate?
  ) -> (plan: AccountPlan, decision: Decision)? {
    let frame = frame(account, policy)
    guard let (kind, parts) = frame.kind(of: notification), kind.definition.description.shape == .untilDone,
      let date = date ?? parts.date?.adding(days: 1), date > frame.today.adding(days: 2)
    else { return nil }
    var planner = AccountPlanner(
      now: frame.timeline.startOfDay(date).advanced(bySeconds: -1), days: 1, texts: texts, kinds: shipped)
    planner.keepsLeftOut = true
    guard let plan = try? planner.plan(account, policy) else { return nil }
    let decision = plan.decisions.first {
      $0.local?.date == date && plan.requests[Int($0.request)].identifier == notification
    }
    return decision.map { (plan, $0) }
  }

  /// Returns for each notification why its date no longer has one, such as ``Reason/paid``, nil if its item does not tell; and whether
  /// the item's record could not be read. Other checks are ignored.
  package mutating func settled(
    _ account: Shared<Account>, _ policy: Shared<Policy>, _ notifications: [(id: NotificationID, date: LocalDate?)]
  ) -> [(reason: Reason?, isRejected: Bool)] {
    let frame = frame(account, policy)
    let hasRejected = !account.value.items.rejected.isEmpty
    return notifications.map {
      let notice = Notice(notification: $0.id, date: $0.date)
      return (notice.withdrawalReason(frame), hasRejected && notice.rejectedKind(frame) != nil)
    }
  }

  /// Returns the notifications that the device shows and that count on the app's badge, by request; nil if the policy
  /// sets no badges.
  package mutating func shownOnBadge(_ account: Shared<Account>, _ policy: Shared<Policy>) -> Set<RequestID>? {
    if !policy.value.hasBadges { return nil }
    let frame = frame(account, policy)
    let shown = account.value.delivered.filter(\.isShown).map(\.id)
    return Set(shown.filter { frame.kind(of: $0.notification)?.0.definition.description.hasBadge ?? true })
  }

  private mutating func plan(
    _ frame: AccountFrame, _ content: PlanContent
  ) throws(AccountLimitError) -> AccountPlan {
    AccountPlanner.expand(frame, into: &crowd)
    if content.contains(.occurrences) { crowd.list.addEarlierLeads(frame) }
    if let window = frame.window { crowd.split(names(of: window, frame), at: window.end) }
    if let excess = crowd.list.excess {
      // Frees the memory it took.
      crowd = Crowd()
      throw excess
    }
    crowd.order.sort(&crowd.list)
    for settle in Checks.ofCrowds {
      if settle(&crowd, frame) { crowd.order.keepOpen(crowd.list) }
    }
    Badges.number(&crowd, frame)
    if let window = frame.window { crowd.settleAhead(from: window.end) }
    var plan = AccountPlan(
      account: frame.account, policy: frame.policy, timeline: frame.timeline, today: frame.today,
      windowEnd: frame.window?.end ?? frame.windowEnd, reachEnd: frame.window == nil ? nil : frame.windowEnd,
      requests: crowd.list.requests, decisions: decisions(), slots: crowd.slots, coverageHorizon: crowd.horizon,
      language: frame.texts.language.text,
      settings: content.contains(.settings) ? frame.account.settingsHash.hexadecimal : "",
      isOptedOut: frame.isOptedOut)
    if content.contains(.facts) { plan.facts = Explainer(frame, plan, crowd).facts() }
    if content.contains(.actions) { plan.actions = try AccountPlanner.actions(plan, frame) }
    if content.contains(.outlook) {
      plan.planAgain = PlanForecast.planAgain(plan, frame)
      plan.measures = PlanForecast.measures(frame)
      plan.reminded = PlanForecast.reminded(crowd.list.candidates.span, frame)
      plan.deliveredKinds = frame.deliveredKinds(plan)
    }
    return plan
  }

  /// Adds the candidates of all kinds to the crowd, after the checks of single candidates.
  static func expand(_ frame: AccountFrame, into crowd: inout Crowd) {
    crowd.removeAll()
    crowd.list.expandAll(frame)
  }

  /// Returns the candidates of a plan without a reach.
  private func names(of window: AccountFrame.Window, _ frame: AccountFrame) -> Set<CandidateName> {
    let zones = ZoneFrame(timeline: frame.timeline, today: frame.today, windowEnd: window.end)
    var list = CandidateList()
    list.expandAll(
      AccountFrame(frame.account, frame.policy, frame.kinds, zones, frame.texts, now: now, days: window.days))
    return Set(list.candidates.map { CandidateName($0, list.requests) })
  }

  mutating func frame(_ account: Shared<Account>, _ policy: Shared<Policy>) -> AccountFrame {
    let days = self.days ?? policy.value.days ?? AccountPlanner.defaultDays
    let reach = policy.value.reach(over: days, requested: reach)
    let zones = zones(account, days: reach ?? days)
    let window = reach.map { _ in
      AccountFrame.Window(days: days, end: zones.timeline.startOfDay(zones.today.adding(days: days + 1)))
    }
    let frame = AccountFrame(
      account, policy, kinds(policy), zones, texts.texts(policy, locale: account.value.locale), now: now,
      days: reach ?? days, window: window)
    frame.keepsLeftOut = keepsLeftOut
    return frame
  }

  private mutating func kinds(_ policy: Shared<Policy>) -> [KindPlan] {
    if let known = policyPlans[ObjectIdentifier(policy)] { return known.kinds }
    let plan = PolicyPlan(policy, shipped)
    policyPlans[ObjectIdentifier(policy)] = plan
    return plan.kinds
  }

  private mutating func zones(_ account: Shared<Account>, days: Int) -> ZoneFrame {
    guard account.value.zoneChanges.isEmpty else {
      let changes = account.value.zoneChanges.map { (at: $0.at, zone: $0.zone) }
      return ZoneFrame(zone: account.value.zone, changes: changes, now: now, days: days)
    }
    let key = FrameKey(zone: ObjectIdentifier(account.value.zone), days: days)
    if let known = zoneFrames[key] { return known }
    let zones = ZoneFrame(zone: account.value.zone, changes: [], now: now, days: days)
    zoneFrames[key] = zones
    return zones
  }

  /// Returns one decision per candidate, in the order of the plan.
  private func decisions() -> [Decision] {
    let candidates = crowd.list.candidates.span
    var decisions: [Decision] = []
    decisions.append(addingCapacity: candidates.count) { span in
      for index in crowd.order.all { span.append(candidates[Int(index)].decision) }
    }
    return decisions
  }
}

/// What a plan has beside its decisions, at the cost of time.
package struct PlanContent: OptionSet, Sendable {
  package let rawValue: UInt8

  package init(rawValue: UInt8) { self.rawValue = rawValue }

  /// The comparisons that dropped each candidate.
  package static let facts = PlanContent(rawValue: 1)
  /// The actions that make the device hold the plan.
  package static let actions = PlanContent(rawValue: 2)
  /// The replan deadline and the engagement figures, which summaries and pages show.
  package static let outlook = PlanContent(rawValue: 4)
  /// The hash of the account's settings.
  package static let settings = PlanContent(rawValue: 8)
  /// The past reminders of what is still to come, for a person's calendar and agenda.
  package static let occurrences = PlanContent(rawValue: 16)
}

extension CandidateList {
  /// Adds the candidates of all kinds, each after the checks of single candidates.
  ///
  /// - Parameter kinds: Only these; nil for all of the policy's.
  mutating func expandAll(_ frame: AccountFrame, kinds: [KindPlan]? = nil) {
    let gate = Checks.gate(frame)
    let kinds = kinds ?? frame.kinds
    // Kinds that report on other kinds come last.
    for isLast in [false, true] {
      for kind in kinds where kind.definition.derivesFromOtherKinds == isLast {
        expand(kind, gate, frame)
        if isFull { return }
      }
      if !isLast, frame.hasSnoozes { settleSnoozes(kinds, frame) }
    }
  }

  private mutating func expand(_ kind: KindPlan, _ gate: Reason?, _ frame: AccountFrame) {
    if !frame.isReadable(kind) { return }
    let first = candidates.count
    begin(kind)
    kind.definition.expand(frame, kind, &self)
    addTexts(from: first)
    if !isFull { settle(from: first, gate ?? Checks.gate(kind, frame), kind, frame) }
  }

  /// Runs the checks of single candidates on one kind. The first failed check is the reason; the instant is found in
  /// any case, for the audit.
  ///
  /// - Parameter gate: The check that all of them fail together.
  mutating func settle(from first: Int, _ gate: Reason?, _ kind: KindPlan, _ frame: AccountFrame) {
    findInstants(from: first, gate, kind, frame)
    if gate == nil { run(kind.early, from: first, kind, frame) }
    // Dropped candidates are deferred too: the audit shows when they would go out, and a device may still hold requests
    // for that instant.
    if kind.quietHoursMove(frame) {
      for index in first..<candidates.count
      where !kind.hasConditions || candidates[index].reason != .condition {
        Deferral.run(&candidates[index], kind, frame)
      }
    }
    if gate != nil { return }
    run(kind.late, from: first, kind, frame)
    reword(from: first, kind, frame)
    if kind.isBundled, let bundle = kind.definition.bundle { gather(from: first, bundle, kind, frame) }
  }

  private mutating func reword(from first: Int, _ kind: KindPlan, _ frame: AccountFrame) {
    // What a snooze holds back already has the words of its end.
    guard frame.snoozeEnd == nil, let reword = kind.definition.reword else { return }
    let isOfDeferred = kind.definition.rewordsDeferred
    if isOfDeferred, !kind.quietHoursMove(frame) { return }
    for index in first..<candidates.count where !isOfDeferred || candidates[index].deferredFrom != nil {
      switch candidates[index].reason {
      case nil, .inDigest: break
      // A bundle also names today's past ones.
      case .past where kind.isBundled: break
      default: continue
      }
      if let request = reword(candidates[index], kind, frame) { candidates[index].request = add(request) }
    }
  }

  /// Through a span: each access of the array checked that it is unique, 1 % of a run.
  mutating func findInstants(from first: Int, _ gate: Reason?, _ kind: KindPlan, _ frame: AccountFrame) {
    var span = candidates.mutableSpan
    for index in first..<span.count {
      InstantResolution.find(&span[index], kind, frame)
      span[index].reason = gate
    }
  }

  /// Runs one check after the other, each over all candidates that have passed so far.
  private mutating func run(_ checks: [Check], from first: Int, _ kind: KindPlan, _ frame: AccountFrame) {
    let context = CheckContext(frame: frame, requests: requests)
    for check in checks where check.applies(kind, frame) {
      guard case .candidates(let settle) = check.test else { continue }
      var candidates = candidates.mutableSpan
      settle(&candidates, first, context, check.reason)
    }
  }
}

extension Candidate {
  var decision: Decision {
    let outcome: Outcome = reason.map { .dropped($0) } ?? (at == nil ? .armed : isAhead ? .ahead : .scheduled)
    var decision = Decision(
      request: request, outcome: outcome, local: local, stay: stay, at: at, deferredFrom: deferredFrom,
      isLate: isLate && reason == nil, shift: shift, badge: badge, slot: slot)
    decision.about = about
    if reason == nil { decision.part = part }
    return decision
  }
}

/// An account exceeds a limit. It is left out of the plan, so that it does not affect others. docs/security.md has the
/// figures.
package enum AccountLimitError: Error {
  case candidates
  case texts
  case lookups

  /// The maximum number of candidates, including those on days beyond the window for which the device has requests.
  package static let maximumCandidates = 250_000
  /// The maximum size of texts and identifiers in bytes, counted for every notification that has them.
  package static let maximumTextBytes = 64 << 20
  /// The maximum number of bills that all digests together look up.
  package static let maximumLookups = 20_000_000
}

/// The amounts used by the account's other expansions.
struct Spending {
  var candidates = 0
  var textBytes = 0
  var lookups = 0
}
