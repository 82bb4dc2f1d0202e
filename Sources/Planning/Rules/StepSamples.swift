import CivilTime
import PlanModel

extension Rule {
  /// What is told of a day's steps.
  enum StepNews {
    /// The goal is reached.
    case goal
    /// Half of the goal is reached, and not all of it at once.
    case milestone
    /// The goal unlocks the apps that were blocked until then, by the account's choice, else the policy's setting.
    case unlock(KindSetting)
  }

  /// The first of a day's samples that says it and that the app was not open at, else the first.
  static func stepSamples(_ news: StepNews) -> Rule {
    Rule(change: { definition, _ in
      definition.delivery = .ever
      definition.withdrawal = nil
      definition.reword = { $2.reword($0, $1) }
      switch news {
      case .goal: definition.expand = { frame, kind, list in list.addStepDays(kind, frame) { $0.goalSamples } }
      case .unlock(let setting):
        definition.expand = { frame, kind, list in
          guard frame.account.value.preferences.appBlocking ?? kind.settings.flag(setting) else { return }
          list.addStepDays(kind, frame) { $0.goalSamples }
        }
      case .milestone:
        definition.checks.append(superseded)
        definition.followUp = isFollowedByGoal
        definition.expand = { frame, kind, list in list.addStepDays(kind, frame) { $0.milestoneSamples } }
      }
    })
  }

  private static let isFollowedByGoal: @Sendable (DeliveredNotification, KindPlan, AccountFrame) -> Bool? = {
    delivered, kind, frame in
    guard let date = delivered.notice.parts(kind).first?.date else { return nil }
    return frame.items(.stepDay).first { $0.date == date }.map { day in
      day.samples.contains { $0.steps >= day.goal && $0.at >= delivered.at && frame.date(at: $0.at) == delivered.day }
    }
  }

  /// The goal was reached before the half-way could be told of.
  private static let superseded = Check(
    .superseded,
    .candidate { candidate, context in
      guard candidate.isLate,
        let goal = context.frame.items(.stepDay)[Int(candidate.item)].goalSamples.first
      else { return false }
      return goal.at <= context.frame.now
    }
  ) { explainer in
    guard explainer.candidate.at != nil else { return nil }
    let goal = explainer.account.items[.stepDay][Int(explainer.candidate.item)].goalSamples.first
    return [
      .init("told late", "\(explainer.candidate.isLate)"),
      .init("goal reached at", goal.map { "\($0.at)" } ?? "not reached", explainer.request.location),
      .init("now", "\(explainer.frame.now)"),
    ]
  }
}

extension Item {
  /// The samples, in order of time, that reach the goal.
  fileprivate var goalSamples: [StepSample] { samples.filter { $0.steps >= goal } }

  /// Those that reach half of it and not all.
  fileprivate var milestoneSamples: [StepSample] { samples.filter { $0.steps * 2 >= goal && $0.steps < goal } }
}

extension CandidateList {
  /// Adds the event of each day: the first of its samples that the app was not in the foreground at, else the first.
  fileprivate mutating func addStepDays(
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
  fileprivate func reword(_ candidate: Candidate, _ kind: KindPlan) -> NotificationRequest? {
    guard case .event(let event) = candidate.timing, let at = candidate.at, at > event else { return nil }
    let day = items(.stepDay)[Int(candidate.item)]
    return day.samples.last { $0.at <= at }.map { request(day, $0, kind) }
  }
}
