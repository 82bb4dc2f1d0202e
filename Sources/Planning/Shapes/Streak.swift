import CivilTime
import PlanModel

/// Now, where a count of the item has reached one of some numbers, with a completion of today or yesterday.
extension ShapedKind {
  func streak() -> KindDefinition {
    var streak = KindDefinition(description, checks: checks(inactive)) { frame, kind, list in
      guard let field = declaration.number else { return }
      for (index, item) in items(frame).enumerated() {
        guard case .integer(let count) = value(field, of: item), declaration.milestones.contains(count), passes(item),
          item.isDone(on: frame.today) || item.isDone(on: frame.yesterday)
        else { continue }
        list.addAlone(requestOnce(item, kind, frame) { $0 == "count" ? .integer(count) : nil }, .now, item: index)
      }
    }
    streak.delivery = .ever
    streak.renewal = { plan, kind, frame in
      guard let list = declaration.item else { return nil }
      let items = items(frame)
      // Told as long as its completion is of today or yesterday.
      let ends = plan.decisions.compactMap { decision -> LocalDate? in
        let request = plan.requests[Int(decision.request)]
        guard decision.outcome.isScheduled, decision.at == frame.now, request.kind == kind.settings.kind,
          let place = request.item.flatMap({ frame.places(list)[$0] })
        else { return nil }
        return frame.today.adding(days: items[place].isDone(on: frame.today) ? 2 : 1)
      }
      return ends.min().map { PlanAgain(frame.timeline.startOfDay($0), .lateEvent) }
    }
    return streak
  }
}
