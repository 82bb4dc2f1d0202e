import PlanModel

extension Kinds {
  private static let appBlocking = KindSetting("appBlocking", standard: .flag(false))

  static let goal = ShippedKind(stepDay("goal", "when a day's steps reach the goal"), .stepSamples(.goal))

  static let milestone = ShippedKind(
    stepDay("milestone", "when a day's steps reach half of the goal"), .stepSamples(.milestone))

  static let unlock = ShippedKind(
    stepDay(
      "unlock", "when the goal is reached and apps are blocked until then", settings: [appBlocking],
      preferences: ["appBlocking"]),
    .stepSamples(.unlock(appBlocking)))

  /// A kind that tells of a sample of a day's steps.
  private static func stepDay(
    _ name: String, _ occasion: String, settings: [KindSetting] = [], preferences: [String] = []
  ) -> KindDescription {
    KindDescription(
      name, occasion,
      KindDeclaration(.threshold, of: ShippedItems.stepDay) { steps in
        steps.number = steps.place("steps")
        steps.above = .field(steps.place("goal"))
      },
      identifier: IdentifierRule(["id", "date"], needed: ["date"]),
      fields: [
        .value("date", .date), .number("goal", 12_480), .number("steps", 12_480),
        .number("bonus", 2480, isOptional: true), .number("remaining", 2480), .value("percent", .percent),
      ],
      settings: settings, preferences: preferences)
  }
}
