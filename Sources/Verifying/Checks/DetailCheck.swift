import PlanFiles
import PlanModel

/// Checks the details in `accounts.ndjson` other than window and slots, which have their own checks.
enum DetailCheck {
  static func run(_ account: VerifiedAccount, _ run: VerifiedRun) {
    guard let details = account.details else { return }
    func note(_ found: String, _ expected: String) { run.note(account, found, expected) }
    if let by = details.planAgainBy, let horizon = details.coverageHorizon, by > PlanAgain(horizon: horizon).at {
      note("planAgainBy \(by)", "an instant at least \(PlanAgain.lead) seconds before the coverage horizon, \(horizon)")
    }
    if details.isGone, details.decisions > 0 || details.actions > 0 {
      note("gone, with decisions or actions", "none")
    }
    guard run.files.plan != nil else { return }
    for facts in details.facts
    where facts.decision >= account.lines.count || account.lines[facts.decision].outcome != .dropped {
      note(
        "facts of decision \(facts.decision), which is not one of its dropped lines",
        "facts of dropped decisions only")
    }
    // Calendars have nothing past the window: an event that a shorter window leaves ahead is cancelled there.
    let goingOut = Set(account.undropped.map { account.lines[$0] }.filter { $0.outcome != .ahead }.map(\.uid))
    for uid in details.cancelled.map(\.occurrence) where goingOut.contains(uid) {
      note("cancelled \(uid.text), which goes out", "what no longer goes out")
    }
  }
}
