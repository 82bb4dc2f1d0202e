import CivilTime
import PlanModel

/// Rules for bills, which exclude paid bills, auto-paid bills and income.
extension Rule {
  /// Plans the reminders of bills.
  ///
  /// - Parameters:
  ///   - onDueDate: Whether to remind on the due date, unless the account chooses.
  ///   - dayBefore: Whether to remind on the day before, unless the account chooses.
  static func payment(onDueDate: KindSetting, dayBefore: KindSetting) -> Rule {
    let options = Options(onDueDate: onDueDate, dayBefore: dayBefore)
    return Rule(
      checks: [options.check, options.superseded] + checks,
      change: { definition, bills in
        // Texts name the due date as seen when they go out, which quiet hours may move to another day.
        definition.reword = { candidate, kind, frame in
          guard candidate.deferredFrom != nil, let at = candidate.at, let local = candidate.local else { return nil }
          let bill = bills.item(of: candidate, frame)
          let (due, number) = (candidate.due(local), Int(candidate.figure))
          let payment = frame.openDays(of: bill)?.moved(due) ?? due
          let when = RelativeTime(date: payment, time: nil, from: frame.date(at: at))
          // Own texts may say "tomorrow" in the form of the day before.
          let form = bills.forms[when.days > 0 ? number : bills.forms.count - 1]
          return bills.request(bill, on: due, at: local.time, form: form, number, kind, frame) { name in
            name == "when" ? .when(when) : nil
          }
        }
        definition.rewordsDeferred = true
        definition.withdrawal = { paid($0, bills, $1, $2) }
        definition.followUp = nil
        definition.countsReminded = true
      })
  }

  /// Plans a reminder on each day after a due date.
  static let overduePayment = Rule(
    checks: [.snoozed { $1.items(.bill)[Int($0.item)] }],
    change: { definition, bills in
      definition.reword = { candidate, kind, frame in
        guard candidate.deferredFrom != nil, let at = candidate.at, let local = candidate.local else { return nil }
        // The figure counts the days since the due date.
        let due = local.date.adding(days: -Int(candidate.figure))
        return bills.request(
          bills.item(of: candidate, frame), due, at: local.time, on: frame.date(at: at), inTurn: local.date, kind,
          frame)
      }
      definition.withdrawal = { paid($0, bills, $1, $2) }
      definition.followUp = nil
    })

  /// Counts the due dates whose payment falls in a week, and totals their amounts.
  static let paymentsOfWeek = Rule(
    count: { date, digest, frame in
      let bills = billsDue(from: date, digest, frame)
      let totals = bills.totals.flatMap { $0.isEmpty ? nil : FieldValue.sums($0) } ?? .none
      return DigestCount(count: bills.count, values: ["count": .integer(bills.count), "total": totals])
    },
    change: { definition, digest in
      definition.checks = [
        Check(.nothingDue, digest.nothingDue.test) { explainer in
          guard let date = explainer.candidate.at.map(explainer.frame.date) else { return nil }
          let count: Explanation.Fact.Value = "\(Int(explainer.candidate.figure))"
          return [.init(.billsDue, is: count, explainer.account.location)]
            + examinedBills(from: date, digest, explainer.frame)
        }
      ]
    })

  /// Returns `paid` if the due date of a notification is paid by now.
  private static func paid(
    _ notice: Notice, _ bills: ShapedKind, _ kind: KindPlan, _ frame: AccountFrame
  ) -> Reason? {
    for parts in notice.parts(kind) {
      guard let index = frame.places(.bill)[ItemID(parts.id)] else { continue }
      let bill = frame.items(.bill)[index]
      if bill.isCompleted || parts.date.map({ bill.isDone(on: $0) }) ?? false { return .paid }
    }
    return nil
  }

  // MARK: Reminders

  /// Selects the reminders of a bill that go out.
  private struct Options {
    let onDueDate: KindSetting
    let dayBefore: KindSetting

