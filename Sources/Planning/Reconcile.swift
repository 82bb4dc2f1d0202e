import CivilTime
import PlanModel

extension AccountPlanner {
  /// Returns the actions that make the account's device hold the plan, in the order of `actions.ndjson`. Carried out
  /// one by one, no step exceeds the device's limit, and a plan made of the result keeps everything. docs/actions.md
  /// has the rules.
  static func actions(_ plan: AccountPlan, _ frame: AccountFrame) throws(AccountLimitError) -> [Action] {
    var reconcile = Reconcile(plan, frame)
    reconcile.matchIDs()
    reconcile.matchRepeating()
    reconcile.matchInstants()
    reconcile.matchEarlierIDs()
    reconcile.findRejected()
    reconcile.findKept(try LongerPlan(reconcile.stretchesBeyond, frame))
    reconcile.pairByTime()
    var actions = Withdrawal.actions(frame, reconcile.makers)
    reconcile.appendActions(to: &actions)
    return actions.sortedForDevices()
  }
}

/// The requests of a plan and of the device, and which of them match.
private struct Reconcile {
  /// A request of the plan.
  private struct Planned {
    var id: RequestID
    var notification: NotificationID
    /// nil for a place trigger.
    var at: Instant?
    /// The index of the first decision that it covers.
    var decision: Int
    var repeating: RepeatingTime?
    var entry: Int?

    var isSingle: Bool { at != nil && repeating == nil }
  }

  /// The outcome of an entry without a matching request.
  private enum Fate { case cancelled(String), kept(String) }

  private let plan: AccountPlan
  private let frame: AccountFrame
  let makers: Makers
  private let pending: [Account.Pending]
  private let notifications: [NotificationID]
  /// The indices of the entries by instant, none first, then by ID.
  private let entries: [Int]
  private var requests: [Planned] = []
  private var requestsOf: [NotificationID: [Int]] = [:]
  /// For each entry, the request that it matches.
  private var requestOf: [Int?]
  private var fates: [Fate?]
  private var longer = LongerPlan()

  init(_ plan: AccountPlan, _ frame: AccountFrame) {
    self.plan = plan
    self.frame = frame
    makers = Makers(plan, frame)
    let pending = plan.account.pending
    self.pending = pending
    notifications = pending.map(\.notification)
    entries = pending.indices.sorted {
      (pending[$0].at.seconds, pending[$0].id, $0) < (pending[$1].at.seconds, pending[$1].id, $1)
    }
    requestOf = Array(repeating: nil, count: pending.count)
    fates = Array(repeating: nil, count: pending.count)
    requests.reserveCapacity(plan.decisions.count)
    var repeated: Set<RequestID> = []
    for (index, decision) in plan.decisions.enumerated() {
      guard let id = plan.requestID(of: decision) else { continue }
      // Field by field: a copy of the request would retain all of its texts.
      let (notification, request) = (plan.requests[Int(decision.request)].identifier, Int(decision.request))
      if decision.repeats, !repeated.insert(id).inserted { continue }
      requests.append(
        Planned(
          id: id, notification: notification, at: decision.at, decision: index,
          repeating: decision.repeats ? plan.requests[request].repeating?.of(decision.part) : nil))
    }
    if pending.isEmpty { return }
    requests.sort { ($0.at.seconds, $0.id) < ($1.at.seconds, $1.id) }
    for index in requests.indices { requestsOf[requests[index].notification, default: []].append(index) }
  }

  private mutating func join(_ request: Int, _ entry: Int) {
    requests[request].entry = entry
    requestOf[entry] = request
  }

  // MARK: Matching

  /// Step 1: matches equal IDs.
  mutating func matchIDs() {
    if pending.isEmpty { return }
    let byID = Dictionary(entries.map { (pending[$0].id, $0) }) { first, _ in first }
    for index in requests.indices {
      if let entry = byID[requests[index].id] { join(index, entry) }
    }
  }

