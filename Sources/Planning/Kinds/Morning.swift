import PlanModel

extension Kinds {
  private static let tiers = MessageForm.list("tier1", "tier2", "tier3")

  static let morning = ShippedKind(
    KindDescription(
      "morning", "at the account's time and 3 and 6 hours later, until the diary entry is written",
      KindDeclaration(.series) { $0.leader = Kind("bedtime") }, reads: [.entry], subject: .none,
      identifier: IdentifierRule(["tier"]),
      fields: [.number("tier", 3), .value("afternoon", .time, isOptional: true)], forms: tiers,
      preferences: ["morning"],
      sample: KindSample(
        preference: #""morning": { "time": "07:30", "days": ["mon", "tue", "wed", "thu", "fri", "sat", "sun"] }"#)),
    .morningTiers(tiers))
}
