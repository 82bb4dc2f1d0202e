import PlanModel

extension Rule {
  /// What a notification reports about a day's steps.
  enum StepReport {
    /// The goal is reached.
    case goal
    /// Half of the goal is reached, but not yet all of it.
    case milestone
    /// Reaching the goal unlocks blocked apps, if the account's choice or else the policy's setting allows it.
    case unlock(KindSetting)
  }

  /// Reports the first matching sample of a day at which the app was not open, else the first matching one.
  static func stepSamples(_ report: StepReport) -> Rule {
    Rule(change: { definition, _ in
      definition.delivery = .ever
      definition.withdrawal = nil
      definition.reword = { $2.reword($0, $1) }
      switch report {
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

  /// Drops a late halfway notification if the goal has been reached by now.
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
      .init(.late, is: "\(explainer.candidate.isLate)"),
      .init(.goalReachedAt, is: goal.map { "\($0.at)" } ?? "not reached", explainer.request.location),
      .init(.now, is: "\(explainer.frame.now)"),
    ]
  }
}

extension Item {
  /// The samples that reach the goal, by time.
  fileprivate var goalSamples: [StepSample] { samples.filter { $0.steps >= goal } }

  /// The samples that reach half of the goal but not all of it.
  fileprivate var milestoneSamples: [StepSample] { samples.filter { $0.steps * 2 >= goal && $0.steps < goal } }
}

extension CandidateList {
  /// Adds each day's event: its first sample with the app not in the foreground, else its first sample.
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
      // Texts omit a bonus of 0.
      case "bonus": sample.steps > day.goal ? .integer(sample.steps - day.goal) : .none
      case "remaining": .integer(max(0, day.goal - sample.steps))
      case "percent": .percent(sample.steps * 100 / day.goal)
      default: .none
      }
    }
  }

  /// Updates the figures of an event that goes out late: uses the last sample up to the instant at which it goes out.
  fileprivate func reword(_ candidate: Candidate, _ kind: KindPlan) -> NotificationRequest? {
    guard case .event(let event) = candidate.timing, let at = candidate.at, at > event else { return nil }
    let day = items(.stepDay)[Int(candidate.item)]
    return day.samples.last { $0.at <= at }.map { request(day, $0, kind) }
  }
}
