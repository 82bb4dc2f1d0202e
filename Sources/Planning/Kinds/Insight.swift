import PlanModel

/// An analysis of the personality is ready.
enum Insight {
  static let definition = DeclaredKind(
    KindDescription(
      "insight", .event, items: [.insight], identifier: IdentifierRule(["id"]), priority: 3, hasBadge: false),
    .event(of: ShippedItems.insight, at: "at"), KindRules(checks: [])
  ).event()
}
