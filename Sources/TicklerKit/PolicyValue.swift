/// What a key of a policy is set to in code: a text, a number, a flag, a list or a table, as literals write them.
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
  /// A list, in its order.
  case list([PolicyValue])
  /// A table: its keys and their values, in their order.
  case table([Entry])

  /// A key of a table and its value.
  public struct Entry: Hashable, Sendable {
    /// The key, as docs/policies.md has it.
    public var key: String
    /// What it is set to.
    public var value: PolicyValue

    /// A key and its value.
    public init(_ key: String, _ value: PolicyValue) {
      (self.key, self.value) = (key, value)
    }
  }

  /// As TOML has it on one line.
  fileprivate var toml: String {
    switch self {
    case .text(let text): text.tomlQuoted
    case .number(let number): String(number)
    case .flag(let flag): String(flag)
    case .list(let list): "[\(list.map(\.toml).joined(separator: ", "))]"
    case .table(let entries): "{\(entries.map(\.toml).joined(separator: ", "))}"
    }
  }

  /// As the lines of a TOML file, one for each key; of what is no table, a line that is a fault.
  var lines: String {
    guard case .table(let entries) = self else { return toml }
    return entries.map { $0.toml + "\n" }.joined()
  }
}

extension PolicyValue.Entry {
  fileprivate var toml: String { "\(key.tomlQuoted) = \(value.toml)" }
}

extension String {
  /// In double quotes (TOML 1.0.0, basic strings).
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
  /// A text.
  public init(stringLiteral text: String) { self = .text(text) }
  /// A number.
  public init(integerLiteral number: Int) { self = .number(number) }
  /// A flag.
  public init(booleanLiteral flag: Bool) { self = .flag(flag) }
}

extension PolicyValue: ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral {
  /// A list.
  public init(arrayLiteral list: PolicyValue...) { self = .list(list) }
  /// A table.
  public init(dictionaryLiteral entries: (String, PolicyValue)...) { self = .table(entries.map { Entry($0, $1) }) }
}
