import Answers
import CivilTime
import Diagnostics
import OwnWords
import PlanModel
import RunModel

/// Traces one decision of a run through its actions and the later runs.
struct PastTrace {
  let run: (name: String, header: RunHeader)
  /// Whether it is the first run of the archive, which knows nothing of the time before it.
  let isFirst: Bool
  /// Whether the run was the first with what is asked for, after its time.
  var isLate = false
  /// Whether the run says what devices were told.
  let knowsActions: Bool
  let plan: AccountPlan
  /// A later run; `plan` is `nil` if it lacks the account, for which there may be an error.
  typealias Later = (name: String, header: RunHeader, plan: AccountPlan?, rejection: Diagnostic?)
  /// The later runs, without those that kept an earlier plan.
  let later: [Later]
  /// The time of the question.
  let now: Instant

  func candidate(_ index: Int) -> PastAnswer.Candidate {
    let decision = plan.decisions[index]
    var candidate = PastAnswer.Candidate(plan, decision)
    candidate.chain.append(.init(run.name, .planned, planned(index)))
    let action = action(of: decision)
    if knowsActions {
      candidate.chain.append(.init(run.name, .device, action.map(words) ?? wordsWithoutAction(decision)))
    }
    var delivery = delivery(of: decision, in: plan.account.value, upTo: now).map { (run: run.name, at: $0.at) }
    if let delivery { candidate.chain.append(.init(run.name, .export, "delivered at \(delivery.at)")) }
    var miss: Miss?
    var removal: (run: String, why: String)?
    var move: (run: String, to: Instant)?
    var drop: (run: String, why: String)?
    var before: [String] = []
    for laterRun in later {
      guard let other = laterRun.plan else {
        let why = laterRun.rejection.map { "the account is left out: \($0.why)" } ?? "the account is gone"
        candidate.chain.append(.init(laterRun.name, .export, why))
        continue
      }
      if delivery == nil, let entry = self.delivery(of: decision, in: other.account.value, upTo: .distantFuture) {
        delivery = (laterRun.name, entry.at)
        candidate.chain.append(
          .init(laterRun.name, .export, "delivered at \(entry.at)" + (entry.isShown ? ", and still shown" : "")))
      }
      if delivery == nil, let found = self.miss(of: decision, in: other, after: miss) {
        miss = found
        candidate.chain.append(.init(laterRun.name, .export, found.words))
      }
      if decision.outcome == .scheduled, let at = plan.instant(of: decision), laterRun.header.now < at {
        let same = other.decisions.first { other.occurrence(of: $0) == plan.occurrence(of: decision) }
        removal = same == nil ? removal ?? (laterRun.name, other.absence(of: decision, in: plan)) : nil
        let to = same.flatMap { $0.outcome == .scheduled ? $0.at : nil }
        move = to == nil || to == at ? nil : move ?? (laterRun.name, to!)
        drop = same?.outcome.reason.map { drop ?? (laterRun.name, self.words($0, in: other)) }
      }
      let since = changes(laterRun.header, other, decision)
      for words in since where !before.contains(words) { candidate.chain.append(.init(laterRun.name, .since, words)) }
      before += since
    }
    candidate.fate = removal == nil || delivery != nil ? fate(of: decision, delivery?.at) : .removed
    candidate.answer = answer(decision, index, candidate.fate, action, delivery, miss)
    if candidate.fate == .planned, let miss, miss.shown == nil {
      candidate.why = "was shown: the device \(words(seen: miss, for: decision))."
    }
    if case .notSent(let reason) = candidate.fate {
      candidate.why =
        "\(plan.instant(of: decision).map { $0 > now ? "will be" : "was" } ?? "is") sent: \(why(reason, index))"
    }
    if candidate.fate == .removed, let removal {
      candidate.answer =
        "\(name(of: decision)) was planned, but run \(removal.run) removed it before its time: \(removal.why)."
    }
    if candidate.fate == .planned, delivery == nil, let drop {
      candidate.fate = .removed
      candidate.answer =
        "\(name(of: decision)) was planned, but run \(drop.run) cancelled it before its time: \(drop.why)."
    }
    if candidate.fate == .planned, delivery == nil, let move {
      candidate.fate = .moved
      candidate.answer =
        "\(name(of: decision)) was planned, and run \(move.run) moved it to \(words(move.to)) before its time."
    }
    if decision.outcome.reason == .slotLimit { candidate.holders = holders }
    return candidate
  }

  // MARK: Run in force

