import Answers
import CivilTime
import Diagnostics
import PlanFiles
import PlanModel
import System

/// Runs `tickler explain --at`, which shows what an account was to get at a moment. The run before that moment has the
/// plan, and later runs have the outcome.
package enum ExplainPast {
  package typealias Question = ExplainRun.Question

  /// The number of runs after the one in force that are read. The last run is read in addition.
  private static let maximumLater = 7
  /// The number if the device was not seen by then.
  private static let maximumUnseen = 60
  /// The largest difference between two clocks on earth, in seconds.
  private static let maximumClockDifference: Int64 = 26 * 3600

  /// - Parameters:
  ///   - path: An archive or a plan folder.
  ///   - options: Only `now`, `zoneinfo` and `redactor` are used.
  /// - Returns: The output, and status 0.
  package static func run(_ path: String, _ question: Question, _ options: PlanOptions) throws(RunFault) -> Answer {
    let zones = try ZoneDatabase.open(options.zoneinfo ?? ZoneDatabase.systemPath)
    var question = question
    if let redactor = options.redactor, let name = question.notification {
      question.pseudonym = redactor.request(RequestID(name)).text
    }
    let series = try PlanSeries(path, question.account, zones: zones, options)
    guard let time = question.time else {
      let histories = try history(question, series, now: options.now)
      let isNarrow = StandardOutput.columns.map { $0 < 100 } ?? false
      let texts = histories.map { question.isJSON ? $0.json.text : $0.text(isNarrow: isNarrow) }
      return (texts.joined(separator: question.isJSON ? "" : "\n"), 0)
    }
    guard let present = try present(in: series, now: options.now) else { throw try series.missing() }
    var outputs: [String] = []
    var unnamed: RunFault?
    for (run, account) in try devices(present, time, series, now: options.now) {
      do throws(RunFault) {
        let answer = try answer(question, time, account, run, series, now: options.now)
        outputs.append(question.isJSON ? answer.json.text : answer.text)
      } catch {
        // The notification may belong to only one of the apps with this id.
        guard error.status == .noInput else { throw error }
        unnamed = unnamed ?? error
      }
    }
    if let unnamed, outputs.isEmpty { throw unnamed }
    return (outputs.joined(separator: question.isJSON ? "" : "\n"), 0)
  }

  /// Returns the account in the newest run up to `now`, else in the first later run.
  private static func present(
    in series: PlanSeries, now: Instant
  ) throws(RunFault) -> (run: PlanSeries.Run, plans: [AccountPlan])? {
    let (before, after) = (series.runs.filter { $0.now <= now }, series.runs.filter { $0.now > now })
    for (index, run) in (before.reversed() + after.prefix(1)).enumerated() {
      // A plan without sizes is read as a whole, so only the newest runs of that sort are searched.
      if index >= maximumLater, try !Path.exists("\(run.folder)/\(AccountSizes.fileName)") { continue }
      let plans = try series.plans(run)
      if !plans.isEmpty { return (run, plans) }
    }
    return nil
  }

  /// Returns the account's devices of the time in question, each with a run that has it: a new phone has no plan of an
  /// earlier day, and the one before it has.
  private static func devices(
    _ present: (run: PlanSeries.Run, plans: [AccountPlan]), _ query: TimeQuery, _ series: PlanSeries, now: Instant
  ) throws(RunFault) -> [(run: PlanSeries.Run, plan: AccountPlan)] {
    let all = present.plans.map { (present.run, $0) }
    guard let timeline = present.plans.first?.timeline else { return all }
    let moment = Moment(query, timeline.local(at: now).date, timeline)
    let end = moment.time == nil ? moment.at.advanced(bySeconds: 86_400) : moment.at
    guard let run = series.runs.last(where: { $0.now < end }) else { return all }
    let then = try series.plans(run).filter { !$0.isGone }
    let replaced = then.filter { plan in !present.plans.contains { $0.name == plan.name } }
    if replaced.isEmpty { return all }
    return all.filter { entry in then.contains { $0.name == entry.1.name } } + replaced.map { (run, $0) }
  }

  /// - Parameter seen: The run of `present`.
  private static func answer(
    _ question: Question, _ query: TimeQuery, _ present: AccountPlan, _ seen: PlanSeries.Run, _ series: PlanSeries,
    now: Instant
  ) throws(RunFault) -> PastAnswer {
    let name = present.name
    let today = present.timeline.local(at: now).date
    func hasMatch(_ parts: [Part]) -> Bool { parts.contains { !$0.matching(question).isEmpty } }
    // The account's clock at that time applies: that of the newest run whose `now` is not after the moment on its own
    // clock.
    var timeline = present.timeline
    var (run, plan): (PlanSeries.Run?, AccountPlan?)
    var hints: [String] = []
    // Runs that kept the plan, and those without the account between others that have it: the device keeps what it had.
    var kept: Set<String> = []
    var absent: PlanSeries.Run?
    func isPassing(_ run: PlanSeries.Run) throws(RunFault) -> Bool {
      if run.now < seen.now { return true }
      return try series.rejection(in: run) != nil
    }
    var moment = Moment(query, today, timeline)
    for candidate in series.runs.reversed() where candidate.now <= moment.at.advanced(bySeconds: maximumClockDifference)
    {
      let known = try series.plan(of: name, in: candidate)
      let there = known.map { Moment(query, today, $0.timeline) } ?? moment
      guard candidate.now < there.at else { continue }
      if let known, series.isKept(known) {
        kept.insert(candidate.name)
        continue
      }
      if known == nil, try isPassing(candidate) {
        absent = absent ?? candidate
        continue
      }
      (run, plan, moment) = (candidate, known, there)
      timeline = known?.timeline ?? timeline
      break
    }
    if let absent {
      hints.append(
        try series.absence(of: name, in: absent)
          + (plan == nil ? "" : " It was last seen in run \(seen.name), as of \(seen.now)."))
      if run == nil { run = absent }
    }
    var answer = PastAnswer(account: name)
    answer.moment = moment.words(timeline)
    answer.at = moment.at
    /// Returns the parts of the day, each with the run that was in force. An archive may start during the day.
    func day(_ hints: inout [String]) throws(RunFault) -> [Part] {
      var parts: [Part] = []
      for later in series.runs where later.now >= (run?.now ?? .distantPast) {
        let own = try series.plan(of: name, in: later)
        let clock = own?.timeline ?? timeline
        let there = Moment(query, today, clock)
        if later.name != run?.name, clock.local(at: later.now).date > there.date { break }
        if let own, series.isKept(own) {
          kept.insert(later.name)
          continue
        }
        guard let own else {
          if later.name != run?.name { hints.append(try series.absence(of: name, in: later)) }
          if !parts.isEmpty, try !isPassing(later) { parts[parts.count - 1].end = later.now }
          continue
        }
        if !parts.isEmpty { parts[parts.count - 1].end = later.now }
        let isFirst = later.name == series.runs.first?.name
        if parts.isEmpty { timeline = clock }
        parts.append(Part(run: later, plan: own, moment: there, start: isFirst ? nil : later.now, end: nil))
      }
      return parts
    }
    var parts = moment.time == nil ? try day(&hints) : []
    if moment.time != nil, let run, let plan { parts = [Part(run: run, plan: plan, moment: moment)] }
    if moment.time != nil, run == nil, let first = series.runs.first, let plan = try series.plan(of: name, in: first),
      !series.isKept(plan)
    {
      // The first run may know what was before it.
      let part = Part(run: first, plan: plan, moment: Moment(query, today, plan.timeline))
      if !part.matching(question).isEmpty {
        parts = [part]
        timeline = plan.timeline
      }
    }
    if moment.time != nil, (run == nil) == (plan == nil), !hasMatch(parts) {
      // A later run has what went out late, and the first one what was before it.
      var day = try day(&hints)
      if question.isNamed, !hasMatch(day) {
        // A named notification is meant even if its minute differs.
        for index in day.indices { day[index].isOfDay = true }
      }
      if hasMatch(day) { parts = day }
    }
    if parts.isEmpty {
      guard let run else {
        answer.answer = "Nothing is known about \(answer.moment): the first run, \(series.runs[0].name), is later."
        answer.hints.append(moment.hint(name, days: nil, timeline))
        return answer
      }
      answer.runs = [(run.name, run.now)]
      answer.answer = try series.absence(of: name, in: run)
      if seen.now < run.now { answer.answer += " It was last seen in run \(seen.name), as of \(seen.now)." }
      return answer
    }
    if moment.time != nil, let exact = series.runs.first(where: { $0.now == moment.at }),
      !parts.contains(where: { $0.run.name == exact.name }), let plan = try series.plan(of: name, in: exact),
      !series.isKept(plan)
    {
      // What a run made up for at once went out at its own time.
      let part = Part(run: exact, plan: plan, moment: Moment(query, today, plan.timeline), start: exact.now)
      if !part.matching(question).isEmpty { parts.append(part) }
    }
    var others = try others(than: parts, question, query, today, series)
    var unplanned: [String] = []
    if moment.time == nil || !hasMatch(parts) && !hasMatch(others) {
      var ignored: [String] = []
      let day = moment.time == nil ? parts : try day(&ignored)
      let found = try deliveries(question, parts[0], day, query, today, series)
      unplanned = found.unplanned
      if moment.time != nil { others += found.parts }
    }
    let inOrder = try series.runs.filter { kept.contains($0.name) }.map { (run) throws(RunFault) in
      (run, try series.plan(of: name, in: run)!)
    }
    let stale = try series.words(ofKept: inOrder.filter(\.1.isUnread))
    for hint in inOrder.compactMap(\.1.keptUndue) + hints where !answer.hints.contains(hint) {
      answer.hints.append(hint)
    }
    try addMatches(question, parts, others, series, now, stale, &answer)
    if answer.candidates.isEmpty, !unplanned.isEmpty {
      answer.answer = unplanned.joined(separator: " ")
    } else {
      answer.hints += unplanned
    }
    return answer
  }

  /// A part of the moment in question, with the run that was in force.
  private struct Part {
    let run: PlanSeries.Run
    let plan: AccountPlan
    let moment: Moment
    /// The times of the run and of the next one; `nil` if another run has no share in the day.
    var start: Instant?
    var end: Instant?
    /// Whether the whole day is meant.
    var isOfDay = false
    /// The decisions in question, if the run was not in force: the last run before with what is removed since, or the
    /// first one after with what is new.
    var others: [Int]?
    var isLate = false

    func named(_ question: Question) -> [Int] {
      plan.decisions.indices.filter { plan.matches(plan.decisions[$0], question) }
    }

    /// The decisions of `named` on the day for which the run was in force.
    func onDay(_ question: Question) -> [Int] {
      named(question).filter { index in
        let decision = plan.decisions[index]
        return moment.isOnDay(decision, plan.timeline) && plan.isInForce(for: decision, from: start, to: end)
      }
    }

    func matching(_ question: Question) -> [Int] {
      others ?? onDay(question).filter { isOfDay || moment.isAt(plan.decisions[$0], plan.timeline) }
    }
  }

  /// Returns what the runs in force do not have: what earlier runs planned for the moment, and what later ones found
  /// when it was over.
  private static func others(
    than parts: [Part], _ question: Question, _ query: TimeQuery, _ today: LocalDate, _ series: PlanSeries
  ) throws(RunFault) -> [Part] {
    guard let last = parts.last else { return [] }
    /// The times of occurrences, by the newest run that has them.
    var known: [Occurrence: Instant] = [:]
    func add(_ plan: AccountPlan) {
      for decision in plan.decisions {
        let uid = plan.occurrence(of: decision)
        known[uid] = known[uid] ?? plan.instant(of: decision) ?? .distantFuture
      }
    }
    add(last.plan)
    func occurrences(_ part: Part) -> [Occurrence] {
      part.matching(question).map { part.plan.occurrence(of: part.plan.decisions[$0]) }
    }
    var answered = Set(parts.flatMap(occurrences))
    let isOfDay = last.isOfDay || question.isNamed && parts.allSatisfy { $0.named(question).isEmpty }
    var found: [Part] = []
    var next = last.run
    for run in series.runs.reversed().drop(while: { $0.name != last.run.name }).dropFirst().prefix(maximumLater) {
      guard let plan = try series.plan(of: last.plan.name, in: run), !series.isKept(plan) else { continue }
      var part = Part(run: run, plan: plan, moment: Moment(query, today, plan.timeline), isOfDay: isOfDay)
      part.others = part.matching(question).filter { index in
        let decision = plan.decisions[index]
        guard decision.outcome == .scheduled, let at = plan.instant(of: decision), at > next.now else { return false }
        // A later run may have moved what was planned for that time.
        let uid = plan.occurrence(of: decision)
        return !answered.contains(uid) && known[uid] != at
      }
      found.insert(part, at: 0)
      answered.formUnion(occurrences(part))
      add(plan)
      next = run
    }
    for run in series.runs.drop(while: { $0.name != last.run.name }).dropFirst().prefix(maximumLater) {
      guard let plan = try series.plan(of: last.plan.name, in: run), !series.isKept(plan) else { continue }
      var part = Part(run: run, plan: plan, moment: Moment(query, today, plan.timeline), isOfDay: isOfDay)
      part.isLate = true
      part.others = part.matching(question).filter { index in
        let decision = plan.decisions[index]
        return !decision.isOff && decision.outcome.reason != .beyondWindow
          && known[plan.occurrence(of: decision)] == nil
      }
      found.append(part)
      add(plan)
    }
    return found
  }

  /// Returns what a device showed at the moment: the parts that planned it for another time of the day, and what no run
  /// planned.
  ///
  /// - Parameters:
  ///   - start: The part of the run in force.
  ///   - day: The parts of the day.
  private static func deliveries(
    _ question: Question, _ start: Part, _ day: [Part], _ query: TimeQuery, _ today: LocalDate,
    _ series: PlanSeries
  ) throws(RunFault) -> (parts: [Part], unplanned: [String]) {
    for run in series.runs.filter({ $0.now >= start.run.now }).prefix(maximumUnseen) {
      guard let plan = try series.plan(of: start.plan.name, in: run), !series.isKept(plan) else { continue }
      let moment = Moment(query, today, plan.timeline)
      let shown = plan.account.delivered.filter { moment.covers($0.at, plan.timeline) }
      if shown.isEmpty { continue }
      var (parts, unplanned): ([Part], [String]) = ([], [])
      for entry in shown {
        func isOfEntry(_ part: Part, _ index: Int) -> Bool {
          let name = part.plan.requests[Int(part.plan.decisions[index].request)].identifier.text
          return name == entry.id.notification.text || name == entry.id.text
        }
        if let part = day.last(where: { part in part.plan.decisions.indices.contains { isOfEntry(part, $0) } }) {
          var part = part
          part.others = part.onDay(question).filter { isOfEntry(part, $0) }
          parts.append(part)
          if let armed = part.named(question).first(where: {
            isOfEntry(part, $0) && part.plan.decisions[$0].outcome == .armed
          }) {
            let title = part.plan.requests[Int(part.plan.decisions[armed].request)].title
            unplanned.append(
              "\(title.quotedForDiagnostic) was shown \(plan.timeline.local(at: entry.at).forReaders), at its place, "
                + "according to the export of run \(run.name).")
          }
        } else if question.names(entry.id.notification) {
          unplanned.append(
            "\(entry.id.notification) was shown \(plan.timeline.local(at: entry.at).forReaders), according to the export "
              + "of run \(run.name), and no plan in force had it.")
        }
      }
      return (parts, unplanned)
    }
    return ([], [])
  }

  /// Adds the requested notifications to the answer.
  ///
  /// - Parameters:
  ///   - others: Runs that were not in force.
  ///   - stale: What runs could not read, and which plan they kept.
  private static func addMatches(
    _ question: Question, _ parts: [Part], _ others: [Part], _ series: PlanSeries, _ now: Instant,
    _ stale: [String], _ answer: inout PastAnswer
  ) throws(RunFault) {
    guard let last = parts.last else { return }
    answer.runs = parts.map { ($0.run.name, $0.run.now) }
    let wanted = question.notification ?? question.about
    if let wanted, parts.allSatisfy({ $0.named(question).isEmpty }),
      others.allSatisfy({ $0.matching(question).isEmpty })
    {
      if let had = others.last(where: { !$0.isLate && !$0.named(question).isEmpty }) {
        // An earlier run has it, for another day.
        let items = Set(
          had.named(question).compactMap { had.plan.requests[Int(had.plan.decisions[$0].request)].item?.text })
        answer.answer =
          try series.leftOut(last.plan, items, in: last.run).first
          ?? "No run in force has it: the last one that planned it was \(had.run.name)."
        addOthers(of: had, question, "it had", &answer)
        return
      }
      if let fault = last.plan.rejection(of: wanted) {
        answer.answer = try series.words(fault, of: last.plan.name, in: last.run)
        return
      }
      let known = Set(parts.flatMap { $0.plan.requests.flatMap { [$0.identifier.text, $0.title] } })
      let names = parts.map(\.run.name).joined(separator: " and ")
      throw RunFault(
        .noInput,
        "\(parts.count == 1 ? "run \(names) has" : "runs \(names) have") no notification "
          + "\(wanted.quotedForDiagnostic) for account \(answer.account)"
          + (wanted.nearest(in: known).map { "; the nearest is \($0.quotedForDiagnostic)" } ?? ""),
        redacted: "no run in force has such a notification for the account")
    }
    var matching = parts.map { ($0, $0.matching(question)) }.filter { !$0.1.isEmpty }
    let more = others.map { ($0, $0.matching(question)) }.filter { !$0.1.isEmpty }
    if matching.isEmpty, more.isEmpty, wanted != nil {
      // Without a date, it is on no day.
      let undated = last.named(question).filter { last.plan.instant(of: last.plan.decisions[$0]) == nil }
      if !undated.isEmpty { matching = [(last, undated)] }
    }
    if !matching.isEmpty { answer.runs = matching.map { ($0.0.run.name, $0.0.run.now) } }
    matching += more
    var candidates: [PastAnswer.Candidate] = []
    for (part, indices) in matching {
      let asked = indices.compactMap { part.plan.instant(of: part.plan.decisions[$0]) }.max() ?? part.moment.at
      var (later, unread): ([PastTrace.Later], Int) = ([], 0)
      for run in series.runs.drop(while: { $0.name != part.run.name }).dropFirst() {
        if unread > 0, run.name != series.runs.last?.name {
          unread += 1
          continue
        }
        let plan = try series.plan(of: answer.account, in: run)
        // A run that kept the plan has the account of an earlier one.
        if let plan, series.isKept(plan) { continue }
        later.append((run.name, try series.folder(run).header, plan, try plan == nil ? series.rejection(in: run) : nil))
        let isKnown = plan?.shown?.seen.map { $0 >= asked } ?? false
        if later.count >= (isKnown ? maximumLater : maximumUnseen), run.name != series.runs.last?.name { unread = 1 }
      }
      let trace = PastTrace(
        run: (part.run.name, try series.folder(part.run).header), isFirst: part.run.name == series.runs.first?.name,
        isLate: part.isLate, knowsActions: try series.folder(part.run).knowsActions, plan: part.plan, later: later,
        now: now)
      for var candidate in indices.map(trace.candidate) {
        if candidate.fate == .removed, let why = try series.reason(for: candidate.request, last.plan, in: last.run) {
          candidate.answer = why
        }
        candidates.append(candidate)
      }
      if unread > 1, part.run.name == matching.first?.0.run.name {
        answer.hints.append("\((unread - 1).of("run")) in between \(unread == 2 ? "was" : "were") not read.")
      }
    }
    answer.candidates = candidates.filter { !$0.isOff } + candidates.filter(\.isOff)
    answer.answer = sentence(answer)
    let (run, plan, moment) = (last.run, last.plan, last.moment)
    if moment.at >= plan.windowEnd
      || answer.candidates.contains(where: { $0.decision.outcome.reason == .beyondWindow })
    {
      let days = try series.folder(run).header.policies.first { $0.app == plan.account.app }?.days
      if matching.isEmpty {
        answer.answer =
          "No run reaches \(answer.moment): the plan of \(run.name), the last before it, ends at \(plan.windowEnd)."
      }
      if stale.isEmpty { answer.hints.append(moment.hint(answer.account, days: days, plan.timeline)) }
    } else if matching.isEmpty {
      addOthers(of: last, question, last.onDay(question).isEmpty ? "it has" : "on that day", &answer)
    }
    if matching.isEmpty, let first = stale.first {
      answer.answer = "\(first) \(answer.answer)"
    } else {
      answer.hints += stale
    }
    if matching.isEmpty ? wanted == nil : answer.candidates.contains(where: { $0.fate == .removed }) {
      for why in try series.leftOut(plan, in: run) where !answer.candidates.contains(where: { $0.answer == why }) {
        answer.hints.append("  \(why)")
      }
    }
  }

  /// Adds the named decisions of a part as hints: those of the day, else all.
  private static func addOthers(of part: Part, _ question: Question, _ words: String, _ answer: inout PastAnswer) {
    let (plan, onDay) = (part.plan, part.onDay(question))
    let others = onDay.isEmpty ? part.named(question) : onDay
    for index in others.filter({ plan.decisions[$0].local != nil }).prefix(10) {
      let decision = plan.decisions[index]
      answer.hints.append(
        "  \(words) \(decision.local!.forReaders): \(plan.requests[Int(decision.request)].identifier), "
          + (decision.outcome.reason.map { "not sent, \($0.code)" } ?? decision.outcome.name))
    }
    if others.count > 10 { answer.hints.append("  and \(others.count - 10) more") }
  }

  private static func sentence(_ answer: PastAnswer) -> String {
    guard let first = answer.candidates.first else { return "Nothing was planned for \(answer.moment)." }
    let off = answer.candidates.count { $0.isOff }
    if answer.candidates.allSatisfy({ $0.answer == first.answer }) { return first.answer }
    let on = answer.candidates.filter { off == answer.candidates.count || !$0.isOff }
    if on.count > 1, let why = first.why, on.allSatisfy({ $0.why == why }) {
      return "None of the \(on.count) notifications for \(answer.moment) \(why)"
        + (on.count == answer.candidates.count ? "" : " Switched off: \(off) more.")
    }
    if answer.candidates.count - off == 1 { return "\(first.answer) Switched off: \(off) more." }
    func count(_ isMeant: (PastAnswer.Fate) -> Bool) -> Int { answer.candidates.count { isMeant($0.fate) } }
    let reasons = Reason.allCases.compactMap { reason -> String? in
      let count = count { $0 == .notSent(reason) }
      return count == 0 ? nil : "\(count) \(reason.summary)"
    }
    let parts = [
      "\(count { $0 == .planned }) planned to go out",
      count { $0 == .shown } == 0 ? nil : "\(count { $0 == .shown }) shown",
      count { $0 == .unknown } == 0 ? nil : "\(count { $0 == .unknown }) before the first run",
      count { $0 == .removed } == 0 ? nil : "\(count { $0 == .removed }) removed before their time",
      count { $0 == .moved } == 0 ? nil : "\(count { $0 == .moved }) moved before their time",
      reasons.isEmpty ? nil : "not sent: \(reasons.joined(separator: ", "))",
    ]
    return "\(answer.candidates.count) notifications for \(answer.moment): "
      + "\(parts.compactMap(\.self).joined(separator: "; "))."
  }
}

