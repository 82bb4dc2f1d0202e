import PlanModel

extension Kinds {
  private static let time = KindSetting("time", standard: .time(nil))
  private static let days = KindSetting("days", standard: .count(7))

  static let overdue = ShippedKind(
    KindDescription(
      "overdue", "each day after the due date until the bill is paid",
      KindDeclaration(.untilDone, of: ShippedItems.bill) { overdue in
        overdue.leader = Kind("bill")
        overdue.slots = [.init("bills.time", else: time)]
        overdue.dayCountSetting = days
        overdue.reminders = [.due.called("overdue")]
        overdue.otherNames = [("paymentDate", "shiftedDate"), ("days", "overdueDays")]
        overdue.conditions = [
          .init(field: overdue.place("type"), relation: .equal, .value(.text("expense"))),
          .init(field: overdue.place("autoPay"), relation: .equal, .value(.flag(false))),
        ]
      },
      identifier: IdentifierRule(["id", "date", "part"], needed: ["id", "date"]),
      fields: billFields(isDated: true) + [.number("days", 5)], settings: [time, days], preferences: ["bills"],
      priority: 7, sample: billSample),
    .overduePayment)
}
