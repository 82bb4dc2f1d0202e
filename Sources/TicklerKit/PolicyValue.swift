/// The value of a policy's key in code: a text, number, flag, list or table, written as a literal.
///
/// ```
/// let kind: PolicyValue = ["identifier": "rent.{id}.{date}.{part}", "priority": 7, "dayBefore": false]
/// ```
public enum PolicyValue: Hashable, Sendable {
  /// A text, a time such as `"09:30"`, a date or a name.
  case text(String)
  /// A whole number.
  case number(Int)
  /// True or false.
  case flag(Bool)
  /// An ordered list.
  case list([PolicyValue])
  /// A table: ordered keys and values.
  case table([Entry])

  /// A key of a table, and its value.
  public struct Entry: Hashable, Sendable {
    /// The key, as in docs/policies.md.
    public var key: String
    /// The key's value.
    public var value: PolicyValue

    /// Creates a table entry.
    public init(_ key: String, _ value: PolicyValue) { (self.key, self.value) = (key, value) }
  }

  /// The value in TOML, on one line.
  fileprivate var toml: String {
    switch self {
    case .text(let text): text.tomlQuoted
    case .number(let number): String(number)
    case .flag(let flag): String(flag)
    case .list(let list): "[\(list.map(\.toml).joined(separator: ", "))]"
    case .table(let entries): "{\(entries.map(\.toml).joined(separator: ", "))}"
    }
  }

  /// The table in TOML, one line for each key. A value that is not a table results in a line that is a fault.
  var lines: String {
    guard case .table(let entries) = self else { return toml }
    return entries.map { $0.toml + "\n" }.joined()
  }
}

extension PolicyValue.Entry {
  fileprivate var toml: String { "\(key.tomlQuoted) = \(value.toml)" }
}

extension String {
  /// The text as a TOML basic string, with its quotes.
  fileprivate var tomlQuoted: String {
    var text = "\""
    for scalar in unicodeScalars {
      switch scalar {
      case "\"", "\\": text += "\\\(scalar)"
      case "\0"..."\u{1f}", "\u{7f}":
        let digits = String(scalar.value, radix: 16)
        text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text + "\""
  }
}

extension PolicyValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral {
  /// Creates a text.
  public init(stringLiteral text: String) { self = .text(text) }
  /// Creates a number.
  public init(integerLiteral number: Int) { self = .number(number) }
  /// Creates a flag.
  public init(booleanLiteral flag: Bool) { self = .flag(flag) }
}

extension PolicyValue: ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral {
  /// Creates a list.
  public init(arrayLiteral list: PolicyValue...) { self = .list(list) }
  /// Creates a table.
  public init(dictionaryLiteral entries: (String, PolicyValue)...) { self = .table(entries.map { Entry($0, $1) }) }
}
