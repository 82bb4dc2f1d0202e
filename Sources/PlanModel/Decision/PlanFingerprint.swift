import CivilTime

extension AccountPlan {
  /// A hash of every field that a later plan is compared by: what goes out, when, by which clock and with which words; what is
  /// dropped, for which reason, and whether it needs attention. Leaves out the numbers of calendar events and facts that only
  /// describe the account.
  public var fingerprint: StableHash {
    var fields = FingerprintHasher()
    fields.add(policy.value.name)
    for stay in timeline.stays {
      fields.add(stay.zone.name)
      fields.add(stay.start)
    }
    fields.add(coverageHorizon)
    fields.add(requests.count)
    for index in requests.indices { fields.add(requests[index]) }
    var stretch = ZoneTimeline.Stretch(start: .distantFuture, end: .distantFuture, stay: -1, offset: .utc)
    for index in decisions.indices {
      fields.add(decisions[index])
      fields.add(isProblem(decisions[index]) ? 1 : 0)
      guard let at = decisions[index].at else { continue }
      if !stretch.contains(at) { stretch = timeline.stretch(at: at) }
      fields.add(Int(stretch.offset.seconds))
    }
    return fields.hasher.finish()
  }
}

/// Hashes one value after another, each of a known length or with its length.
private struct FingerprintHasher {
  private(set) var hasher = StableHasher()

  mutating func add(_ number: Int) { hasher.absorb(UInt64(bitPattern: Int64(number)), count: 8) }
  mutating func add(_ text: String) { hasher.absorbPart(text) }
  mutating func add(_ instant: Instant) { hasher.absorb(UInt64(bitPattern: instant.epochSeconds), count: 8) }
  mutating func add(_ hash: StableHash) {
    hasher.absorb(hash.high, count: 8)
    hasher.absorb(hash.low, count: 8)
  }

  /// Distinguishes nil from an empty text.
  private mutating func add(_ text: String?) {
    add(text == nil ? 0 : 1)
    if let text { add(text) }
  }

  mutating func add(_ instant: Instant?) {
    add(instant == nil ? 0 : 1)
    if let instant { add(instant) }
  }

  mutating func add(_ request: NotificationRequest) {
    add(request.uidStem)
    add(request.kind.name)
    add(request.identifier.text)
    add(request.item?.text)
    add(request.title)
    add(request.body)
    add(request.variant)
    add(request.channel)
    add(request.category)
    add(request.destination)
    add(request.url)
    add((request.isOneOff ? 1 : 0) | (request.isAllDay ? 2 : 0))
  }

  mutating func add(_ decision: Decision) {
    add(Int(decision.request))
    add(decision.outcome.mark)
    add(decision.local == nil ? 0 : 1)
    if let local = decision.local { add(Int(local.secondsSinceEpoch)) }
    add(Int(decision.stay))
    add(decision.at)
    add(decision.deferredFrom)
    add(decision.shift.map { Shift.allCases.firstIndex(of: $0)! + 1 } ?? 0)
    add((decision.isLate ? 1 : 0) | (decision.repeats ? 2 : 0))
    if let ending = decision.part.ending { add(ending) }
    add(Int(decision.badge))
    add(Int(decision.slot))
  }
}

extension Outcome {
  fileprivate var mark: Int { reason?.mark ?? code }
}
