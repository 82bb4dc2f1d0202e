import PlanModel
import Resolving

/// Numbers the items that changes can name from 1, in the order of the inputs' accounts and items. A number depends on
/// the inputs alone and is valid until they change.
struct ItemNumbers {
  struct Key: Hashable {
    var kind: ItemKind
    var id: ItemID
  }

  private var account: AccountName?
  private var count = 0
  /// The numbers of the last account's items.
  private(set) var ofAccount: [Key: Int] = [:]

  /// Numbers an account's items. All devices of an account share them.
  ///
  /// - Parameter body: Called with each item, unless the account was numbered before.
  mutating func number(
    _ account: Account, _ policy: Policy, _ body: (ItemDeclaration, Item, Int) -> Void = { _, _, _ in }
  ) {
    let name = AccountName(account.id, app: account.app, nil)
    if name == self.account { return }
    (self.account, ofAccount) = (name, [:])
    let shipped = ShippedItems.declarations.map { ($0, ItemList(shipped: $0.kind)) }
    let own = policy.items.enumerated().map { ($1, ItemList(declared: $0)) }
    for (declaration, list) in shipped + own where ItemChange.Edit.canChange(declaration) {
      for item in account.items[list] {
        count += 1
        ofAccount[Key(kind: declaration.kind, id: item.id)] = count
        body(declaration, item, count)
      }
    }
  }
}

extension ItemChange.Edit {
  /// Returns whether items of a kind can be changed.
  static func canChange(_ item: ItemDeclaration) -> Bool {
    [completedOn(.first), paidThrough(.first), snoozedUntil(.distantPast)].contains { $0.fits(item) }
  }
}
