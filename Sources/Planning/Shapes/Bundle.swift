import CivilTime
import PlanModel

/// Combines notifications of a kind that go out within a time on one local day. The result goes out with the last of
/// them, so that none goes out early, and a plan made in between still has all of them.
extension ShapedKind {
  /// nil if the kind's notifications are not bundled.
  var bundle: KindDefinition.Bundle? {
    guard let bundle = declaration.bundle, let (_, form) = description.formBody else { return nil }
    return KindDefinition.Bundle(seconds: bundle.seconds) { candidate, request, count, titles, kind, frame in
      let local = candidate.at.map { frame.timeline.local(at: $0) }
      let rotation = local.flatMap { kind.rotation($0.date) }
      let words = frame.words(kind, form, request.uidStem, rotation: rotation) { name in
        if let value = field(name, of: count, titles), !hasField(name) { return value }
        return switch name {
        case "date", "dueDate", "shiftedDate": .date(ifAny: local?.date)
        case "time": local.map { .time($0.time) } ?? .none
        case "when":
          candidate.due.map {
            .when(frame.seen($0, by: .due, isOfDay: request.isAllDay, at: candidate.at))
          } ?? .none
        default: candidate.item < 0 ? .none : value(name, of: item(of: candidate, frame), frame)
        }
      }
      return request.reworded(words.title, words.body, variant: words.variant)
    }
  }
}

extension CandidateList {
  /// Bundles the candidates of one kind, from a position on. Today's past candidates take part: they wait for the last
  /// one. Those that a snooze holds back do not.
  mutating func gather(from first: Int, _ bundle: KindDefinition.Bundle, _ kind: KindPlan, _ frame: AccountFrame) {
    var rest = inOrder(from: first, kind, frame)[...]
    while let at = rest.first.flatMap({ candidates[$0].at }) {
      let (end, day) = (at.advanced(bySeconds: bundle.seconds), frame.date(at: at))
      let group = rest.prefix { candidates[$0].at! < end && frame.date(at: candidates[$0].at!) == day }
      rest = rest.dropFirst(group.count)
      guard let last = group.last, candidates[last].reason == nil, let instant = candidates[last].at else { continue }
      let bundled = group.dropLast().filter { absorb($0, at: instant, kind, frame) }
      if bundled.isEmpty || isFull { continue }
      let (titles, request) = (titles(of: bundled + [last]), requests[Int(candidates[last].request)])
      candidates[last].request = add(bundle.request(candidates[last], request, bundled.count + 1, titles, kind, frame))
    }
  }

  /// Returns the open candidates, and today's candidates of an earlier plan, in the order of the plan.
  private func inOrder(from first: Int, _ kind: KindPlan, _ frame: AccountFrame) -> [Int] {
    let rotation = (first..<candidates.count).filter { index in
      guard let at = candidates[index].at, !frame.isSnoozed(candidates[index], kind) else { return false }
      return candidates[index].reason == nil || candidates[index].reason == .past && frame.date(at: at) == frame.today
    }
    return rotation.sorted {
      (candidates[$0].time, identifier(of: $0), $0) < (candidates[$1].time, identifier(of: $1), $1)
    }
  }

  /// Drops a candidate that another one names at an instant.
  ///
  /// - Returns: false if it would not go out then.
  private mutating func absorb(_ index: Int, at instant: Instant, _ kind: KindPlan, _ frame: AccountFrame) -> Bool {
    var held = candidates[index]
    held.deferredFrom = held.deferredFrom ?? held.at
    (held.at, held.reason) = (instant, nil)
    // A lead is in time only before what it is about.
    if held.isLead, let due = frame.dueInstant(of: held, kind), instant >= due { return false }
    let context = CheckContext(frame: frame, requests: requests)
    if kind.late.contains(where: { $0.applies(kind, frame) && $0.fails(held, context) }) { return false }
    candidates[index].reason = .inDigest
    return true
  }
}