  private func isFree(_ entry: Int) -> Bool { requestOf[entry] == nil }

  private func freeRequests(of entry: Int, where matches: (Planned) -> Bool) -> [Int] {
    (requestsOf[notifications[entry]] ?? []).filter { requests[$0].entry == nil && matches(requests[$0]) }
  }

  /// Step 2: matches requests of one notification that repeat or wait for a place. Equal triggers come first.
  mutating func matchRepeating() {
    for isAlike in [true, false] {
      for entry in entries where isFree(entry) && (pending[entry].repeats || pending[entry].at == nil) {
        let request = freeRequests(of: entry) { !$0.isSingle && (!isAlike || firesAlike($0, pending[entry])) }.first
        if let request { join(request, entry) }
      }
    }
  }

  /// Returns whether it may be for any of the notification's occurrences. An ID with a date is the plan's own, for that
  /// date.
  private func isUndated(_ entry: Int) -> Bool { !pending[entry].repeats && pending[entry].id.date == nil }

  /// Step 3: matches requests of one notification and instant.
  mutating func matchInstants() {
    if pending.isEmpty { return }
    struct Key: Hashable {
      var notification: NotificationID
      var at: Instant?
    }
    var free: [Key: Int] = [:]
    for index in requests.indices.reversed() where requests[index].entry == nil && requests[index].isSingle {
      free[Key(notification: requests[index].notification, at: requests[index].at)] = index
      // The device may have moved the notification that was snoozed.
      guard let snoozed = requests[index].notification.snoozed else { continue }
      let key = Key(notification: snoozed, at: requests[index].at)
      if free[key] == nil { free[key] = index }
    }
    for entry in entries where isFree(entry) && isUndated(entry) {
      let key = Key(notification: notifications[entry], at: pending[entry].at)
      if let request = free.removeValue(forKey: key) { join(request, entry) }
    }
  }

  /// Matches requests of items that had another id in version 0.2.0, by instant.
  mutating func matchEarlierIDs() {
    for entry in entries where isFree(entry) && !pending[entry].repeats && requestsOf[notifications[entry]] == nil {
      guard let at = pending[entry].at, let earlier = EarlierID(notifications[entry].text) else { continue }
      let request = requests.firstIndex { request in
        guard request.entry == nil, request.isSingle, request.at == at else { return false }
        let title = plan.requests[Int(plan.decisions[request.decision].request)].title
        return earlier.successors.isEmpty ? pending[entry].title == title : earlier.isBefore(request.notification)
      }
      if let request { join(request, entry) }
    }
  }

  /// Step 4: pairs the rest in order of time.
  mutating func pairByTime() {
    if pending.isEmpty { return }
    var next: [NotificationID: Int] = [:]
    for entry in entries where isFree(entry) && isUndated(entry) && fates[entry] == nil {
      let ofNotification = requestsOf[notifications[entry]] ?? []
      var place = next[notifications[entry], default: 0]
      while place < ofNotification.count,
        requests[ofNotification[place]].entry != nil || !requests[ofNotification[place]].isSingle
      {
        place += 1
      }
      next[notifications[entry]] = place
      if place < ofNotification.count { join(ofNotification[place], entry) }
    }
    let rest = entries.filter { requestOf[$0] == nil && fates[$0] == nil }
    let drops = drops(of: rest)
    for entry in rest { fates[entry] = .cancelled(reason(of: entry, drops)) }
  }

  // MARK: Rejected records

  /// Keeps the entries of records and preferences that could not be read, up to the number of free slots.
  mutating func findRejected() {
    let account = plan.account
    if account.items.rejected.isEmpty, account.preferences.unreadable.isEmpty { return }
    for entry in entries where isFree(entry) {
      guard let kind = notice(entry).rejectedKind(frame) else { continue }
      if let reason = frame.reasonOff(kind) {
        fates[entry] = .cancelled(reason.code)
      } else if freeSlots > 0 {
        fates[entry] = .kept(Action.rejected)
      } else {
        fates[entry] = .cancelled(Reason.slotLimit.code)
      }
    }
  }

