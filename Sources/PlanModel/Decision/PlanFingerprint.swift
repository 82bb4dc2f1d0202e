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
      let at = decisions[index].at
      if let at, !stretch.contains(at) { stretch = timeline.stretch(at: at) }
      let offset = at == nil ? 0 : Int32(stretch.offset.seconds)
      fields.add(decisions[index], isProblem: isProblem(decisions[index]), offset: offset)
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

  /// Adds a decision as three words and its times: a word for each field takes 2 % more of the next night's run.
  ///
  /// - Parameter offset: The clock's offset at its instant, in seconds; 0 if it has none.
  mutating func add(_ decision: Decision, isProblem: Bool, offset: Int32) {
    func bits(_ number: Int32) -> UInt64 { UInt64(UInt32(bitPattern: number)) }
    func flag(_ isSet: Bool, _ place: UInt64) -> UInt64 { isSet ? 1 << place : 0 }
    let shift = decision.shift.map { Shift.allCases.firstIndex(of: $0)! + 1 } ?? 0
    let kinds =
      flag(decision.local != nil, 0) | flag(decision.at != nil, 1) | flag(decision.deferredFrom != nil, 2)
      | flag(decision.part.ending != nil, 3) | flag(decision.repeats, 4) | flag(decision.isLate, 5)
      | flag(isProblem, 6) | UInt64(shift) << 8 | UInt64(UInt16(truncatingIfNeeded: decision.outcome.code)) << 16
    hasher.absorb(bits(decision.stay) << 32 | kinds, count: 8)
    hasher.absorb(bits(decision.request) << 32 | bits(decision.badge), count: 8)
    hasher.absorb(bits(decision.slot) << 32 | bits(offset), count: 8)
    if let local = decision.local { add(Int(local.secondsSinceEpoch)) }
    if let at = decision.at { add(at) }
    if let from = decision.deferredFrom { add(from) }
    if let ending = decision.part.ending { add(ending) }
  }
}
