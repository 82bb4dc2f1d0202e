import Diagnostics
import PlanModel
import Planning

/// Warns about items of declared kinds whose fields yield no date, so that nothing is ever sent.
struct UndatedItems {
  private var planner: AccountPlanner
  private let sources: Sources

  init(_ options: PlanOptions, _ sources: Sources) {
    planner = AccountPlanner(now: options.now, days: 0, texts: WordingCache())
    self.sources = sources
  }

  mutating func warnings(_ account: Shared<Account>, _ policy: Shared<Policy>) -> [Diagnostic] {
    guard policy.value.kinds.contains(where: { !$0.description.isShipped }),
      // An excessive account is refused when it is planned.
      let plan = try? planner.planWithFacts(account, policy)
    else { return [] }
    let warnings = zip(plan.decisions, plan.facts).compactMap { decision, facts -> Diagnostic? in
      let request = plan.requests[Int(decision.request)]
      guard decision.outcome.reason == .noDueDate, let fact = facts.first, let place = request.location,
        let kind = policy[request.kind], !kind.description.isShipped, let item = request.item
      else { return nil }
      let name = kind.description.items.first.map { "\($0.name) " } ?? ""
      return Diagnostic(
        .warning, fact.value == "none" ? .missingField : .badValue, at: sources.place(of: place),
        account: account.id.text, item: name + item.text.quotedForDiagnostic, itemID: item.text, field: fact.name,
        found: "found \(fact.value), from which no date of \(kind.kind) follows", expected: "a value that gives one")
    }
    return warnings.sorted { ($0.location.line, $0.location.column) < ($1.location.line, $1.location.column) }
  }
}
