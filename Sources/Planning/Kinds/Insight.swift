import PlanModel

/// An analysis of the personality is ready.
enum Insight {
  static let definition = DeclaredKind<InsightItem>(
    KindDescription(
      "insight", .event, items: [.insight], identifier: IdentifierRule(["id"]), priority: 3, hasBadge: false),
    .event(of: InsightItem.self, at: "at"), KindRules(checks: [])
  ).event()
}
