import CivilTime
import PlanModel

/// A habit's place trigger: armed on the device, without a time.
enum LocationKind: KindExpansion {
  static func expand(_ frame: AccountFrame, _ settings: Policy.KindSettings, into list: inout CandidateList) {
    for habit in frame.account.items.habits {
      guard let place = habit.place else { continue }
      let field = { (name: String) in
        switch name {
        case "id": habit.id.text
        case "trigger": place.crossing.rawValue
        case "name": habit.name
        case "place": place.name
        default: ""
        }
      }
      let identifier = settings.identifier().filled(field)
      let request = list.add(
        NotificationRequest(
          kind: .location, identifier: NotificationID(identifier), item: habit.id, settings: settings,
          title: settings.title.filled(field), body: settings.body.filled(field), subject: identifier, isOneOff: true,
          location: habit.location))
      list.add(request, .none, itemReason: reason(habit, today: frame.today))
    }
  }

  /// Checks 4 and 10, both as of today.
  private static func reason(_ habit: HabitItem, today: LocalDate) -> Reason? {
    if let start = habit.startDate, today < start { return .inactive }
    if let end = habit.endDate, today > end { return .inactive }
    return HabitKind.reason(habit, on: today)
  }
}
