import CivilTime
import PlanModel
import PolicyReading

/// Converts an app's own export to the names of the format. `due_date` becomes `dueDate`, fields of an object inside an
/// item become fields of the item, and milliseconds since 1970 become instants.
struct CamelCase {
  /// A changed name or value.
  struct Change: Hashable {
    /// The kind of item; `nil` outside items.
    var kind: String?
    var old: String
    var new: String
    var isValue: Bool
  }

  /// The changes in the order of their first occurrences.
  private(set) var changes: [Change] = []
  private var known: Set<Change> = []
  private var kind: String?

  private mutating func note(_ old: String, _ new: String, isValue: Bool = false) {
    let change = Change(kind: kind, old: old, new: new, isValue: isValue)
    if known.insert(change).inserted { changes.append(change) }
  }

  /// Converts an export, or a line of one.
  mutating func export(_ tree: JSONTree) -> JSONTree {
    kind = nil
    return object(tree) { camel, name, value in
      switch name {
      case "accounts": .list(value.members.map { camel.account($0) })
      case "account": camel.account(value)
      case "items": .list(value.members.map { camel.item($0) })
      case "item": camel.item(value)
      default: camel.value(value, of: name)
      }
    }
  }

  private mutating func account(_ tree: JSONTree) -> JSONTree {
    kind = nil
    return object(tree) { camel, name, value in
      name == "items" ? .list(value.members.map { camel.item($0) }) : camel.value(value, of: name)
    }
  }

  private mutating func item(_ tree: JSONTree) -> JSONTree {
    guard case .object(let fields) = tree, let found = tree["kind"]?.text else { return tree }
    let own = CamelCase.name(found)
    kind = own
    defer { kind = nil }
    if own != found { note(found, own) }
    var flat: [(key: String, value: JSONTree)] = []
    for (key, value) in fields {
      if ItemKind.shipped.contains(where: { "\($0)" == own }) {
        flat.append((key, value))
        continue
      }
      for field in CamelCase.flat(key, value) {
        if let path = field.path { note(path, field.key) }
        flat.append((field.key, field.value))
      }
    }
    return object(.object(flat)) { camel, name, value in
      name == "kind" ? .text(own) : camel.value(value, of: name)
    }
  }

  /// Flattens an object inside an item at any depth, and returns its fields with their paths. A field that is not an
  /// object has no path.
  private static func flat(
    _ key: String, _ value: JSONTree, path: String? = nil
  ) -> [(key: String, value: JSONTree, path: String?)] {
    guard case .object(let fields) = value, key != StandardField.location.rawValue else { return [(key, value, path)] }
    return fields.flatMap { flat(name("\(key)_\($0.key)"), $0.value, path: "\(path ?? key).\($0.key)") }
  }

  /// Renames each field, unless the object already has a field of the new name.
  private mutating func object(
    _ tree: JSONTree, _ change: (inout CamelCase, String, JSONTree) -> JSONTree
  ) -> JSONTree {
    guard case .object(let fields) = tree else { return tree }
    let names = Set(fields.map(\.key))
    return .object(
      fields.map { key, value in
        let camel = CamelCase.name(key)
        let name = names.contains(camel) ? key : camel
        if name != key { note(key, name) }
        return (name, change(&self, name, value))
      })
  }

  private mutating func value(_ tree: JSONTree, of name: String) -> JSONTree {
    switch tree {
    case .object: return object(tree) { $0.value($2, of: $1) }
    case .list(let members): return .list(members.map { value($0, of: name) })
    case .number(let digits):
      guard let milliseconds = Int64(digits), CamelCase.milliseconds.contains(milliseconds),
        let instant = Instant(epochSeconds: milliseconds / 1000)
      else { return tree }
      note(name, "\(instant)", isValue: true)
      return .text("\(instant)")
    default: return tree
    }
  }

  /// September 2001 to 2049. Other thirteen-digit numbers are often codes.
  private static let milliseconds: ClosedRange<Int64> = 1_000_000_000_000...2_500_000_000_000

  /// Returns `dueDate` for `due_date`, or the name itself if it has no better form.
  private static func name(_ name: String) -> String { ItemDeclarationReader.camelCase(name) ?? name }
}