  /// The number of slots that neither the plan nor kept entries take.
  private var freeSlots: Int {
    guard let limit = plan.slots.limit else { return .max }
    let kept = fates.count { if case .kept = $0 { true } else { false } }
    return max(0, limit - plan.slots.reserved - plan.slots.used - kept)
  }

  // MARK: Beyond the window

  private func isBeyond(_ entry: Int) -> Bool { pending[entry].at.map { $0 >= plan.windowEnd } ?? false }

  /// The stretches of dates on which entries beyond the window may be due, with their notifications.
  var stretchesBeyond: [LongerPlan.Stretch] {
    var stretches: [LongerPlan.Stretch] = []
    for entry in entries where requestOf[entry] == nil && fates[entry] == nil && isBeyond(entry) {
      let date = frame.date(at: pending[entry].at!)
      // Quiet hours may have moved it from the day before, and travel by one more day.
      let (first, last) = (max(date.adding(days: -2), frame.today), date.adding(days: 1))
      if let stretch = stretches.last, first <= stretch.dates.upperBound.adding(days: 31) {
        stretches[stretches.count - 1].dates = stretch.dates.lowerBound...max(stretch.dates.upperBound, last)
      } else {
        stretches.append(LongerPlan.Stretch(dates: first...last))
      }
      stretches[stretches.count - 1].notifications.append(notifications[entry])
    }
    return stretches
  }

  /// Keeps entries that a longer plan would schedule, up to the number of free slots. Within the reach, the plan has
  /// already assigned them.
  mutating func findKept(_ longer: LongerPlan) {
    self.longer = longer
    var left = freeSlots
    var kept: Set<LongerPlan.Key> = []
    for entry in entries where isFree(entry) && fates[entry] == nil && isBeyond(entry) {
      let key = longer.key(of: notifications[entry], pending[entry].at!)
      guard longer.isScheduled(key), !isCovered(entry, key.notification), kept.insert(key).inserted else { continue }
      let isKept = left > 0 && plan.reachEnd.map { key.at >= $0 } ?? true
      fates[entry] = isKept ? .kept(Reason.beyondWindow.code) : .cancelled(Reason.slotLimit.code)
      if isKept { left -= 1 }
    }
  }

  /// Returns whether a request of the plan covers the entry, which stands for a notification.
  private func isCovered(_ entry: Int, _ notification: NotificationID) -> Bool {
    guard let ofNotification = requestsOf[notification] else { return false }
    if pending[entry].repeats { return true }
    return ofNotification.contains { request in
      requests[request].repeating.map { frame.fires($0, at: pending[entry].at!) }
        ?? (requests[request].at == pending[entry].at)
    }
  }

  // MARK: Actions

  /// The reasons why the plan drops notifications, except those beyond the window; of several, the first in its order.
  private struct Drops {
    var first: [NotificationID: Reason] = [:]
    /// The reasons for notifications that occur once.
    var once: [NotificationID: Reason] = [:]
    var at: [LongerPlan.Key: Reason] = [:]
    var on: [NotificationID: [LocalDate: Reason]] = [:]
  }

  /// Returns the reasons for the notifications of `entries`, which match no request.
  private func drops(of entries: [Int]) -> Drops {
    var drops = Drops()
    let wanted = Set(entries.map { notifications[$0] })
    if wanted.isEmpty { return drops }
    let isWanted = plan.requests.map { wanted.contains($0.identifier) }
    for decision in plan.decisions where isWanted[Int(decision.request)] {
      guard let reason = decision.outcome.reason, reason != .beyondWindow else { continue }
      let request = plan.requests[Int(decision.request)]
      let notification = request.identifier
      if drops.first[notification] == nil { drops.first[notification] = reason }
      if request.isOneOff, drops.once[notification] == nil { drops.once[notification] = reason }
      if let at = decision.at {
        let key = LongerPlan.Key(notification, at)
        if drops.at[key] == nil { drops.at[key] = reason }
      }
      if let date = decision.at.map(frame.date) ?? decision.local?.date, drops.on[notification]?[date] == nil {
        drops.on[notification, default: [:]][date] = reason
      }
    }
    return drops
  }

