import CivilTime
import PlanModel

extension Check {
  /// Quiet hours that drop. Those that defer have moved the candidate before (``Deferral``).
  static let quietHours = Check(
    .quietHours,
    .candidate { candidate, context in
      guard let quiet = context.frame.quietHours, let at = candidate.at else { return false }
      return quiet.contains(context.frame.timeline.local(at: at).time)
    },
    concerns: { kind, frame in
      frame.quietHours != nil && kind.quiet == .drop
    }
  ) { explainer in
    let (frame, candidate) = (explainer.frame, explainer.candidate)
    guard candidate.at != nil, let quiet = frame.quietHours, explainer.kind.quiet != .pass else { return nil }
    let isOwn = explainer.account.preferences.quietHours != nil
    var facts = [
      Explanation.Fact("quiet hours", "\(quiet.start)–\(quiet.end)", isOwn ? explainer.account.location : nil),
      .init("the policy's action", explainer.kind.quiet.rawValue),
      .init("local time", "\(frame.timeline.local(at: candidate.deferredFrom ?? candidate.at!).time)"),
    ]
    if candidate.deferredFrom != nil { facts.append(.init("moved to", "\(candidate.at!)")) }
    return facts
  }
}