    /// Returns the account's choice, else the policy's.
    func isOn(dayBefore isDayBefore: Bool, _ kind: KindPlan, _ frame: AccountFrame) -> Bool {
      let own = frame.account.value.preferences.bills
      return isDayBefore
        ? own.dayBefore ?? kind.settings.flag(dayBefore) : own.onDueDate ?? kind.settings.flag(onDueDate)
    }

    var check: Check {
      Check(
        .optionOff,
        .candidate { candidate, context in
          candidate.date != nil
            && !isOn(dayBefore: candidate.isOfDayBefore, context.frame.kinds[Int(candidate.kind)], context.frame)
        }
      ) { explainer in
        guard explainer.candidate.date != nil else { return nil }
        let bills = explainer.account.preferences.bills
        let isDayBefore = explainer.candidate.isOfDayBefore
        let own = isDayBefore ? bills.dayBefore : bills.onDueDate
        return [
          own.fact(isDayBefore ? .dayBefore : .onDueDate, explainer.account.location, orDefault: "not set"),
          .init(.inEffect, is: isOn(dayBefore: isDayBefore, explainer.kind, explainer.frame) ? "on" : "off"),
        ]
      }
    }

    /// Drops the reminder of the day before if it would go out on the due date, on which the other reminder goes out.
    var superseded: Check {
      Check(
        .superseded,
        .candidate { candidate, context in
          let kind = context.frame.kinds[Int(candidate.kind)]
          guard let payment = paymentDate(reachedBy: candidate, context.frame), let time = candidate.local?.time else {
            return false
          }
          // Otherwise, quiet hours move the due date's own past it.
          return isOn(dayBefore: false, kind, context.frame) && context.frame.dateOut(payment.at(time), kind) == payment
        }
      ) { explainer in
        if let fact = explainer.account.items[.bill][Int(explainer.candidate.item)].snoozeFact {
          return explainer.candidate.isSnoozed ? nil : [fact]
        }
        guard explainer.candidate.isOfDayBefore, let at = explainer.candidate.at,
          let local = explainer.candidate.local
        else { return nil }
        return [
          .init(.goesOutOn, is: "\(explainer.frame.date(at: at))"),
          .init(.due, is: "\(explainer.candidate.due(local))", explainer.request.location),
        ]
      }
    }
  }

  /// Returns the date on which a bill is paid, if quiet hours have moved its reminder of the day before to that date or later.
  private static func paymentDate(reachedBy candidate: Candidate, _ frame: AccountFrame) -> LocalDate? {
    guard candidate.isOfDayBefore, candidate.deferredFrom != nil, let at = candidate.at, let local = candidate.local
    else { return nil }
    let due = candidate.due(local)
    let payment = frame.openDays(of: frame.items(.bill)[Int(candidate.item)])?.moved(due) ?? due
    return frame.date(at: at) >= payment ? payment : nil
  }

  private static let checks = [
    check(.notExpense, { bill, _ in !bill.isExpense }) { bill in
      [.init(.type, is: .plain(bill.billType), bill.location)]
    },
    check(.noDueDate, { bill, _ in bill.schedule == nil }) { bill in
      [.init(.dueDate, is: bill.schedule.map { "\($0.start)" } ?? "none", bill.location)]
    },
    check(.autoPay, { bill, _ in bill.isAutoPaid }) { bill in
      bill.schedule == nil ? nil : [.init(.autoPay, is: "\(bill.isAutoPaid)", bill.location)]
    },
    check(.paid, { bill, due in due.map { bill.isDone(on: $0) } ?? false }) { bill in
      if bill.schedule == nil { return nil }
      let through = bill.doneThrough.map { Explanation.Fact(.paidThrough, is: "\($0)", bill.location) }
      return [.init(.paid, is: "\(bill.isCompleted)", bill.location)] + [through].compactMap(\.self)
    },
  ]

