import Formats
import PlanModel

/// The fields of a type of object, and how it becomes a value of the ``RecordDraft``.
class ObjectSchema: @unchecked Sendable {
  let description: ObjectDescription
  /// Puts a blank value into the draft. Its required fields are meaningless until they are read.
  let start: @Sendable (inout RecordDraft) -> Void
  /// Checks the fields together after they are read, even if some have errors.
  let finish: Field.Reader?
  let requiredCount: Int
  let fields: [Field]
  /// The index of each field by the number of its name; −1 for names that are not fields.
  private let places: [Int16]

  /// - Parameters:
  ///   - names: Receives the fields' names.
  ///   - typeName: The type's name in schemas, if it differs.
  init(
    _ name: String, _ names: inout FieldNames, start: @escaping @Sendable (inout RecordDraft) -> Void = { _ in },
    _ fields: [Field],
    typeName: String? = nil, finish: Field.Reader? = nil
  ) {
    description = ObjectDescription(name, typeName: typeName, fields: fields.map(\.description))
    (self.start, self.finish, self.fields) = (start, finish, fields)
    requiredCount = fields.count { $0.isRequired }
    var places: [Int16] = []
    for (place, field) in fields.enumerated() {
      let number = Int(names.intern(field.description.name).index)
      while places.count <= number { places.append(-1) }
      precondition(places[number] < 0, "\(name) has the field \(field.description.name) twice")
      places[number] = Int16(place)
      if case .objects(_, let element) = field.description.type {
        names.setList(of: element, to: FieldName(index: UInt16(number)))
      }
    }
    self.places = places
  }

  /// Returns the index of a field by name; nil if the object has no such field.
  func place(_ name: FieldName) -> Int? {
    let number = Int(name.index)
    return number < places.count && places[number] >= 0 ? Int(places[number]) : nil
  }
}

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
