import CivilTime
import Diagnostics
import PlanModel
import RunModel

/// Rebuilds an account's plan from its lines: the planner's decisions, requests and zones. Fields that only exports
/// have, such as items and preferences, are missing.
package struct AccountPlanBuilder: Sendable {
  private let header: RunHeader
  private let policies: [String: Shared<Policy>]
  private let zones: ZoneTable

  package init(_ header: RunHeader, _ zones: ZoneTable) {
    self.header = header
    policies = Dictionary(
      header.policies.map { source in
        var policy = Policy(app: source.app, name: source.name, file: source.file, sha256: source.sha256)
        policy.messages = source.messages.map {
          Messages(app: source.app, file: $0.file, sha256: $0.sha256, isRead: false)
        }
        return (source.app, Shared(policy))
      }
    ) { first, _ in first }
    self.zones = zones
  }

  /// - Parameters:
  ///   - details: nil if the folder has no `accounts.ndjson`. Then `lines` is not empty.
  ///   - lines: The account's decisions, in order.
  package func plan(
    _ details: AccountLine?, _ lines: [PlanLine], _ actions: [ActionLine]
  ) throws(RunFault) -> AccountPlan {
    let known = details ?? AccountLine(guessedFrom: lines)
    let now = known.stale ?? header.now
    if let details, !details.isGone, !details.hasWindow(asOf: now) {
      throw RunFault(
        .dataError,
        "the plan has \(known.today) to \(known.windowEnd) for account \(known.account.text.quotedForDiagnostic), which cannot be a window as of \(now)",
        redacted: "the plan has an impossible window for an account, as of \(now)"
      )
    }
    let (app, home) = (known.app, try zones.zone(known.zones[0].zone))
    var account = Account(
      id: known.account, app: app, zone: home, location: RecordLocation(input: 0, line: 0, column: 0))
    for stay in known.zones.dropFirst() {
      account.zoneChanges.append(.init(at: stay.from ?? .distantPast, zone: try zones.zone(stay.zone)))
    }
    account.device = known.device
    account.devices = known.devices.map { $0.text.isEmpty ? nil : $0 }
    account.platform = known.platform
    account.authorization = known.authorization
    account.locale = known.locale
    account.delivered = known.delivered.map(\.delivered)
    account.olderDeliveries = known.olderDeliveries
    account.itemRecords = known.items
    account.furtherItems = known.furtherItems
    account.diagnostics = known.diagnostics
    account.inputs = known.inputs
    let days = header.policies.first { $0.app == app }?.days ?? header.days
    let timeline = ZoneTimeline(
      zone: home, changes: account.zoneChanges.map { (at: $0.at, zone: $0.zone) },
      range: ZoneTimeline.range(now: now, days: days))
    let today = details?.today ?? timeline.local(at: now).date
    let policy = policies[app] ?? Shared(Policy(app: app, name: app, file: "", sha256: ""))
    let requests = try RequestTable(lines, timeline, zones)
    var facts: [[Explanation.Fact]] = []
    if let details, !lines.isEmpty {
      facts = Array(repeating: [], count: lines.count)
      for known in details.facts where known.decision < lines.count { facts[known.decision] = known.compared }
    }
    var planAgain: PlanAgain?
    if let at = known.planAgainBy, let cause = known.planAgainCause { planAgain = PlanAgain(at, cause) }
    var plan = AccountPlan(
      account: Shared(account), policy: policy, timeline: timeline, today: today,
      windowEnd: details?.windowEnd ?? timeline.startOfDay(today.adding(days: days + 1)), reachEnd: known.reachEnd,
      requests: requests.requests, decisions: decisions(lines, requests, timeline, known.slots.numbers),
      slots: known.slots.use, coverageHorizon: known.coverageHorizon, language: known.language,
      settings: known.settings, isOptedOut: known.isOptedOut, accepted: known.accepted, facts: facts,
      cancelled: known.cancelled, withdrawn: known.withdrawn, planAgain: planAgain, stale: known.stale,
      isNotDue: known.isNotDue, shown: known.shown, isGone: known.isGone)
    plan.reminded = known.reminded
    for entry in known.delivered {
      if let kind = entry.kind { plan.deliveredKinds[entry.delivered.id.notification] = kind }
    }
    for line in lines {
      guard let event = line.event, event.number != EventNumber(sequence: 0, stamp: nil) else { continue }
      plan.events[event.uid ?? line.uid] = event.number
    }
    plan.actions = plan.linked(actions.map(\.action))
    for (action, line) in zip(plan.actions, actions) { plan.deliver(action, line) }
    return plan
  }

  private func decisions(
    _ lines: [PlanLine], _ requests: RequestTable, _ timeline: ZoneTimeline, _ slots: [Int32]
  ) -> [Decision] {
    lines.enumerated().map { index, line in
      let stay = line.zone.map { name in
        // If two stays are in one zone, the one in which the notification goes out.
        let current = line.at.map { timeline.stayIndex(at: line.deferredFrom ?? $0) }
        if let current, timeline.stays[current].zone.name == name { return Int32(current) }
        if requests.requests[Int(requests.numbers[index])].zone != nil { return Int32(current ?? 0) }
        return Int32(timeline.stays.firstIndex { $0.zone.name == name } ?? 0)
      }
      var decision = Decision(
        request: requests.numbers[index], outcome: line.decided, local: line.local, stay: stay ?? -1, at: line.at,
        deferredFrom: line.deferredFrom, isLate: line.isLate, shift: line.shift, badge: line.badge,
        slot: index < slots.count ? slots[index] : 0)
      (decision.sequence, decision.stamp) = (line.sequence, line.stamp)
      decision.about = line.about
      if let request = line.request, line.uid.date != nil { decision.part = request.part(of: line.notification) }
      return decision
    }
  }
}

