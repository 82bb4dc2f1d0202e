import PlanModel

extension Kinds {
  private static let tailored = MessageForm.list("tailored")[0]
  private static let traits = MessageForm.list(
    ["openness", "conscientiousness", "extraversion", "agreeableness", "neuroticism"], fallback: tailored)

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
      forms: [tailored] + traits, formBody: ("bodyTailored", tailored), sample: habitSample),
    .tailored(tailored, traits))

  /// Habits that show every kind made from habits.
  static let habitSample = KindSample { clock in
    let done = (1...7).reversed().map { "\"\(clock.day(-$0))\"" }.joined(separator: ", ")
    let place = #"{ "place": "Pool", "latitude": 48.1753, "longitude": 16.3766, "radius": 150, "on": "entry" }"#
    return [
      .init(
        .habit, "stretch",
        #""name": "Stretch", "category": "health", "reminders": ["08:00", "20:00"], "startDate": "\#(clock.day(-7))", "#
          + #""streak": 7, "completions": [\#(done)]"#),
      .init(.habit, "swim", #""name": "Swim", "days": ["tue", "sat"], "reminders": ["17:45"], "location": \#(place)"#),
    ]
  }
}
