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
  /// In the order of ``PlanModel/ItemKind/shipped``.
  let items: [ItemSchema]
  let itemKinds = WordList(ItemKind.shipped.map(\.name))
  /// Those that policies declare, by app.
  private let declared: [String: DeclaredSchema]
  /// The field of an item that says its kind.
  let kindName: FieldName
  /// The field of a task that it may lack.
  let timeName: FieldName
  let countryName: FieldName
  /// The field of an account that contains what its policy declares.
  let fieldsName: FieldName

  /// The format as it is, whatever an app's policy says.
  package static let shipped = Schema(kinds: Kind.shipped)

  /// The format with what policies declare; ``shipped`` where none declares anything.
  package static func of(_ policies: some Sequence<Policy>) -> Schema {
    let declaring = policies.filter { policy in
      !policy.items.isEmpty || !policy.accountFields.isEmpty || policy.kinds.contains { !$0.description.isShipped }
    }
    if declaring.isEmpty { return shipped }
    let own = Set(declaring.flatMap(\.kinds).filter { !$0.description.isShipped }.map(\.kind))
    return Schema(kinds: Kind.shipped + own.subtracting(Kind.shipped).sorted(), declaring, own: own.sorted())
  }

  /// - Parameters:
  ///   - kinds: Those that accounts have switches for.
  ///   - own: Those that policies declare: accounts may say when they are due.
  init(kinds: [Kind], _ policies: [Policy] = [], own: [Kind] = []) {
    var names = FieldNames()
    account = Schema.account(&names, kinds: kinds, own: own, fields: Schema.fields(ofAccounts: policies))
    items = ShippedItems.declarations.map { Schema.items($0, in: ItemList(shipped: $0.kind), &names) }
    for kind in kinds { _ = names.intern(kind.name) }
    kindName = names.intern("kind")
    timeName = names.intern("time")
    countryName = names.intern("country")
    fieldsName = names.intern("fields")
    names.setList(of: "item", to: .items)
    var declared: [String: DeclaredSchema] = [:]
    for policy in policies where !policy.items.isEmpty || !policy.accountFields.isEmpty {
      declared[policy.app] = DeclaredSchema(policy, &names)
    }
    self.declared = declared
    self.names = names
  }

  /// The fields of accounts that any policy declares, for schemas; of several of one name that differ, a text.
  private static func fields(ofAccounts policies: [Policy]) -> [ItemField] {
    var fields: [ItemField] = []
    for field in policies.flatMap(\.accountFields) {
      guard let place = fields.firstIndex(where: { $0.name == field.name }) else {
        fields.append(field)
        continue
      }
      if fields[place].type != field.type || fields[place].range != field.range {
        fields[place] = ItemField(field.name, .text)
      }
    }
    return fields
  }

  subscript(kind: ItemKind) -> ItemSchema { items[kind.index] }

  /// Whether policies declare anything.
  package var isExtended: Bool { self.names.count != Schema.shipped.names.count }

  /// What an app's policy declares; nil: nothing.
  func declared(_ app: String) -> DeclaredSchema? { declared.isEmpty ? nil : declared[app] }

  /// The format as exports of one app have it: with the items alone that its policy's kinds use, and what it declares.
  package static func of(app policy: Policy) -> Schema {
    var schema = of([policy])
    schema.used = Set(ItemKind.shipped.filter(policy.uses).map(\.name))
    return schema
  }

  /// The names of the shipped items that are told of; nil: of all.
  private var used: Set<String>?

  /// The fields of accounts, and of each kind of item, those that policies declare last.
  package var descriptions: (account: ObjectDescription, items: [ObjectDescription]) {
    let own = declared.sorted { $0.key.compareBytes($1.key) < 0 }.flatMap(\.value.items)
    let shipped = items.filter { item in
      used?.contains(item.kind.name) ?? true && !own.contains { $0.kind == item.kind }
    }
    return (account.description, (shipped + own).map(\.description))
  }
}

/// The items and the fields of accounts that one policy declares.
final class DeclaredSchema: Sendable {
  let items: [ItemSchema]
  let words: WordList
  /// nil: its accounts have no fields of their own.
  let account: ObjectSchema?

  init(_ policy: Policy, _ names: inout FieldNames) {
    let declarations = policy.items
    account = policy.accountFields.isEmpty ? nil : Schema.accountFields(policy.accountFields, &names)
    items = declarations.enumerated().map { number, item in
      Schema.items(item, in: ItemList(declared: number), &names, isDeclared: true)
    }
    words = WordList(declarations.map(\.kind.name))
  }
}
