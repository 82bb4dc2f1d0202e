import Formats
import PlanModel

/// The export format: the fields of accounts, preferences and items.
///
/// Records are read by its tables. The XSD, the JSON Schema and docs/exports.md are generated from them.
package struct Schema: Sendable {
  /// The names of all fields.
  package let names: FieldNames
  let account: ObjectSchema
  /// The shipped items, in the order of ``PlanModel/ItemKind/shipped``.
  let items: [ItemSchema]
  let itemKinds = WordList(ItemKind.shipped.map(\.name))
  /// The declarations of policies, by app.
  private let declared: [String: DeclaredSchema]
  /// The name of an item's field `kind`.
  let kindName: FieldName
  /// The name of an item's field with the file that it was imported from.
  let sourceName: FieldName
  /// The name of a task's time, which may be optional.
  let timeName: FieldName
  let countryName: FieldName
  /// The name of the account's object with the fields that its policy declares.
  let fieldsName: FieldName

  /// The format without any policy's declarations.
  package static let shipped = Schema(kinds: Kind.shipped)

  /// Returns the format with the policies' declarations; ``shipped`` if there are none.
  package static func of(_ policies: some Sequence<Policy>) -> Schema {
    let declaring = policies.filter { policy in
      !policy.items.isEmpty || !policy.accountFields.isEmpty || policy.kinds.contains { !$0.description.isShipped }
    }
    if declaring.isEmpty { return shipped }
    let own = Set(declaring.flatMap(\.kinds).filter { !$0.description.isShipped }.map(\.kind))
    return Schema(kinds: Kind.shipped + own.subtracting(Kind.shipped).sorted(), declaring, own: own.sorted())
  }

  /// - Parameters:
  ///   - kinds: The kinds that accounts have switches for.
  ///   - own: The kinds that policies declare, whose due times accounts may set.
  init(kinds: [Kind], _ policies: [Policy] = [], own: [Kind] = []) {
    var names = FieldNames()
    account = Schema.account(&names, kinds: kinds, own: own, fields: Schema.fields(ofAccounts: policies))
    items = ShippedItems.declarations.map { Schema.items($0, in: ItemList(shipped: $0.kind), &names) }
    for kind in kinds { _ = names.intern(kind.name) }
    kindName = names.intern("kind")
    sourceName = names.intern("source")
    timeName = names.intern("time")
    countryName = names.intern("country")
    fieldsName = names.intern("fields")
    names.setList(of: "item", to: .items)
    var declared: [String: DeclaredSchema] = [:]
    for policy in policies where !policy.items.isEmpty || !policy.accountFields.isEmpty {
      declared[policy.app] = DeclaredSchema(policy, &names)
    }
    (self.declared, self.names) = (declared, names)
  }

  /// Returns the account fields that any policy declares, for schemas. Fields of one name but different types become texts.
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

  /// Returns the declarations of an app's policy; nil if there are none.
  func declared(_ app: String) -> DeclaredSchema? { declared.isEmpty ? nil : declared[app] }

  /// Returns the format for one app: its declarations, and only the items that its policy's kinds use.
  package static func of(app policy: Policy) -> Schema {
    var schema = of([policy])
    schema.used = Set(ItemKind.shipped.filter(policy.uses).map(\.name))
    return schema
  }

  /// The names of the shipped items to describe; nil for all.
  private var used: Set<String>?

  /// The fields of accounts and of each kind of item, with declared kinds last.
  package var descriptions: (account: ObjectDescription, items: [ObjectDescription]) {
    let own = declared.sorted { $0.key.compareBytes($1.key) < 0 }.flatMap(\.value.items)
    let shipped = items.filter { item in
      used?.contains(item.kind.name) ?? true && !own.contains { $0.kind == item.kind }
    }
    return (account.description, (shipped + own).map(\.description))
  }
}

/// The items and account fields that one policy declares.
final class DeclaredSchema: Sendable {
  let items: [ItemSchema]
  let words: WordList
  /// The declared fields of accounts; nil if there are none.
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
