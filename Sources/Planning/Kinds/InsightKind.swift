import PlanModel

/// An analysis of the personality is ready.
enum InsightKind: KindExpansion {
  static func expand(_ frame: AccountFrame, _ settings: Policy.KindSettings, into list: inout CandidateList) {
    for insight in frame.account.items.insights {
      let request = list.add(
        frame.request(.insight, settings, item: insight.id, isOneOff: true, location: insight.location) { name in
          name == "id" ? .text(insight.id.text) : .none
        })
      list.add(request, .event(insight.at))
    }
  }
}