extension AccountLine {
  /// Creates the record of an account from its plan lines alone. The window is not in them.
  fileprivate init(guessedFrom lines: [PlanLine]) {
    self.init()
    (account, app, device, stale) = (lines[0].account, lines[0].app, lines[0].device, lines[0].stale)
    zones = AccountLine.guessedStays(lines)
    coverageHorizon = lines.first { $0.reason == .slotLimit }?.at
  }

  /// Returns the zones that the decisions name, each from the first instant in it. Without details, more is not
  /// known.
  private static func guessedStays(_ lines: [PlanLine]) -> [Stay] {
    var known: [(at: Instant, zone: String)] = []
    for line in lines {
      if let at = line.at, let zone = line.clock ?? line.zone { known.append((at, zone)) }
      // A late event was deferred from `now`, regardless of its zone.
      if let from = line.deferredFrom, !line.isLate, let zone = line.clock ?? line.zone { known.append((from, zone)) }
    }
    var stays: [Stay] = []
    for place in known.sorted(by: { $0.at < $1.at }) where stays.last?.zone != place.zone {
      stays.append(.init(zone: place.zone, from: stays.isEmpty ? nil : place.at))
    }
    return stays.isEmpty ? [.init(zone: lines.lazy.compactMap(\.zone).first ?? "UTC", from: nil)] : stays
  }

  /// Whether a plan of up to 366 days may have this window: today is the date of `now` somewhere on earth. After
  /// travel back and forth, the window may have ended up to four days before.
  fileprivate func hasWindow(asOf now: Instant) -> Bool {
    let least = now.advanced(bySeconds: zones.count > 1 ? -4 * 86_400 : 0)
    return abs(today.days(since: now.utc.date)) <= 2
      && least <= windowEnd && windowEnd <= now.advanced(bySeconds: 370 * 86_400)
  }
}

/// The requests of an account's lines. Lines that differ only in their occurrence share one.
private struct RequestTable {
  private(set) var requests: [NotificationRequest] = []
  private(set) var numbers: [Int32] = []

  init(_ lines: [PlanLine], _ timeline: ZoneTimeline, _ zones: ZoneTable) throws(RunFault) {
    let own = RequestTable.ownZones(lines, timeline)
    // By stem, each request and the place of its shared fields in `written`. Texts that vary by day make several.
    var known: [StableHash: [(request: Int32, shared: Range<Int>)]] = [:]
    var written = FieldWriter()
    numbers.reserveCapacity(lines.count)
    for index in lines.indices {
      let shared = written.appendShared(lines[index])
      let stem = lines[index].uid.stem
      let same = known[stem]?.first { other in
        written.out.withSpan { $0.extracting(shared).equalsLine($0.extracting(other.shared)) }
      }
      let number = same?.request ?? Int32(requests.count)
      numbers.append(number)
      if same != nil {
        written.out.removeAll(after: shared.lowerBound)
        continue
      }
      known[stem, default: []].append((number, shared))
      var zone: Zone?
      if let name = own[stem] { zone = try zones.zone(name) }
      requests.append(NotificationRequest(lines[index], zone))
    }
  }

