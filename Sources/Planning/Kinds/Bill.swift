import CivilTime
import PlanModel

/// A bill on its due date and on the day before.
enum Bill {
  private static let forms = MessageForm.list("due", "dayBefore", "undated")
  private static let (due, dayBefore, undated) = (forms[0], forms[1], forms[2])
  static let time = KindSetting.time("time", standard: 9)
  private static let onDueDate = KindSetting("onDueDate", standard: .flag(true))
  private static let onDayBefore = KindSetting("dayBefore", standard: .flag(true))

  static let definition = KindDefinition(
    KindDescription(
      "bill", .dated, items: [.bill],
      identifier: IdentifierRule(["id", "date", "part"], variants: ["undated": ["id"]]),
      fields: fields(isDated: false), forms: forms, formBody: ("bodyDayBefore", dayBefore),
      settings: [time, onDueDate, onDayBefore, .shift, .closedDays], preferences: ["bills"], priority: 6),
    delivery: .ever, checks: checks,
    reword: { candidate, kind, frame in
      // "Tomorrow" is today by then.
      guard candidate.figure == 1, isOnDueDate(candidate, frame) else { return nil }
      let bill = frame.items(.bill)[Int(candidate.item)]
      return frame.request(bill, due: candidate.date?.adding(days: 1), dayBefore, words: due, kind)
    },
    withdrawal: withdrawal
  ) { frame, kind, list in
    let time = time(kind, frame)
    for (index, bill) in frame.items(.bill).enumerated() {
      guard let schedule = bill.schedule else {
        list.addAlone(frame.request(bill, due: nil, undated, kind), .none, item: index)
        continue
      }
      // The last due date is the day after the window, whose day before is in it still.
      let days = kind.openDays(bill.shift, frame)
      let dates = list.takeDates(of: schedule, at: time, ahead: 1, by: days, kind, frame)
      for date in dates {
        if max(date, days?.moved(date) ?? date) > frame.yesterday || schedule.repetition.isNone {
          let request = list.add(frame.request(bill, due: date, dayBefore, kind))
          let before = date.adding(days: -1)
          list.add(request, .wall(before.at(time)), item: index, figure: 1)
          list.follow(date, from: before, days, frame)
        }
        list.add(list.add(frame.request(bill, due: date, due, kind)), .wall(date.at(time)), item: index)
        list.follow(date, from: date, days, frame)
      }
      list.give(back: dates)
    }
  }

  /// When bills are reminded of: the account's time, else the kind's own, else that of reminders, else 09:00.
  static func time(_ kind: KindPlan?, _ frame: AccountFrame) -> LocalTime {
    if let time = frame.account.value.preferences.bills.time ?? kind?.settings.time(time) { return time }
    let reminders = frame.policy.value[definition.description.kind]
    return reminders?.time(time) ?? LocalTime(hour: 9, minute: 0)!
  }

  /// The due date that a candidate is about: its figure counts the days from its own date on.
  private static func due(_ candidate: Candidate) -> LocalDate? { candidate.date?.adding(days: Int(candidate.figure)) }

  /// Whether the account, else the policy, has bills reminded of on their due date, or on the day before.
  private static func isOn(dayBefore isDayBefore: Bool, _ kind: KindPlan, _ frame: AccountFrame) -> Bool {
    let own = frame.account.value.preferences.bills
    return isDayBefore
      ? own.dayBefore ?? kind.settings.flag(onDayBefore) : own.onDueDate ?? kind.settings.flag(onDueDate)
  }

  /// The reminder of the day before goes out on the due date or later: quiet hours have moved it.
  private static func isOnDueDate(_ candidate: Candidate, _ frame: AccountFrame) -> Bool {
    guard candidate.figure == 1, candidate.deferredFrom != nil, let at = candidate.at, let due = due(candidate) else {
      return false
    }
    let bill = frame.items(.bill)[Int(candidate.item)]
    return frame.date(at: at) >= frame.paymentDate(of: bill, due: due)
  }

  /// The due date that a notification is of is paid by now.
  static let withdrawal: @Sendable (Notice, KindPlan, AccountFrame) -> Reason? = { notice, kind, frame in
    for parts in notice.parts(kind) {
      guard let index = frame.places(.bill)[ItemID(parts.id)] else { continue }
      let bill = frame.items(.bill)[index]
      if bill.isCompleted || parts.date.map({ bill.isDone(on: $0) }) ?? false { return .paid }
    }
    return nil
  }

