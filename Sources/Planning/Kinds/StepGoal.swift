import CivilTime
import PlanModel

/// The day's goal of steps is reached.
enum StepGoal {
  static let definition = KindDefinition(
    .stepDay("goal"), delivery: .ever, checks: [.appActive], reword: { $2.reword($0, $1) }
  ) { frame, kind, list in
    list.addStepDays(kind, frame) { $0.goalSamples }
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
      ], settings: settings, preferences: preferences, word: .threshold)
  }
}

extension Item {
  /// The samples, in order of time, that reach the goal.
  var goalSamples: [StepSample] { samples.filter { $0.steps >= goal } }

  /// Those that reach half of it and not all.
  var milestoneSamples: [StepSample] { samples.filter { $0.steps * 2 >= goal && $0.steps < goal } }
}

extension CandidateList {
  /// Adds the event of each day: the first of its samples that the app was not in the foreground at, else the first.
  mutating func addStepDays(
    _ kind: KindPlan, _ frame: AccountFrame, _ samples: (Item) -> [StepSample]
  ) {
    for (index, day) in frame.items(.stepDay).enumerated() {
      let samples = samples(day)
      let unseen = samples.first { sample in frame.foreground.first(with: sample.at) == nil }
      guard let sample = unseen ?? samples.first else { continue }
      addAlone(frame.request(day, sample, kind), .event(sample.at), item: index)
    }
  }
}

extension AccountFrame {
  fileprivate func request(_ day: Item, _ sample: StepSample, _ kind: KindPlan) -> NotificationRequest {
    request(kind, item: day.id, isOneOff: true, location: day.location) { name in
      switch name {
      case "id": .text(day.id.text)
      case "date": day.date.map { .date($0) } ?? .none
      case "goal": .integer(day.goal)
      case "steps": .integer(sample.steps)
      // There is none to speak of where it is 0.
      case "bonus": sample.steps > day.goal ? .integer(sample.steps - day.goal) : .none
      case "remaining": .integer(max(0, day.goal - sample.steps))
      case "percent": .percent(sample.steps * 100 / day.goal)
      default: .none
      }
    }
  }

  /// The figures of the instant at which it goes out, where that is not the event's own: those of the last sample up to then.
  func reword(_ candidate: Candidate, _ kind: KindPlan) -> NotificationRequest? {
    guard case .event(let event) = candidate.timing, let at = candidate.at, at > event else { return nil }
    let day = items(.stepDay)[Int(candidate.item)]
    return day.samples.last { $0.at <= at }.map { request(day, $0, kind) }
  }
}
