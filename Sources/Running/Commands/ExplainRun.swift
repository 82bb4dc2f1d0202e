import Answers
import CivilTime
import Diagnostics
import OwnWords
import PlanModel
import Planning
import Redacting
import Resolving

/// Runs `tickler explain`, which shows how an account's candidates passed the checks. Plans the account as `tickler
/// plan` does.
package enum ExplainRun {
  package struct Question: Sendable {
    package var account: AccountName
    /// The identifier of the notification, or a part of it, or the id of a request.
    package var notification: String?
    /// The local date of the candidate, by its wall time or its instant.
    package var day: TimeQuery.Day?
    package var isJSON = false
    /// Whether the answer is a policy test.
    package var isTest = false

    /// The moment in question; `nil` for all, in an archive for all runs.
    package var time: TimeQuery?

    // For archives:

    /// A part of an identifier, an item's id or a title; `nil` for any.
    package var about: String?
    /// The pseudonym of `notification` in a redacted plan; `nil` if this run has no key.
    var pseudonym: String?

    /// Whether it is about some notifications only.
    var isNamed: Bool { notification != nil || about != nil }

    package init(account: String, app: String? = nil) {
      self.account = AccountName(account, app: app)
    }

    /// Returns whether it names a notification that no plan has, or names nothing.
    func names(_ notification: NotificationID) -> Bool {
      [pseudonym ?? self.notification, about].compactMap(\.self).allSatisfy {
        notification.text.lowercased().contains($0.lowercased())
      }
    }
  }

  /// Explains the account, in each app that has it unless the question names one.
  ///
  /// - Returns: The output, and status 0; 1 if the account's record was rejected, so that only diagnostics are printed.
  package static func run(_ options: PlanOptions, _ question: Question) throws(RunFault) -> Answer {
    let sources = try Sources.read(options)
    var reader = ChunkReader(context: sources.context, roster: sources.roster)
    var planner = AccountPlanner(now: options.now, days: options.days, reach: options.reach, texts: WordingCache())
    planner.keepsLeftOut = question.day != nil || question.time != nil
    let copies = RecordCopies()
    if question.isTest { reader.copies = copies }
    var report = InputReport(sources, options)
    var diagnostics: [Diagnostic] = []
    var outputs: [String] = []
    var tests: [String?] = []
    var missing: RunFault?
    /// The nearest id among other accounts.
    var nearest: String?
    for chunk in sources.chunks {
      try reader.forEachAccount(withinLimitsIn: chunk) { account, policy in
        guard question.account.matches(account.value, options.redactor) else {
          if outputs.isEmpty, account.id != question.account.id {
            nearest = question.account.nearest(account.id, nearest)
          }
          return
        }
        if question.isTest, sources.inputs[Int(account.value.location.input)].file.format == .xml {
          throw RunFault(
            .usage, "--as-test takes JSON and NDJSON: XML does not say what is a text and what is a list")
        }
        if question.isTest {
          tests.append(try test(account, policy, &planner, question, options, copies))
          return
        }
        switch try explain(account, policy, &planner, question, options, sources) {
        case .success(let answer): outputs.append(answer)
        case .failure(let unnamed): missing = missing ?? unnamed
        }
      }
      diagnostics += report.take(from: &reader).filter { sources.disclosure.isAbout(question.account.id, $0) }
    }
    _ = try report.status()
    if tests.contains(nil) {
      throw RunFault(
        .noInput,
        "account \(question.account) has no notification \((question.notification ?? "").quotedForDiagnostic); "
          + "tickler explain without --as-test lists its notifications")
    }
    outputs += tests.compactMap(\.self)
    if !outputs.isEmpty { return (outputs.joined(separator: question.isJSON ? "" : "\n"), 0) }
    if let missing { throw missing }
    if diagnostics.isEmpty { throw RunFault.noAccount(question.account, nearest: nearest) }
    return (RejectedAccount.words(diagnostics.map(sources.disclosure.printed)), 1)
  }

  /// Returns a `[tests]` table with the account as in its records, and its decisions.
  private static func test(
    _ account: Shared<Account>, _ policy: Shared<Policy>, _ planner: inout AccountPlanner, _ question: Question,
    _ options: PlanOptions, _ copies: RecordCopies
  ) throws(AccountLimitError) -> String? {
    let plan = try planner.plan(account, policy, with: .actions)
    var kinds: [String]?
    if let wanted = question.notification {
      let named = plan.decisions.filter { plan.isNamed(wanted, $0, nil) }.map {
        plan.requests[Int($0.request)].kind.name
      }
      if named.isEmpty { return nil }
      kinds = Set(named).sorted()
    }
    // Rejected items produce nothing, but keep their requests.
    let refused = Set(account.value.diagnostics.filter { $0.severity == .error }.compactMap { $0.itemID?.asTOMLString })
    let items = copies.items.filter { item in
      item.first { $0.key == "id" }.map { !refused.contains($0.value) } ?? false
    }
    let days = options.days ?? policy.value.days ?? AccountPlanner.defaultDays
    let isPart = kinds != nil || !account.value.items.rejected.isEmpty
    let actions = account.value.pending.isEmpty || isPart ? nil : TestLines.actions(of: plan)
    return PolicyTestTOML.text(
      named: [account.id.text, account.value.device?.text].compactMap(\.self).joined(separator: "-"), now: options.now,
      days: days, kinds: kinds, TestLines.lines(of: plan, kinds: kinds), actions, account: copies.account,
      items: items)
  }

  /// Returns `Sun 2026-10-25 02:30`.
  private static func words(_ moment: (date: LocalDate, time: LocalTime?)) -> String {
    let day = "\(English.shortWeekdays[Int(moment.date.weekday.rawValue)]) \(moment.date)"
    return day + (moment.time.map { " \($0.forReaders)" } ?? "")
  }

  /// - Returns: The answer, or the reason why nothing matches the question.
  private static func explain(
    _ account: Shared<Account>, _ policy: Shared<Policy>, _ planner: inout AccountPlanner, _ question: Question,
    _ options: PlanOptions, _ sources: Sources
  ) throws(AccountLimitError) -> Result<String, RunFault> {
    let redactor = sources.disclosure.redactor
    var moment: (date: LocalDate, time: LocalTime?)?
    /// - Parameter isPart: Whether a part of an identifier names it.
    func explained(byPart isPart: Bool) throws(AccountLimitError) -> (AccountPlan, [Explanation]) {
      var held: Decision?
      var isFirst = true
      return try planner.explain(account, policy, with: [.outlook, .actions]) { decision, plan in
        if isFirst {
          (isFirst, moment) = (false, question.moment(plan))
          held = question.notification.flatMap { plan.decision(ofRequest: $0, redactor) }
        }
        if let wanted = question.notification {
          let isNamed =
            isPart
            ? plan.requests[Int(decision.request)].identifier.text.lowercased().contains(wanted.lowercased())
            : plan.isNamed(wanted, decision, redactor)
          let isHeld = held.map { $0.request == decision.request && $0.at == decision.at } ?? false
          if !isNamed, !isHeld { return false }
        }
        guard let moment else { return true }
        return [decision.local, decision.at.map { plan.timeline.local(at: $0) }].contains { local in
          local?.date == moment.date && moment.time.map { $0 == local?.time } ?? true
        }
      }
    }
    var (plan, explanations) = try explained(byPart: false)
    moment = moment ?? question.moment(plan)
    var skips = moment.map { planner.skips(account, policy, on: $0.date) } ?? []
    if let wanted = question.notification, let date = moment?.date {
      skips.removeAll { !AccountPlan.isNamed(wanted, $0.notification, on: date, redactor) }
    } else {
      // On most dates most series have nothing.
      skips.removeAll { $0.rule == .rule }
    }
    // A date of the item's zone may be another one here.
    let told = Set(explanations.map { plan.requests[Int(plan.decisions[$0.decision].request)].identifier })
    skips.removeAll { told.contains($0.notification) }
    let isOfRequest = explanations.isEmpty && skips.isEmpty
    var actions = plan.actions.filter { action in
      guard let wanted = question.notification else { return false }
      let isRequest = action.request == RequestID(wanted) || redactor?.request(action.request) == RequestID(wanted)
      // The plan's own requests have their decisions.
      if let decision = action.decision {
        return isRequest && !plan.isNamed(wanted, plan.decisions[decision], redactor)
      }
      return isOfRequest && (isRequest || AccountPlan.isNamed(wanted, action.notification, on: nil, redactor))
    }
    let later = question.notification.flatMap { wanted in
      isOfRequest && actions.isEmpty
        ? planner.later(account, policy, NotificationID(wanted), on: moment?.date) : nil
    }
    let dates =
      isOfRequest && actions.isEmpty && later == nil
      ? question.notification.map { AccountPlan.dates(of: $0, account, policy, options.now, redactor) } : nil
    if let dates, dates.all.isEmpty { (plan, explanations) = try explained(byPart: true) }
    if let redactor {
      for index in actions.indices { redactor.redact(&actions[index]) }
      redactor.redact(&plan)
      for index in explanations.indices { redactor.redact(&explanations[index]) }
      for index in skips.indices {
        skips[index].notification = redactor.notification(skips[index].notification)
        skips[index].item = skips[index].item.map(redactor.item)
      }
    }
    let days = moment.map { $0.date.days(since: plan.today) } ?? 0
    let isPast = moment.map { plan.timeline.startOfDay($0.date) >= plan.reachEnd ?? plan.windowEnd } ?? false
    var note = later.map { later in
      let name = NotificationID(question.notification!)
      return later.plan.words(ofLater: redactor?.notification(name) ?? name, later.decision)
    }
    if let moment, question.notification == nil {
      if isPast {
        note =
          "The plan ends before \(moment.date)"
          + (days > Policy.maximumDays ? "." : "; --days \(days) reaches that date.")
      } else if explanations.isEmpty {
        note = "Nothing is planned for \(words(moment))."
      }
    }
    let asked = question.isRelative ? moment.map(words) : nil
    let writer = ExplanationWriter(
      plan, now: options.now, skips, on: moment?.date, actions, note: note, asked: asked
    ) { location in
      "\(sources.inputs[Int(location.input)].file.name):\(location.line)"
    }
    if explanations.isEmpty, let dates, let wanted = question.notification {
      var rest = moment.map { " on \($0.date)" } ?? ""
      if let moment, isPast, dates.all.contains(moment.date) {
        rest += "; the plan ends before it, --days \(days) reaches it"
      } else if !dates.open.isEmpty {
        let next = dates.open.first { $0 > moment?.date ?? plan.today }
        rest += next.map { "; the next is on \($0)" } ?? "; the last is on \(dates.open[dates.open.count - 1])"
        if let next, plan.timeline.startOfDay(next) >= plan.windowEnd {
          rest += ", which --days \(next.days(since: plan.today)) reaches"
        }
      } else if let date = dates.all.first {
        rest += "; its kind's where leaves it out, as --on \(date) shows"
      } else if let fault = plan.rejection(of: wanted) {
        rest = "; \(fault.leftOut())"
      } else if let item = account.value.items.ids.first(where: { wanted.names($0.text) }) {
        rest =
          "; item \(item.text.quotedForDiagnostic) has none by that name in the next \(Policy.maximumDays) days"
      } else {
        let nearest = wanted.nearest(in: Set(plan.requests.map(\.identifier.text)))
        rest =
          nearest.map { "; the nearest is \($0.quotedForDiagnostic)" }
          ?? "; tickler explain without --notification lists all"
      }
      return .failure(
        RunFault(
          .noInput,
          "account \(plan.name.words) of \(account.app) has no notification \(wanted.quotedForDiagnostic)\(rest)",
          redacted: "the account has no such notification"))
    }
    return .success(question.isJSON ? writer.json(explanations).text : writer.text(explanations))
  }
}

