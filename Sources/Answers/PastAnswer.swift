import Bytes
import CivilTime
import PlanFiles
import PlanModel

/// The answer of an archive's runs about an account at a moment (`tickler explain --at`).
package struct PastAnswer: Sendable {
  /// A statement of one run about a notification.
  package struct Link: Sendable {
    package enum About: String, Sendable {
      /// The decision of the run in force, the actions for its device, the state in a later export, and the decision of
      /// a later run.
      case planned, device, export, since
    }

    package var run: String
    package var about: About
    package var words: String

    package init(_ run: String, _ about: About, _ words: String) {
      (self.run, self.about, self.words) = (run, about, words)
    }
  }

  /// A request that occupies a slot.
  package typealias Holder = (slot: Int, notification: NotificationID, kind: Kind, at: Instant?)

  package enum Fate: Hashable, Sendable {
    case planned
    /// Dropped by the plan, but an export lists its delivery.
    case shown
    /// Over before the first run.
    case unknown
    /// Planned, and no longer by a run before its time.
    case removed
    /// Planned, and for another time by a run before.
    case moved
    case notSent(Reason)
  }

  package struct Candidate: Sendable {
    package var request: NotificationRequest
    package var decision: Decision
    /// The zone in which the wall time was read.
    package var zone: String?
    /// The answer in one line.
    package var answer = ""
    package var fate = Fate.planned
    /// Why it is not sent, and what to do about it: `was sent: …`.
    package var why: String?
    package var chain: [Link] = []
    /// The requests that occupy the slots, soonest first, if none was left.
    package var holders: [Holder] = []

    package init(_ plan: AccountPlan, _ decision: Decision) {
      (request, self.decision) = (plan.requests[Int(decision.request)], decision)
      zone = plan.zoneName(of: decision)
    }
  }

  package var account: AccountName
  /// The moment in words, on the account's clock.
  package var moment = ""
  /// The instant of that moment; the first one if it is a whole day.
  package var at: Instant?
  /// The runs then in force: several on a day, none before the first.
  package var runs: [(name: String, now: Instant)] = []
  /// The answer in one line.
  package var answer = ""
  package var candidates: [Candidate] = []
  /// Suggestions: other times, or the run or `--now` that knows more.
  package var hints: [String] = []

  package init(account: AccountName) { self.account = account }
}

extension PastAnswer {
  /// The answer, followed by the chain of statements.
  package var text: String {
    var lines = [answer, ""]
    var place = "account \(account), \(moment)"
    if let at { place += ", \(at)" }
    if let first = runs.first {
      place += "; the run in force was \(first.name), as of \(first.now)"
      for run in runs.dropFirst() { place += ", then \(run.name), as of \(run.now)" }
    }
    lines.append(place)
    for candidate in candidates {
      let request = candidate.request
      lines += ["", "\(request.identifier): \(request.kind.name)" + (request.item.map { ", item \($0)" } ?? "")]
      if candidates.count > 1 { lines.append("  answer: \(candidate.answer)") }
      if !request.title.isEmpty {
        lines.append("  text: \(request.title)" + (request.body.isEmpty ? "" : ": \(request.body)"))
      }
      let names = candidate.chain.map(\.run.count).max() ?? 0
      for link in candidate.chain {
        let about = link.about.rawValue
        lines.append(
          "  \(link.run)\(String(repeating: " ", count: names - link.run.count))  \(about)"
            + "\(String(repeating: " ", count: 9 - about.count))\(link.words)")
      }
      lines += holders(candidate)
    }
    if !hints.isEmpty { lines.append("") }
    lines += hints
    return lines.visibleText
  }

  /// Describes the first and last requests that occupy slots, and counts them by kind.
  private func holders(_ candidate: Candidate) -> [String] {
    let holders = candidate.holders
    guard let last = holders.last else { return [] }
    var kinds: [(name: String, count: Int)] = []
    for holder in holders {
      if let index = kinds.firstIndex(where: { $0.name == holder.kind.name }) {
        kinds[index].count += 1
      } else {
        kinds.append((holder.kind.name, 1))
      }
    }
    let parts = kinds.sorted { ($1.count, $0.name) < ($0.count, $1.name) }.map { "\($0.name) \($0.count)" }
    var lines = ["  the \(holders.count) slots went to \(parts.joined(separator: ", ")), the soonest first:"]
    func line(_ holder: Holder) -> String {
      "    \(holder.slot). \(holder.at.map { "\($0)" } ?? "at its place") \(holder.notification)"
    }
    lines += holders.prefix(5).map(line)
    if holders.count > 6 { lines.append("    …") }
    if holders.count > 5 { lines.append(line(last)) }
    return lines
  }

  package var json: WrittenBytes {
    FieldWriter.document { json in
      json.member("format", "tickler-past/1")
      json.member("answer", answer)
      json.members(account)
      json.member("asked", moment)
      json.member("at", at)
      json.member("run", runs.last?.name)
      json.member("runNow", runs.last?.now)
      json.list("candidates", candidates) { json, candidate in
        let (request, decision) = (candidate.request, candidate.decision)
        json.members(request.identifier, request.kind, request.item)
        json.member("title", request.title)
        json.member("local", decision.local)
        json.member("zone", candidate.zone)
        json.member("at", decision.at)
        json.members(decision.outcome)
        json.member("answer", candidate.answer)
        json.list("chain", candidate.chain) { json, link in
          json.member("run", link.run)
          json.member("about", link.about.rawValue)
          json.member("words", link.words)
        }
        if !candidate.holders.isEmpty {
          json.list("slots", candidate.holders) { json, holder in
            json.member("slot", holder.slot)
            json.member("notification", holder.notification)
            json.member("kind", holder.kind)
            json.member("at", holder.at)
          }
        }
      }
      json.member("hints", hints)
    }
  }
}