extension PastAnswer.Candidate {
  /// Whether the account or the policy disables the kind, so that the user does not miss it.
  fileprivate var isOff: Bool { decision.isOff }
}

extension Decision {
  /// Whether the account or the policy disables the kind.
  var isOff: Bool { [.kindDisabled, .optionOff].contains(outcome.reason) }
}

extension AccountPlan {
  /// That later runs kept the plan of an account that was not due; nil if it was.
  fileprivate var keptUndue: String? {
    isNotDue ? "Later runs kept the plan as of \(stale.map { "\($0)" } ?? ""): the account was not due." : nil
  }

  /// Returns when a decision was to go out, or would have; `nil` if it has no date.
  func instant(of decision: Decision) -> Instant? {
    if let at = decision.at { return at }
    guard let local = decision.local else { return nil }
    if case .instant(let at, _, _) = timeline.resolve(local, gap: .later, overlap: .first) { return at }
    return timeline.moveOver(local).map { timeline.stays[$0].start }
  }

  /// Returns whether the run of this plan was in force when a decision was to go out.
  ///
  /// - Parameters:
  ///   - start: The run's time; `nil` if no run was before it.
  ///   - end: The time of the next run; `nil` if there is none.
  func isInForce(for decision: Decision, from start: Instant?, to end: Instant?) -> Bool {
    guard let at = instant(of: decision) else { return false }
    if let end, at > end { return false }
    return start.map { at > $0 || at == $0 && decision.isLate } ?? true
  }

  /// Returns whether a question names the decision, or names nothing.
  func matches(_ decision: Decision, _ question: ExplainRun.Question) -> Bool {
    let request = requests[Int(decision.request)]
    func has(_ text: String, _ part: String) -> Bool { text.lowercased().contains(part.lowercased()) }
    if let given = question.notification {
      let name = question.pseudonym.map { has($0, request.identifier.text) ? $0 : given } ?? given
      let id = RequestID(request.identifier, on: decision.local?.date)
      if !has(request.identifier.text, name), id.text != name { return false }
      // A text that is a whole identifier does not match longer identifiers.
      if request.identifier.text != name, requests.contains(where: { $0.identifier.text == name }) { return false }
    }
    if let part = question.about {
      func isWhole(_ request: NotificationRequest) -> Bool {
        request.item?.text == part || request.identifier.text == part || request.title.lowercased() == part.lowercased()
      }
      if isWhole(request) { return true }
      return [request.identifier.text, request.title, request.item?.text ?? ""].contains { has($0, part) }
        && !requests.contains(where: isWhole)
    }
    return true
  }
}