  /// Returns the first reason that applies, from the plan's decision about that instant to the state of the item alone.
  private func reason(of entry: Int, _ drops: Drops) -> String {
    let notification = notifications[entry]
    let at = pending[entry].at
    if let at, let reason = drops.at[.init(notification, at)] ?? drops.on[notification]?[frame.date(at: at)] {
      return reason.code
    }
    if let reason = drops.once[notification] { return reason.code }
    if let at, isBeyond(entry), let reason = longer.reason(.init(notification, at)) { return reason.code }
    if requestsOf[notification] != nil { return Action.replaced }
    if at == nil, let reason = drops.first[notification] { return reason.code }
    let notice = notice(entry)
    if let reason = notice.withdrawalReason(frame) { return reason.code }
    if case .removed = notice.maker(frame) { return Action.removed }
    return Action.notPlanned
  }

  private func notice(_ entry: Int) -> Notice {
    Notice(
      notification: notifications[entry], date: pending[entry].id.date ?? pending[entry].at.map(frame.date),
      at: pending[entry].at, isUndated: pending[entry].id.date == nil)
  }

  func appendActions(to actions: inout [Action]) {
    actions.reserveCapacity(actions.count + requests.count + pending.count)
    for request in requests { actions.append(action(request)) }
    for entry in entries {
      guard let fate = fates[entry] else { continue }
      let held = pending[entry]
      switch fate {
      case .kept(let reason):
        var action = Action(verb: .keep, request: held.id, notification: notifications[entry])
        (action.at, action.reason) = (held.at, reason)
        action.item = makers.item(of: notice(entry))
        actions.append(action)
      case .cancelled(let reason):
        var action = Action(verb: .cancel, request: held.id, notification: notifications[entry])
        (action.from, action.reason) = (held.at, reason)
        action.item = makers.item(of: notice(entry))
        actions.append(action)
      }
    }
  }

  private func action(_ request: Planned) -> Action {
    guard let entry = request.entry else {
      return Action(
        verb: .add, request: request.id, notification: request.notification, at: request.at,
        trigger: trigger(request), decision: request.decision)
    }
    let held = pending[entry]
    var action = Action(
      verb: .add, request: held.id, notification: request.notification, at: request.at, decision: request.decision)
    if !firesAlike(request, held) {
      (action.verb, action.from, action.trigger) = (.move, held.at, trigger(request))
      return action
    }
    let decision = plan.decisions[request.decision]
    let words = plan.requests[Int(decision.request)]
    if let title = held.title, title != words.title { action.changed.append("title") }
    if let body = held.body, body != words.body { action.changed.append("body") }
    if let badge = held.badge, badge != Int(decision.badge) { action.changed.append("badge") }
    action.verb = action.changed.isEmpty ? .keep : .update
    return action
  }

  private func firesAlike(_ request: Planned, _ held: Account.Pending) -> Bool {
    guard let at = held.at else { return request.at == nil }
    if let floats = held.floats, request.isSingle, floats != self.floats(request) { return false }
    if let repeating = request.repeating { return held.repeats && repeating.matches(frame.timeline.local(at: at)) }
    return !held.repeats && request.at == at
  }

  private func trigger(_ request: Planned) -> Trigger? {
    if let repeating = request.repeating { return .repeating(repeating) }
    let words = Int(plan.decisions[request.decision].request)
    let kind = plan.requests[words].kind
    guard let at = request.at else {
      return plan.requests[words].item.flatMap { frame.place(of: $0, kind) }.map { .region($0) }
    }
    if frame.isOfInstant(kind) { return .instant }
    if let zone = plan.requests[words].zone {
      return .once(at.local(at: zone.offset(at: at)), zone: zone.name, floats: false)
    }
    let stay = frame.timeline.stayIndex(at: at)
    return .once(frame.timeline.local(at: at), zone: frame.timeline.stays[stay].zone.name, floats: floats(request))
  }