  private static let checks = [
    Check(
      .optionOff,
      .candidate { candidate, context in
        candidate.date != nil
          && !isOn(dayBefore: candidate.figure == 1, context.frame.kinds[Int(candidate.kind)], context.frame)
      }
    ) { explainer in
      guard explainer.candidate.date != nil else { return nil }
      let bills = explainer.account.preferences.bills
      let (name, own) =
        explainer.candidate.figure == 1 ? ("dayBefore", bills.dayBefore) : ("onDueDate", bills.onDueDate)
      return [
        own.fact("preferences.bills.\(name)", explainer.account.location, orDefault: "not set"),
        .init(
          "in effect",
          isOn(dayBefore: explainer.candidate.figure == 1, explainer.kind, explainer.frame) ? "on" : "off"),
      ]
    },
    Check(
      .superseded,
      .candidate { candidate, context in
        isOnDueDate(candidate, context.frame)
          && isOn(dayBefore: false, context.frame.kinds[Int(candidate.kind)], context.frame)
      }
    ) { explainer in
      guard explainer.candidate.figure == 1, let at = explainer.candidate.at else { return nil }
      return [
        .init("goes out on", "\(explainer.frame.date(at: at))"),
        .init("due date", due(explainer.candidate).map { "\($0)" } ?? "none", explainer.request.location),
      ]
    },
    check(.notExpense, { bill, _ in !bill.isExpense }) { bill in
      [.init("type", bill.billType, bill.location)]
    },
    check(.noDueDate, { bill, _ in bill.schedule == nil }) { bill in
      [.init("dueDate", bill.schedule.map { "\($0.start)" } ?? "none", bill.location)]
    },
    check(.autoPay, { bill, _ in bill.isAutoPaid }) { bill in
      bill.schedule == nil ? nil : [.init("autoPay", "\(bill.isAutoPaid)", bill.location)]
    },
    check(.paid, { bill, due in due.map { bill.isDone(on: $0) } ?? false }) { bill in
      if bill.schedule == nil { return nil }
      let through = bill.doneThrough.map { Explanation.Fact("paidThrough", "\($0)", bill.location) }
      return [.init("paid", "\(bill.isCompleted)", bill.location)] + [through].compactMap(\.self)
    },
  ]

  private static func check(
    _ reason: Reason, _ fails: @escaping @Sendable (Item, _ due: LocalDate?) -> Bool,
    facts: @escaping @Sendable (Item) -> [Explanation.Fact]?
  ) -> Check {
    Check(
      reason,
      .candidate { fails($1.frame.items(.bill)[Int($0.item)], due($0)) }
    ) { facts($0.account.items[.bill][Int($0.candidate.item)]) }
  }

  /// The fields of texts about a bill.
  ///
  /// - Parameter isDated: They are always about a due date.
  static func fields(isDated: Bool) -> [TextField] {
    [
      .text("name", "Electricity"), .amount("amount", currency: "EUR", isOptional: true),
      .text("currency", "EUR", isOptional: true), .value("dueDate", .date, isOptional: !isDated),
      .value("paymentDate", .date, isOptional: !isDated),
    ]
  }
}

extension AccountFrame {
  /// The day on which a bill is to be paid: its due date, or the open day to which that goes.
  func paymentDate(of bill: Item, due: LocalDate) -> LocalDate {
    let kind = kinds.first { $0.settings.kind == Bill.definition.description.kind }
    return kind?.openDays(bill.shift, self)?.moved(due) ?? due
  }

  /// - Parameters:
  ///   - form: Which of the bill's reminders it is; nil: it is another kind's.
  ///   - words: The form of its words, where it is another.
  ///   - daysOverdue: For texts that count them.
  func request(
    _ bill: Item, due: LocalDate?, _ form: MessageForm?, words: MessageForm? = nil, _ kind: KindPlan,
    daysOverdue: Int? = nil
  ) -> NotificationRequest {
    request(
      kind, item: bill.id, form: words ?? form ?? .plain, identifier: due == nil ? "undated" : "default",
      isOneOff: form != nil, location: bill.location
    ) { name in
      switch name {
      case "id": .text(bill.id.text)
      case "part": .text(form?.name ?? "overdue")
      case "date", "dueDate": due.map { .date($0) } ?? .none
      case "paymentDate": due.map { .date(paymentDate(of: bill, due: $0)) } ?? .none
      case "name": .text(ifAny: bill.title)
      case "amount": bill.amount
      case "currency": bill.currency
      case "days": daysOverdue.map { .integer($0) } ?? .none
      default: .none
      }
    }
  }
}
