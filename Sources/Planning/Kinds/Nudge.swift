import PlanModel

extension Kinds {
  private static let parts = MessageForm.list("morning", "afternoon", "evening")
  private static let times = [
    KindSetting.time("times.morning", standard: 9), .time("times.afternoon", standard: 14),
    .time("times.evening", standard: 20),
  ]

  static let nudge = ShippedKind(
    KindDescription(
      "nudge", "every day, in the morning, afternoon and evening",
      KindDeclaration(.series) { nudge in
        nudge.slots = zip(parts, times).map { .init("nudges.\($0.name)", else: $1, $0) }
      },
      subject: .none, identifier: IdentifierRule(["slot"]), fields: [.text("slot", "afternoon")], forms: parts,
      settings: times, preferences: ["nudges"], priority: 3),
    .focus(parts))
}
