import CivilTime
import PlanModel

/// Makes a candidate now if an item's count equals a milestone and the item was done today or yesterday.
extension ShapedKind {
  func streak() -> KindDefinition {
    var streak = ofItems(checks(inactive)) { item, index, frame, kind, list in
      guard let field = declaration.number, case .integer(let count) = value(field, of: item),
        declaration.milestones.contains(count), isPlannable(item),
        item.isDone(on: frame.today) || item.isDone(on: frame.yesterday)
      else { return }
      list.addAlone(requestOnce(item, kind, frame) { $0 == "count" ? .integer(count) : nil }, .now, item: index)
    }
    streak.delivery = .ever
    streak.renewal = { plan, kind, frame in
      guard let list = declaration.item else { return nil }
      let items = items(frame)
      // A streak is reported while its last completion is today's or yesterday's.
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
