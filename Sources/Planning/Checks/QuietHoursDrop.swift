import CivilTime
import PlanModel

extension Check {
  /// Quiet hours that drop notifications. Quiet hours that move have already done so (``Deferral``).
  static let quietHours = Check(
    .quietHours,
    .candidate { candidate, context in
      guard let at = candidate.at, !candidate.isInDigest else { return false }
      let (frame, kind) = (context.frame, context.frame.kinds[Int(candidate.kind)])
      return frame.quietSpell(at: frame.timeline.local(at: at), kind)?.action == .drop
    },
    applies: { $0.quietHours(.drop, $1) }
  ) { explainer in
    explainer.candidate.isInDigest ? nil : facts(explainer)
  }

  /// Another notification names it: the digest at the end of quiet hours, or the last of several in quick succession.
  static let inDigest = Check(
    .inDigest, .candidate { candidate, _ in candidate.isInDigest },
    applies: { kind, frame in kind.quietHours(.digest, frame) && frame.hasDigest }
  ) { explainer in
    if let facts = bundleFacts(explainer) { return facts }
    guard explainer.candidate.isInDigest, let facts = facts(explainer), let at = explainer.candidate.at else {
      return nil
    }
    return facts + [.init(.namedBy, is: explainer.digests[at].map { "\($0)" } ?? "none: it is over")]
  }

  /// Returns nil if the candidate is not held back for another one of its kind.
  private static func bundleFacts(_ explainer: Explainer) -> [Explanation.Fact]? {
    let (candidate, kind) = (explainer.candidate, explainer.kind.settings)
    guard let bundle = kind.description.declaration.bundle, candidate.reason == .inDigest, !candidate.isInDigest,
      let at = candidate.at
    else { return nil }
    let named = explainer.candidates.filter { other in
      other.kind == candidate.kind && other.at.map { $0 >= at } ?? false
        && (other.reason?.index ?? .max) > Reason.inDigest.index
    }
    let facts = [Explanation.Fact(.bundle, of: [.plain(kind.kind.name)], is: .plain(bundle.text))]
    guard let last = named.min(by: { $0.time < $1.time }) else { return facts }
    return facts + [.init(.namedBy, is: "\(explainer.plan.requests[Int(last.request)].identifier) at \(last.at!)")]
  }

  private static func facts(_ explainer: Explainer) -> [Explanation.Fact]? {
    let (frame, candidate, kind) = (explainer.frame, explainer.candidate, explainer.kind)
    guard let at = candidate.shift == .minimumGap ? candidate.deferredFrom : candidate.at else { return nil }
    let intended = frame.timeline.local(at: candidate.deferredFrom ?? at)
    let isOwn = explainer.account.preferences.quietHours != nil
    var facts: [Explanation.Fact]
    if kind.quietRules == nil {
      guard let quiet = frame.quietHours, kind.quiet != .pass else { return nil }
      facts = [
        Explanation.Fact(.quietHours, is: "\(quiet.start)–\(quiet.end)", isOwn ? explainer.account.location : nil),
        .init(.policyAction, is: .plain(kind.quiet.rawValue)), .init(.localTime, is: "\(intended.time)"),
      ]
    } else {
      let spell = frame.quietSpell(at: intended, kind)
      facts = [
        Explanation.Fact(
          .quietHours, is: spell.map { "until \($0.end)" } ?? "not then", isOwn ? explainer.account.location : nil)
      ]
      if let spell { facts.append(.init(.policyAction, is: .plain(spell.action.rawValue))) }
      facts.append(.init(.localTime, is: "\(intended)"))
    }
    if candidate.deferredFrom != nil, candidate.shift != .minimumGap { facts.append(.init(.movedTo, is: "\(at)")) }
    return facts
  }
}
