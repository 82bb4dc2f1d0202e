import PlanModel

extension Kinds {
  private static let appBlocking = KindSetting("appBlocking", standard: .flag(false))

  static let goal = ShippedKind(
    stepDay("goal", "when a day's steps reach the goal", sample: steps(8150)), .stepSamples(.goal))

  static let milestone = ShippedKind(
    stepDay("milestone", "when a day's steps reach half of the goal", sample: steps(4100)), .stepSamples(.milestone))

  static let unlock = ShippedKind(
    stepDay(
      "unlock", "when the goal is reached and apps are blocked until then", settings: [appBlocking],
      preferences: ["appBlocking"], sample: steps(8150, preference: #""appBlocking": true"#)),
    .stepSamples(.unlock(appBlocking)))

  /// Describes a kind that reports a sample of a day's steps.
  private static func stepDay(
    _ name: String, _ occasion: String, settings: [KindSetting] = [], preferences: [String] = [],
    sample: KindSample
  ) -> KindDescription {
    KindDescription(
      name, occasion,
      KindDeclaration(.threshold, of: ShippedItems.stepDay) { steps in
        steps.number = steps.place("steps")
        steps.above = .field(steps.place("goal"))
        steps.isSilentWhileActive = true
      },
      identifier: IdentifierRule(["id", "date"], needed: ["date"]),
      fields: [
        .value("date", .date), .number("goal", 12_480), .number("steps", 12_480),
        .number("bonus", 2480, isOptional: true), .number("remaining", 2480), .value("percent", .percent),
      ],
      settings: settings, preferences: preferences, sample: sample)
  }

  /// Returns a day whose steps were counted twenty minutes ago.
  private static func steps(_ count: Int, preference: String? = nil) -> KindSample {
    KindSample(preference: preference) { clock in
      let at = clock.at(minutes: -20)
      let date = at.utc.date
      return [
        .init(
          .stepDay, "\(date)",
          #""date": "\#(date)", "goal": 8000, "samples": [{ "at": "\#(at)", "steps": \#(count) }]"#)
      ]
    }
  }
}