  private func planned(_ index: Int) -> String {
    let decision = plan.decisions[index]
    var text = decision.local.map(\.forReaders) ?? "no time"
    if let zone = plan.zoneName(of: decision) { text += " \(zone)" }
    switch decision.outcome {
    case .scheduled: text = "scheduled: \(text), goes out \(decision.at.map { "\($0)" } ?? "")"
    case .armed: text = "armed: it waits for the place"
    case .ahead: text = "ahead: \(text), past the window, on the device already"
    case .dropped(let reason):
      text = "dropped, check \(reason.check) \(reason.code): \(reason.explanation)"
      let facts = index < plan.facts.count ? plan.facts[index] : []
      if !facts.isEmpty { text += " (" + facts.map { "\($0.name): \($0.value)" }.joined(separator: "; ") + ")" }
    }
    if let from = decision.deferredFrom { text += ", moved by \(decision.mover) from \(from)" }
    if decision.isLate { text += ", late" }
    return text
  }

  /// Returns the action for the decision's request, or for an earlier request of a notification that is now dropped.
  private func action(of decision: Decision) -> Action? {
    let notification = plan.requests[Int(decision.request)].identifier
    if let id = plan.requestID(of: decision) {
      return plan.actions.first { action in
        action.request == id
          || action.notification == notification && action.verb != .cancel && action.at == decision.at
      }
    }
    return plan.actions.first {
      $0.notification == notification && ($0.verb == .cancel || $0.verb == .withdraw)
        && ($0.from == decision.at || $0.request == RequestID(notification, on: decision.local?.date))
    }
  }

  private func words(_ action: Action) -> String {
    let request = "the request \(action.request)"
    switch action.verb {
    case .add: return "told to add \(request)"
    case .keep: return "held \(request) already (keep)"
    case .update: return "told to reword \(request): \(action.changed.joined(separator: ", "))"
    case .move: return "told to move \(request)" + (action.from.map { " from \($0)" } ?? "")
    case .cancel: return "told to cancel \(request)" + (action.reason.map { ", \($0)" } ?? "")
    case .withdraw:
      return "told to remove \(request) from the notification center" + (action.reason.map { ", \($0)" } ?? "")
    }
  }

  private func wordsWithoutAction(_ decision: Decision) -> String {
    if decision.outcome.reason != nil { return "had no request for it, and got no instruction" }
    return plan.actions.isEmpty ? "the run has no actions for the account" : "no action of the run is about it"
  }

  /// The requests that occupy the slots, soonest first.
  private var holders: [PastAnswer.Holder] {
    plan.decisions.filter { $0.slot > 0 }.sorted { $0.slot < $1.slot }.map { decision in
      let request = plan.requests[Int(decision.request)]
      return (Int(decision.slot), request.identifier, request.kind, decision.at)
    }
  }

  // MARK: Later runs

  /// Returns the delivery of a decision that is nearest to its time.
  private func delivery(
    of decision: Decision, in account: Account, upTo end: Instant
  ) -> Account.Delivered? {
    let asked = asked(decision).epochSeconds
    return account.delivered.filter { $0.at <= end && isSame($0, decision) }
      .min { abs($0.at.epochSeconds - asked) < abs($1.at.epochSeconds - asked) }
  }

  /// Returns whether a delivery belongs to the decision. Its date must match. If its id has no date, it is not before the
  /// time asked for, and of a repeating notification on that day.
  private func isSame(_ entry: Account.Delivered, _ decision: Decision) -> Bool {
    let request = plan.requests[Int(decision.request)]
    guard entry.id.notification == request.identifier || entry.id.text == request.identifier.text else { return false }
    if let date = entry.id.date { return decision.local?.date == date }
    if request.isOneOff, decision.outcome == .dropped(.alreadyDelivered) { return true }
    let at = decision.at ?? plan.instant(of: decision) ?? entry.at
    return entry.at >= min(at, asked(decision)).advanced(bySeconds: -60)
      && (request.isOneOff || plan.timeline.local(at: entry.at).date == plan.timeline.local(at: at).date)
  }

  /// A later export's evidence that the notification was not shown as planned.
  private struct Miss {
    var shown: Instant?
    /// The last sign of the device in the export.
    var seen: Instant

    var words: String { shown.map { "shown at \($0)" } ?? "not shown; last sign of the device at \(seen)" }
  }

  /// - Parameter known: The evidence of an earlier export. If the device was not seen since, a later one knows more.
  private func miss(of decision: Decision, in other: AccountPlan, after known: Miss?) -> Miss? {
    guard decision.outcome == .scheduled, let shown = other.shown, let seen = shown.seen else { return nil }
    if let known {
      let isOpen = known.shown == nil && decision.at.map { known.seen < $0 && seen >= $0 } ?? false
      return isOpen ? Miss(shown: nil, seen: seen) : nil
    }
    let name = plan.requests[Int(decision.request)].identifier
    return shown.differences.first { $0.notification == name && $0.planned == decision.at }
      .map { Miss(shown: $0.shown, seen: seen) }
  }

