import PlanModel

/// An analysis of the personality is ready.
enum InsightKind: KindExpansion {
  static func expand(_ frame: AccountFrame, _ settings: Policy.KindSettings, into list: inout CandidateList) {
    for insight in frame.account.items.insights {
      let field = { (name: String) in name == "id" ? insight.id.text : "" }
      let identifier = settings.identifier().filled(field)
      let request = list.add(
        NotificationRequest(
          kind: .insight, identifier: NotificationID(identifier), item: insight.id, settings: settings,
          title: settings.title.filled(field), body: settings.body.filled(field), subject: identifier, isOneOff: true,
          location: insight.location))
      list.add(request, .event(insight.at))
    }
  }
}
