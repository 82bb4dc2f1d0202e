import PlanModel

extension Kinds {
  static let insight = ShippedKind(
    KindDescription(
      "insight", "when an analysis is ready",
      KindDeclaration(.event, of: ShippedItems.insight) { $0.at = $0.place("at") },
      identifier: IdentifierRule(["id"]), priority: 3, hasBadge: false,
      sample: KindSample { [.init(.insight, "i-1", #""at": "\#($0.at(minutes: 90))""#)] }))
}