  /// Returns the differences between a later run and the run in force.
  private func changes(_ later: RunHeader, _ other: AccountPlan, _ decision: Decision) -> [String] {
    var words: [String] = []
    let request = plan.requests[Int(decision.request)]
    let uid = Occurrence(decision, request)
    let same = other.decisions.first { Occurrence($0, other.requests[Int($0.request)]) == uid }
    // By then, a past time is to be expected.
    let isOver = decision.at.map { $0 <= later.now } ?? false
    switch same?.outcome {
    case nil where !isOver:
      words.append(
        other.requests.contains { $0.identifier == request.identifier }
          ? "its plan has the notification at other times only" : "its plan no longer has the notification")
    case .dropped(let reason)? where decision.outcome.reason != reason && reason != .past:
      words.append("dropped: \(reason.words)")
    case .scheduled? where decision.outcome.reason != nil || same?.at != decision.at:
      words.append("scheduled" + (same?.at.map { " for \($0)" } ?? ""))
    default: break
    }
    let id = plan.requestID(of: decision) ?? RequestID(request.identifier)
    if let action = other.actions.first(where: { $0.request == id && $0.verb != .keep }) {
      words.append("device \(self.words(action))")
    }
    if !plan.settings.isEmpty, plan.settings != other.settings { words.append("the account has other settings") }
    let app = plan.account.app
    let (old, new) = (run.header.policies.first { $0.app == app }, later.policies.first { $0.app == app })
    if old?.sha256 != new?.sha256 || old?.messages?.sha256 != new?.messages?.sha256 {
      words.append("the app has another policy or other texts")
    }
    if run.header.tzdata != later.tzdata { words.append("planned by tz database \(later.tzdata)") }
    return words
  }

  // MARK: Answer

  private func fate(of decision: Decision, _ delivery: Instant?) -> PastAnswer.Fate {
    guard let reason = decision.outcome.reason else { return .planned }
    // An earlier delivery of a notification that occurs once was about another time.
    if let delivery, reason == .alreadyDelivered || delivery >= asked(decision).advanced(bySeconds: -60) {
      return .shown
    }
    return isFirst && !isLate && (reason == .past || reason == .expired) ? .unknown : .notSent(reason)
  }

  /// Returns when the notification was to go out before anything moved it.
  private func asked(_ decision: Decision) -> Instant { decision.deferredFrom ?? plan.instant(of: decision) ?? now }

  private func answer(
    _ decision: Decision, _ index: Int, _ fate: PastAnswer.Fate, _ action: Action?,
    _ delivery: (run: String, at: Instant)?,
    _ miss: Miss?
  ) -> String {
    let name = name(of: decision)
    if fate == .unknown { return "Nothing is known about \(name): the first run, \(run.name), is later." }
    if let delivery, fate == .planned || fate == .shown {
      return "\(name) was shown \(words(delivery.at)), according to the export of run \(delivery.run)."
    }
    switch decision.outcome {
    case .dropped(let reason):
      let at = plan.instant(of: decision)
      let verb = at.map { $0 > now ? "will not be" : "was not" } ?? "is not"
      if reason == .beyondWindow, let at, at > now {
        return "\(name) is still to come: the plan ends \(words(plan.windowEnd)), and a later one has it."
      }
      if isLate, reason == .past || reason == .expired {
        return "\(name) was not sent: run \(run.name) was the first whose exports have it, after its time."
      }
      return "\(name) \(verb) sent: \(why(reason, index))"
    case .ahead:
      if let at = plan.instant(of: decision), at > now { return "\(name) is still to come, and the device holds it." }
      return "\(name) was after the window, and the device already held it."
    case .armed: return "\(name) waits for the place, not for a time."
    case .scheduled: break
    }
    let at = decision.at ?? plan.windowEnd
    let moved =
      decision.moverReason.map { " moved to \(words(at)) (\($0.summary))" }
      ?? (decision.isLate ? " planned late, for \(words(at))" : "")
    if at > now { return "\(name) is\(moved.isEmpty ? "" : moved + ", and") still to come." }
    let planned = "\(name) was\(moved.isEmpty ? " planned" : moved)"
    if let miss { return "\(planned), \(words(miss, of: decision))." }
    var told = ""
    if knowsActions { told = ", and \(action == nil ? "the run has no action for the device" : "the device was told")" }
    // A plan that was kept tells nothing new.
    let known = later.compactMap(\.plan).filter { $0.stale == nil }
    if known.isEmpty { return "\(planned)\(told); no later run shows whether it was shown." }
    if known.allSatisfy({ $0.account.delivered.isEmpty }) {
      return "\(planned)\(told); later exports report no deliveries for the account."
    }
    return "\(planned)\(told); no later export lists it as shown."
  }

