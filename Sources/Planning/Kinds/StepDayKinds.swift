import CivilTime
import PlanModel

/// The day's goal of steps is reached.
enum GoalKind: KindExpansion {
  static func expand(_ frame: AccountFrame, _ settings: Policy.KindSettings, into list: inout CandidateList) {
    for day in frame.account.items.stepDays {
      guard let sample = day.goalSample else { continue }
      list.add(list.add(.stepDay(.goal, day, sample, settings)), .event(sample.at))
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
        list.add(.stepDay(.milestone, day, sample, settings)), .event(sample.at),
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
      list.add(list.add(.stepDay(.unlock, day, sample, settings)), .event(sample.at))
    }
  }
}

extension StepDayItem {
  /// The first sample, in order of time, that reaches the goal.
  fileprivate var goalSample: Sample? { samples.first { $0.steps >= goal } }
}

extension NotificationRequest {
  fileprivate static func stepDay(
    _ kind: Kind, _ day: StepDayItem, _ sample: StepDayItem.Sample, _ settings: Policy.KindSettings
  ) -> NotificationRequest {
    let field = { (name: String) in
      switch name {
      case "id": day.id.text
      case "date": day.date.description
      case "goal": String(day.goal)
      case "steps": String(sample.steps)
      case "bonus": String(max(0, sample.steps - day.goal))
      case "remaining": String(max(0, day.goal - sample.steps))
      case "percent": String(sample.steps * 100 / day.goal)
      default: ""
      }
    }
    let identifier = settings.identifier().filled(field)
    return NotificationRequest(
      kind: kind, identifier: NotificationID(identifier), item: day.id, settings: settings,
      title: settings.title.filled(field), body: settings.body.filled(field), subject: identifier, isOneOff: true,
      location: day.location)
  }
}
