import CivilTime
import PlanModel

/// Decisions in the form of a policy's `[tests]`, one line each: `2026-12-01T09:00 bill.rent scheduled`.
package enum TestLines {
  /// - Parameter kinds: The kinds to include; `nil` for all.
  package static func lines(of plan: AccountPlan, kinds: [String]? = nil) -> [String] {
    plan.decisions.compactMap { decision in
      let request = plan.requests[Int(decision.request)]
      if let kinds, !kinds.contains(request.kind.name) { return nil }
      return line(decision, request.identifier.text, plan.timeline)
    }
  }

  /// Returns the requested wall time and the notification of a line, which identify it.
  package static func key(_ line: String) -> String {
    // An identifier may contain spaces. An outcome contains one only before the instant that replaces the requested
    // time.
    let words = line.split(separator: " ", omittingEmptySubsequences: false)
    let hasTime = words.count > 3 && words[words.count - 2] == "scheduled"
    return words.dropLast(hasTime ? 2 : 1).joined(separator: " ")
  }

  private static func line(_ decision: Decision, _ notification: String, _ timeline: ZoneTimeline) -> String {
    let local = decision.local.map(words) ?? "-"
    let outcome: String
    switch decision.outcome {
    case .dropped(let reason): outcome = reason.code
    case .armed, .ahead: outcome = decision.outcome.name
    case .scheduled:
      // Quiet hours, a gap or a late event moves the requested time.
      let delivered = decision.at.map { words(timeline.local(at: $0)) }
      outcome = "scheduled" + (delivered.flatMap { $0 == local ? nil : " \($0)" } ?? "")
    }
    return "\(local) \(notification) \(outcome)"
  }

  /// Returns `2026-12-01T09:00`, with seconds if they are not zero.
  private static func words(_ time: LocalDateTime) -> String {
    let text = "\(time)"
    return text.hasSuffix(":00") && text.count == 19 ? String(text.dropLast(3)) : text
  }
}