  /// Returns whether a wall time alone tells a device when to fire a single request. It does not after a deferral,
  /// which has its own cause, nor for the second instant of an overlap, which shares the first one's wall time.
  private func floats(_ request: Planned) -> Bool {
    // Field by field: a variable would copy the request.
    let (index, words) = (request.decision, Int(plan.decisions[request.decision].request))
    guard let at = request.at, plan.requests[words].delivery.follow == .clock, !plan.requests[words].isBound,
      plan.decisions[index].deferredFrom == nil,
      plan.decisions[index].shift?.isByClock != true, !frame.isOfInstant(plan.requests[words].kind)
    else { return false }
    return isFirst(at) && !isLeadOfBound(plan.decisions[index])
  }

  /// Returns whether its clock shows an instant's wall time for the first time.
  private func isFirst(_ at: Instant) -> Bool {
    let stay = frame.timeline.stayIndex(at: at)
    return frame.timeline.instant(of: frame.timeline.local(at: at), inStay: stay, gap: .later, overlap: .first) == at
  }

  /// Returns whether a decision is a lead of a wall time that clocks do not show, or show for the second time.
  private func isLeadOfBound(_ decision: borrowing Decision) -> Bool {
    guard let time = decision.about?.time, let date = decision.about?.date, let local = decision.local,
      local < date.at(time)
    else { return false }
    guard
      case .instant(let at, _, false) = frame.resolve(
        date.adding(days: decision.daysMoved(frame.timeline, nil)).at(time))
    else { return true }
    return !isFirst(at)
  }
}

/// Finds the items that identifiers are made from: those of the plan's candidates, or else the first possible item.
private final class Makers {
  private let frame: AccountFrame
  private let requests: [NotificationRequest]
  private lazy var planned = Dictionary(requests.map { ($0.identifier, $0.item) }) { first, _ in first }

  init(_ plan: AccountPlan, _ frame: AccountFrame) { (requests, self.frame) = (plan.requests, frame) }

  func item(of notice: Notice) -> ItemID? {
    guard case .item(let first) = notice.maker(frame) else { return nil }
    return (planned[notice.notification] ?? nil) ?? first
  }
}

extension Instant? {
  /// The seconds since the epoch, to compare: none precedes all instants.
  fileprivate var seconds: Int64 { self?.epochSeconds ?? .min }
}

/// The shown notifications to withdraw.
private enum Withdrawal {
  static func actions(_ frame: AccountFrame, _ makers: Makers) -> [Action] {
    guard frame.hasDeliveries else { return [] }
    return frame.account.value.delivered.filter(\.isShown).compactMap { entry in
      let notice = DeliveredNotification(entry, frame).notice
      guard let reason = notice.withdrawalReason(frame) else { return nil }
      var action = Action(verb: .withdraw, request: entry.id, notification: notice.notification)
      (action.from, action.reason, action.item) = (entry.at, reason.code, makers.item(of: notice))
      return action
    }
  }
}

private let verbs = Action.Verb.allCases

extension Array where Element == Action {
  /// Returns the actions that free slots first, then all by instant, none first, and by request.
  fileprivate func sortedForDevices() -> [Action] {
    let keys = enumerated().map { index, action in
      (verbs.firstIndex(of: action.verb)!, (action.at ?? action.from).seconds, action.request, index)
    }
    // A device without requests gets everything in the order of the plan.
    if indices.dropFirst().allSatisfy({ keys[$0 - 1] < keys[$0] }) { return self }
    return keys.sorted(by: <).map { self[$0.3] }
  }
}
