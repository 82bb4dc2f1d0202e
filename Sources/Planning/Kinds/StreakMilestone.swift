import CivilTime
import PlanModel

/// Now, where a habit's streak has reached a round number with a completion of today or yesterday.
enum StreakMilestone {
  private static let milestones: Set<Int> = [7, 14, 30, 60, 100, 365]

  static let definition = KindDefinition(
    KindDescription(
      "streakMilestone", .event, items: [.habit], identifier: IdentifierRule(["id", "count"]),
      fields: [
        .text("name", "Read a chapter"), .text("category", "Learning", isOptional: true),
        .number("streak", 100, isOptional: true),
      ], word: .streak),
    delivery: .ever, checks: [Habit.inactive],
    renewal: { plan, kind, frame in
      // Told as long as its completion is of today or yesterday.
      let ends = plan.decisions.compactMap { decision -> LocalDate? in
        let request = plan.requests[Int(decision.request)]
        guard decision.outcome.isScheduled, decision.at == frame.now, request.kind == kind.settings.kind,
          let habit = request.item.flatMap({ frame.habitPlaces[$0] }).map({ frame.account.value.items.habits[$0] })
        else { return nil }
        return frame.today.adding(days: habit.completions.contains(frame.today) ? 2 : 1)
      }
      return ends.min().map { PlanAgain(frame.timeline.startOfDay($0), .lateEvent) }
    }
  ) { frame, kind, list in
    for (index, habit) in frame.account.value.items.habits.enumerated()
    where milestones.contains(habit.streak)
      && (habit.completions.contains(frame.today) || habit.completions.contains(frame.yesterday))
    {
      let request = frame.request(kind, item: habit.id, isOneOff: true, location: habit.location) { name in
        switch name {
        case "id": .text(habit.id.text)
        case "count", "streak": habit.streakValue
        case "name": .text(habit.name)
        case "category": .text(ifAny: habit.category)
        default: .none
        }
      }
      list.addAlone(request, .now, item: index)
    }
  }
}
