import Foundation

/// An export in the three encodings of docs/exports.md, derived from the JSON document by the page's mechanical rule.
package enum Encodings {
  private static let singular = [
    "accounts": "account", "items": "item", "zoneChanges": "zoneChange", "samples": "sample",
  ]
  private static let objectLists: Set<String> = [
    "accounts", "items", "zoneChanges", "samples", "delivered", "pending", "active",
  ]

  package static func json(_ document: [String: Any]) throws -> String { try text(document) }

  package static func ndjson(_ document: [String: Any]) throws -> String {
    var head = document
    let accounts = head.removeValue(forKey: "accounts") as? [Any] ?? []
    let items = head.removeValue(forKey: "items") as? [Any] ?? []
    let lines =
      [try text(head)] + (try accounts.map { try text(["account": $0]) }) + (try items.map { try text(["item": $0]) })
    return lines.map { $0 + "\n" }.joined()
  }

  package static func xml(_ document: [String: Any]) -> String {
    #"<?xml version="1.0" encoding="UTF-8"?>"# + "\n"
      + element("export", document, more: #" xmlns="urn:tickler:export:1""#)
  }

  /// - Parameter more: Additional attributes.
  private static func element(_ name: String, _ object: [String: Any], more: String = "") -> String {
    var attributes = more
    var children = ""
    for (key, value) in object.sorted(by: { $0.key < $1.key }) {
      if let inner = value as? [String: Any] {
        children += element(key, inner)
      } else if let list = value as? [Any] {
        if objectLists.contains(key) {
          for case let inner as [String: Any] in list { children += element(singular[key] ?? key, inner) }
        } else {
          attributes += " \(key)=\"\(escaped(list.map(scalar).joined(separator: " ")))\""
        }
      } else if !(value is NSNull) {
        attributes += " \(key)=\"\(escaped(scalar(value)))\""
      }
    }
    return children.isEmpty ? "<\(name)\(attributes)/>\n" : "<\(name)\(attributes)>\n\(children)</\(name)>\n"
  }

  private static func scalar(_ value: Any) -> String {
    if let number = value as? NSNumber, String(cString: number.objCType) == "c" {
      return number.boolValue ? "true" : "false"
    }
    return "\(value)"
  }

  private static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case "\"": result += "&quot;"
      case "\n", "\r", "\t": result += "&#\(scalar.value);"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  private static func text(_ object: Any) throws -> String {
    String(
      decoding: try JSONSerialization.data(withJSONObject: object, options: [.sortedKeys, .withoutEscapingSlashes]),
      as: UTF8.self)
  }
}
