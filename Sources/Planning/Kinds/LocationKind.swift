import CivilTime
import PlanModel

/// A habit's place trigger: armed on the device, without a time.
enum LocationKind: KindExpansion {
  static func expand(_ frame: AccountFrame, _ settings: Policy.KindSettings, into list: inout CandidateList) {
    for habit in frame.account.items.habits {
      guard let place = habit.place else { continue }
      let request = list.add(
        frame.request(
          .location, settings, item: habit.id, form: place.crossing == .entry ? .entry : .exit, isOneOff: true,
          location: habit.location
        ) { name in
          switch name {
          case "id": .text(habit.id.text)
          case "trigger": .text(place.crossing.rawValue)
          case "name": .text(habit.name)
          case "category": habit.category.map { .text($0) } ?? .none
          case "place": .text(place.name)
          default: .none
          }
        })
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
