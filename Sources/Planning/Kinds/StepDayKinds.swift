import CivilTime
import PlanModel

/// The day's goal of steps is reached.
enum GoalKind: KindExpansion {
  static func expand(_ frame: AccountFrame, _ settings: Policy.KindSettings, into list: inout CandidateList) {
    for day in frame.account.items.stepDays {
      guard let sample = day.goalSample else { continue }
      list.add(list.add(frame.stepDay(.goal, day, sample, settings)), .event(sample.at))
    }
  }
}

/// Half of the day's goal is reached, and not all of it at once.
enum MilestoneKind: KindExpansion {
  static func expand(_ frame: AccountFrame, _ settings: Policy.KindSettings, into list: inout CandidateList) {
    for day in frame.account.items.stepDays {
      guard let sample = day.samples.first(where: { $0.steps * 2 >= day.goal }), sample.steps < day.goal else {
        continue
      }
      list.add(
        list.add(frame.stepDay(.milestone, day, sample, settings)), .event(sample.at),
        detail: .milestone(goalAt: day.goalSample?.at))
    }
  }
}

/// The goal unlocks the apps that were blocked until then.
enum UnlockKind: KindExpansion {
  static func expand(_ frame: AccountFrame, _ settings: Policy.KindSettings, into list: inout CandidateList) {
    guard frame.account.preferences.appBlocking ?? settings.isAppBlocking else { return }
    for day in frame.account.items.stepDays {
      guard let sample = day.goalSample else { continue }
      list.add(list.add(frame.stepDay(.unlock, day, sample, settings)), .event(sample.at))
    }
  }
}

extension StepDayItem {
  /// The first sample, in order of time, that reaches the goal.
  fileprivate var goalSample: Sample? { samples.first { $0.steps >= goal } }
}

extension AccountFrame {
  fileprivate func stepDay(
    _ kind: Kind, _ day: StepDayItem, _ sample: StepDayItem.Sample, _ settings: Policy.KindSettings
  ) -> NotificationRequest {
    request(kind, settings, item: day.id, isOneOff: true, location: day.location) { name in
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
  }
}
