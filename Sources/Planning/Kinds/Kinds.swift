import PlanModel

/// The kinds that ship.
package enum Kinds {
  static let all = [
    DailyReminder.definition, Nudge.definition, Recap.definition, Task.definition, Session.definition,
    Habit.definition, HabitPlace.definition, StreakMilestone.definition, Insight.definition, Morning.definition,
    Bedtime.definition, StepGoal.definition, StepMilestone.definition, Workout.definition, AppUnlock.definition,
    Bill.definition, OverdueBill.definition, Overspend.definition, BillDigest.definition, QuietDigest.definition,
  ]

  /// What policies, texts and exports have to know of them.
  package static let catalog = KindCatalog(all.map(\.description))
}
