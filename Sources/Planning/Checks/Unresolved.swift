import PlanModel

extension Check {
  /// No clock shows the wall time, since it is in a gap, and the policy skips such times.
  static let dstGap = Check(
    .dstGap, .candidate { candidate, _ in candidate.unresolved == .dstGap },
    applies: { _, frame in frame.policy.value.gap == .skip }
  ) { explainer in
    let candidate = explainer.candidate
    guard case .wall(let local) = candidate.timing else { return nil }
    var facts = [Explanation.Fact(.wallTime, is: "\(local)")]
    if candidate.stay >= 0 {
      let zone = explainer.request.zone ?? explainer.stays[Int(candidate.stay)].zone
      facts.append(.init(.zone, is: .plain(zone.name)))
    }
    facts.append(.init(.gap, is: .plain(explainer.frame.policy.gap.rawValue)))
    if candidate.shift == .dstGap {
      facts.append(.init(.skipped, is: "\(candidate.deferredFrom ?? candidate.at!)"))
    }
    return facts
  }

  /// The due date falls on a closed day, and the policy skips it.
  static let holiday = Check(
    .holiday, .candidate { candidate, _ in candidate.unresolved == .holiday },
    applies: { _, frame in frame.skipsDates }
  ) { explainer in
    let candidate = explainer.candidate
    guard let local = candidate.local, let days = explainer.kind.openDays(candidate.dayShift, explainer.frame) else {
      return nil
    }
    let due = candidate.due(local)
    var facts = [
      Explanation.Fact(.due, is: "\(due), \(plain: due.weekday.code)", explainer.request.location),
      .init(.closed, is: "\(days.closed.contains(due))"),
      explainer.kind.settings.dayShift == days.shift
        ? .init(.policyShift, is: .plain(days.shift.rawValue))
        : .init(.shift, is: .plain(days.shift.rawValue), explainer.request.location),
    ]
    if let moved = days.moved(due), moved != due { facts.append(.init(.movedTo, is: "\(moved)")) }
    return facts
  }

  /// The account changes zones at the wall time, so no clock shows it.
  static let zoneChange = Check(
    .zoneChange, .candidate { candidate, _ in candidate.unresolved == .zoneChange },
    applies: { _, frame in frame.timeline.stays.count > 1 }
  ) { explainer in
    guard case .wall(let local) = explainer.candidate.timing, explainer.stays.count > 1 else { return nil }
    var facts = [
      Explanation.Fact(.wallTime, is: "\(local)"),
      .init(.moves, is: explainer.moves, explainer.account.location),
    ]
    if explainer.candidate.shift == .zoneChange, let at = explainer.candidate.deferredFrom ?? explainer.candidate.at {
      facts.append(.init(.passedOver, is: "\(at)"))
    }
    return facts
  }
}
