import CivilTime
import PlanModel

/// `tickler explain`: an account's candidates with their checks, as text or JSON.
package struct ExplanationWriter {
  private let plan: AccountPlan
  private let now: Instant
  private let place: (RecordLocation) -> String

  /// - Parameter place: `file:line` of a record.
  package init(_ plan: AccountPlan, now: Instant, place: @escaping (RecordLocation) -> String) {
    self.plan = plan
    self.now = now
    self.place = place
  }

  // MARK: Text

  package func text(_ explanations: [Explanation]) -> String {
    let account = plan.account
    var lines = [
      "account \(account.id) of \(plan.policy.name) (\(account.app)), "
        + "\(plan.timeline.stays.map(\.zone.name).joined(separator: " → ")), \(place(account.location))",
      "now \(now), \(plan.timeline.local(at: now).forReaders) on the account's clock; the window ends \(plan.windowEnd)",
    ]
    for explanation in explanations {
      lines.append("")
      lines += text(explanation)
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private func text(_ explanation: Explanation) -> [String] {
    let decision = plan.decisions[explanation.decision]
    let request = plan.requests[Int(decision.request)]
    var lines = ["\(request.identifier): \(request.kind.name)" + (request.item.map { ", item \($0)" } ?? "")]
    if !request.title.isEmpty {
      lines.append("  text: \(request.title)" + (request.body.isEmpty ? "" : ": \(request.body)"))
    }
    lines.append("  time: " + time(decision))
    for step in explanation.steps {
      let mark = step.verdict == .passed ? "passed" : step.verdict == .failed ? "FAILED" : "-"
      let head = "  \(step.reason.check)".padded(to: 5) + mark.padded(to: 8) + step.reason.code.padded(to: 19)
      lines.append(head + facts(step))
    }
    lines.append("  " + ending(decision))
    return lines.map { line in String(line.reversed().drop { $0 == " " }.reversed()) }
  }

  private func facts(_ step: Explanation.Step) -> String {
    step.compared.map { fact in
      "\(fact.name): \(fact.value)" + (fact.source.map { " [\(place($0))]" } ?? "")
    }.joined(separator: "; ")
  }

  private func time(_ decision: Decision) -> String {
    var text = decision.local.map(\.forReaders) ?? "none"
    if decision.stay >= 0 { text += " \(plan.timeline.stays[Int(decision.stay)].zone.name)" }
    if let at = decision.at { text += ", goes out \(at)" }
    if let from = decision.deferredFrom { text += ", moved by quiet hours from \(from)" }
    return text
  }

  private func ending(_ decision: Decision) -> String {
    if let entry = decision.outcome.reason?.entry { return "dropped, \(entry.summary): \(entry.explanation)" }
    guard let at = decision.at else { return "armed: it waits for the place." }
    var text = "scheduled: it goes out on \(plan.timeline.local(at: at).forReaders) local time"
    if decision.isLate { text += ", late" }
    if decision.badge > 0 { text += ", with badge \(decision.badge)" }
    return text + "."
  }

  // MARK: JSON

  package func json(_ explanations: [Explanation]) -> [UInt8] {
    var text: [UInt8] = Array("{\"format\":\"tickler-explain/1\"".utf8)
    text.appendMember("account", plan.account.id.text)
    text.appendMember("app", plan.account.app)
    text.appendMember("source", place(plan.account.location))
    text.appendMember("now", now)
    text.appendMember("windowEnd", plan.windowEnd)
    text.appendKey("candidates")
    text.appendList(explanations) { text, explanation in append(explanation, to: &text) }
    text.append("}" as StaticString)
    return text.indentedJSON
  }

  private func append(_ explanation: Explanation, to text: inout [UInt8]) {
    let decision = plan.decisions[explanation.decision]
    let request = plan.requests[Int(decision.request)]
    text.appendMember("kind", request.kind.name)
    text.appendMember("item", request.item?.text)
    text.appendMember("notification", request.identifier.text)
    text.appendMember("title", request.title)
    text.appendMember("local", decision.local?.description)
    if decision.stay >= 0 { text.appendMember("zone", plan.timeline.stays[Int(decision.stay)].zone.name) }
    text.appendMember("at", decision.at)
    text.appendMember("deferredFrom", decision.deferredFrom)
    text.appendMember("outcome", decision.outcome.name)
    text.appendMember("reason", decision.outcome.reason?.code)
    text.appendMember("why", ending(decision))
    text.appendKey("checks")
    text.appendList(explanation.steps) { text, step in
      text.appendKey("check")
      text.append(decimal: step.reason.check)
      text.appendMember("reason", step.reason.code)
      text.appendMember("verdict", step.verdict.rawValue)
      text.appendKey("compared")
      text.appendList(step.compared) { text, fact in
        text.appendMember("name", fact.name)
        text.appendMember("value", fact.value)
        text.appendMember("source", fact.source.map(place))
      }
    }
  }
}

extension String {
  fileprivate func padded(to width: Int) -> String {
    self + String(repeating: " ", count: Swift.max(1, width - count))
  }
}
