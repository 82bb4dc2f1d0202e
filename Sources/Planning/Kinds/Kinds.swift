import PlanModel

/// The kinds that ship, each declared in a file of its own.
package enum Kinds {
  static let all = [
    dailyReminder, nudge, recap, task, session, habit, location, streakMilestone, insight, morning, bedtime, goal,
    milestone, workout, unlock, bill, overdue, overspend, digest, quietDigest,
  ]

  /// What policies, texts and exports have to know of them.
  package static let catalog = KindCatalog(all.map(\.description))
}

/// A kind that ships: its declaration, and the rule for what no declaration can say.
struct ShippedKind: Sendable {
  let description: KindDescription
  let rule: Rule

  init(_ description: KindDescription, _ rule: Rule = Rule()) {
    (self.description, self.rule) = (description, rule)
  }
}