  private static func check(
    _ reason: Reason, _ fails: @escaping @Sendable (Item, _ due: LocalDate?) -> Bool,
    facts: @escaping @Sendable (Item) -> [Explanation.Fact]?
  ) -> Check {
    Check(
      reason,
      .candidate { candidate, context in
        fails(context.frame.items(.bill)[Int(candidate.item)], candidate.local.map(candidate.due))
      }
    ) { facts($0.account.items[.bill][Int($0.candidate.item)]) }
  }

  // MARK: Digest

  /// Returns each due date in the seven days from `date` on, and the reason if it does not count.
  private static func examinedBills(
    from date: LocalDate, _ digest: ShapedKind, _ frame: AccountFrame
  ) -> [Explanation.Fact] {
    frame.items(.bill).flatMap { bill -> [Explanation.Fact] in
      dueDates(of: bill, from: date, digest, frame).map { due in
        .init(
          .billDue, of: [.item(bill.id), .plain("\(due)")], is: bill.exclusionReason(dueOn: due) ?? "counted",
          bill.location)
      }
    }
  }

  /// Returns the due dates whose payment falls in the seven days from `date` on.
  private static func dueDates(
    of bill: Item, from date: LocalDate, _ digest: ShapedKind, _ frame: AccountFrame
  ) -> [LocalDate] {
    guard let schedule = bill.schedule else { return [] }
    let week = date...date.adding(days: 6)
    let open = frame.openDays(of: bill)
    let dates =
      schedule.repetition.isNone
      ? [schedule.start]
      : frame.occurrences(
        of: schedule, at: digest.leader?.slots(frame).first?.time ?? .midnight, in: open?.around(week) ?? week)
    return dates.filter { week.contains(open?.moved($0) ?? $0) }
  }

  private struct Bills {
    var count = 0
    private var amounts: [Money] = []

    /// The total of each currency, sorted by currency name; nil if a total has too many digits.
    var totals: [Money]? {
      var totals: [Money] = []
      for money in amounts.sorted(by: Bills.isBefore) {
        guard let last = totals.last, last.currency == money.currency else {
          totals.append(money)
          continue
        }
        guard let sum = last.amount.adding(money.amount) else { return nil }
        totals[totals.count - 1].amount = sum
      }
      return totals
    }

    private static func isBefore(_ a: Money, _ b: Money) -> Bool {
      let order = (a.currency ?? "").compareBytes(b.currency ?? "")
      return order == 0 ? a.currency == nil && b.currency != nil : order < 0
    }

    mutating func add(_ bill: Item, times: Int) {
      count += times
      guard case .money(let amount) = bill.amount else { return }
      amounts += repeatElement(amount, count: times)
    }
  }

  /// Returns the total of the unpaid expenses due in the seven days from `date` on, except those that are auto-paid.
  private static func billsDue(from date: LocalDate, _ digest: ShapedKind, _ frame: AccountFrame) -> Bills {
    var bills = Bills()
    for bill in frame.items(.bill) where bill.isExpense && !bill.isAutoPaid {
      bills.add(
        bill, times: dueDates(of: bill, from: date, digest, frame).count { bill.exclusionReason(dueOn: $0) == nil })
    }
    return bills
  }
}

extension Candidate {
  /// Whether a bill's candidate is the reminder of the day before, the first of its reminders.
  fileprivate var isOfDayBefore: Bool { figure == 0 }
}

extension AccountFrame {
  /// Returns how closed days affect a bill's due dates; nil if they do not.
  fileprivate func openDays(of bill: Item) -> OpenDays? {
    kinds.first { $0.settings.kind == Kinds.bill.description.kind }?.openDays(bill.shift, self)
  }
}

extension Item {
  /// Returns the reason why the digest leaves out a due date; nil if it counts.
  fileprivate func exclusionReason(dueOn date: LocalDate) -> Explanation.Fact.Value? {
    if !isExpense { return "not counted: it is income" }
    if isAutoPaid { return "not counted: it pays itself" }
    return isDone(on: date) ? "not counted: it is paid" : nil
  }
}
