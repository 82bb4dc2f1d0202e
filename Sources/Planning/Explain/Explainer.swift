import CivilTime
import PlanModel

/// Tells, for the candidates of a plan that was just made, what each check compared.
///
/// It holds frame and plan, which is much to copy: one of it turns from decision to decision. The verdicts are the plan's
/// own: a candidate that was dropped failed the check of its reason and passed those before.
struct Explainer {
  let frame: AccountFrame
  let plan: AccountPlan
  let candidates: [Candidate]
  /// By decision, which of the candidates it is about.
  let order: [Int32]
  /// The index of the decision at hand.
  var decision = 0

  var candidate: Candidate { candidates[Int(order[decision])] }

  var request: NotificationRequest { plan.requests[Int(candidate.request)] }
  var account: Shared<Account> { frame.account }

  func explanation() -> Explanation {
    let failed = candidate.reason
    var steps: [Explanation.Step] = []
    for reason in Reason.allCases {
      guard let compared = compared(reason) else { continue }
      let verdict: Explanation.Verdict
      if let failed {
        verdict = reason == failed ? .failed : reason.index < failed.index ? .passed : .notReached
      } else {
        verdict = .passed
      }
      steps.append(.init(reason: reason, verdict: verdict, compared: verdict == .notReached ? [] : compared))
    }
    return Explanation(decision: decision, steps: steps)
  }

  /// What the check of `reason` looks at; nil where it does not concern the candidate.
  func compared(_ reason: Reason) -> [Explanation.Fact]? {
    switch reason {
    case .accountDisabled, .unauthorized, .kindDisabled: switches(reason)
    case .inactive, .notExpense, .noDueDate, .autoPay, .paid, .sessionNotRunning, .completed: itemState(reason)
    case .dstGap, .zoneChange: resolution(reason)
    case .past, .expired, .beyondWindow: window(reason)
    case .alreadyDelivered, .appliesTomorrow, .appActive, .superseded, .nothingDue: circumstance(reason)
    case .quietHours: quietHours()
    case .duplicate, .dailyCap, .slotLimit: crowd(reason)
    }
  }

  private func switches(_ reason: Reason) -> [Explanation.Fact] {
    let preferences = account.preferences
    switch reason {
    case .accountDisabled:
      return [preferences.isEnabled.fact("preferences.enabled", account.location, orDefault: "true")]
    case .unauthorized:
      let accepted = Authorization.allCases.filter { frame.policy.authorization.contains($0) }
      return [
        .init("authorization", account.authorization.rawValue, account.location),
        .init("the policy accepts", accepted.map(\.rawValue).joined(separator: ", ")),
      ]
    default:
      return [
        preferences.kinds[candidate.kind].fact(
          "preferences.kinds.\(candidate.kind.rawValue)", account.location, orDefault: "not set"),
        .init("the policy's switch", frame.policy[candidate.kind]?.isEnabled == true ? "on" : "off"),
      ]
    }
  }

  private func resolution(_ reason: Reason) -> [Explanation.Fact]? {
    guard case .wall(let local) = candidate.timing else { return nil }
    if reason == .zoneChange {
      guard plan.timeline.stays.count > 1 else { return nil }
      let moves = plan.timeline.stays.dropFirst().map { "\($0.zone.name) from \($0.start)" }
      return [.init("wall time", "\(local)"), .init("moves", moves.joined(separator: ", "), account.location)]
    }
    var facts = [Explanation.Fact("wall time", "\(local)")]
    if candidate.stay >= 0 { facts.append(.init("zone", plan.timeline.stays[Int(candidate.stay)].zone.name)) }
    facts.append(.init("policy gap", frame.policy.gap.rawValue))
    if candidate.shift != nil {
      facts.append(.init("the clock skips it, so it is", "\(candidate.deferredFrom ?? candidate.at!)"))
    }
    return facts
  }

  private func window(_ reason: Reason) -> [Explanation.Fact]? {
    guard let at = candidate.at else { return nil }
    if reason == .beyondWindow {
      return [.init("at", at.description), .init("the window ends", frame.windowEnd.description)]
    }
    guard candidate.kind.isEvent == (reason == .expired) else { return nil }
    var facts = [Explanation.Fact("at", at.description), .init("now", frame.now.description)]
    if case .event(let instant) = candidate.timing {
      facts.append(.init("happened at", instant.description, request.location))
      facts.append(.init("today", frame.today.description))
    }
    return facts
  }

  private func quietHours() -> [Explanation.Fact]? {
    guard candidate.at != nil, let quiet = frame.quietHours, !candidate.isCritical else { return nil }
    let isOwn = account.preferences.quietHours != nil
    var facts = [
      Explanation.Fact("quiet hours", "\(quiet.start)–\(quiet.end)", isOwn ? account.location : nil),
      .init("the policy's action", frame.policy.quietHoursAction.rawValue),
      .init("local time", "\(plan.timeline.local(at: candidate.deferredFrom ?? candidate.at!).time)"),
    ]
    if candidate.deferredFrom != nil { facts.append(.init("moved to", "\(candidate.at!)")) }
    return facts
  }
}

extension Bool? {
  fileprivate func fact(_ name: String, _ source: RecordLocation, orDefault text: String) -> Explanation.Fact {
    map { Explanation.Fact(name, $0 ? "true" : "false", source) } ?? Explanation.Fact(name, text)
  }
}
