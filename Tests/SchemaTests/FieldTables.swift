import Resolving

/// The format's fields as Markdown tables.
enum FieldTables {
  /// All tables, each with the name of its object.
  static var all: [(name: String, table: String)] {
    let (account, items) = Schema.shipped.descriptions
    let preferences = account.fields.compactMap { field in
      if field.name == "preferences", case .object(let object) = field.type { object } else { nil }
    }
    let head = "| field | type | meaning |\n| --- | --- | --- |\n"
    let isShared = { (field: FieldDescription) in
      items.allSatisfy { $0.fields.contains { $0.name == field.name } }
    }
    var kinds = "| kind | field | type | meaning |\n| --- | --- | --- | --- |\n"
    kinds += items[0].fields.filter(isShared).map { "| all \(row($0, ""))" }.joined()
    for item in items {
      let own = item.fields.filter { !isShared($0) || $0.name == "updatedAt" && $0.required != nil }
      for (index, field) in own.flatMap({ rows($0, "") }).enumerated() {
        kinds += index == 0 ? "| `\(item.name)` \(field)" : "| \(field)"
      }
    }
    return [
      ("accounts", head + account.fields.flatMap { $0.name == "preferences" ? [row($0, "")] : rows($0, "") }.joined()),
      ("preferences", head + preferences[0].fields.flatMap { rows($0, "") }.joined()), ("items", kinds),
    ]
  }

  /// Returns an object and the objects inside it.
  static func inner(of object: ObjectDescription) -> [ObjectDescription] {
    var objects = [object]
    for field in object.fields {
      switch field.type {
      case .object(let inner), .objects(let inner, element: _): objects += FieldTables.inner(of: inner)
      default: break
      }
    }
    return objects
  }

  /// Returns the rows of a field and of the objects in it.
  private static func rows(_ field: FieldDescription, _ path: String) -> [String] {
    switch field.type {
    case .object(let inner), .objects(let inner, element: _):
      [row(field, path)] + inner.fields.flatMap { rows($0, "\(path)\(field.name).") }
    default: [row(field, path)]
    }
  }

  private static func row(_ field: FieldDescription, _ path: String) -> String {
    "| `\(path)\(field.name)` | \(words(field.type))\(field.required == nil ? "" : ", required") | \(field.meaning) |\n"
  }

  private static func words(_ type: ValueType) -> String {
    switch type {
    case .text: "text"
    case .identifier: "text of at least one character"
    case .zone: "zone name"
    case .bool: "true or false"
    case .date: "date"
    case .time: "time of day"
    case .instant: "instant"
    case .weekday: "weekday"
    case .choice(let words): words.map { "`\($0)`" }.joined(separator: " ")
    case .count(let range): "whole number from \(range.lowerBound) to \(range.upperBound)"
    case .quantity: "number, not negative"
    case .number: "number"
    case .dateOrTime: "date, or date and time"
    case .degrees(let limit): "number from −\(limit) to \(limit)"
    case .amount: "amount"
    case .rule: "rule"
    case .list(of: .date, least: _): "dates"
    case .list(of: .time, least: _): "times of day"
    case .list: "weekdays"
    case .object: "object"
    case .objects: "list of objects"
    case .switches: "true or false by kind"
    case .items: "list of items"
    }
  }
}
