import CivilTime
import PlanModel

/// The circumstances under which two plans were made.
package struct ChangeCircumstances: Sendable {
  package struct Side: Sendable {
    package var now: Instant
    /// The tz database's release.
    package var tzdata: String
    /// The number of planned days after today, by app.
    package var days: [String: Int]
    /// The hashes of the policy and its texts, by app.
    package var policies: [String: [String]]
    /// The hashes of the inputs, in order.
    package var inputs: [String]
    /// The version of tickler.
    package var version: String

    package init(
      now: Instant, tzdata: String, days: [String: Int], policies: [String: [String]], inputs: [String],
      version: String
    ) {
      (self.now, self.tzdata, self.days, self.policies, self.inputs) = (now, tzdata, days, policies, inputs)
      self.version = version
    }
  }

  package var old: Side
  package var new: Side
  /// The shipped kinds.
  let kinds: KindCatalog

  package init(old: Side, new: Side, kinds: KindCatalog) { (self.old, self.new, self.kinds) = (old, new, kinds) }

  /// Whether the inputs are equal, which excludes differences of data and settings.
  var hasSameInputs: Bool { old.inputs == new.inputs }
}

/// What made an occurrence differ between two plans. If several causes are possible, the first in this order is given.
package enum ChangeCause: String, CaseIterable, Sendable {
  /// Only the passing of time: the notification went out, or the window reached it.
  case time
  /// Another release of the tz database.
  case tzdata
  /// Another number of planned days.
  case window
  /// The choices of the user and the device: preferences, zone, authorization, platform, locale, country.
  case settings
  /// The app's policy or texts.
  case policy
  /// Items, deliveries, or the account as a whole.
  case data
  /// Another version of tickler.
  case program
  /// Another id of the same item since version 0.2.0.
  case upgrade

  /// The cause for readers.
  package var words: String {
    switch self {
    case .time: "time passing"
    case .tzdata: "tz database"
    case .window: "window"
    case .settings: "settings"
    case .policy: "policy"
    case .data: "data"
    case .program: "tickler's version"
    case .upgrade: "upgrade"
    }
  }
}

/// Finds the causes of an account's changes.
///
/// A plan contains neither items nor settings, but its head shows which causes are possible. Of these, each part of a change names
/// those that can explain it.
final class CauseFinder {
  private let old: AccountPlan?
  private let new: AccountPlan?
  private let circumstances: ChangeCircumstances
  /// The differences, certain or possible, between the plans, in the order of ``ChangeCause``.
  private let possible: [ChangeCause]
  /// Whether the account's settings are known to differ.
  private let hasOtherSettings: Bool
  private let hasOtherLanguage: Bool
  private lazy var oldTimes = ItemTimes(old)
  private lazy var newTimes = ItemTimes(new)

  init(from old: AccountPlan?, to new: AccountPlan?, _ circumstances: ChangeCircumstances) {
    (self.old, self.new, self.circumstances) = (old, new, circumstances)
    let (before, after) = (circumstances.old, circumstances.new)
    let app = (new ?? old)?.account.value.app ?? ""
    // A plan made without settings hashes does not show whether settings differ.
    let isUnknown = old?.settings.isEmpty ?? true || new?.settings.isEmpty ?? true
    let isSame = !isUnknown && old?.settings == new?.settings
    hasOtherSettings = !isUnknown && !isSame && !circumstances.hasSameInputs
    hasOtherLanguage =
      hasOtherSettings
      && (old?.language != new?.language || old?.account.value.locale != new?.account.value.locale)
    let differs: [ChangeCause: Bool] = [
      .time: before.now != after.now, .tzdata: before.tzdata != after.tzdata,
      .window: before.days[app] != after.days[app], .settings: !circumstances.hasSameInputs && !isSame,
      .policy: before.policies[app] != after.policies[app], .data: !circumstances.hasSameInputs,
    ]
    let known = ChangeCause.allCases.filter { differs[$0] ?? false }
    possible = known.isEmpty && before.version != after.version ? [.program] : known
  }

  /// Returns the causes of a change in order; at least one.
  func causes(of change: PlanChange, _ then: Decision?, _ now: Decision?) -> [ChangeCause] {
    guard possible.count > 1 else { return [possible.first ?? .data] }
    guard let old, let new else { return [first([.data, .tzdata, .policy] + possible)] }
    var found: Set<ChangeCause> = []
    func note(_ causes: [ChangeCause]) {
      if let cause = causes.first(where: possible.contains) { found.insert(cause) }
    }
    if let then, let now, then.outcome.reason == nil, now.outcome.reason == nil {
      // A late event is reported at `now`, with the figures of that time.
      if now.isLate, possible.contains(.time) { return [.time] }
      for causes in contents(change, (old, then), (new, now)) { note(causes) }
    } else {
      note(outcome(change, (old, then), (new, now)))
    }
    if found.isEmpty { found.insert(first(change.isAboutOthers ? possible : [.data] + possible)) }
    return ChangeCause.allCases.filter(found.contains)
  }

