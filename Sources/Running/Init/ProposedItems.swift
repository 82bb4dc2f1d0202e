import CivilTime
import Diagnostics
import PlanModel
import Planning
import PolicyReading

/// Declarations proposed from an app's export: a table `[items.<kind>]` and a kind of notification per item kind, for
/// the team to edit.
struct ProposedItems {
  private struct Item {
    var kind: String
    var count = 0
    /// All fields in the order of their first occurrences.
    private(set) var all: [(name: String, types: Set<String>, count: Int)] = []
    private var places: [String: Int] = [:]
    /// The fields that need no declaration.
    var standard: Set<String> = []

    /// The fields that can be declared, each with its inferred type.
    var fields: [(name: String, type: String, count: Int)] {
      all.compactMap { field in
        if ItemDeclarationReader.otherName(than: field.name) != nil { return nil }
        return ProposedItems.common(field.types).map { (field.name, $0, field.count) }
      }
    }
    var shape: ProposedShape { ProposedShape(own: fields.map { ($0.name, $0.type) }, standard: standard) }

    init(_ kind: String) { self.kind = kind }

    mutating func add(_ name: String, _ type: String?) {
      if places[name] == nil {
        places[name] = all.count
        all.append((name, [], 0))
      }
      guard let type, let place = places[name] else { return }
      all[place].types.insert(type)
      all[place].count += 1
    }
  }

  private var items: [Item] = []
  private var places: [String: Int] = [:]
  /// The fields that an item keeps, by kind.
  private var taken: [String: Set<String>] = [:]
  /// Whether the export has items of shipped kinds, which need no declaration.
  private(set) var hasShipped = false
  /// The app named in the export.
  let app: String?

  /// The number of items by kind, for kinds whose name a policy cannot have.
  private var unnamed: [String: Int] = [:]

  /// Names and values that differ between the sample and the export.
  private let changes: [CamelCase.Change]

  init(_ export: JSONTree, _ changes: [CamelCase.Change]) {
    self.changes = changes
    app = export["app"]?.text
    let nested = (export["accounts"]?.members ?? []).flatMap { $0["items"]?.members ?? [] }
    for item in (export["items"]?.members ?? []) + nested {
      guard let kind = item["kind"]?.text else { continue }
      if ProposedItems.shipped.contains(kind) {
        hasShipped = true
      } else if ItemDeclarationReader.isName(kind) {
        add(item, of: kind)
      } else {
        unnamed[kind, default: 0] += 1
      }
    }
    for item in items { taken[item.kind] = ProposedItems.known.union(item.fields.map(\.name)) }
  }

  var isEmpty: Bool { items.isEmpty }

  private mutating func add(_ item: JSONTree, of kind: String) {
    let place = places[kind] ?? items.count
    if place == items.count {
      places[kind] = place
      items.append(Item(kind))
    }
    items[place].count += 1
    items[place].standard.formUnion(item.fields.map(\.key).filter(ProposedItems.known.contains))
    for (name, value) in item.fields where !ProposedItems.known.contains(name) {
      items[place].add(name, ProposedItems.type(of: value))
    }
  }

  // MARK: Warnings

  /// Returns warnings about everything that a policy cannot declare. The sample changes or omits it.
  func left(of file: String) -> [Diagnostic] {
    func warning(_ item: String?, _ field: String?, _ found: String, _ expected: String) -> Diagnostic {
      Diagnostic(
        .warning, .format, at: SourceLocation(file: file, line: 1, column: 1), item: item, field: field, found: found,
        expected: expected)
    }
    let changed = changes.map { change in
      warning(
        change.kind, change.isValue ? change.old : nil,
        change.isValue ? "found milliseconds since 1970" : "found the name \(change.old.quotedForDiagnostic)",
        change.isValue
          ? "an instant such as \(change.new.quotedForDiagnostic), as in the sample"
          : "\(change.new), as in the sample")
    }
    let kinds = unnamed.sorted { $0.key.compareBytes($1.key) < 0 }.map { kind, count in
      warning(
        nil, "kind", "found \(kind.quotedForDiagnostic) in \(count.of("item"))",
        "\(ItemDeclarationReader.words(insteadOf: kind)); it is left out")
    }
    return changed + kinds
      + items.flatMap { item in
        let taken = Set(item.fields.map(\.name))
        return item.all.filter { !taken.contains($0.name) }.map { field in
          if let other = ItemDeclarationReader.otherName(than: field.name) {
            return warning(
              item.kind, nil, "found the field \(field.name.quotedForDiagnostic)", "\(other); it is left out")
          }
          let types = field.types.map { $0.isEmpty ? ProposedItems.noType : $0 }.sorted()
          return warning(
            item.kind, field.name,
            types.isEmpty ? "no value shows its type" : "found \(types.joined(separator: " and "))",
            "texts, numbers, true and false, or lists of one of these; it is left out")
        }
      }
  }

