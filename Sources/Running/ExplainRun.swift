import Answers
import CivilTime
import Diagnostics
import ExportReading
import PlanModel
import Planning
import Wording
import Resolving

/// `tickler explain`: how the candidates of one account went through the checks. Plans that account as a plan would.
package enum ExplainRun {
  package struct Question: Sendable {
    package var account: String
    package var notification: String?
    /// The local date asked for, or the one on which it goes out.
    package var date: LocalDate?
    package var isJSON = false

    package init(account: String) {
      self.account = account
    }
  }

  /// - Returns: What to print, and 0; 1 where the account's record was rejected and only the diagnostics can be told.
  package static func run(
    _ options: PlanOptions, _ question: Question
  ) throws(FatalInput) -> (output: String, status: Int32) {
    let sources = try Sources.read(options)
    let id = AccountID(question.account)
    var reader = ChunkReader(context: sources.context, roster: sources.roster)
    var planner = AccountPlanner(now: options.now, days: options.days, texts: WordingCache())
    var report = InputReport(sources, options)
    var told: [Diagnostic] = []
    var output: String?
    for chunk in sources.chunks {
      try reader.forEachAccount(in: chunk) { (account: Shared<Account>, policy: Shared<Policy>) throws(FatalInput) in
        guard account.id == id, output == nil else { return }
        output = explain(account, policy, &planner, question, options.now, sources)
      }
      told += report.take(from: &reader).filter { $0.account == question.account }
    }
    _ = try report.status()
    if let output { return (output, 0) }
    if told.isEmpty {
      throw FatalInput(.noInput, "no input has the account \(question.account.quotedForDiagnostic)")
    }
    return (Rejection.words(told), 1)
  }

  private static func explain(
    _ account: Shared<Account>, _ policy: Shared<Policy>, _ planner: inout AccountPlanner, _ question: Question,
    _ now: Instant, _ sources: Sources
  ) -> String {
    let (plan, explanations) = planner.explain(account, policy) { decision, plan in
      let identifier = plan.requests[Int(decision.request)].identifier
      if let wanted = question.notification, identifier != NotificationID(wanted) { return false }
      guard let date = question.date else { return true }
      return decision.local?.date == date || decision.at.map { plan.timeline.local(at: $0).date == date } ?? false
    }
    let writer = ExplanationWriter(plan, now: now) { location in
      "\(sources.inputs[Int(location.input)].file.name):\(location.line)"
    }
    if question.isJSON { return writer.json(explanations).text }
    if explanations.isEmpty {
      return writer.text([]) + "No candidate matches: nothing of that kind would be planned on that date.\n"
    }
    return writer.text(explanations)
  }
}
