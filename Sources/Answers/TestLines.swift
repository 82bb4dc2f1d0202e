import CivilTime
import PlanModel

/// Decisions as a policy's `[tests]` expect them: `2026-12-01T09:00 bill.rent scheduled`, a line each.
package enum TestLines {
  /// - Parameter kinds: Those that count; nil: all.
  package static func lines(of plan: AccountPlan, kinds: [String]? = nil) -> [String] {
    plan.decisions.compactMap { decision in
      let request = plan.requests[Int(decision.request)]
      if let kinds, !kinds.contains(request.kind.name) { return nil }
      return line(decision, request.identifier.text, plan.timeline)
    }
  }

  /// The wall time asked for and the notification: what a line is about.
  package static func key(_ line: String) -> String {
    // An identifier may have spaces, an outcome has none but before the time at which it goes out instead.
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
      // Another time than the one asked for: quiet hours, a gap, an event that is told late.
      let told = decision.at.map { words(timeline.local(at: $0)) }
      outcome = "scheduled" + (told.flatMap { $0 == local ? nil : " \($0)" } ?? "")
    }
    return "\(local) \(notification) \(outcome)"
  }

  /// `2026-12-01T09:00`, with the seconds where there are any.
  private static func words(_ time: LocalDateTime) -> String {
    let text = "\(time)"
    return text.hasSuffix(":00") && text.count == 19 ? String(text.dropLast(3)) : text
  }
}
