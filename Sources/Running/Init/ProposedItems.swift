import CivilTime
import PlanModel
import Planning

/// What an app's own items seem to be, by an export of the app: a table `[items.<kind>]` and a kind for each, for the team to go on with.
struct ProposedItems {
  private struct Item {
    var kind: String
    var count = 0
    /// In the order in which they are first met.
    var fields: [(name: String, types: Set<String>, count: Int)] = []
    /// Those that need no declaration.
    var standard: Set<String> = []

    /// The fields with the one type that each seems to have.
    var typed: [(name: String, type: String)] {
      fields.map { field in
        (field.name, field.types.count == 1 ? field.types.first! : ProposedItems.common(field.types) ?? "text")
      }
    }
    var shape: ProposedShape { ProposedShape(own: typed, standard: standard) }
  }

  private var items: [Item] = []
  /// Whether it has items of kinds that need no declaration.
  private(set) var hasShipped = false
  /// The app that the export names.
  let app: String?

  init(_ export: JSONTree) {
    app = export["app"]?.text
    let nested = (export["accounts"]?.members ?? []).flatMap { $0["items"]?.members ?? [] }
    for item in (export["items"]?.members ?? []) + nested {
      guard let kind = item["kind"]?.text, kind.isPlainName else { continue }
      if ProposedItems.shipped.contains(kind) { hasShipped = true } else { add(item, of: kind) }
    }
  }

  var isEmpty: Bool { items.isEmpty }
  var kinds: [String] { items.map(\.kind) }

  private mutating func add(_ item: JSONTree, of kind: String) {
    let place = items.firstIndex { $0.kind == kind } ?? items.count
    if place == items.count { items.append(Item(kind: kind)) }
    items[place].count += 1
    items[place].standard.formUnion(item.fields.map(\.key).filter(ProposedItems.known.contains))
    for (name, value) in item.fields where !ProposedItems.known.contains(name) && name.isPlainName {
      guard let type = ProposedItems.type(of: value) else { continue }
      if let index = items[place].fields.firstIndex(where: { $0.name == name }) {
        items[place].fields[index].types.insert(type)
        items[place].fields[index].count += 1
      } else {
        items[place].fields.append((name, [type], 1))
      }
    }
  }

  /// What every item has, or a declared item may have without a declaration.
  private static let known: Set = [
    "kind", "id", "account", "app", "updatedAt", "location", "date", "time", "times", "days", "repeat", "rrule",
    "exdates",
    "weekdays", "until", "completed", "completions", "snoozedUntil", "archived",
  ]
  /// The kinds of item that the format has by itself.
  private static let shipped = Set(Kinds.catalog.kinds.flatMap(\.items).map { "\($0)" })

  /// nil: no type that a field can have.
  private static func type(of value: JSONTree) -> String? {
    switch value {
    case .flag: "bool"
    case .number(let digits): digits.contains { ".eE".contains($0) } ? "number" : "integer"
    case .text(let text):
      if LocalDate(iso8601: text.utf8) != nil {
        "date"
      } else if LocalTime(iso8601: text.utf8) != nil {
        "time"
      } else if Instant(rfc3339: text.utf8) != nil {
        "instant"
      } else {
        "text"
      }
    case .list(let members):
      members.isEmpty ? nil : common(Set(members.map { type(of: $0) ?? "" })).map { "list-of-\($0)" }
    case .object, .null: nil
    }
  }

  /// The one type that values of several have.
  private static func common(_ types: Set<String>) -> String? {
    if types.count == 1 { return types.first!.isEmpty || types.first!.hasPrefix("list-") ? nil : types.first }
    return types == ["integer", "number"] ? "number" : types.contains("") ? nil : "text"
  }

  /// The tables of the policy.
  func policy(app: String) -> String {
    items.map { item in
      var text =
        "# \(item.count.of(item.kind)) of the export, with the fields that were found there. Types and `required` are a guess: look through them.\n"
      text += "[items.\(item.kind).fields]\n"
      for (field, (_, type)) in zip(item.fields, item.typed) {
        let required = field.count == item.count ? ", required = true" : ""
        text += "\(field.name) = { type = \"\(type)\"\(required), meaning = \"\" }\n"
      }
      let shape = item.shape
      text += "\n# \(shape.why) docs/own-kinds.md of tickler has all shapes.\n"
      text +=
        ([
          "[kinds.\(item.kind)]", "item = \"\(item.kind)\"",
          "identifier = \"\(app).\(item.kind).{id}\(shape.hasTimes ? ".{time}" : "")\"", "priority = 5",
        ] + shape.keys).joined(separator: "\n") + "\n"
      return text
    }.joined(separator: "\n")
  }

  /// A text of each kind.
  func messages() -> String {
    items.map { item in
      // What every item of the export has.
      let texts = item.fields.filter { $0.types == ["text"] && $0.count == item.count }.map(\.name)
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

extension String {
  /// Letters and digits, a letter first, as names of kinds and fields have to be.
  fileprivate var isPlainName: Bool {
    utf8.count <= 64 && first.map { $0.isASCII && $0.isLetter } ?? false
      && utf8.allSatisfy {
        UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0 | 0x20 || UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0
      }
  }
}
