import CivilTime
import PlanModel

extension Check {
  /// The device's slots are taken: the soonest come first. Place triggers, which have no instant, precede all others.
  static let slotLimit = Check(
    .slotLimit,
    .crowd { crowd, frame in
      let slots = frame.policy.value.slots
      let limit = slots.limit(frame.account.value.platform)
      let available = limit.map { max(0, $0 - slots.reserved) } ?? .max
      let (used, horizon): (Int, Instant?)
      let isByKind = frame.kinds.contains { $0.slots > 0 }
      if let window = frame.window {
        (used, frame.firstWithoutSlot) = crowd.takeSlotsAhead(upTo: available, window.end, frame, isByKind)
        horizon = frame.firstWithoutSlot.flatMap { $0 < window.end ? $0 : nil }
      } else {
        Repeats.find(&crowd, frame)
        (used, horizon) = crowd.list.takeSlots(crowd.order.open, upTo: available, isByKind ? frame.kinds : [])
      }
      crowd.horizon = crowd.horizon ?? horizon
      crowd.slots = AccountPlan.SlotUse(limit: limit, reserved: slots.reserved, used: used, isByKind: isByKind)
      return true
    }
  ) { explainer in
    let slots = explainer.plan.slots
    guard let limit = slots.limit else { return nil }
    var facts = [
      Explanation.Fact(
        .slots, is: "\(limit) on \(plain: explainer.account.platform.rawValue)", explainer.account.location),
      .init(.reserved, is: "\(slots.reserved)"), .init(.taken, is: "\(slots.used)"),
    ]
    for kind in explainer.frame.kinds where kind.slots > 0 {
      facts.append(.init(.slotsOfKind, of: [.plain(kind.settings.kind.name)], is: "\(kind.slots)"))
    }
    if explainer.candidate.slot > 0 { facts.append(.init(.slot, is: "\(Int(explainer.candidate.slot))")) }
    if let horizon = explainer.plan.coverageHorizon {
      facts.append(.init(.coverageHorizon, is: "\(horizon)"))
    }
    return facts
  }
}

extension CandidateList {
  /// Assigns slots to candidates in their order. The occurrences of a repeating request share one.
  ///
  /// - Parameter kinds: The kinds with their slots; empty if none has any.
  /// - Returns: The number of slots used, and the instant of the first candidate without one.
  fileprivate mutating func takeSlots(
    _ order: [Int], upTo available: Int, _ kinds: [KindPlan]
  ) -> (used: Int, horizon: Instant?) {
    var (used, horizon) = (0, nil as Instant?)
    var reserve = SlotReserve(kinds, order, self)
    var slotOfRank: [Int32: Int32] = [:]
    var candidates = candidates.mutableSpan
    for index in order {
      let shares = candidates[index].part != .once
      if shares, slotOfRank[candidates[index].rank] != nil { continue }
      guard used < available, reserve.admits(candidates[index].kind, left: available - used) else {
        candidates[index].reason = .slotLimit
        horizon = horizon ?? candidates[index].at
        continue
      }
      used += 1
      candidates[index].slot = Int32(used)
      if shares { slotOfRank[candidates[index].rank] = Int32(used) }
    }
    return (used, horizon)
  }
}

/// The slots that the policy reserves for single kinds, as far as their notifications still need them.
struct SlotReserve {
  /// By position of the kind in the policy; empty if no kind has slots.
  private var needed: [Int] = []
  private var sum = 0

  /// - Parameters:
  ///   - kinds: The policy's kinds; empty if none has slots.
  ///   - order: The candidates that want a slot.
  init(_ kinds: [KindPlan], _ order: [Int], _ list: CandidateList) {
    if kinds.isEmpty { return }
    needed = kinds.map { _ in 0 }
    var repeating: Set<Int32> = []
    for index in order {
      let candidate = list.candidates[index]
      let kind = Int(candidate.kind)
      if candidate.part != .once, !repeating.insert(candidate.rank).inserted { continue }
      if needed[kind] < kinds[kind].slots { needed[kind] += 1 }
    }
    sum = needed.reduce(0, +)
  }

  /// Returns whether a notification of a kind may take one of the slots that are left, and notes that it does.
  mutating func admits(_ kind: Int32, left: Int) -> Bool {
    if sum == 0 { return true }
    if needed[Int(kind)] > 0 {
      needed[Int(kind)] -= 1
      sum -= 1
      return true
    }
    return left > sum
  }
}