  /// Returns the difference of the account that explains a change whose causes are known.
  func ofAccount(_ change: PlanChange) -> AccountDifference? {
    if case nil = old { return .isNew }
    if case nil = new { return .isGone }
    if change.verb == .removed, change.reason == nil, change.causes == [.data] {
      return change.item.map(newTimes.items.contains) ?? false ? .dates : nil
    }
    guard change.causes.contains(.settings), let old, let new else { return nil }
    let (before, after) = (old.account.value, new.account.value)
    if change.decidingReason == .unauthorized, before.authorization != after.authorization {
      return .authorization(from: before.authorization, to: after.authorization)
    }
    if old.timeline.stays.map(\.zone.name) != new.timeline.stays.map(\.zone.name) { return .zone }
    return before.platform == after.platform ? nil : .platform(from: before.platform, to: after.platform)
  }

  private func first(_ causes: [ChangeCause]) -> ChangeCause { causes.first(where: possible.contains) ?? .data }

  private typealias Side<Of> = (plan: AccountPlan, decision: Of)

  // MARK: Causes of changed outcomes

  private func outcome(_ change: PlanChange, _ old: Side<Decision?>, _ new: Side<Decision?>) -> [ChangeCause] {
    if isPassed(change, old, new) { return [.time] }
    if let cause = reach(change, old, new) { return [cause] }
    if hasOtherClock(old.decision, new.decision) { return [.tzdata, .settings, .policy] }
    let isElsewhere = old.plan.timeline.stays.map(\.zone.name) != new.plan.timeline.stays.map(\.zone.name)
    // Settings that the plans do not contain explain only what hardly anything else can; data explain the rest.
    if let reason = change.decidingReason {
      if reason.isSwitch { return hasOtherSettings ? [.settings, .policy] : [.policy, .settings] }
      // In another zone, a rule ends on another date, and today is another day.
      if reason.isOfItem { return hasOtherSettings && isElsewhere ? [.settings] : [.data] }
      // Time takes no cap and no slot from what is still ahead.
      if reason.isAboutOthers { return change.verb == .removed ? possible.filter { $0 != .time } + [.time] : possible }
      return hasOtherSettings ? [.settings, .policy, .data] : [.policy, .data]
    }
    // Quiet hours carry the notification over from the day before.
    if let date = change.local?.date, date < new.plan.today { return [.time, .settings, .policy, .data] }
    guard let item = change.item else { return hasOtherSettings ? [.settings, .policy] : [.policy, .settings] }
    let (here, there) = change.verb == .added ? (newTimes, oldTimes) : (oldTimes, newTimes)
    let isOtherDay = old.plan.today != new.plan.today
    if circumstances.isState(change.kind), hasOtherSettings, isOtherDay { return [.time, .settings] }
    guard there.items.contains(item) else { return [.data] }
    if let other = there.variant(of: change) {
      // The same occurrence under another identifier, because its text is tailored after a recent analysis, or by the policy.
      let isSame = other == here.variant(of: change)
      if hasOtherSettings, !isSame || change.kind.isDeclared { return [.settings] }
      return isSame ? [.policy, .data] : [.time, .policy]
    }
    if circumstances.isState(change.kind) { return [.time, .data] }
    let isSet =
      isElsewhere || change.kind.isDeclared || dependsOnHolidays(item) || there.hasAnything(of: item, at: change.local)
    return hasOtherSettings && isSet ? [.settings] : [.data, .policy, .settings]
  }

  /// Returns whether the notification went out, or `now` passed it.
  private func isPassed(_ change: PlanChange, _ old: Side<Decision?>, _ new: Side<Decision?>) -> Bool {
    guard circumstances.new.now > circumstances.old.now else { return false }
    // A place trigger depends on today's state.
    if change.local == nil, old.plan.today != new.plan.today, let reason = change.reason,
      reason == .completed || reason == .inactive
    {
      return true
    }
    switch change.verb {
    case .removed:
      if let at = change.from, at <= circumstances.new.now { return true }
      return change.reason?.isPassing ?? false
    case .changed: return new.decision?.outcome.reason?.isPassing ?? false
    case .added: return new.decision?.isLate ?? false && change.reason == nil
    case .moved: return false
    }
  }

