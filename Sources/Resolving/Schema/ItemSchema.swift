import Formats
import PlanModel

/// The fields of a kind of item, and the list that its items belong to.
final class ItemSchema: ObjectSchema, @unchecked Sendable {
  let declaration: ItemDeclaration
  let list: ItemList

  var kind: ItemKind { declaration.kind }

  /// - Parameters:
  ///   - names: Receives the fields' names.
  ///   - fields: The fields that not every kind has.
  init(
    _ item: ItemDeclaration, in list: ItemList, _ names: inout FieldNames, _ fields: [Field], isDeclared: Bool
  ) {
    (declaration, self.list) = (item, list)
    let hasOwnUpdate = item.members.contains { $0.role == .updated }
    let common = hasOwnUpdate ? Field.common : Field.common + [.updated]
    super.init(
      item.kind.name, &names, common + fields, typeName: isDeclared ? "\(item.kind.name)Item" : nil,
      finish: Field.finish(item))
  }
}

extension Field {
  /// The fields of every kind of item.
  static let common = [
    Field("kind", .kinds, "", .required) { _, _ in },
    Field("id", .identifier, "Unique per account and kind", .requiredAs("an id, unique per account and kind")) { _, _ in
    },
    Field("account", .identifier, "Required outside its account") { $0.checkOwner($1) },
    Field("app", .text, "Its account's, if not the file's") { $0.checkApp($1) },
    Field("source", .text, "Where `tickler import` found it") { _, _ in },
  ]

  /// The time of an item's last change.
  static let updated = Field("updatedAt", .instant, "The newest record wins") {
    $0.draft.updatedAt = $0.instant($1)
  }
}
