import PlanModel
import Planning

/// The shipped kinds that tests name.
extension Kind {
  package static let dailyReminder = Kind("dailyReminder")
  package static let nudge = Kind("nudge")
  package static let recap = Kind("recap")
  package static let task = Kind("task")
  package static let session = Kind("session")
  package static let habit = Kind("habit")
  package static let location = Kind("location")
  package static let streakMilestone = Kind("streakMilestone")
  package static let insight = Kind("insight")
  package static let morning = Kind("morning")
  package static let bedtime = Kind("bedtime")
  package static let goal = Kind("goal")
  package static let milestone = Kind("milestone")
  package static let workout = Kind("workout")
  package static let unlock = Kind("unlock")
  package static let bill = Kind("bill")
  package static let overdue = Kind("overdue")
  package static let overspend = Kind("overspend")
  package static let digest = Kind("digest")

}

extension Kind {
  package var shipped: KindDescription { Kinds.catalog[name]! }
}

extension KindCatalog {
  package static var shipped: KindCatalog { Kinds.catalog }
}

extension KindDescription {
  /// Returns the form with a name, or the plain one.
  package func form(_ name: String) -> MessageForm { forms.first { $0.name == name } ?? .plain }
}
