import PlanModel

extension Rule {
  /// Plans only the session that started last, since one runs at a time.
  static let lastSession = Rule(
    checks: [notRunning, superseded],
    value: { name, session, _ in name == "minutes" ? .integer(Int(session.seconds / 60)) : nil })

  private static let notRunning = Check(
    .sessionNotRunning,
    .candidate { candidate, context in
      !context.frame.items(.session)[Int(candidate.item)].isRunning
    }
  ) { explainer in
    let session = explainer.account.items[.session][Int(explainer.candidate.item)]
    return [.init(.state, is: .plain(session.state), session.location)]
  }

  /// Drops a session if another started later: the app has one timer.
  private static let superseded = Check(
    .superseded, .candidate { candidate, context in follower(of: candidate, context.frame) != nil }
  ) { explainer in
    guard explainer.candidate.at != nil else { return nil }
    let session = explainer.account.items[.session][Int(explainer.candidate.item)]
    let follower = follower(of: explainer.candidate, explainer.frame)
    return [
      .init(.startedAt, is: "\(session.startedAt)", session.location),
      .init(
        .lastSession, is: follower.map { "\($0.id), started at \($0.startedAt)" } ?? "this one",
        follower?.location),
    ]
  }

  /// Returns the running session that started last, unless it is the candidate's own.
  private static func follower(of candidate: Candidate, _ frame: AccountFrame) -> Item? {
    guard let last = frame.lastSession, last.id != frame.items(.session)[Int(candidate.item)].id else {
      return nil
    }
    return last
  }
}
