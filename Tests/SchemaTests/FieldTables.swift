import Resolving

/// The format's fields as Markdown tables.
enum FieldTables {
  /// All tables, each with the name of its object.
  static var all: [(name: String, table: String)] {
    let (account, items) = Schema.shipped.descriptions
    let preferences = account.fields.compactMap { field in
      if field.name == "preferences", case .object(let object) = field.type { object } else { nil }
    }
    let accounts = account.fields.flatMap { $0.name == "preferences" ? [Row($0, "")] : rows($0, "") }
    return [
      ("accounts", table(accounts)), ("preferences", table(preferences[0].fields.flatMap { rows($0, "") })),
      ("items", table(of: items)),
    ]
  }

  /// A row of a table: fields of one object with one type and meaning.
  private struct Row {
    let path: String
    var names: [String]
    let type: String
    let meaning: String

    init(_ field: FieldDescription, _ path: String) {
      let name = "`\(path)\(field.name)`"
      names = [field.required == nil ? name : "**\(name)**"]
      (self.path, type, meaning) = (path, FieldTables.words(field.type), field.meaning)
    }

    var cells: String { "\(names.joined(separator: ", ")) | \(type) | \(meaning) |\n" }
    func agrees(with other: Row) -> Bool {
      path == other.path && type == other.type && meaning == other.meaning
    }
  }

  /// Returns the rows with neighbors that agree as one.
  private static func merged(_ rows: [Row]) -> [Row] {
    rows.reduce(into: []) { rows, row in
      if let last = rows.last, last.agrees(with: row) {
        rows[rows.count - 1].names += row.names
      } else {
        rows.append(row)
      }
    }
  }

  private static func table(_ rows: [Row]) -> String {
    "| field | type | meaning |\n| --- | --- | --- |\n" + merged(rows).map { "| \($0.cells)" }.joined()
  }

  /// Returns the table of items: fields of all kinds, of several, of one.
  private static func table(of items: [ObjectDescription]) -> String {
    var groups: [(row: Row, kinds: [String])] = []
    for item in items {
      for row in item.fields.flatMap({ rows($0, "") }) {
        if let same = groups.firstIndex(where: { $0.row.names == row.names && $0.row.agrees(with: row) }) {
          groups[same].kinds.append("`\(item.name)`")
        } else {
          groups.append((row, ["`\(item.name)`"]))
        }
      }
    }
    // Only budgets require `updatedAt`.
    let everywhere = { (group: (row: Row, kinds: [String])) in
      group.kinds.count == items.count || group.row.names == ["`updatedAt`"]
    }
    let common = groups.filter(everywhere).map { (row: $0.row, kinds: ["all"]) }
    let others = groups.filter { !everywhere($0) }
    let own = items.flatMap { item in others.filter { $0.kinds == ["`\(item.name)`"] } }
    var text = "| kind | field | type | meaning |\n| --- | --- | --- | --- |\n"
    var sections: [(kinds: [String], rows: [Row])] = []
    for group in common + others.filter({ $0.kinds.count > 1 }) + own {
      if let section = sections.firstIndex(where: { $0.kinds == group.kinds }) {
        sections[section].rows.append(group.row)
      } else {
        sections.append((group.kinds, [group.row]))
      }
    }
    for (kinds, rows) in sections {
      for (number, row) in merged(rows).enumerated() {
        text += number == 0 ? "| \(kinds.joined(separator: ", ")) | \(row.cells)" : "| | \(row.cells)"
      }
    }
    return text
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

  /// Returns the rows of a field and of the objects in it. An object without a meaning has no row of its own.
  private static func rows(_ field: FieldDescription, _ path: String) -> [Row] {
    switch field.type {
    case .object(let inner), .objects(let inner, element: _):
      (field.meaning.isEmpty ? [] : [Row(field, path)]) + inner.fields.flatMap { rows($0, "\(path)\(field.name).") }
    default: [Row(field, path)]
    }
  }

  private static func words(_ type: ValueType) -> String {
    switch type {
    case .text, .identifier: "text"
    case .zone: "zone"
    case .bool: "bool"
    case .date: "date"
    case .time(hours: nil): "time"
    case .time(let hours?): "time \(hours.lowerBound):00–\(hours.upperBound):00"
    case .instant: "instant"
    case .weekday: "weekday"
    case .choice(let words): words.map { "`\($0)`" }.joined(separator: " ")
    case .count(let range): "integer \(range.lowerBound)–\(range.upperBound)"
    case .quantity: "number ≥ 0"
    case .number: "number"
    case .dateOrTime: "date, or date and time"
    case .degrees(let limit): "number ±\(limit)"
    case .amount: "amount"
    case .reminder: "reminder"
    case .rule: "rrule"
    case .list(of: .reminder, least: _): "reminders"
    case .list(of: .date, least: _): "dates"
    case .list(of: .time, least: _): "times"
    case .list: "weekdays"
    case .object: "object"
    case .objects: "objects"
    case .switches: "bools by kind"
    case .items: "items"
    }
  }
}
