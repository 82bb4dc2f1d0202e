extension Schema {
  /// The format as a JSON Schema (2020-12).
  package var jsonSchema: String {
    var writer = JSONSchemaWriter()
    writer.object(descriptions.account)
    for kind in descriptions.items {
      writer.define(kind, type: nil)
      writer.innerObjects(of: kind)
    }
    return writer.schema(descriptions.items)
  }
}

private struct JSONSchemaWriter {
  /// The definitions, by name.
  private var definitions: [(name: String, text: String)] = []

  mutating func object(_ object: ObjectDescription, isNullable: Bool = false) {
    if definitions.contains(where: { $0.name == object.typeName }) { return }
    define(object, type: isNullable ? #"["object", "null"]"# : #""object""#)
    innerObjects(of: object)
  }

  mutating func innerObjects(of object: ObjectDescription) {
    for field in object.fields {
      switch field.type {
      case .object(let inner): self.object(inner, isNullable: true)
      case .objects(let inner, element: _): self.object(inner)
      default: break
      }
    }
  }

  /// - Parameter type: The type's name; nil for an item, whose common fields are defined elsewhere.
  mutating func define(_ object: ObjectDescription, type: String?) {
    let common = type == nil ? ["kind", "id", "account"] : []
    let own = object.fields.filter { !common.contains($0.name) }
    let properties =
      common.map { "\"\($0)\": true" }
      + own.map { field in
        let description = field.sentence.map { #""description": "\#($0.jsonEscaped)", "# } ?? ""
        return #""\#(field.name)": { \#(description)\#(field.type.json(isRequired: field.required != nil)) }"#
      }
    let required = own.filter { $0.required != nil }.map { "\"\($0.name)\"" }.joined(separator: ", ")
    var members = [
      type.map { "\"type\": \($0)" }, required.isEmpty ? nil : "\"required\": [\(required)]",
      "\"properties\": {\n        \(properties.joined(separator: ",\n        "))\n      }",
    ].compactMap { $0 }
    if own.contains(where: { if case .rule = $0.type { true } else { false } }) {
      members.append(
        """
        "if": { "properties": { "rrule": { "type": "string" } }, "required": ["rrule"] },
              "then": { "properties": { "repeat": { "enum": ["none", null] } } }
        """)
    }
    members.append(#""additionalProperties": false"#)
    definitions.append((object.typeName, "{\n      \(members.joined(separator: ",\n      "))\n    }"))
  }

  /// The fields of a file's head.
  private static let head =
    #""format": { "const": "tickler-export/1" }, "app": { "type": ["string", "null"] }, "#
    + "\"exportedAt\": { \(ValueType.instant.json(isRequired: false)) }"

  /// Returns the complete schema.
  func schema(_ kinds: [ObjectDescription]) -> String {
    let own = kinds.contains { $0.typeName != $0.name } ? [TextForm.dateOrTime] : []
    let forms = (TextForm.all + own).map { form in
      let pattern = form.pattern.split(separator: "\\", omittingEmptySubsequences: false).joined(separator: "\\\\")
      let format = form.name == "date" ? #""format": "date", "# : ""
      return (name: form.name, text: #"{ "description": "\#(form.meaning)", \#(format)"pattern": "^(\#(pattern))$" }"#)
    }
    let choices = kinds.map { kind in
      """
      { "if": { "required": ["kind"], "properties": { "kind": { "const": "\(kind.name)" } } }, "then": { "$ref": "#/$defs/\(kind.typeName)" } }
      """
    }
    let all = (definitions + forms).map { "    \"\($0.name)\": \($0.text)" }.joined(separator: ",\n")
    return """
      {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": "urn:tickler:schema:export:1",
        "title": "tickler-export/1 in JSON",
        "description": "The document of a .json export; $defs/line is one line of NDJSON. Names are strict here: a field \
      that the format does not have is refused, while tickler only warns of it. A value that tickler accepts is accepted here: \
      null counts as missing, and dates have the right form, but the calendar is only looked at where a validator asserts the \
      format date. That ids are unique, zones exist and an item's owner is there, tickler checks.",
        "type": "object",
        "required": ["format"],
        "properties": {
          \(JSONSchemaWriter.head),
          "accounts": { "type": ["array", "null"], "items": { "$ref": "#/$defs/account" } },
          "items": { "type": ["array", "null"], "items": { "$ref": "#/$defs/ownedItem" } }
        },
        "additionalProperties": false,
        "$defs": {
          "line": {
            "title": "One line of NDJSON: the head, which is the first line, an account, or an item",
            "type": "object",
            "if": { "required": ["format"] },
            "then": { "properties": { \(JSONSchemaWriter.head) }, "additionalProperties": false },
            "else": {
              "properties": { "account": { "$ref": "#/$defs/account" }, "item": { "$ref": "#/$defs/ownedItem" } },
              "minProperties": 1,
              "maxProperties": 1,
              "additionalProperties": false
            }
          },
          "ownedItem": {
            "title": "An item apart from its account",
            "$ref": "#/$defs/item",
            "required": ["account"],
            "properties": { "account": { "type": "string" } }
          },
          "item": {
            "type": "object",
            "required": ["kind", "id"],
            "properties": {
              "kind": { \(ValueType.choice(kinds.map(\.name)).json(isRequired: true)) },
              "id": { \(ValueType.identifier.json(isRequired: true)) },
              "account": { \(ValueType.text.json(isRequired: false)) }
            },
            "allOf": [
              \(choices.joined(separator: ",\n        "))
            ]
          },
      \(all)
        }
      }

      """
  }
}

extension ValueType {
  /// Returns the schema's members for the type. A null counts as missing.
  fileprivate func json(isRequired: Bool) -> String {
    func typed(_ type: String, _ more: String? = nil) -> String {
      let type = isRequired ? "\"\(type)\"" : "[\"\(type)\", \"null\"]"
      return "\"type\": \(type)" + (more.map { ", " + $0 } ?? "")
    }
    func reference(_ name: String) -> String { "\"$ref\": \"#/$defs/\(name)\"" }
    switch self {
    case .text: return typed("string")
    case .identifier: return typed("string", #""minLength": 1"#)
    case .bool: return typed("boolean")
    case .weekday: return ValueType.choice(ValueType.weekdays).json(isRequired: isRequired)
    case .choice(let words):
      return "\"enum\": [\(words.map { "\"\($0)\"" }.joined(separator: ", "))\(isRequired ? "" : ", null")]"
    case .count(let range):
      return typed("integer", "\"minimum\": \(range.lowerBound), \"maximum\": \(range.upperBound)")
    case .quantity: return typed("number", #""minimum": 0"#)
    case .degrees(let limit): return typed("number", "\"minimum\": -\(limit), \"maximum\": \(limit)")
    case .number(let range):
      return typed("number", range.map { "\"minimum\": \($0.lowerBound), \"maximum\": \($0.upperBound)" })
    case .amount: return #""type": ["string", "number"\#(isRequired ? "" : #", "null""#)], \#(reference("amount"))"#
    case .time(let hours?): return typed("string", "\"pattern\": \"^(\(TextForm.times(hours)))$\"")
    case .list(let element, let least):
      let some = least == 0 ? "" : ", \"minItems\": \(least)"
      return typed("array", "\"items\": { \(element.json(isRequired: true)) }\(some)")
    case .object(let object): return reference(object.typeName)
    case .objects(let object, element: _): return typed("array", "\"items\": { \(reference(object.typeName)) }")
    case .items: return typed("array", "\"items\": { \(reference("item")) }")
    case .switches(let kinds):
      let (names, values) = (ValueType.choice(kinds).json(isRequired: true), ValueType.bool.json(isRequired: false))
      return typed("object", "\"propertyNames\": { \(names) }, \"additionalProperties\": { \(values) }")
    case .zone, .rule, .reminder, .date, .dateOrTime, .time, .instant: return typed("string", reference(formName!))
    }
  }
}

extension String {
  /// The text escaped for a JSON string.
  fileprivate var jsonEscaped: String {
    reduce(into: "") { text, character in
      switch character {
      case "\"", "\\": text += "\\\(character)"
      default: text += character.unicodeScalars.allSatisfy { $0.value >= 0x20 } ? String(character) : " "
      }
    }
  }
}