  /// Returns the names of the zones that requests have of their own: the account is elsewhere at the time of a line.
  private static func ownZones(_ lines: [PlanLine], _ timeline: ZoneTimeline) -> [StableHash: String] {
    let home = timeline.stays.count == 1 ? timeline.stays[0].zone.name : nil
    var own: [StableHash: String] = [:]
    for line in lines where line.zone != home {
      guard let name = line.zone else { continue }
      // What is late, or was when it was dropped, goes out at `now`, wherever the account is.
      let at = line.isLate || !line.decided.goesOut ? nil : line.deferredFrom ?? line.at
      let isElsewhere = at.map { timeline.stays[timeline.stayIndex(at: $0)].zone.name != name }
      if isElsewhere ?? !timeline.stays.contains(where: { $0.zone.name == name }) { own[line.uid.stem] = name }
    }
    return own
  }
}

extension FieldWriter {
  /// Writes the fields that all lines of a request share, and whether it has a single occurrence.
  ///
  /// - Returns: The range written.
  fileprivate mutating func appendShared(_ line: PlanLine) -> Range<Int> {
    let start = out.count
    var line = line
    open(UInt8(ascii: "{"))
    line.describeOwner(&self)
    line.describeRequest(&self)
    line.describeTexts(&self)
    close(UInt8(ascii: "}"))
    if line.uid.date == nil { out.append(UInt8(ascii: "1")) }
    return start..<out.count
  }
}

extension NotificationRequest {
  fileprivate init(_ line: PlanLine, _ zone: Zone?) {
    self.init(
      kind: line.kind, identifier: line.notification, item: line.item, uidStem: line.uid.stem,
      eventStem: line.event?.uid?.stem,
      delivery: DeliverySettings(
        channel: line.channel, category: line.category,
        destination: line.destination.map(IdentifierPattern.init(literal:)),
        url: line.url.map(IdentifierPattern.init(literal:))),
      title: line.title, body: line.body, variant: line.variant, destination: line.destination, url: line.url,
      subject: line.notification.text, isOneOff: line.uid.date == nil, isAllDay: line.isAllDay,
      duration: line.duration,
      zone: zone, isBound: zone != nil, location: nil)
  }
}

extension PlanLine {
  fileprivate var decided: PlanModel.Outcome {
    switch outcome {
    case .scheduled: .scheduled
    case .armed: .armed
    case .ahead: .ahead
    case .dropped: reason.map { .dropped($0) } ?? .scheduled
    }
  }
}

extension AccountPlan {
  /// Gives an action's request the delivery settings of its line.
  fileprivate mutating func deliver(_ action: Action, _ line: ActionLine) {
    guard let decision = action.decision, let sound = line.sound, let interruption = line.interruption else { return }
    let request = Int(decisions[decision].request)
    let known = requests[request].delivery
    let delivery = DeliverySettings(
      priority: known.priority, isCritical: known.isCritical, channel: known.channel, category: known.category,
      destination: known.destination, url: known.url, sound: sound, interruption: interruption)
    let data = line.data?.members.map { DeliverySettings.Datum($0.name, $0.value) } ?? []
    requests[request] = requests[request].with(delivery, destination: line.destination, url: line.url, data: data)
  }

  /// Returns the actions linked to the decisions whose text they put on the device. A notification has one decision
  /// per instant.
  fileprivate func linked(_ actions: [Action]) -> [Action] {
    struct Key: Hashable {
      var notification: NotificationID
      var at: Instant?
    }
    var known: [Key: Int] = [:]
    for (index, decision) in decisions.enumerated() where decision.outcome.reason == nil {
      known[Key(notification: requests[Int(decision.request)].identifier, at: decision.at)] = index
    }
    return actions.map { action in
      var action = action
      if [.add, .move, .update, .keep].contains(action.verb), action.reason == nil {
        action.decision = known[Key(notification: action.notification, at: action.at)]
      }
      return action
    }
  }
}
