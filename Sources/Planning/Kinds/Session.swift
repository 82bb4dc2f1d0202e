import PlanModel

extension Kinds {
  static let session = ShippedKind(
    KindDescription(
      "session", "when the running focus session ends",
      KindDeclaration(.event, of: ShippedItems.session) { session in
        session.at = session.place("endsAt")
        session.since = session.place("startedAt")
        session.toldFor = 0
      },
      identifier: IdentifierRule(["id"], needed: []),
      fields: [.number("minutes", 75), .value("duration", .duration)], priority: 9, isCritical: true,
      sample: KindSample { clock in
        [.init(.session, "s-1", #""startedAt": "\#(clock.at(minutes: -10))", "duration": 1500, "state": "running""#)]
      }),
    .lastSession)
}