  /// Returns the cause if one of the windows does not reach the occurrence: `now`, or the number of days.
  private func reach(_ change: PlanChange, _ old: Side<Decision?>, _ new: Side<Decision?>) -> ChangeCause? {
    let reasons = [old.decision, new.decision].map { $0?.outcome.reason }
    let isMissing = old.decision == nil || new.decision == nil
    let date = (new.decision ?? old.decision)?.local?.date
    let isInOneWindow = date.map { old.plan.dates.contains($0) != new.plan.dates.contains($0) } ?? false
    guard reasons.contains(.beyondWindow) || isMissing && isInOneWindow else { return nil }
    guard let date, let days = circumstances.old.days[new.plan.account.value.app] else {
      return [.time, .window, .settings].first(where: possible.contains)
    }
    // If the old plan's number of days gives the same result, `now` made the difference.
    let isByTime = (date <= new.plan.today.adding(days: days)) == (date <= new.plan.dates.upperBound)
    // A move to another zone changes the date as well.
    return (isByTime ? [.time, .window, .settings] : [.window, .time, .settings]).first(where: possible.contains)
  }

  /// Returns whether dates of the item, or of any item if it is nil, depend on weekends and holidays.
  private func dependsOnHolidays(_ item: ItemID?) -> Bool {
    [oldTimes, newTimes].contains { times in item.map(times.shifted.contains) ?? !times.shifted.isEmpty }
  }

  /// Returns whether each plan reports it at its own `now`.
  private func isReportedNow(_ old: Decision, _ new: Decision) -> Bool {
    old.deferredFrom ?? old.at == circumstances.old.now && new.deferredFrom ?? new.at == circumstances.new.now
  }

  /// Returns whether the same wall time in the same zone has another instant, or none.
  private func hasOtherClock(_ then: Decision?, _ now: Decision?) -> Bool {
    guard let then, let now, let old, let new, then.local == now.local, old.zoneName(of: then) == new.zoneName(of: now)
    else { return false }
    return (then.deferredFrom ?? then.at) != (now.deferredFrom ?? now.at) || then.shift != now.shift
  }

  // MARK: Causes of changed content

  /// Returns the possible causes for each part of the notification that differs.
  private func contents(
    _ change: PlanChange, _ old: Side<Decision>, _ new: Side<Decision>
  ) -> [[ChangeCause]] {
    let fields = Set(change.differences.map(\.field))
    var parts: [[ChangeCause]] = []
    let isElsewhere = fields.contains("zone")
    if isElsewhere { parts.append([.settings, .tzdata, .time]) }
    // An event's wall time follows its zone.
    let (oldInstants, newInstants) = (old.plan.instants(of: old.decision), new.plan.instants(of: new.decision))
    let isSameEvent = isElsewhere && !oldInstants.isDisjoint(with: newInstants)
    let isNow = isReportedNow(old.decision, new.decision)
    if fields.contains("local"), !isSameEvent {
      let isSameDate = old.decision.local?.date == new.decision.local?.date
      let isSet =
        change.item == nil || circumstances.hasSetTime(change.kind) && isSameDate
        || hasOtherSettings && (change.kind.isDeclared || dependsOnHolidays(change.item))
      parts.append(isNow ? [.time] : isSet ? [.settings, .policy, .data] : [.data])
    }
    if !isElsewhere, !fields.contains("local") {
      if hasOtherClock(old.decision, new.decision) {
        parts.append([.tzdata, .settings, .policy])
      } else if fields.contains("deferredFrom") || change.verb == .moved {
        parts.append([.settings, .policy, .time])
      }
    }
    if !fields.isDisjoint(with: ["title", "body", "variant"]) {
      parts.append(texts(change, fields, followsZone: isSameEvent || isElsewhere && isNow))
    }
    if fields.contains("about"), !fields.contains("local") { parts.append(hasOtherSettings ? [.settings] : [.data]) }
    if !fields.isDisjoint(with: ["channel", "category", "destination"]) { parts.append([.policy]) }
    if parts.isEmpty, fields.contains("badge") { parts.append(possible) }
    return parts
  }

  /// Returns the possible causes of different texts.
  ///
  /// - Parameter followsZone: Whether the texts show a wall time that depends on the account's zone.
  private func texts(_ change: PlanChange, _ fields: Set<String>, followsZone: Bool) -> [ChangeCause] {
    if hasOtherLanguage { return [.settings] }
    // The words depend on the instant at which they are shown.
    if hasOtherSettings, fields.contains("deferredFrom") || followsZone { return [.settings] }
    // The account's profile chooses the variant, and its holidays shift the dates that digests count by.
    if hasOtherSettings, fields.contains("variant") || dependsOnHolidays(change.item) {
      return [.settings]
    }
    if change.item == nil, !circumstances.hasFigures(change.kind) { return [.policy, .settings] }
    return [.policy, .data]
  }
}