extension ExplainRun.Question {
  /// Returns the local date and time in question; nil for all.
  fileprivate func moment(_ plan: AccountPlan) -> (date: LocalDate, time: LocalTime?)? {
    day.map { ($0.next(plan.today), nil) } ?? time.map { $0.next(today: plan.today, plan.timeline) }
  }

  /// Whether the day depends on today.
  fileprivate var isRelative: Bool {
    switch (day, time) {
    case (.date?, _), (nil, nil), (nil, .instant?), (nil, .local(.date?, _)?): false
    default: true
    }
  }
}

extension AccountName {
  /// Returns the closer of two ids, if one is close.
  func nearest(_ id: AccountID, _ other: String?) -> String? {
    self.id.text.nearest(in: [id.text, other].compactMap(\.self))
  }

  /// Returns the nearest id of an account that was not found, for the end of a message.
  func nearestWords(_ nearest: String?) -> String {
    if nearest == id.text { return "; it is an account of another app: name that, or leave out --app" }
    return nearest.map { "; the nearest is \($0.quotedForDiagnostic)" } ?? ""
  }
}

extension RunFault {
  /// Returns the fault for an account that no input has.
  static func noAccount(_ name: AccountName, nearest: String?) -> RunFault {
    RunFault(
      .noInput,
      "no input has the account \(name)" + name.nearestWords(nearest),
      redacted: "no input has the account")
  }
}

