import CivilTime
import PlanModel

/// Makes one candidate for each item with a place, without a time: the device triggers it on entry or exit.
extension ShapedKind {
  func place() -> KindDefinition {
    var place = ofItems(checks(inactiveToday, doneToday)) { item, index, frame, kind, list in
      guard isPlannable(item), let place = item.place else { return }
      let form = description.forms[place.crossing == .entry ? 0 : 1]
      let request = requestOnce(item, kind, frame, form) { name in
        switch name {
        case "place": .text(place.name)
        case "trigger": .text(place.crossing.rawValue)
        default: nil
        }
      }
      list.addAlone(request, .none, item: index)
    }
    place.withdrawal = { notice, kind, frame in
      item(of: notice, kind, frame).map { $0.0.isDone(on: frame.today) } == true ? .completed : nil
    }
    place.renewal = { plan, kind, frame in
      let items = items(frame).filter { $0.place != nil && !$0.isArchived && passes($0, frame) }
      if items.isEmpty { return nil }
      let reported = Set(
        plan.decisions.lazy.filter { $0.outcome.reason == .alreadyDelivered }
          .map { plan.requests[Int($0.request)] }.filter { $0.kind == kind.settings.kind }.compactMap(\.item))
      // Triggers are armed and disarmed at midnight, so whole days suffice.
      let later = (frame.today.adding(days: 1)...frame.today.adding(days: frame.days + 1)).first { date in
        items.contains { isArmed($0, on: date) != (isArmed($0, on: frame.today) && !reported.contains($0.id)) }
      }
      return later.map { PlanAgain(frame.timeline.startOfDay($0), .place) }
    }
    place.followUp = followUp
    return place
  }

  /// Returns whether the item alone allows its place trigger to be armed on a date.
  private func isArmed(_ item: Item, on date: LocalDate) -> Bool {
    isInUse(item, on: date) && !item.isDone(on: date)
  }

  /// Drops archived items and items whose dates exclude today.
  private var inactiveToday: Check? {
    guard let inactive, let fields = declaration.fields else { return nil }
    let bounds = fields.fields.indices.filter { fields.fields[$0].isLifetime }
    if bounds.isEmpty { return inactive }
    return Check(
      .inactive,
      .candidate { candidate, context in
        let item = item(of: candidate, context.frame)
        return item.isArchived || !isInUse(item, on: context.frame.today)
      }
    ) { explainer in
      let item = item(of: explainer.candidate, explainer.frame)
      let dates = bounds.compactMap { place -> Explanation.Fact? in
        guard case .date(let date) = value(place, of: item) else { return nil }
        return .init(.other, of: [.plain(fields.fields[place].name)], is: "\(date)", item.location)
      }
      return [.init(.archived, is: "\(item.isArchived)", item.location), .init(.today, is: "\(explainer.frame.today)")]
        + dates
    }
  }

  private var doneToday: Check? {
    if !hasCompletions { return nil }
    return Check(.completed, .candidate { items($1.frame)[Int($0.item)].isDone(on: $1.frame.today) }) { explainer in
      let item = item(of: explainer.candidate, explainer.frame)
      let today = explainer.frame.today
      return [completionFact(.plain("\(today)"), item.isDone(on: today), item)]
    }
  }
}
