import PlanModel

extension Kinds {
  static let task = ShippedKind(
    KindDescription(
      "task", "at a task's time, on its date and as it repeats",
      KindDeclaration(.series, of: ShippedItems.task) { task in
        task.isAtOwnTimes = true
        task.remindsByDate = true
        task.weekdayVariant = "customDays"
      },
      subject: .title,
      identifier: IdentifierRule(["id", "weekday"], needed: ["id"], variants: ["customDays": ["id", "weekday"]]),
      fields: [
        .text("title", "Call the dentist"), .value("time", .time, isOptional: true), .value("date", .date),
        .value("when", .when),
      ], forms: MessageForm.list("ahead"),
      settings: [Policy.taskTime, .shift, .closedDays], priority: 6,
      sample: KindSample { clock in
        [
          .init(
            .task, "water",
            #""title": "Drink some water", "date": "\#(clock.day(0))", "time": "10:30", "repeat": "daily""#),
          .init(.task, "dentist", #""title": "Call the dentist", "date": "\#(clock.day(2))", "time": "12:00""#),
        ]
      }))
}