extension AccountPlan {
  /// Returns what this plan, which is made later, says of a notification.
  fileprivate func words(ofLater wanted: NotificationID, _ decision: Decision) -> String {
    let day = decision.local.map { "\($0.date)" } ?? ""
    let end =
      decision.outcome.reason.map { "it is dropped then, \($0.summary): \($0.explanation)" }
      ?? decision.at.map { "it goes out on \(timeline.local(at: $0).forReaders), unless that changes." } ?? ""
    return "A later plan decides about \(wanted) on \(day): a plan has today and the next two days. "
      + "As the export is now, \(end)"
  }

  /// Returns the dates that a notification would have with the longest window, ascending: all, and those that no condition
  /// leaves out.
  fileprivate static func dates(
    of wanted: String, _ account: Shared<Account>, _ policy: Shared<Policy>, _ now: Instant, _ redactor: Redactor?
  ) -> (all: [LocalDate], open: [LocalDate]) {
    var planner = AccountPlanner(now: now, days: Policy.maximumDays, texts: WordingCache())
    planner.keepsLeftOut = true
    guard let plan = try? planner.plan(account, policy) else { return ([], []) }
    let named = plan.decisions.filter { plan.isNamed(wanted, $0, redactor) }
    func dates(_ decisions: [Decision]) -> [LocalDate] { Set(decisions.compactMap { $0.local?.date }).sorted() }
    return (dates(named), dates(named.filter { $0.outcome.reason != .condition }))
  }

