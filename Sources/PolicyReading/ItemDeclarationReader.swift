import Diagnostics
import PlanModel

/// Reads the tables `[items.<kind>]`: the fields of an app's own items.
package enum ItemDeclarationReader {
  /// The names of the identifying fields of every item.
  package static let reserved = ["kind", "id", "account", "app", "updatedAt"]
  /// Properties of fields in texts, which no field can be named after.
  private static let properties = FieldProperty.allCases.map(\.rawValue)
  /// The maximum number of fields of an app's items.
  private static let maximumFields = 256

  static func read(_ root: TOMLFields) -> [ItemDeclaration] {
    guard let table = root.table("items") else { return [] }
    var names: Set<String> = []
    return table.allKeys().compactMap { name in
      guard isName(name) else {
        table.fault(name, .key, found: "found \(name.quotedForDiagnostic)", expected: words(insteadOf: name))
        return nil
      }
      guard let item = table.table(name) else { return nil }
      let declaration = read(name, item)
      for field in declaration.fields where names.insert(field.name).inserted {
        if names.count == maximumFields + 1 {
          table.fault(name, .key, found: "more than \(maximumFields) names of fields", expected: "fewer in all items")
        }
      }
      return declaration
    }
  }

  /// Reads `[account.fields]`: the fields of an app's accounts.
  static func accountFields(_ root: TOMLFields) -> [ItemField] {
    guard let table = root.table("account")?.table("fields") else { return [] }
    return table.keysInOrder().compactMap { key in
      if let expected = otherName(than: key) {
        table.fault(key, .key, found: "found \(key.quotedForDiagnostic)", expected: expected)
        _ = table.isTable(key) ? table.table(key)?.allKeys() : nil
        table.note(key)
        return nil
      }
      guard let field = field(key, table) else { return nil }
      if case .required = field.need {
        table.fault(key, found: "\(key) is required", expected: "a field that an account may lack")
      }
      return field
    }
  }

  private static func read(_ name: String, _ item: TOMLFields) -> ItemDeclaration {
    var fields: [ItemField] = []
    var required: Set<StandardField> = []
    var meanings: [StandardField: String] = [:]
    if let table = item.table("fields") {
      for key in table.keysInOrder() {
        if let standard = StandardField(rawValue: key), !standard.isOwn(key, in: table) {
          guard
            let field = table.table(key, expected: "a table such as { required = true }: every item may have \(key)")
          else { continue }
          if field.bool("required") == true {
            if [.completed, .archived, .location].contains(standard) {
              field.fault("required", found: "\(key) is required", expected: "a field that has no meaning without it")
            }
            required.insert(standard)
          }
          meanings[standard] = field.string("meaning")
        } else if let expected = otherName(than: key) {
          table.fault(key, .key, found: "found \(key.quotedForDiagnostic)", expected: expected)
          _ = table.isTable(key) ? table.table(key)?.allKeys() : nil
          table.note(key)
        } else if let field = self.field(key, table) {
          fields.append(field)
        }
      }
    }
    return ItemDeclaration(name, fields: fields, required: required, meanings: meanings)
  }

  /// Reads a field: `name = "text"`, or `name = { type = "text", required = true }`.
  private static func field(_ name: String, _ table: TOMLFields) -> ItemField? {
    let expected = DeclaredType.allWords.oneOf
    guard table.isTable(name), let field = table.table(name) else {
      return table.parsed(name, expected: expected) { DeclaredType($0) }.map { ItemField(name, $0) }
    }
    let type = field.parsed("type", expected: expected) { DeclaredType($0) }
    field.require("type", expected)
    let isRequired = field.bool("required") ?? false
    let meaning = field.string("meaning") ?? ""
    var range: ClosedRange<DecimalNumber>?
    field.note("range")
    if field.has("range") {
      let numbers = field.numbers("range")
      if let type, !type.isNumeric {
        field.fault("range", found: "a range of what is no number", expected: "a number, an amount or a duration")
      } else if let numbers {
        if numbers.count == 2, numbers[0] <= numbers[1] {
          range = numbers[0]...numbers[1]
        } else {
          field.fault(
            "range", found: "found \(numbers.count) numbers", expected: "two, the smaller first, such as [0, 100]")
        }
      }
    }
    return type.map { ItemField(name, $0, meaning, isRequired ? .required : .optional, range: range) }
  }

  /// Returns what is expected instead of an invalid name; nil if the name is valid.
  package static func otherName(than name: String) -> String? {
    if !isName(name) { return words(insteadOf: name) }
    if reserved.contains(name) { return "another name: every item has \(name)" }
    return properties.contains(name) ? "another name: texts have \(name) of other fields" : nil
  }

  /// Describes valid names, with an example close to an invalid one: `tankItem` for `tank_item`.
  package static func words(insteadOf name: String) -> String {
    "letters and digits, a letter first, such as \(camelCase(name) ?? "refillDate")"
  }

  /// Returns a name in camel case, such as `tankItem` for `tank_item`; nil if the result is not a valid name.
  package static func camelCase(_ name: String) -> String? {
    let parts = name.split { !$0.isASCII || !$0.isLetter && !$0.isNumber }
    let other = parts.dropFirst().reduce(parts.first.map(String.init) ?? "") {
      $0 + $1.prefix(1).uppercased() + $1.dropFirst()
    }
    return isName(other) ? other : nil
  }

  package static func isName(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    guard let first = bytes.first, first.isLetter, bytes.count <= 64 else { return false }
    return bytes.allSatisfy(\.isLetterOrDigit)
  }
}

extension StandardField {
  /// Returns whether a policy declares a field of its own under the name, which replaces the standard field.
  fileprivate func isOwn(_ key: String, in table: TOMLFields) -> Bool {
    [.remind, .duration, .timeZone, .series].contains(self)
      && (!table.isTable(key) || table.entry(key)?.children.contains { $0.key == "type" } ?? false)
  }
}