  /// Returns why a later plan drops it: the account may have moved to a zone where the time was over.
  private func words(_ reason: Reason, in other: AccountPlan) -> String {
    let zone = other.account.zone.name
    if reason != .past || zone == plan.account.zone.name { return reason.answer }
    return "the account is in \(zone) since then, where that time was over"
  }

  /// Returns a reason and what to do about it.
  private func why(_ reason: Reason, _ index: Int) -> String {
    let (words, advice) =
      reason == .unauthorized
      ? plan.account.authorization.answer
      : (successor(of: index) ?? other(than: index) ?? reason.answer, reason.advice ?? "")
    return "\(words)." + (advice.isEmpty ? "" : " \(advice)")
  }

  /// Returns what became of the notification that lists a decision with others or says the same; nil for a plan without
  /// facts.
  private func other(than index: Int) -> String? {
    guard index < plan.facts.count, let reason = plan.decisions[index].outcome.reason,
      [.inDigest, .duplicate].contains(reason)
    else { return nil }
    let labels: Set<Explanation.Fact.Label> = [.namedBy, .sameIdentifierAs, .sameSubjectAs, .sameWordsAs]
    let names = plan.facts[index].lazy.filter { labels.contains($0.label) }.flatMap(\.parts).compactMap { part in
      if case .notification(let id) = part { id } else { nil }
    }
    let at = plan.instant(of: plan.decisions[index]) ?? now
    let found = plan.decisions.indices.filter { other in
      other != index && plan.requests[Int(plan.decisions[other].request)].identifier == names.first
        && plan.decisions[other].outcome.reason != reason
        && plan.instant(of: plan.decisions[other]).map { $0 >= at } ?? false
    }.min { plan.instant(of: plan.decisions[$0])! < plan.instant(of: plan.decisions[$1])! }
    guard let found else { return nil }
    let name = name(of: plan.decisions[found])
    let says = reason == .inDigest ? "\(name) lists it with others" : "\(name) says the same"
    guard let why = plan.decisions[found].outcome.reason else { return says }
    return "\(reason == .inDigest ? "\(name) was to list it" : says), and was not sent either: \(why.answer)"
  }

  /// Returns what took the place of a superseded decision; nil for a plan without facts.
  private func successor(of index: Int) -> String? {
    guard index < plan.facts.count, plan.decisions[index].outcome.reason == .superseded else { return nil }
    return plan.facts[index].lazy.compactMap { fact in
      switch (fact.label, fact.parts.last) {
      case (.snoozedUntil, .instant(let until)?): "it was snoozed to \(words(until))"
      case (.notBefore, .instant(let until)?): "it was put off to \(words(until))"
      case (.lastSession, _): "a session that started later counts"
      case (.goalReachedAt, _): "the goal was reached by then"
      case (.goesOutOn, _): "it would have come on the due date, which has its own reminder"
      case (.bedtime, _): "the evening's reminder comes by then"
      default: nil
      }
    }.first
  }

  /// Returns the title and the time asked for: `"Plan your day" (Sat 24 Oct 09:00)`.
  private func name(of decision: Decision) -> String {
    let request = plan.requests[Int(decision.request)]
    let title = request.title.isEmpty ? request.identifier.text : request.title.quotedForDiagnostic
    // An item's own zone is not the clock that the user looked at.
    let own = request.zone == nil ? decision.local : nil
    let local = own ?? (decision.deferredFrom ?? decision.at).map { plan.timeline.local(at: $0) } ?? decision.local
    return local.map { "\(title) (\(words($0)))" } ?? title
  }

  /// Returns a time on the account's clock: `Sat 24 Oct 09:00`, with the year if it is not this one.
  private func words(_ local: LocalDateTime) -> String {
    let year = local.date.year == plan.timeline.local(at: now).date.year ? "" : " \(local.date.year)"
    return "\(English().short(local.date))\(year) \(local.time.forReaders)"
  }

  private func words(_ at: Instant) -> String { words(plan.timeline.local(at: at)) }

  private func words(_ miss: Miss, of decision: Decision) -> String {
    if let shown = miss.shown { return "and shown \(words(shown))" }
    return decision.at.map { miss.seen < $0 } ?? false
      ? "but not shown: the device \(words(seen: miss, for: decision))"
      : "but not shown, though the device \(words(seen: miss, for: decision))"
  }

  private func words(seen miss: Miss, for decision: Decision) -> String {
    "\(decision.at.map { miss.seen < $0 } ?? false ? "had not been seen since" : "was seen") \(words(miss.seen))"
  }
}

extension Reason {
  /// The reason in words: `no slot left (slotLimit)`.
  fileprivate var words: String { summary == code ? code : "\(summary) (\(code))" }
}
