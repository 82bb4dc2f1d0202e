import CivilTime
import Diagnostics
import Formats
import PlanModel
import Planning
import Rehearsing
import Resolving

/// Rehearses the accounts of chunks one at a time. Belongs to one task at a time.
final class Rehearser {
  private let scene: RehearsedScene
  private var readers: [ChunkReader]
  private var planner: AccountPlanner
  /// The last searched chunk of each export.
  private var searched: [(chunk: Int, accounts: [AccountName: [Record]])]
  private let steps: [Instant]

  private typealias Record = (account: Shared<Account>, policy: Shared<Policy>)

  /// The result of a chunk.
  struct Part: Sendable {
    var rehearsal: Rehearsal
    var diagnostics: [Diagnostic] = []
    var rejected = 0
    /// Whether the chunk has the requested account.
    var isKnown = false
    /// The id that is closest to the requested one, among its other accounts.
    var nearest: String?
  }

  /// A device of an account.
  private struct Subject {
    let name: AccountName
    /// One entry per export; `nil` if it lacks the device.
    var epochs: [Epoch?]
    var missed: Set<Int> = []

    /// Whether an export has records of it that were rejected, so that its device keeps what they made.
    var keepsRejected: Bool {
      epochs.contains { epoch in
        guard let account = epoch?.account.value else { return false }
        return !account.items.rejected.isEmpty || !account.preferences.unreadable.isEmpty
      }
    }
  }

  /// The state of a device in one export.
  private struct Epoch {
    let account: Shared<Account>
    let policy: Shared<Policy>
    let clock: DeviceClock
  }

  private struct History {
    /// `nil` until an export has the device.
    var device: RehearsedDevice?
    /// The showings of the last ideal plan.
    var ideal: [(id: RequestID, showing: Showing)] = []
    /// What the ideal device keeps of rejected records.
    var kept: Set<RequestID> = []
    var shown: [Showing] = []
    var deadline: Instant?
    var plans = 0
    var missed = 0
  }

  init(_ scene: RehearsedScene) {
    self.scene = scene
    readers = scene.exports.map { ChunkReader(context: $0.sources.context, roster: $0.sources.roster) }
    planner = AccountPlanner(
      now: scene.options.now, days: scene.options.days, reach: scene.options.reach, texts: WordingCache())
    searched = scene.exports.map { _ in (-1, [:]) }
    steps = scene.steps
  }

  /// Rehearses the accounts of a chunk that earlier exports lack.
  func rehearse(_ chunk: Chunk, of export: Int) throws(RunFault) -> Part {
    var part = Part(rehearsal: scene.rehearsal)
    let redactor = scene.exports[export].sources.disclosure.redactor
    var groups: [[Record]] = []
    try readers[export].forEachAccount(in: chunk) { (account: Shared<Account>, policy: Shared<Policy>) in
      if let last = groups.last?[0].account.value, last.owner == account.value.owner {
        groups[groups.count - 1].append((account, policy))
      } else {
        groups.append([(account, policy)])
      }
    }
    for group in groups {
      let (account, owner) = (group[0].account.value, group[0].account.value.owner)
      if scene.exports[..<export].contains(where: { $0.chunkOf[owner] != nil }) { continue }
      if let wanted = scene.question.account {
        guard wanted.matches(account, redactor) else {
          part.nearest = wanted.nearest(account.id, part.nearest)
          continue
        }
        part.isKnown = true
      }
      let subjects = try subjects(group, since: export)
      do throws(AccountLimitError) {
        let planned = try simulate(subjects, nil)
        let histories = try simulate(subjects, scene.question.regime)
        for (index, history) in histories.enumerated() {
          let name = subjects[index].name
          part.rehearsal.add(
            Showing.judge(history.shown, planned: planned[index].shown), of: redactor.map { $0.name(name) } ?? name)
          part.rehearsal.plans += history.plans
          part.rehearsal.missed += history.missed
          part.rehearsal.refused += history.device?.refused ?? 0
        }
      } catch {
        readers[export].refuse(account, for: error)
      }
    }
    let report = readers[export].takeReport()
    (part.diagnostics, part.rejected) = (report.diagnostics, report.rejected)
    return part
  }

  private func subjects(_ group: [Record], since export: Int) throws(RunFault) -> [Subject] {
    var subjects: [Subject] = []
    for later in export..<scene.exports.count {
      for record in later == export ? group : try find(group[0].account.value.owner, in: later) {
        let name = record.account.value.name
        if !subjects.contains(where: { $0.name == name }) {
          subjects.append(
            Subject(name: name, epochs: scene.exports.map { _ in nil }, missed: try scene.missedNights(name)))
        }
        let index = subjects.firstIndex { $0.name == name }!
        subjects[index].epochs[later] = Epoch(
          account: record.account, policy: record.policy, clock: scene.clock(record.account.value))
      }
    }
    return subjects
  }

  /// Returns the devices of an account in a later export. Exports of one app list accounts in similar order, so the
  /// last chunk is cached.
  private func find(_ owner: AccountName, in export: Int) throws(RunFault) -> [Record] {
    guard let chunk = scene.exports[export].chunkOf[owner] else { return [] }
    if searched[export].chunk != chunk {
      var accounts: [AccountName: [Record]] = [:]
      try readers[export].forEachAccount(in: scene.exports[export].chunks[chunk]) {
        (account: Shared<Account>, policy: Shared<Policy>) in
        accounts[account.value.owner, default: []].append((account, policy))
      }
      // Reported when the chunk itself is rehearsed.
      _ = readers[export].takeReport()
      searched[export] = (chunk, accounts)
    }
    return searched[export].accounts[owner] ?? []
  }

