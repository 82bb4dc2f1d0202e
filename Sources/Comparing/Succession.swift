import CivilTime
import PlanModel

extension AccountPlan {
  /// Dates events without a stamp to the plan's own `now`, before another plan takes them over.
  ///
  /// - Parameter now: nil if the other plan has the same.
  package mutating func stampEvents(asOf now: Instant?) {
    guard let now = now.map({ stale ?? $0 }) else { return }
    for index in decisions.indices where decisions[index].stamp == nil { decisions[index].stamp = now }
    for index in cancelled.indices {
      cancelled[index].decision.stamp = cancelled[index].decision.stamp ?? now
      if let event = cancelled[index].event { cancelled[index].event?.stamp = event.stamp ?? now }
    }
    events = events.mapValues { EventNumber(sequence: $0.sequence, stamp: $0.stamp ?? now) }
  }

  /// Continues from the previous plan: sets the `SEQUENCE` of each occurrence, one higher if it changed, and cancels future
  /// occurrences that no longer go out.
  ///
  /// - Parameters:
  ///   - now: This plan's.
  ///   - occurrences: The occurrences of the two plans; nil to find them.
  package mutating func succeed(_ previous: AccountPlan, now: Instant, _ occurrences: OccurrencePair? = nil) {
    let occurrences = occurrences ?? OccurrencePair(from: previous, to: self)
    let last = Dictionary(previous.withdrawn.map { ($0.occurrence, $0.sequence) }, uniquingKeysWith: max)
    // An occurrence has one number. A duplicate of it has none, or planning the same inputs again would give it one.
    for index in occurrences.new.firsts {
      let decision = decisions[index]
      let goesOut = decision.outcome.goesOut
      if let before = occurrences.new.others[index] {
        let then = previous.decisions[before]
        decisions[index].wasScheduled = then.outcome == .scheduled
        let isSame =
          !goesOut && then.hasPassed(now)
          || isSameEvent(decision, as: then, of: previous, isAlike: occurrences.isAlike[index])
        decisions[index].sequence = then.sequence + (isSame ? 0 : 1)
        let isShown = decision.outcome == .scheduled && then.outcome == .scheduled || isOfToday(decision)
        if isSame, isShown { decisions[index].stamp = then.stamp }
      } else if !last.isEmpty, let sequence = last[occurrence(of: decision)] {
        // A person's calendar shows what is of today again, though its reminder is past.
        decisions[index].sequence = sequence + (goesOut || isOfToday(decision) ? 1 : 0)
      }
    }
    for index in occurrences.old.firsts {
      let then = previous.decisions[index]
      let successor = occurrences.old.others[index].map { decisions[$0].outcome.goesOut }
      if successor != true { cancel(then, of: previous, now) }
      if successor == nil { keepNumber(of: then, previous.occurrence(of: then), now) }
    }
    succeedEvents(previous, last, now)
    if previous.withdrawn.isEmpty, previous.cancelled.isEmpty { return sortCancelled(now) }
    let goingOut = Array(occurrences.new.firsts).map { (occurrence(of: decisions[$0]), decisions[$0].outcome.goesOut) }
    let here = Dictionary(uniqueKeysWithValues: goingOut)
    withdrawn += previous.withdrawn.filter { here[$0.occurrence] == nil && $0.isKept(asOf: now) }
    keep(previous.cancelled.filter { here[$0.occurrence] != true }, now)
    numberCancelledEvents()
  }

  /// Gives all cancelled reminders of one event its last number: one that was cancelled while others went out has an earlier one.
  private mutating func numberCancelledEvents() {
    let known = cancelled.compactMap { entry in
      entry.event.map { (Occurrence(eventOf: entry.decision, entry.request), $0) }
    }
    if known.isEmpty { return }
    let numbers = Dictionary(known) { $0.sequence < $1.sequence ? $1 : $0 }
    for index in cancelled.indices {
      let uid = Occurrence(eventOf: cancelled[index].decision, cancelled[index].request)
      if let last = numbers[uid] { cancelled[index].event = last }
    }
  }

  /// Continues the numbers of events in a person's calendar that have reminders ahead, and of their cancellations.
  ///
  /// - Parameter last: The numbers of occurrences that the previous plan lacks.
  private mutating func succeedEvents(_ previous: AccountPlan, _ last: [Occurrence: Int32], _ now: Instant) {
    var shared = Set(previous.events.keys.map(\.stem))
    for stem in requests.lazy.compactMap(\.eventStem) { shared.insert(stem) }
    for stem in previous.requests.lazy.compactMap(\.eventStem) { shared.insert(stem) }
    if shared.isEmpty { return }
    let before = previous.personalEvents.filter { shared.contains($0.uid.stem) }
    var old = Dictionary(uniqueKeysWithValues: before.map { ($0.uid, $0) })
    for event in personalEvents where shared.contains(event.uid.stem) {
      if let then = old.removeValue(forKey: event.uid) {
        var number = previous.number(of: then)
        if !isSame(event, as: then, of: previous, now) {
          number = EventNumber(sequence: number.sequence + 1, stamp: nil)
        }
        events[event.uid] = number
      } else if let sequence = previous.events[event.uid]?.sequence ?? last[event.uid] {
        events[event.uid] = EventNumber(sequence: sequence + 1, stamp: nil)
      }
    }
    let here = Set(decisions.map { Occurrence(eventOf: $0, requests[Int($0.request)]) })
    var seen = Set(events.keys)
    let goneOf = Dictionary(grouping: cancelled.indices) {
      Occurrence(eventOf: cancelled[$0].decision, cancelled[$0].request)
    }
    // From the last reminder of each event, whose time decides how long its number is kept.
    for then in previous.decisions.reversed() {
      let uid = Occurrence(eventOf: then, previous.requests[Int(then.request)])
      guard shared.contains(uid.stem), seen.insert(uid).inserted,
        var number = old[uid].map(previous.number) ?? previous.events[uid]
      else { continue }
      let gone = goneOf[uid] ?? []
      if !gone.isEmpty, old[uid] != nil { number = EventNumber(sequence: number.sequence + 1, stamp: nil) }
      for index in gone { cancelled[index].event = number }
      if here.contains(uid) {
        events[uid] = number
      } else if let at = then.at {
        let last = WithdrawnOccurrence(uid, sequence: number.sequence, at: at)
        if last.isKept(asOf: now) { withdrawn.append(last) }
      }
    }
    dropOwnNumbers()
  }

