import CivilTime
import PlanModel

/// Now, on the day on which a habit's streak reaches a round number.
enum StreakMilestoneKind: KindExpansion {
  private static let milestones: Set<Int> = [7, 14, 30, 60, 100, 365]

  static func expand(_ frame: AccountFrame, _ settings: Policy.KindSettings, into list: inout CandidateList) {
    for habit in frame.account.items.habits
    where milestones.contains(habit.streak) && habit.completions.contains(frame.today) {
      let request = list.add(
        frame.request(.streakMilestone, settings, item: habit.id, isOneOff: true, location: habit.location) { name in
          switch name {
          case "id": .text(habit.id.text)
          case "count", "streak": habit.streakValue
          case "name": .text(habit.name)
          case "category": habit.category.map { .text($0) } ?? .none
          default: .none
          }
        })
      list.add(request, .event(frame.now), itemReason: habit.isArchived ? .inactive : nil)
    }
  }
}
