import PlanModel

extension Kinds {
  private static let day = KindSetting("day", standard: .weekday(.sunday))
  private static let time = KindSetting.time("time", standard: 18)

  static let digest = ShippedKind(
    KindDescription(
      "digest", "once a week, counting the bills of the next seven days",
      KindDeclaration(.digest, of: ShippedItems.bill) { digest in
        digest.leader = Kind("bill")
        digest.slots = [.init("digest.time", else: time)]
        digest.dayChoices = [.named("digest.day")]
        digest.dayChoiceSetting = day
        digest.hasFigures = true
      },
      subject: .none, fields: [.number("count", 5), .value("total", .sums, isOptional: true)], settings: [time, day],
      preferences: ["digest"], sample: billSample),
    .paymentsOfWeek)
}