  /// Removes the numbers that an event has without them, so that planning again changes no line.
  private mutating func dropOwnNumbers() {
    for event in personalEvents {
      guard let known = events.removeValue(forKey: event.uid), known != number(of: event) else { continue }
      events[event.uid] = known
    }
  }

  /// Returns whether a person's calendar shows the same for both. A reminder that has gone out is no change.
  private func isSame(_ event: PersonalEvent, as other: PersonalEvent, of previous: AccountPlan, _ now: Instant) -> Bool
  {
    let before = other.reminders.filter { !previous.decisions[$0].hasPassed(now) }
    return event.reminders.count == before.count
      && zip(event.reminders, before).allSatisfy { new, old in
        let (decision, then) = (decisions[new], previous.decisions[old])
        return isSameEvent(decision, as: then, of: previous)
          && requests[Int(decision.request)].duration == previous.requests[Int(then.request)].duration
      }
  }

  /// Marks the decisions that `previous` schedules too, in a plan that has its numbers already.
  package mutating func recall(_ previous: AccountPlan) {
    let known = OccurrencePair(from: previous, to: self).new.others
    for index in decisions.indices {
      if let before = known[index] {
        decisions[index].wasScheduled = previous.decisions[before].outcome == .scheduled
      }
    }
  }

  /// Keeps earlier cancellations until their instants pass, however many plans follow: a reader may have missed some of these.
  private mutating func keep(_ known: [CancelledOccurrence], _ now: Instant) {
    cancelled += known.filter { !$0.decision.hasPassed(now) }
    sortCancelled(now)
  }

  /// Cancels everything that this plan announced, since the account is no longer planned. Leaves no decision.
  package mutating func end(withoutSuccessor now: Instant) {
    let previous = self
    (decisions, facts, actions, cancelled, isGone) = ([], [], [], [], true)
    (stale, isNotDue, shown, events) = (nil, false, nil, [:])
    requests = []
    withdrawn = previous.withdrawn.filter { $0.isKept(asOf: now) }
    slots.used = 0
    coverageHorizon = nil
    for index in OccurrencePair(from: previous, to: nil).old.firsts {
      let then = previous.decisions[index]
      cancel(then, of: previous, now)
      keepNumber(of: then, previous.occurrence(of: then), now)
    }
    succeedEvents(previous, [:], now)
    keep(previous.cancelled, now)
  }

  private mutating func cancel(_ then: Decision, of previous: AccountPlan, _ now: Instant) {
    guard then.outcome == .scheduled, !then.hasPassed(now) else { return }
    var decision = then
    decision.sequence += 1
    decision.stamp = nil
    cancelled.append(CancelledOccurrence(request: previous.requests[Int(then.request)], decision: decision))
  }

  /// Keeps the number of an occurrence without decisions.
  mutating func keepNumber(of then: Decision, _ occurrence: Occurrence, _ now: Instant) {
    guard then.outcome == .scheduled || then.sequence > 0, let at = then.at ?? then.local?.instant(at: .utc) else {
      return
    }
    let isWithdrawn = then.outcome == .scheduled && !then.hasPassed(now)
    let last = WithdrawnOccurrence(occurrence, sequence: then.sequence + (isWithdrawn ? 1 : 0), at: at)
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

  /// Returns whether a calendar, or the device, shows the same for both.
  ///
  /// - Parameter isAlike: Whether their requests are known to be equal.
  private func isSameEvent(
    _ decision: Decision, as other: Decision, of previous: AccountPlan, isAlike: Bool = false
  ) -> Bool {
    let goesOut = decision.outcome.goesOut
    guard goesOut == other.outcome.goesOut else { return false }
    guard goesOut else { return true }
    return decision.at == other.at && (decision.deferredFrom == nil) == (other.deferredFrom == nil)
      && ComparedField.ofEvents.areEqual(decision, in: requests, other, in: previous.requests, isAlike: isAlike)
      && policy.value.name == previous.policy.value.name
      && (decision.at.map { clock(at: $0) == previous.clock(at: $0) } ?? true)
  }

  /// Returns the account's zone and offset, which a wall time is shown with.
  private func clock(at instant: Instant) -> Clock {
    Clock(zone: timeline.stays[timeline.stayIndex(at: instant)].zone.name, offset: timeline.offset(at: instant))
  }

  private struct Clock: Equatable {
    var zone: String
    var offset: UTCOffset
  }
}

extension Decision {
  /// Returns whether it has gone out by the time of a later plan. A late event goes out at `now` itself.
  func hasPassed(_ now: Instant) -> Bool {
    guard outcome == .scheduled, let at else { return false }
    return at < now || at == now && !isLate
  }
}
