import PlanModel
import RunModel

/// The replan deadline, the accounts that allow notifications, and the engagement figures.
struct MeasuresView {
  private let planAgain: PlanAgainCounts
  private let measures: Measures?

  init(_ summary: RunSummary) {
    planAgain = summary.planAgain
    measures = summary.measures
  }

  func add(to view: inout PageView) {
    view.add("hasAgain", planAgain.first != nil)
    view.add("againCauses", PlanAgainCause.allCases.filter { planAgain[$0] > 0 }) { view, cause in
      view.add("words", cause.words)
      view.add("code", cause.rawValue)
      view.add(planAgain[cause], .having(ShowLink.tally(cause)))
    }
    view.add("hasMeasures", measures != nil)
    let total = measures?.total ?? Measures.App()
    view.add("permissions", Authorization.allCases.filter { total[$0] > 0 }) { view, state in
      view.add("code", state.rawValue)
      view.add("words", state.words)
      view.add(total[state], .having(ShowLink.tally(state)))
      view.add("remedy", state == .authorized ? nil : state.remedy)
    }
    view.add("measuredApps", (measures?.apps ?? [:]).sorted { $0.key.compareBytes($1.key) < 0 }) { view, app in
      view.add("app", app.key.shown(60))
      view.add("accounts", app.value.accounts)
      view.add("mayBeNotified", share(app.value.mayBeNotified, of: app.value.accounts))
      view.add("measuredKinds", app.value.kinds.filter { !$0.value.isEmpty }.sorted { $0.key < $1.key }) { view, kind in
        view.add("kind", kind.key.name)
        view.add("delivered", kind.value.delivered > 0 ? kind.value.delivered : nil)
        view.add("completed", share(kind.value.completed, of: kind.value.delivered))
        view.add("streaks", kind.value.streaks > 0 ? kind.value.streaks : nil)
        view.add("streaksAtRisk", kind.value.streaks > 0 ? kind.value.streaksAtRisk : nil)
      }
    }
    view.add("hasEngagement", !total.engagement.isEmpty)
  }

  /// Returns `12 (80 %)`; nil if `whole` is 0.
  private func share(_ part: Int, of whole: Int) -> String? {
    Measures.percent(part, of: whole).map { "\(part.grouped) (\($0) %)" }
  }
}
