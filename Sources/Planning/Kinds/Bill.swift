import PlanModel

extension Kinds {
  private static let forms = MessageForm.list("due", "dayBefore", "undated")
  private static let time = KindSetting.time("time", standard: 9)
  private static let onDueDate = KindSetting("onDueDate", standard: .flag(true))
  private static let dayBefore = KindSetting("dayBefore", standard: .flag(true))

  static let bill = ShippedKind(
    KindDescription(
      "bill", "on the day before a bill is due, and on its due date",
      KindDeclaration(.series, of: ShippedItems.bill) { bill in
        bill.slots = [.init("bills.time", else: time)]
        bill.reminders = [ReminderOffset("-1d")!.called("dayBefore"), .due]
        bill.remindsByDate = true
        bill.otherNames = [("paymentDate", "shiftedDate")]
      },
      identifier: IdentifierRule(["id", "date", "part"], variants: ["undated": ["id"]]),
      fields: billFields(isDated: false) + [.dayInRelation("when")], forms: forms,
      formBody: ("bodyDayBefore", forms[1]),
      settings: [time, onDueDate, dayBefore, .shift, .closedDays], preferences: ["bills"], priority: 6,
      sample: billSample),
    .payment(onDueDate: onDueDate, dayBefore: dayBefore))

  /// Returns the fields of texts about a bill.
  ///
  /// - Parameter isDated: Whether they are always about a due date.
  static func billFields(isDated: Bool) -> [TextField] {
    [
      .text("name", "Electricity"), .amount("amount", currency: "EUR", isOptional: true),
      .text("currency", "EUR", isOptional: true), .value("dueDate", .date, isOptional: !isDated),
      .value("paymentDate", .date, isOptional: !isDated), .value("movedFrom", .date, isOptional: true),
    ]
  }

  /// Bills that show every kind made from bills.
  static let billSample = KindSample { clock in
    func bill(_ id: String, _ name: String, _ amount: String, _ rest: String) -> KindSample.Item {
      .init(.bill, id, #""name": "\#(name)", "amount": "\#(amount)", "currency": "EUR", \#(rest)"#)
    }
    return [
      bill("rent", "Rent", "890.00", #""dueDate": "\#(clock.day(3))", "repeat": "monthly""#),
      bill("cleaning", "Cleaning", "40.00", #""dueDate": "\#(clock.day(1))", "repeat": "weekly""#),
      bill("water", "Water", "61.35", #""dueDate": "\#(clock.day(-2))""#),
    ]
  }
}
