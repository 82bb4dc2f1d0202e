import PlanModel

extension Kinds {
  static let quietDigest = ShippedKind(
    KindDescription(
      "quietDigest", "when quiet hours end that held something back",
      KindDeclaration(.digest) { $0.counted = .heldBack }, subject: .none, identifier: IdentifierRule(["time"]),
      fields: [.number("count", 5), .value("titles", .list), .number("more", 12, isOptional: true)]))
}
