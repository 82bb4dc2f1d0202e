/// The type of a declared field.
public enum DeclaredType: Hashable, Sendable {
  case text
  /// Decimal, never through binary floating point.
  case number
  case integer
  /// An amount, in the currency of the item's field `currency`.
  case money
  case date
  case time
  /// RFC 3339 with an offset.
  case instant
  /// Seconds.
  case duration
  case bool
  /// The value of an RFC 5545 RRULE.
  case rule
  indirect case list(of: DeclaredType)

  /// The types of single values, by their words in policies.
  static let words: [(word: String, type: DeclaredType)] = [
    ("text", .text), ("number", .number), ("integer", .integer), ("money", .money), ("date", .date), ("time", .time),
    ("instant", .instant), ("duration", .duration), ("bool", .bool), ("rrule", .rule),
  ]

  /// Every type word that a policy may use.
  public static let allWords = words.map(\.word) + words.dropLast().map { "list-of-\($0.word)" }

  public init?(_ word: String) {
    if let known = DeclaredType.words.first(where: { $0.word == word }) {
      self = known.type
    } else if word.hasPrefix("list-of-"), let element = DeclaredType(String(word.dropFirst(8))),
      DeclaredType.allWords.contains(word)
    {
      self = .list(of: element)
    } else {
      return nil
    }
  }

  /// Whether values are compared by size.
  public var isNumeric: Bool {
    switch self {
    case .number, .integer, .money, .duration: true
    default: false
    }
  }

  /// The type by which texts write it.
  public var textType: FieldType {
    switch self {
    case .text, .bool, .rule: .text
    case .number, .integer: .number
    case .money: .amount
    case .date: .date
    case .time: .time
    case .instant: .dateTime
    case .duration: .duration
    case .list: .list
    }
  }
}
