import PlanModel

/// The shipped kinds, each declared in a file of its own.
package enum Kinds {
  static let all = [
    dailyReminder, nudge, recap, task, session, habit, location, streakMilestone, insight, morning, bedtime, goal,
    milestone, workout, unlock, bill, overdue, overspend, digest, quietDigest,
  ]

  /// The descriptions that policies, texts and exports need.
  package static let catalog = KindCatalog(all.map(\.description))
}

/// A shipped kind: its declaration, and the rule for what no declaration can express.
struct ShippedKind: Sendable {
  let description: KindDescription
  let rule: Rule

  init(_ description: KindDescription, _ rule: Rule = Rule()) {
    (self.description, self.rule) = (description, rule)
  }
}
