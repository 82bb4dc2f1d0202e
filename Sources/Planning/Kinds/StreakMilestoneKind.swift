import CivilTime
import PlanModel

/// Now, on the day on which a habit's streak reaches a round number.
enum StreakMilestoneKind: KindExpansion {
  private static let milestones: Set<Int> = [7, 14, 30, 60, 100, 365]

  static func expand(_ frame: AccountFrame, _ settings: Policy.KindSettings, into list: inout CandidateList) {
    for habit in frame.account.items.habits
    where milestones.contains(habit.streak) && habit.completions.contains(frame.today) {
      let field = { (name: String) in
        switch name {
        case "id": habit.id.text
        case "count", "streak": String(habit.streak)
        case "name": habit.name
        case "category": habit.category ?? ""
        default: ""
        }
      }
      let identifier = settings.identifier().filled(field)
      let request = list.add(
        NotificationRequest(
          kind: .streakMilestone, identifier: NotificationID(identifier), item: habit.id, settings: settings,
          title: settings.title.filled(field), body: settings.body.filled(field), subject: identifier, isOneOff: true,
          location: habit.location))
      list.add(request, .event(frame.now), itemReason: habit.isArchived ? .inactive : nil)
    }
  }
}