  /// Returns the decision that a request on the device belongs to, by the device's own id.
  fileprivate func decision(ofRequest wanted: String, _ redactor: Redactor?) -> Decision? {
    actions.first {
      $0.request == RequestID(wanted) || redactor?.request($0.request) == RequestID(wanted)
    }?.decision.map { decisions[$0] }
  }

  /// Returns whether a text is the decision's identifier, or the name of its request.
  ///
  /// - Parameter redactor: A redactor whose pseudonyms are accepted too.
  fileprivate func isNamed(_ text: String, _ decision: Decision, _ redactor: Redactor?) -> Bool {
    AccountPlan.isNamed(text, requests[Int(decision.request)].identifier, on: decision.local?.date, redactor)
  }

  fileprivate static func isNamed(
    _ text: String, _ identifier: NotificationID, on date: LocalDate?, _ redactor: Redactor?
  ) -> Bool {
    [identifier, redactor?.notification(identifier)].contains { known in
      guard let known else { return false }
      return known == NotificationID(text) || RequestID(known, on: date) == RequestID(text)
    }
  }
}

/// Writes a policy test in TOML from the plan of an account.
enum PolicyTestTOML {
  /// - Parameters:
  ///   - kinds: The kinds that the test covers; `nil` for all.
  ///   - actions: `nil` to leave out what the device holds, which does not affect decisions.
  static func text(
    named name: String, now: Instant, days: Int, kinds: [String]?, _ lines: [String], _ actions: [String]?,
    account: [(key: String, value: String)], items: [[(key: String, value: String)]]
  ) -> String {
    let table = "tests.\(name.asTOMLWord)"
    var text = "[\(table)]\nnow = \"\(now)\"\ndays = \(days)\n"
    if let kinds { text += "kinds = [\(kinds.map(\.asTOMLString).joined(separator: ", "))]\n" }
    func list(_ key: String, _ lines: [String]) -> String {
      "\(key) = [\n" + lines.map { "  \($0.asTOMLString),\n" }.joined() + "]\n"
    }
    text += list("expected", lines) + (actions.map { list("actions", $0) } ?? "")
    text += "\n[\(table).account]\n" + fields(account, without: actions == nil ? ["app", "pending"] : ["app"])
    for item in items { text += "\n[[\(table).items]]\n" + fields(item, without: ["app", "account"]) }
    return text
  }

  /// - Parameter left: Fields that do not affect the test, or that the policy contains.
  private static func fields(_ fields: [(key: String, value: String)], without left: Set<String>) -> String {
    fields.filter { !left.contains($0.key) }.map { "\($0.key.asTOMLWord) = \($0.value)\n" }.joined()
  }
}

/// The answer about a requested account that was rejected.
enum RejectedAccount {
  static func words(_ diagnostics: [Diagnostic]) -> String {
    diagnostics.map { "\($0)\n" }.joined() + "The account was rejected, so nothing is planned for it.\n"
  }
}
