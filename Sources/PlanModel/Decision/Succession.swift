import CivilTime

/// The number that an occurrence had last, which no plan decides about for now. It goes on from there when it comes back.
public struct WithdrawnOccurrence: Hashable, Sendable {
  public var occurrence: Occurrence
  public var sequence: Int32
  /// When it was to go out.
  public var at: Instant

  public init(_ occurrence: Occurrence, sequence: Int32, at: Instant) {
    self.occurrence = occurrence
    self.sequence = sequence
    self.at = at
  }

  /// Seconds for which a number outlives its instant: who travels westwards comes to the same date a second time.
  private static let afterlife: Int64 = 50 * 3600

  /// A first number tells nothing, except of the only occurrence of a request: if it is put off, its number has to rise.
  func isKept(asOf now: Instant) -> Bool {
    (sequence > 0 || occurrence.date == nil) && at.advanced(bySeconds: Self.afterlife) > now
  }
}

extension AccountPlan {
  /// Takes up where `previous` left off: the `SEQUENCE` of each occurrence, one higher where the occurrence changed, and
  /// what was announced for later and does not go out any more.
  ///
  /// - Parameters:
  ///   - now: This plan's.
  ///   - occurrences: Those of the two; nil: they are not known yet.
  public mutating func succeed(_ previous: AccountPlan, now: Instant, _ occurrences: OccurrencePair? = nil) {
    let occurrences = occurrences ?? OccurrencePair(from: previous, to: self)
    let (known, here) = (occurrences.old, occurrences.new)
    let last = Dictionary(previous.withdrawn.map { ($0.occurrence, $0.sequence) }, uniquingKeysWith: max)
    func isGoingOut(_ key: Occurrence) -> Bool { here[key].map { decisions[$0].outcome.goesOut } ?? false }
    for index in decisions.indices {
      let decision = decisions[index]
      let key = occurrence(of: decision)
      let goesOut = decision.outcome.goesOut
      if let before = known[key] {
        let then = previous.decisions[before]
        decisions[index].wasScheduled = then.outcome == .scheduled
        let isSame = !goesOut && then.hasPassed(now) || isSameEvent(decision, as: then, of: previous)
        decisions[index].sequence = then.sequence + (isSame ? 0 : 1)
      } else if let sequence = last[key] {
        decisions[index].sequence = sequence + (goesOut ? 1 : 0)
      }
    }
    for index in previous.decisions.indices {
      let then = previous.decisions[index]
      let key = previous.occurrence(of: then)
      guard known[key] == index else { continue }
      let successor = here[key].map { decisions[$0].outcome.goesOut }
      if successor != true { cancel(then, of: previous, now) }
      if successor == nil { keepNumber(of: then, key, now) }
    }
    withdrawn += previous.withdrawn.filter { here[$0.occurrence] == nil && $0.isKept(asOf: now) }
    keep(previous.cancelled.filter { !isGoingOut(Occurrence($0.decision, $0.request)) }, now)
  }

  /// Takes up where a plan left off that is this one but for the numbers of its decisions.
  ///
  /// - Parameters:
  ///   - sequences: Those numbers; empty: all are 0.
  ///   - now: This plan's.
  public mutating func succeedItself(_ sequences: [Int32], now: Instant) {
    var previous = self
    for index in sequences.indices { previous.decisions[index].sequence = sequences[index] }
    if hasTwins { return succeed(previous, now: now) }
    // Each occurrence is as it was.
    decisions = previous.decisions
    for index in decisions.indices { decisions[index].wasScheduled = decisions[index].outcome.isScheduled }
  }

  /// Whether two decisions may be about one occurrence: false only where none are.
  private var hasTwins: Bool {
    var stems: Set<StableHash> = []
    stems.reserveCapacity(requests.count)
    for index in requests.indices where !stems.insert(requests[index].uidStem).inserted { return true }
    // By request, its last occurrence: they come in order of their instants.
    var last = [Occurrence?](repeating: nil, count: requests.count)
    for index in decisions.indices {
      let request = Int(decisions[index].request)
      let occurrence = occurrence(of: decisions[index])
      if let before = last[request] {
        guard let then = before.date, let now = occurrence.date, then < now else { return true }
      }
      last[request] = occurrence
    }
    return false
  }

