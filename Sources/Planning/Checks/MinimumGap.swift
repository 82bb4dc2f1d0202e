import CivilTime
import PlanModel

extension Check {
  /// It follows another notification sooner than the policy allows, and may not or cannot be moved.
  static let minimumGap = Check(.minimumGap, .crowd { $0.settleGaps($1) }) { explainer in
    let candidate = explainer.candidate
    guard let gap = explainer.frame.policy.value.minimumGap, let at = candidate.at else { return nil }
    var facts = [
      Explanation.Fact(.minimumGap, is: .plain(gap.text)), .init(.tooSoon, is: .plain(gap.action.rawValue)),
    ]
    let isMoved = candidate.shift == .minimumGap
    if isMoved || candidate.reason == .minimumGap {
      if candidate.twin >= 0 {
        let before = explainer.candidates[Int(candidate.twin)]
        let request = explainer.plan.requests[Int(before.request)]
        facts.append(.init(.previous, is: "\(request.identifier) at \(before.at!)", request.location))
      } else {
        facts.append(.init(.previous, is: "was delivered", explainer.account.location))
      }
    }
    if isMoved { facts.append(.init(.movedTo, is: "\(at)")) }
    return facts
  }
}

extension Crowd {
  /// Goes through the candidates in order and keeps the policy's distance between them.
  ///
  /// Today's past candidates take part: if an earlier plan of the day had them, they went out. If that plan moved one
  /// to after `now`, it still goes out.
  fileprivate mutating func settleGaps(_ frame: AccountFrame) -> Bool {
    guard let gap = frame.policy.value.minimumGap else { return false }
    let delivered = frame.account.value.delivered.map(\.at).filter { $0 <= frame.now }.max()
    var previous = Int32(-1)
    /// The first instant that keeps the distance.
    var free = Instant.distantPast
    var hasMoved = false
    for index in inOrder(frame) {
      let candidate = list.candidates[index]
      let at = candidate.at!
      let isPast = candidate.reason != nil
      var target = max(at, free)
      if target > frame.now, let delivered {
        // Devices are up to a minute late.
        let room = delivered.advanced(bySeconds: gap.seconds)
        if target < room.advanced(bySeconds: -60) { (target, previous) = (room, -1) }
      }
      if target != at, !candidate.isCritical {
        let moved = gap.action == .move ? moved(candidate, to: target, frame) : nil
        guard let moved else {
          if !isPast { (list.candidates[index].reason, list.candidates[index].twin) = (.minimumGap, previous) }
          continue
        }
        if !isPast || target > frame.now, moved.reason == nil || !isPast {
          list.candidates[index] = moved
          list.candidates[index].twin = previous
          hasMoved = true
        }
        if moved.reason != nil, target > frame.now { continue }
      }
      previous = Int32(index)
      free = max(free, (candidate.isCritical ? at : target).advanced(bySeconds: gap.seconds))
    }
    if hasMoved { order.sort(&list) }
    return true
  }

  /// Returns the candidate at a later instant of its day, or nil if there is no room, the instant is in quiet hours, or a
  /// lead would reach what it is about.
  private mutating func moved(_ candidate: Candidate, to instant: Instant, _ frame: AccountFrame) -> Candidate? {
    let (kind, local) = (frame.kinds[Int(candidate.kind)], frame.timeline.local(at: instant))
    guard instant < frame.windowEnd, local.date == frame.date(at: candidate.at!),
      frame.quietSpell(at: local, kind) == nil,
      !candidate.isLead || frame.dueInstant(of: candidate, kind).map({ instant < $0 }) ?? true
    else { return nil }
    var moved = candidate
    moved.deferredFrom = candidate.deferredFrom ?? candidate.at
    (moved.at, moved.shift, moved.reason) = (instant, .minimumGap, nil)
    let context = CheckContext(frame: frame, requests: list.requests)
    moved.reason = kind.late.first { $0.applies(kind, frame) && $0.fails(moved, context) }?.reason
    // Bundles and snoozed ones have words of the same day already.
    if moved.reason == nil, !kind.isBundled, !moved.isSnoozed, let request = kind.definition.reword?(moved, kind, frame)
    {
      let own = list.requests[Int(moved.request)]
      moved.request = list.add(own.reworded(request.title, request.body, variant: request.variant))
    }
    return moved
  }

  // MARK: Order

  /// Returns the open candidates, and today's candidates of an earlier plan, in the order of the checks.
  private mutating func inOrder(_ frame: AccountFrame) -> [Int] {
    let candidates = list.candidates
    var ordered = order.open.filter { candidates[$0].at != nil }
    let over = candidates.indices.filter { index in
      candidates[index].reason == .past && candidates[index].at.map { frame.date(at: $0) == frame.today } ?? false
    }
    if over.isEmpty { return ordered }
    var requests = Set(ordered.map { requestID(candidates[$0]) })
    var told: Set<Told> = []
    for index in over.sorted(by: isBefore) where requests.insert(requestID(candidates[index])).inserted {
      let subject = subjectKey(index, frame)
      if told.insert(Told(at: candidates[index].at, subject: subject)).inserted { ordered.append(index) }
    }
    return ordered.sorted(by: isBefore)
  }

  private func isBefore(_ a: Int, _ b: Int) -> Bool {
    let (first, second) = (list.candidates[a], list.candidates[b])
    return (first.time, -first.priority, first.rank, a) < (second.time, -second.priority, second.rank, b)
  }

  func requestID(_ candidate: Candidate) -> RequestID {
    let request = list.requests[Int(candidate.request)]
    return RequestID(request.identifier, on: request.isOneOff ? nil : candidate.date)
  }

  /// What an earlier plan told at an instant. It dropped others of the subject as duplicates.
  private struct Told: Hashable {
    var at: Instant?
    var subject: DuplicateTable.SameSubject
  }
}

extension Check {
  /// Returns whether a candidate fails a test of single candidates.
  func fails(_ candidate: Candidate, _ context: CheckContext) -> Bool {
    guard case .candidates(let settle) = test else { return false }
    var alone: ContiguousArray = [candidate]
    alone[0].reason = nil
    var span = alone.mutableSpan
    settle(&span, 0, context, reason)
    return alone[0].reason != nil
  }
}