/// The items that a plan contains, with the wall times of their occurrences.
private struct ItemTimes {
  private struct Key: Hashable {
    var kind: Kind
    var item: ItemID
    var local: LocalDateTime
  }

  private struct Moment: Hashable {
    var item: ItemID
    var local: LocalDateTime
  }

  private(set) var items: Set<ItemID> = []
  /// The items with a date that a weekend or holiday moves.
  private(set) var shifted: Set<ItemID> = []
  private var moments: Set<Moment> = []
  private var variants: [Key: String] = [:]

  init(_ plan: AccountPlan?) {
    guard let plan else { return }
    for request in plan.requests { if let item = request.item { items.insert(item) } }
    for record in plan.itemRecords.items { items.insert(record.id) }
    for decision in plan.decisions {
      let request = plan.requests[Int(decision.request)]
      guard let item = request.item, let local = decision.local else { continue }
      moments.insert(Moment(item: item, local: local))
      if decision.shift?.isByDay ?? false { shifted.insert(item) }
      variants[Key(kind: request.kind, item: item, local: local)] = request.variant ?? ""
    }
  }

  /// Returns whether the item has a notification of any kind at that wall time.
  func hasAnything(of item: ItemID, at local: LocalDateTime?) -> Bool {
    local.map { moments.contains(Moment(item: item, local: $0)) } ?? false
  }

  /// Returns the variant of the change's item at its wall time; nil if it has no notification then.
  func variant(of change: PlanChange) -> String? {
    guard let item = change.item, let local = change.local else { return nil }
    return variants[Key(kind: change.kind, item: item, local: local)]
  }
}

extension PlanChange {
  /// The reason for which one of the plans drops it.
  fileprivate var decidingReason: Reason? {
    if let reason { return reason }
    guard let difference = differences.first(where: { $0.field == "reason" }) else { return nil }
    let reasons = [difference.new, difference.old].compactMap { $0.flatMap(Reason.init(code:)) }
    // The earlier check decides in either plan.
    return reasons.min { $0.index < $1.index }
  }

  /// Whether it follows from other notifications.
  fileprivate var isAboutOthers: Bool {
    if let reason = decidingReason { return reason.isAboutOthers }
    return differences.allSatisfy { $0.field == "badge" } && !differences.isEmpty
  }
}

extension ChangeCircumstances {
  private func declaration(_ kind: Kind) -> KindDeclaration? { kinds[kind.name]?.declaration }

  /// Returns whether the kind is about a state, and has candidates as long as the state lasts.
  fileprivate func isState(_ kind: Kind) -> Bool { declaration(kind)?.shape == .untilDone }

  /// Returns whether the account sets the time.
  fileprivate func hasSetTime(_ kind: Kind) -> Bool { declaration(kind).map { !$0.slots.isEmpty } ?? false }

  /// Returns whether its text shows the account's data although it has no item.
  fileprivate func hasFigures(_ kind: Kind) -> Bool { declaration(kind)?.hasFigures ?? false }
}

extension Reason {
  /// Whether a switch of the account or the policy is the reason.
  fileprivate var isSwitch: Bool { check <= Reason.kindDisabled.check || [.quietHours, .inDigest].contains(self) }

  /// Whether an item, an entry or a session is the reason.
  fileprivate var isOfItem: Bool {
    check > Reason.kindDisabled.check && check <= Reason.completed.check || [.nothingDue, .appActive].contains(self)
  }

  /// Whether waiting alone makes it true.
  fileprivate var isPassing: Bool { [.past, .expired, .alreadyDelivered].contains(self) }

  fileprivate var isAboutOthers: Bool { index >= Reason.duplicate.index }
}

extension AccountPlan {
  /// Returns the instants of the decision's wall time in its zone.
  fileprivate func instants(of decision: Decision) -> Set<Instant> {
    guard let local = decision.local, let zone = zone(of: decision) else { return [] }
    return switch zone.mapping(of: local) {
    case .unique(let instant): [instant]
    case .fold(let first, let last): [first, last]
    case .gap: []
    }
  }

  /// The local dates of the window.
  fileprivate var dates: ClosedRange<LocalDate> {
    today...max(today, timeline.local(at: (reachEnd ?? windowEnd).advanced(bySeconds: -1)).date)
  }
}
