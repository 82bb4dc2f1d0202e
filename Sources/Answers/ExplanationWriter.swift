import Bytes
import CivilTime
import OwnWords
import PlanFiles
import PlanModel
import RunModel

/// Writes the output of `tickler explain`, an account's candidates with their checks, as text or JSON.
package struct ExplanationWriter {
  private let plan: AccountPlan
  private let now: Instant
  private let skips: [SkippedDate]
  private let date: LocalDate?
  private let actions: [Action]
  private let note: String?
  private let asked: String?
  private let place: (RecordLocation) -> String

  /// - Parameters:
  ///   - skips: What rules leave out on `date`, the date in question.
  ///   - actions: What happens to requests that are not in the plan.
  ///   - note: What the plan does not reach or have.
  ///   - asked: The date and time in question, if the question names them by today.
  ///   - place: Returns `file:line` for a record.
  package init(
    _ plan: AccountPlan, now: Instant, _ skips: [SkippedDate] = [], on date: LocalDate? = nil, _ actions: [Action] = [],
    note: String? = nil, asked: String? = nil, place: @escaping (RecordLocation) -> String
  ) {
    (self.plan, self.now, self.place) = (plan, now, place)
    (self.skips, self.date, self.actions, self.note, self.asked) = (skips, date, actions, note, asked)
  }

  // MARK: Text

  package func text(_ explanations: [Explanation]) -> String {
    let account = plan.account
    var lines = [
      "account \(plan.name.words) of \(plan.policy.name) (\(account.app)), "
        + "\(plan.timeline.stays.map(\.zone.name).joined(separator: " → ")), \(place(account.location))",
      "now \(now), \(plan.timeline.local(at: now).forReaders) on the account's clock; the window ends \(plan.windowEnd)"
        + move(at: plan.windowEnd),
    ]
    if let planAgain = plan.planAgain { lines.append("plan again by \(planAgain.at): \(planAgain.cause.words)") }
    let permission = account.authorization
    if lacksPermission { lines.append("permission \(permission.words) (\(permission.rawValue)): \(remedy)") }
    if let note { lines += ["", note] } else if let asked { lines.append("asked for \(asked)") }
    for explanation in explanations {
      lines.append("")
      lines += text(explanation)
    }
    for skip in skips {
      lines += ["", "\(skip.notification): \(skip.kind.name)" + (skip.item.map { ", item \($0)" } ?? "")]
      lines.append("  nothing on \(words(skip))" + (skip.location.map { " [\(place($0))]" } ?? ""))
    }
    for action in actions {
      lines += ["", "\(action.request): a request of the device" + (action.item.map { ", item \($0)" } ?? "")]
      lines.append("  " + words(action))
    }
    return lines.visibleText
  }

  private func words(_ skip: SkippedDate) -> String {
    date.map { "\($0): \(skip.rule.rawValue): \(skip.words(of: $0))." } ?? ""
  }

  /// Returns what happens to a request that the plan does not have.
  private func words(_ action: Action) -> String {
    let time = action.from ?? action.at
    let fires = time.map { ", set for \(plan.timeline.local(at: $0).forReaders)" } ?? ""
    if action.decision != nil {
      let of = ", of \(action.notification)."
      switch action.verb {
      case .move:
        let places = [("from", action.from), ("to", action.at)].compactMap { word, at in
          at.map { " \(word) \(localWords($0))" }
        }
        return "moved by this run\(places.joined())\(of)"
      case .update: return "updated by this run (\(action.changed.joined(separator: ", ")))\(fires)\(of)"
      default: return "\(action.verb == .keep ? "kept" : "added") by this run\(fires)\(of)"
      }
    }
    let verb = action.verb == .withdraw ? "withdrawn" : action.verb == .keep ? "kept" : "cancelled"
    let why =
      switch action.reason {
      case Action.replaced?: "other requests of the plan replace it."
      case Action.removed?: "the account no longer has the item."
      case Action.rejected?: "its record cannot be read."
      case let code?: Reason(code: code)?.explanation ?? "this plan has no such notification."
      case nil: "this plan has no such notification."
      }
    return "\(verb) by this run\(action.verb == .withdraw ? "" : fires), \(action.reason ?? ""): \(why)"
  }

  private var lacksPermission: Bool { !plan.policy.value.authorization.contains(plan.account.authorization) }

  private var remedy: String {
    plan.isOptedOut
      ? "every kind of notification is off by choice, so nothing is missed." : plan.account.authorization.remedy
  }

  private func text(_ explanation: Explanation) -> [String] {
    let decision = plan.decisions[explanation.decision]
    let request = plan.requests[Int(decision.request)]
    var lines = ["\(request.identifier): \(request.kind.name)" + (request.item.map { ", item \($0)" } ?? "")]
    let other = explanation.steps.first { $0.verdict == .failed }?.compared.first {
      Explanation.Fact.Label.ofTwins.contains($0.label)
    }
    lines.append("  " + ending(decision, of: other))
    if !request.title.isEmpty {
      lines.append("  text: \(request.title)" + (request.body.isEmpty ? "" : ": \(request.body)"))
    }
    lines.append("  time: " + time(decision))
    for step in explanation.steps {
      let moves = step.verdict == .passed && step.reason == decision.moverReason
      let mark = moves ? "moved" : step.verdict == .passed ? "passed" : step.verdict == .failed ? "FAILED" : "-"
      let head = "  \(step.reason.check)".padded(to: 5) + mark.padded(to: 8) + step.reason.code.padded(to: 19)
      let from = moves ? decision.deferredFrom.map { "\(localWords($0)) → \(decision.at.map(localWords) ?? "")" } : nil
      lines.append(head + [from, facts(step)].compactMap(\.self).filter { !$0.isEmpty }.joined(separator: "; "))
    }
    return lines.map { line in String(line.reversed().drop { $0 == " " }.reversed()) }
  }

  private func localWords(_ at: Instant) -> String { plan.timeline.local(at: at).forReaders }

  private func facts(_ step: Explanation.Step) -> String {
    step.compared.map { fact in
      "\(fact.name): \(fact.value)" + (fact.source.map { " [\(place($0))]" } ?? "")
    }.joined(separator: "; ")
  }

  private func time(_ decision: Decision) -> String {
    var text = decision.local.map(\.forReaders) ?? "none"
    if let zone = plan.zoneName(of: decision) { text += " \(zone)" }
    if let about = decision.about {
      text += ", about \(about.time.map { about.date.at($0).forReaders } ?? "\(about.date)")"
    }
    if let at = decision.at { text += ", goes out \(at)" }
    if let from = decision.deferredFrom {
      text += ", moved by \(decision.mover) from \(from)" + (decision.at.map(move) ?? "")
    } else if decision.shift == .zoneChange, let at = decision.at {
      text += move(at: at)
    }
    if decision.shift != nil, let due = ShiftedDue(decision, plan) { text += ", \(English().words(due))" }
    return text
  }

  /// Returns `, when the account moves to Asia/Tokyo`, or nothing if it does not move at this instant.
  private func move(at instant: Instant) -> String {
    let stay = plan.timeline.stays[plan.timeline.stayIndex(at: instant)]
    return stay.start == instant ? ", when the account moves to \(stay.zone.name)" : ""
  }

  /// - Parameter other: The notification that it duplicates.
  private func ending(_ decision: Decision, of other: Explanation.Fact? = nil) -> String {
    if let reason = decision.outcome.reason {
      let why =
        other.map {
          "An earlier notification \($0.label == .sameIdentifierAs ? "is the same." : "says the same at the same instant.")"
        } ?? reason.explanation
      let words = "dropped, \(reason.summary)\(other.map { " of \($0.value)" } ?? ""): \(why)"
      guard let accepted = plan.acceptance(of: decision) else { return words }
      return words + " The policy accepts it until \(accepted.until)"
        + (accepted.why.isEmpty ? "." : ": \(accepted.why)")
    }
    guard let at = decision.at else { return "armed: it waits for the place." }
    var text = "scheduled: it goes out on \(plan.timeline.local(at: at).forReaders) local time"
    if decision.isLate { text += ", late" }
    if decision.badge > 0 { text += ", with badge \(decision.badge)" }
    return text + "."
  }

  // MARK: JSON

  package func json(_ explanations: [Explanation]) -> WrittenBytes {
    FieldWriter.document { json in
      json.member("format", "tickler-explain/1")
      json.members(plan.account.name)
      json.member("source", place(plan.account.location))
      json.member("now", now)
      json.member("windowEnd", plan.windowEnd)
      json.member("planAgainBy", plan.planAgain?.at)
      json.member("planAgainCause", plan.planAgain?.cause.rawValue)
      json.member("authorization", plan.account.authorization.rawValue)
      json.member("remedy", lacksPermission ? remedy : nil)
      json.member("note", note)
      json.list("candidates", explanations, write)
      if !skips.isEmpty {
        json.list("skipped", skips) { json, skip in
          json.member("kind", skip.kind)
          json.member("item", skip.item)
          json.member("notification", skip.notification)
          json.member("date", date)
          json.member("rule", skip.rule.rawValue)
          json.member("key", skip.key)
          json.member("value", skip.value)
          json.member("source", skip.location.map(place))
        }
      }
      if !actions.isEmpty {
        json.list("actions", actions) { json, action in
          json.member("action", action.verb.rawValue)
          json.member("request", action.request)
          json.member("notification", action.notification)
          json.member("item", action.item)
          json.member("at", action.at)
          json.member("from", action.from)
          json.member("reason", action.reason)
          json.member("why", words(action))
        }
      }
    }
  }

  private func write(_ json: inout FieldWriter, _ explanation: Explanation) {
    let decision = plan.decisions[explanation.decision]
    let request = plan.requests[Int(decision.request)]
    json.member("kind", request.kind)
    json.member("item", request.item)
    json.member("notification", request.identifier)
    json.member("title", request.title)
    json.member("local", decision.local)
    json.member("zone", plan.zoneName(of: decision))
    json.member("about", decision.about)
    json.member("at", decision.at)
    json.member("deferredFrom", decision.deferredFrom)
    json.members(decision.outcome)
    json.member("why", ending(decision))
    json.list("checks", explanation.steps) { json, step in
      json.member("check", step.reason.check)
      json.member("reason", step.reason)
      json.member("verdict", step.verdict.rawValue)
      json.list("compared", step.compared) { json, fact in
        json.member("name", fact.name)
        json.member("value", fact.value)
        json.member("source", fact.source.map(place))
      }
    }
  }
}

extension String {
  fileprivate func padded(to width: Int) -> String {
    self + String(repeating: " ", count: Swift.max(1, width - count))
  }
}

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

  /// Returns the actions of a plan as lines: `add bill.rent@2026-12-01 2026-12-01T09:00`, `cancel bill.gas removed`,
  /// `update bill.rent title,body`, `keep task.tea`. Spaces in requests are `%20`.
  package static func actions(of plan: AccountPlan) -> [String] {
    plan.actions.map { action in
      let isAt = action.verb == .add || action.verb == .move
      let time = isAt ? action.at.map { words(plan.timeline.local(at: $0)) } : nil
      let cause = action.verb == .update ? action.changed.joined(separator: ",") : action.reason
      let request = action.request.text.replacing(" ", with: "%20")
      return [action.verb.rawValue, request, time, isAt ? nil : cause].compactMap(\.self).joined(separator: " ")
    }
  }

  /// Returns the request of an action's line, which identifies it.
  package static func request(_ line: String) -> String {
    line.split(separator: " ").dropFirst().first.map(String.init) ?? line
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