  /// Returns an export, or a line of one, without the parts that a policy cannot declare.
  func taken(_ export: JSONTree) -> JSONTree {
    .object(
      export.fields.compactMap { key, value in
        switch key {
        case "accounts": (key, .list(value.members.map(taken)))
        case "account": (key, taken(value))
        case "items": (key, .list(value.members.compactMap(takenItem)))
        case "item": takenItem(value).map { (key, $0) }
        default: (key, value)
        }
      })
  }

  private func takenItem(_ item: JSONTree) -> JSONTree? {
    guard let kind = item["kind"]?.text else { return item }
    if unnamed[kind] != nil { return nil }
    guard let taken = taken[kind] else { return item }
    return .object(item.fields.filter { taken.contains($0.key) })
  }

  // MARK: Types

  /// The fields that every item has, and those that a declared item may have without declaring them.
  private static let known = Set(StandardField.allCases.map(\.rawValue) + ItemDeclarationReader.reserved)
  /// The kinds of items defined by the format.
  private static let shipped = Set(Kinds.catalog.kinds.flatMap(\.items).map { "\($0)" })

  /// A description of values that no field can hold.
  private static let noType = "an object, a list in a list, or a number of too many digits"

  /// Returns the field type of a value; empty if no field can hold it, `nil` if the value does not reveal its type.
  private static func type(of value: JSONTree) -> String? {
    switch value {
    case .flag: return "bool"
    case .number(let digits):
      if DecimalNumber(digits) == nil { return "" }
      return Int(digits) == nil ? "number" : "integer"
    case .text(let text):
      if LocalDate(iso8601: text.utf8) != nil { return "date" }
      if LocalTime(iso8601: text.utf8) != nil { return "time" }
      return Instant(rfc3339: text.utf8, cutsFraction: true) != nil ? "instant" : "text"
    case .list(let members):
      if members.isEmpty { return nil }
      guard let type = common(Set(members.map { type(of: $0) ?? "" })), !type.hasPrefix(list) else { return "" }
      return list + type
    case .object: return ""
    case .null: return nil
    }
  }

  private static let list = "list-of-"

  /// Returns the one type that covers all types; `nil` if none does.
  private static func common(_ types: Set<String>) -> String? {
    if types.isEmpty || types.contains("") { return nil }
    if types.count == 1 { return types.first }
    if types.allSatisfy({ $0.hasPrefix(list) }) {
      return common(Set(types.map { String($0.dropFirst(list.count)) })).map { list + $0 }
    }
    if types == ["integer", "number"] { return "number" }
    return types.isSubset(of: ["date", "time", "instant", "text"]) ? "text" : nil
  }

  /// Returns the tables of the policy.
  func policy(app: String) -> String {
    items.map { item in
      var text =
        "# \(item.count.of(item.kind)) of the export, with the fields found there. Types and `required` are guesses: check them.\n"
      text += "[items.\(item.kind).fields]\n"
      for (name, type, count) in item.fields {
        let required = count == item.count ? ", required = true" : ""
        text += "\(name) = { type = \"\(type)\"\(required), meaning = \"\" }\n"
      }
      let shape = item.shape
      text += "\n# \(shape.why) docs/own-kinds.md of tickler has all shapes.\n"
      text +=
        ([
          "[kinds.\(item.kind)]", "item = \"\(item.kind)\"",
          "identifier = \"\(app.inTOML.dropFirst().dropLast()).\(item.kind).{id}\(shape.hasTimes ? ".{time}" : "")\"",
          "priority = 5",
        ] + shape.keys).joined(separator: "\n") + "\n"
      return text
    }.joined(separator: "\n")
  }

  /// Returns a text for each kind.
  func messages() -> String {
    items.map { item in
      // Fields that every item in the export has.
      let texts = item.fields.filter { $0.type == "text" && $0.count == item.count }.map(\.name)
      let title = texts.first { ["title", "name"].contains($0) } ?? texts.first
      let shape = item.shape
      let fields = (item.fields.map(\.name) + shape.fields).map { "{{\($0)}}" }.joined(separator: " ")
      return """
        # \(item.kind): \(shape.why) Fields: \(fields)
        [[en.\(item.kind)]]
        title = "\(title.map { "{{\($0)}}" } ?? item.kind)"
        body = "\(shape.body)"

        """
    }.joined(separator: "\n")
  }
}
