import PlanModel

extension Kinds {
  static let streakMilestone = ShippedKind(
    KindDescription(
      "streakMilestone", "when a streak has 7, 14, 30, 60, 100 or 365 days",
      KindDeclaration(.streak, of: ShippedItems.habit) { streak in
        streak.number = streak.place("streak")
        streak.milestones = KindDeclaration.standardMilestones
      },
      identifier: IdentifierRule(["id", "count"]),
      fields: [
        .text("name", "Read a chapter"), .text("category", "Learning", isOptional: true),
        .number("streak", 100, isOptional: true),
      ], sample: habitSample))
}
