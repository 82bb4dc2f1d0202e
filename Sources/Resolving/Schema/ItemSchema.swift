import Formats
import PlanModel

/// One kind of item: its fields, and the list where its items are kept.
final class ItemSchema: ObjectSchema, @unchecked Sendable {
  let kind: ItemKind
  /// Begins an item at the end of its list, of which so many are expected, and answers its position there.
  let begin: @Sendable (inout Items, ItemID, RecordLocation, _ expected: Int) -> Int
  /// Changes the list.
  let edit: @Sendable (inout Items, ListEdit) -> Void

  /// - Parameters:
  ///   - names: Gets the fields' names.
  ///   - fields: Those that not every kind has.
  init(
    _ kind: ItemKind, _ names: inout FieldNames,
    begin: @escaping @Sendable (inout Items, ItemID, RecordLocation, _ expected: Int) -> Int,
    edit: @escaping @Sendable (inout Items, ListEdit) -> Void,
    _ fields: [Field], isDeclared: Bool = false, finish: Field.Reader? = nil
  ) {
    let hasOwnUpdate = fields.contains { $0.description.name == "updatedAt" }
    (self.kind, self.begin, self.edit) = (kind, begin, edit)
    let common = hasOwnUpdate ? Field.common : Field.common + [.updated]
    super.init(
      kind.name, &names, common + fields, typeName: isDeclared ? "\(kind.name)Item" : nil, finish: finish)
  }
}

/// A change of a list of items, whatever they are.
enum ListEdit {
  case removeLast
  /// Puts the last one in the place of another.
  case moveLast(to: Int)
  /// Puts them in the order of these positions.
  case reorder([Int])
}

extension Array {
  mutating func apply(_ edit: ListEdit) {
    switch edit {
    case .removeLast: removeLast()
    case .moveLast(let position): self[position] = removeLast()
    case .reorder(let positions): self = positions.map { self[$0] }
    }
  }

  /// Puts an item at the end.
  ///
  /// - Parameter expected: How many there may be; a guess, which is not believed without bound.
  /// - Returns: Where it is.
  mutating func begin(_ item: consuming Element, _ expected: Int) -> Int {
    if isEmpty { reserveCapacity(Swift.min(expected, 64)) }
    append(item)
    return count - 1
  }
}

extension Field {
  /// Where due dates on closed days go.
  static func shift(_ store: @escaping Store<DayShift>) -> Field {
    .choice(
      "shift", DayShift.self, "Where due dates on weekends and holidays go; defaults to the policy's", .optional, store)
  }

  /// What items of every kind have.
  static let common = [
    Field("kind", .kinds, "Kind of item", .required) { _, _ in },
    Field("id", .identifier, "Unique per account and kind", .requiredAs("an id, unique per account and kind")) { _, _ in
    },
    Field("account", .identifier, "Id of its account, required for an item outside of it") { $0.checkOwner($1) },
    Field("app", .text, "App of its account, where that is not the file's") { $0.checkApp($1) },
    Field("source", .text, "Where `tickler import` found it, for people") { _, _ in },
  ]

  /// When an item was changed last.
  static let updated = Field("updatedAt", .instant, "Decides which of several records of the item wins") {
    $0.draft.updatedAt = $0.instant($1)
  }
}
