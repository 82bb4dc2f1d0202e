import Diagnostics
import Formats
import PlanModel

/// The export format: what accounts, their preferences and their items may have.
///
/// Its tables are what records are read by, and what the XSD, the JSON Schema and docs/exports.md are made from.
package struct Schema: Sendable {
  /// The names of all fields.
  package let names: FieldNames
  let account: ObjectSchema
  /// In the order of ``PlanModel/ItemKind``.
  let items: [ItemSchema]
  let itemKinds = WordList(ItemKind.allCases.map(\.rawValue))
  /// The field of an item that says its kind.
  let kindName: FieldName

  /// The format as it is, whatever an app's policy says.
  package static let shipped = Schema(kinds: Kind.all)

  /// - Parameter kinds: Those that accounts have switches for.
  init(kinds: [Kind]) {
    var names = FieldNames()
    account = Schema.account(&names, kinds: kinds)
    items = ItemKind.allCases.map { Schema.items($0, &names) }
    for kind in kinds { _ = names.intern(kind.name) }
    kindName = names.intern("kind")
    names.setList(of: "item", to: .items)
    self.names = names
  }

  subscript(kind: ItemKind) -> ItemSchema { items[kind.index] }

  /// The fields of accounts, and of each kind of item.
  package var descriptions: (account: ObjectDescription, items: [ObjectDescription]) {
    (account.description, items.map(\.description))
  }
}
