import CivilTime
import PlanModel

/// The total of an agenda's bills in one share.
package struct AgendaSum: Sendable {
  package enum Share: String, CaseIterable, Sendable {
    case toPay, paysItself, income

    /// - Returns: `nil` if the decision concerns no payment.
    package init?(_ outcome: Outcome) {
      switch outcome {
      case .scheduled, .armed, .ahead, .dropped(.past): self = .toPay
      case .dropped(.autoPay): self = .paysItself
      case .dropped(.notExpense): self = .income
      // A bill that was told of, is snoozed, or finds no slot is still to be paid.
      case .dropped(let reason): if reason.check < Reason.alreadyDelivered.check { return nil } else { self = .toPay }
      }
    }
  }

  package var share: Share
  /// One sum per currency.
  package var sums: [Money]
  /// The sums in the conventions of the accounts' language.
  package var text: String

  package init(_ share: Share, _ sums: [Money], text: String) {
    (self.share, self.sums, self.text) = (share, sums, text)
  }
}

/// Totals bills, counting each due date once.
package struct AgendaSums {
  private struct Payment: Hashable {
    var account: AccountName
    var item: ItemID
    var due: LocalDate
  }

  private var known: Set<Payment> = []
  private var sums: [AgendaSum.Share: [String: Money]] = [:]
  /// Whether a sum exceeds the range of numbers.
  private var hasOverflow = false

  package init() {}

  package mutating func add(
    _ money: Money, _ share: AgendaSum.Share, of item: ItemID, due: LocalDate, _ account: AccountName
  ) {
    guard known.insert(Payment(account: account, item: item, due: due)).inserted else { return }
    let currency = money.currency ?? ""
    guard let sum = sums[share]?[currency] else {
      sums[share, default: [:]][currency] = money
      return
    }
    if let total = sum.amount.adding(money.amount) {
      sums[share]?[currency]?.amount = total
    } else {
      hasOverflow = true
    }
  }

  /// Returns the totals by share; empty after an overflow.
  ///
  /// - Parameter text: Formats sums of several currencies.
  package func all(_ text: ([Money]) -> String) -> [AgendaSum] {
    if hasOverflow { return [] }
    return AgendaSum.Share.allCases.compactMap { share in
      guard let byCurrency = sums[share] else { return nil }
      let sums = byCurrency.sorted { $0.key.compareBytes($1.key) < 0 }.map(\.value)
      return AgendaSum(share, sums, text: text(sums))
    }
  }
}