  /// Notes what `previous` has going out as well, in a plan that has its numbers already.
  public mutating func recall(_ previous: AccountPlan) {
    let known = previous.decisionsByOccurrence
    for index in decisions.indices {
      if let before = known[occurrence(of: decisions[index])] {
        decisions[index].wasScheduled = previous.decisions[before].outcome == .scheduled
      }
    }
  }

  /// What was cancelled stays so until its instant is past, however often plans are made: a reader may have missed some of them.
  private mutating func keep(_ known: [CancelledOccurrence], _ now: Instant) {
    cancelled += known.filter { !$0.decision.hasPassed(now) }
    sortCancelled(now)
  }

  /// Takes back all that it announced itself: the account is not planned any more. Leaves no decision.
  ///
  /// - Parameter now: That of the plan without it.
  public mutating func endWithout(successor now: Instant) {
    let previous = self
    (decisions, facts, actions, cancelled, isGone) = ([], [], [], [], true)
    requests = []
    withdrawn = previous.withdrawn.filter { $0.isKept(asOf: now) }
    slots.used = 0
    coverageHorizon = nil
    for (key, index) in previous.decisionsByOccurrence.sorted(by: { $0.value < $1.value }) {
      cancel(previous.decisions[index], of: previous, now)
      keepNumber(of: previous.decisions[index], key, now)
    }
    keep(previous.cancelled, now)
  }

  private mutating func cancel(_ then: Decision, of previous: AccountPlan, _ now: Instant) {
    guard then.outcome == .scheduled, !then.hasPassed(now) else { return }
    var decision = then
    decision.sequence += 1
    cancelled.append(CancelledOccurrence(request: previous.requests[Int(then.request)], decision: decision))
  }

  /// Remembers the number of an occurrence that no decision is about any more.
  mutating func keepNumber(of then: Decision, _ occurrence: Occurrence, _ now: Instant) {
    guard then.outcome == .scheduled || then.sequence > 0, let at = then.at ?? then.local?.instant(at: .utc) else {
      return
    }
    let isTakenBack = then.outcome == .scheduled && !then.hasPassed(now)
    let last = WithdrawnOccurrence(occurrence, sequence: then.sequence + (isTakenBack ? 1 : 0), at: at)
    if last.isKept(asOf: now) { withdrawn.append(last) }
  }

  private mutating func sortCancelled(_ now: Instant) {
    cancelled.sort { a, b in
      if a.decision.at != b.decision.at { return (a.decision.at ?? now) < (b.decision.at ?? now) }
      if a.request.identifier != b.request.identifier { return a.request.identifier < b.request.identifier }
      guard let x = a.decision.local, let y = b.decision.local else { return b.decision.local != nil }
      return x < y
    }
  }

  /// Whether a calendar, or the device, shows the same for both.
  private func isSameEvent(_ decision: Decision, as other: Decision, of previous: AccountPlan) -> Bool {
    let goesOut = decision.outcome.goesOut
    guard goesOut == other.outcome.goesOut else { return false }
    guard goesOut else { return true }
    // By index: copies of the requests were a twentieth of the next night's run.
    let (new, old) = (Int(decision.request), Int(other.request))
    return decision.at == other.at && decision.local == other.local && decision.badge == other.badge
      && decision.isLate == other.isLate && decision.shift == other.shift
      && (decision.deferredFrom == nil) == (other.deferredFrom == nil)
      && requests[new].title == previous.requests[old].title && requests[new].body == previous.requests[old].body
      && requests[new].destination == previous.requests[old].destination
      && requests[new].url == previous.requests[old].url
      && policy.value.name == previous.policy.value.name
      && (decision.at.map { clock(at: $0) == previous.clock(at: $0) } ?? true)
  }

  /// The zone that the account is in and its offset: what a wall time is shown with.
  private func clock(at instant: Instant) -> Clock {
    Clock(zone: timeline.stays[timeline.stayIndex(at: instant)].zone.name, offset: timeline.offset(at: instant))
  }

  private struct Clock: Equatable {
    var zone: String
    var offset: UTCOffset
  }
}

extension Decision {
  /// Whether it has gone out by the time of a later plan. What is told late goes out at `now` itself.
  fileprivate func hasPassed(_ now: Instant) -> Bool {
    guard outcome == .scheduled, let at else { return false }
    return at < now || at == now && !isLate
  }
}
