import CivilTime
import PlanModel

/// Half of the day's goal is reached, and not all of it at once.
enum StepMilestone {
  static let definition = KindDefinition(
    .stepDay("milestone"), delivery: .ever, checks: [.appActive, superseded], reword: { $2.reword($0, $1) },
    followUp: { delivered, kind, frame in
      guard let date = delivered.notice.parts(kind).first?.date else { return nil }
      return frame.items(.stepDay).first { $0.date == date }.map { day in
        day.samples.contains { $0.steps >= day.goal && $0.at >= delivered.at && frame.date(at: $0.at) == delivered.day }
      }
    }
  ) { frame, kind, list in
    list.addStepDays(kind, frame) { $0.milestoneSamples }
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