  // MARK: One account

  /// Simulates the devices of an account from the first plan to the last night.
  ///
  /// - Parameter regime: `nil` for the ideal: a plan at every step, and devices that show exactly what it says.
  private func simulate(_ subjects: [Subject], _ regime: ReplanRegime?) throws(AccountLimitError) -> [History] {
    var histories = subjects.map { _ in History() }
    var now = scene.options.now
    while now < scene.end {
      let export = scene.exports.lastIndex { $0.start <= now }!
      let due = subjects.indices.filter { isDue(subjects[$0], &histories[$0], export, now, regime) }
      for index in due where histories[index].device == nil {
        let epoch = subjects[index].epochs[export]!
        let limit = epoch.policy.value.slots.limit(epoch.account.value.platform)
        histories[index].device = RehearsedDevice(
          limit: limit, delivered: epoch.account.value.delivered, memory: epoch.policy.value.daysOfCaps)
      }
      for index in due {
        let others = histories.indices.filter { $0 != index }.flatMap { histories[$0].device?.delivered ?? [] }
        try plan(
          subjects[index].epochs[export]!, &histories[index], others, now, regime,
          keepsRejected: subjects[index].keepsRejected)
      }
      let next = (steps + histories.compactMap(\.deadline) + [scene.end]).filter { $0 > now }.min()!
      for index in subjects.indices {
        // A device that its export lacks keeps its last clock.
        guard let epoch = subjects[index].epochs[...export].last(where: { $0 != nil }) ?? nil else { continue }
        if regime != nil {
          histories[index].shown += histories[index].device?.run(after: now, to: next, epoch.clock) ?? []
        } else if subjects[index].epochs[export] != nil {
          for (id, showing) in histories[index].ideal where showing.at >= now && showing.at <= next {
            histories[index].shown.append(showing)
            histories[index].device?.show(id, at: showing.at)
          }
          let kept = histories[index].kept
          if !kept.isEmpty {
            histories[index].shown += histories[index].device?.run(after: now, to: next, epoch.clock, only: kept) ?? []
          }
        }
      }
      now = next
    }
    return histories
  }

  /// Returns whether a device is planned at an instant.
  private func isDue(
    _ subject: Subject, _ history: inout History, _ export: Int, _ now: Instant, _ regime: ReplanRegime?
  ) -> Bool {
    if subject.epochs[export] == nil { return false }
    if history.device == nil { return true }
    switch regime {
    case nil: return true
    case .once: return false
    case .deadline: return history.deadline.map { $0 <= now } ?? false
    case .nightly:
      guard let night = scene.night(at: now) else { return false }
      if subject.missed.contains(night) { history.missed += 1 }
      return !subject.missed.contains(night)
    }
  }

  /// Plans a device as of an instant, and makes it carry out the plan.
  private func plan(
    _ epoch: Epoch, _ history: inout History, _ others: [Account.Delivered], _ now: Instant, _ regime: ReplanRegime?,
    keepsRejected: Bool
  ) throws(AccountLimitError) {
    var account = epoch.account.value
    account.zoneChanges += scene.travel.prefix { $0.at <= now }
    account.delivered = history.device!.delivered
    account.deliveredElsewhere = account.devices.isEmpty ? [] : others
    account.pending = history.device!.pending
    if planner.now != now { planner.now = now }
    let content: PlanContent =
      regime == .deadline ? [.actions, .outlook] : regime != nil || keepsRejected ? .actions : []
    let plan = try planner.plan(Shared(account), epoch.policy, with: content)
    history.plans += 1
    if regime == nil {
      history.ideal = plan.decisions.compactMap { plan.showing($0) }
      history.kept = Set(plan.actions.filter { $0.verb == .keep && $0.reason == Action.rejected }.map(\.request))
    }
    for action in plan.actions {
      let decision = action.decision.map { plan.decisions[$0] }
      history.device!.carryOut(
        action, decision.map { plan.requests[Int($0.request)] }, badge: Int(decision?.badge ?? 0))
    }
    if regime == .deadline {
      // A lasting cause triggers at most one plan a minute.
      history.deadline = plan.planAgain.map { max($0.at, now.advanced(bySeconds: PlanAgain.lead)) }
    }
  }
}

extension Policy {
  /// The largest number of days that a cap spans.
  fileprivate var daysOfCaps: Int {
    ([caps] + kinds.map(\.caps)).flatMap(\.windows).map(\.days).max() ?? 0
  }
}

extension AccountPlan {
  /// Returns the showing that a decision requires; `nil` unless it is scheduled for an instant.
  fileprivate func showing(_ decision: Decision) -> (RequestID, Showing)? {
    guard decision.outcome.isScheduled, let at = decision.at, let id = requestID(of: decision) else { return nil }
    let request = requests[Int(decision.request)]
    let date = requestDate(of: decision) ?? (request.isOneOff ? nil : decision.local?.date)
    return (
      id,
      Showing(
        notification: request.identifier, kind: request.kind, date: date, at: at, title: request.title,
        body: request.body)
    )
  }
}
