import CivilTime
import PlanModel

/// The day's goal of steps is reached.
enum StepGoal {
  static let definition = KindDefinition(
    .stepDay("goal"), delivery: .ever, checks: [.appActive]
  ) { frame, kind, list in
    for (index, day) in frame.account.value.items.stepDays.enumerated() {
      if let sample = day.goalSample { list.add(day, sample, kind, frame, item: index) }
    }
  }
}

extension KindDescription {
  /// A kind that tells of a sample of a day's steps.
  static func stepDay(_ name: String, settings: [KindSetting] = [], preferences: [String] = []) -> KindDescription {
    KindDescription(
      name, .event, items: [.stepDay], identifier: IdentifierRule(["id", "date"], needed: ["date"]),
      fields: [
        .value("date", .date), .number("goal", 12_480), .number("steps", 12_480),
        .number("bonus", 2480, isOptional: true), .number("remaining", 2480), .value("percent", .percent),
      ], settings: settings, preferences: preferences)
  }
}

extension StepDayItem {
  /// The first sample, in order of time, that reaches the goal.
  var goalSample: Sample? { samples.first { $0.steps >= goal } }
}

extension CandidateList {
  /// Adds the event of a sample.
  mutating func add(
    _ day: StepDayItem, _ sample: StepDayItem.Sample, _ kind: KindPlan, _ frame: AccountFrame, item: Int
  ) {
    let request = frame.request(kind, item: day.id, isOneOff: true, location: day.location) { name in
      switch name {
      case "id": .text(day.id.text)
      case "date": .date(day.date)
      case "goal": .integer(day.goal)
      case "steps": .integer(sample.steps)
      // There is none to speak of where it is 0.
      case "bonus": sample.steps > day.goal ? .integer(sample.steps - day.goal) : .none
      case "remaining": .integer(max(0, day.goal - sample.steps))
      case "percent": .percent(sample.steps * 100 / day.goal)
      default: .none
      }
    }
    add(add(request), .event(sample.at), item: item)
  }
}
