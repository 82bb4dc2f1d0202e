import PlanModel

extension Kinds {
  static let location = ShippedKind(
    KindDescription(
      "location", "when a place is entered or left", KindDeclaration(.place, of: ShippedItems.habit),
      identifier: IdentifierRule(["id", "trigger"], needed: ["id"]),
      fields: [
        .text("name", "Read a chapter"), .text("category", "Learning", isOptional: true),
        .text("place", "City library", isOptional: true),
      ],
      forms: MessageForm.list("entry", "exit"), settings: [.once], sample: habitSample))
}
