import Benchmark
import CivilTime
import PlanModel
import Planning
import Wording
import Workload

/// From accounts to decisions and actions, with their texts.
let benchmarks: @Sendable () -> Void = {
  plans()
  library()
  steps()
  texts()
}

private func plans() {
  let w = Workload.w()
  var planner = AccountPlanner(now: Workload.now, days: Workload.days, texts: WordingCache())
  measure("plan, W", w.decisionCount, "decisions") { _ in
    for (account, policy) in w.accounts { blackHole(try! planner.plan(account, policy).decisions.count) }
  }
  measure("plan with the facts behind its reasons, W", w.decisionCount, "decisions") { _ in
    for (account, policy) in w.accounts { blackHole(try! planner.plan(account, policy, with: .facts).decisions.count) }
  }
  measure("plan with actions from comparing with the device, W", w.decisionCount, "decisions") { _ in
    for (account, policy) in w.accounts { blackHole(try! planner.plan(account, policy, with: .actions).actions.count) }
  }
  let bills = Workload.bills()
  measure("plan, bills with texts", bills.decisionCount, "decisions") { _ in
    for (account, policy) in bills.accounts { blackHole(try! planner.plan(account, policy).decisions.count) }
  }
}

/// The steps of a plan one by one, over the accounts of W.
private func steps() {
  let w = Workload.w()
  var steps = BenchSteps(w.accounts, now: Workload.now, days: Workload.days, texts: WordingCache())
  for (number, step) in BenchSteps.Step.allCases.enumerated() {
    measure("step \(number + 1): \(step.words)", w.decisionCount, "candidates") { benchmark in
      steps.prepare(step)
      benchmark.startMeasurement()
      steps.run(step)
    }
  }
}

/// The words of a bill that is due, in the languages that ship.
private func texts() {
  guard let policy = Workload.bills().sources.policies["moneymap"],
    let bill = policy.kinds.firstIndex(where: { $0.kind.name == "bill" })
  else { fatalError("there is no policy of moneymap with bills") }
  let form = policy.kinds[bill].description.forms.first { $0.name == "due" }!
  let due = LocalDate(year: 2026, month: 11, day: 1)!
  let money = Money(DecimalNumber("1284.50")!, "EUR")
  for (name, language) in [("English", "en"), ("Spanish", "es"), ("German", "de")] {
    let wording = Wording(policy, locale: LanguageTag(language))
    measure("text with name, money and date, \(name)", 1000, "texts") { _ in
      for number in 1...1000 {
        let stem = StableHash(high: 0, low: UInt64(number))
        let words = wording.words(bill, form, stem) { field in
          switch field {
          case "name": .text("Electricity")
          case "amount": .money(money)
          case "dueDate": .date(due)
          default: .none
          }
        }
        blackHole(words)
      }
    }
  }
}

extension BenchSteps.Step {
  fileprivate var words: String {
    switch self {
    case .expand: "expand items to candidates with identifiers and texts, and settle each (checks 1 to 19)"
    case .sort: "sort"
    case .duplicates: "duplicates (check 20)"
    case .dailyCap: "daily cap (check 21)"
    case .slots: "slots (check 22)"
    case .badges: "badges"
    }
  }
}
