import PlanModel

/// Now, where a habit's streak has reached a round number with a completion of today or yesterday.
enum StreakMilestone {
  static let definition = DeclaredKind(
    KindDescription(
      "streakMilestone", .event, items: [.habit], identifier: IdentifierRule(["id", "count"]),
      fields: [
        .text("name", "Read a chapter"), .text("category", "Learning", isOptional: true),
        .number("streak", 100, isOptional: true),
      ], word: .streak),
    .streak(of: ShippedItems.habit, "streak")
  ).streak()
}
