import PlanModel

/// A habit's place trigger: armed on the device, without a time.
enum HabitPlace {
  static let definition = DeclaredKind(
    KindDescription(
      "location", .place, items: [.habit], identifier: IdentifierRule(["id", "trigger"], needed: ["id"]),
      fields: [
        .text("name", "Read a chapter"), .text("category", "Learning", isOptional: true),
        .text("place", "City library"),
      ], forms: MessageForm.list("entry", "exit"), settings: [.once]),
    .place(of: ShippedItems.habit), KindRules(checks: [inactive, Habit.completed])
  ).place()

  /// The habit is archived, or today is outside its dates.
  private static let inactive = Check(
    .inactive,
    .candidate { candidate, context in
      let habit = context.frame.items(.habit)[Int(candidate.item)]
      return habit.isArchived || !ShippedItems.habit.isInUse(habit, on: context.frame.today)
    }
  ) { explainer in
    let habit = explainer.account.items[.habit][Int(explainer.candidate.item)]
    var facts = [
      Explanation.Fact("archived", "\(habit.isArchived)", habit.location), .init("today", "\(explainer.frame.today)"),
    ]
    if let start = habit.startDate { facts.append(.init("startDate", "\(start)", habit.location)) }
    if let end = habit.endDate { facts.append(.init("endDate", "\(end)", habit.location)) }
    return facts
  }
}
