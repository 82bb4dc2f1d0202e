import PlanModel

/// An analysis of the personality is ready.
enum Insight {
  static let definition = KindDefinition(
    KindDescription(
      "insight", .event, items: [.insight], identifier: IdentifierRule(["id"]), priority: 3, hasBadge: false),
    delivery: .ever, toldFor: KindDefinition.untilNextNight
  ) { frame, kind, list in
    for (index, insight) in frame.account.value.items.insights.enumerated() {
      let request = frame.request(kind, item: insight.id, isOneOff: true, location: insight.location) {
        $0 == "id" ? .text(insight.id.text) : .none
      }
      list.addAlone(request, .event(insight.at), item: index)
    }
  }
}
