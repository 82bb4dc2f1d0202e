import PlanModel

extension Kinds {
  private static let tailored = MessageForm.list("tailored")[0]
  private static let traits = MessageForm.list(
    ["openness", "conscientiousness", "extraversion", "agreeableness", "neuroticism"], standIn: tailored)

  static let habit = ShippedKind(
    KindDescription(
      "habit", "at a habit's reminder times on its days",
      KindDeclaration(.series, of: ShippedItems.habit) { habit in
        habit.isAtOwnTimes = true
        habit.remindsByDate = true
        habit.mayRepeat = false
      },
      subject: .title, identifier: IdentifierRule(["id", "time"], variants: ["tailored": ["id", "time"]]),
      fields: [
        .text("name", "Read a chapter"), .text("category", "Learning", isOptional: true),
        .number("streak", 100, isOptional: true), .text("trait", "openness", isOptional: true), .value("time", .time),
      ],
      forms: [tailored] + traits, formBody: ("bodyTailored", tailored)),
    .tailored(tailored, traits))
}
