import CivilTime

/// An amount and what it is of.
public struct Money: Sendable {
  public var amount: DecimalNumber
  /// ISO 4217 where it has three letters; nil: not said.
  public var currency: String?

  public init(_ amount: DecimalNumber, _ currency: String?) {
    self.amount = amount
    self.currency = currency
  }
}

/// What a field of a text stands for, before a language has its say.
public enum FieldValue: Sendable {
  /// The item does not have it.
  case none
  case text(String)
  case integer(Int)
  /// Of a hundred.
  case percent(Int)
  case money(Money)
  /// Sums of several currencies.
  case sums([Money])
  case date(LocalDate)
  case time(LocalTime)
  /// Seconds.
  case duration(Int64)
  /// Metres.
  case distance(DecimalNumber)
  /// A number that need not be whole.
  case decimal(DecimalNumber)
  /// What the account's clock shows at an instant.
  case dateTime(LocalDateTime)
  /// Of an item; texts have what the clock shows then.
  case instant(Instant)
  /// Sections ask for it.
  case flag(Bool)
  /// Several, one after the other.
  case list([FieldValue])

  /// Without a language: digits, `YYYY-MM-DD`, `HH:MM`, seconds, metres. What identifiers and `{{field.raw}}` have.
  public var raw: String {
    switch self {
    case .none: ""
    case .text(let text): text
    case .integer(let number), .percent(let number): String(number)
    case .money(let money): money.amount.description
    case .sums(let sums): sums.map { "\($0.amount) \($0.currency ?? "")" }.joined(separator: ", ")
    case .date(let date): date.description
    case .time(let time): time.second == 0 ? String(time.description.prefix(5)) : time.description
    case .duration(let seconds): String(seconds)
    case .distance(let metres): metres.description
    case .decimal(let number): number.description
    case .dateTime(let local): local.description
    case .instant(let instant): instant.description
    case .flag(let flag): String(flag)
    case .list(let values): values.map(\.raw).joined(separator: ", ")
    }
  }

  /// Whether there is nothing to show: a section is left out.
  public var isNone: Bool {
    switch self {
    case .none, .flag(false): true
    case .list(let values): values.isEmpty
    default: false
    }
  }

  public static func text(ifAny text: String?) -> FieldValue { text.map { .text($0) } ?? .none }

  public static func date(ifAny date: LocalDate?) -> FieldValue { date.map { .date($0) } ?? .none }

  /// As a number to compare with; nil: it is none.
  public var number: DecimalNumber? {
    switch self {
    case .integer(let number), .percent(let number): DecimalNumber(number)
    case .money(let money): money.amount
    case .duration(let seconds): DecimalNumber(seconds)
    case .distance(let number), .decimal(let number): number
    default: nil
    }
  }
}

/// What a text may ask of a field beside its value: `{{dueDate.weekday}}`, `{{#count.one}}`.
public enum FieldProperty: String, CaseIterable, Sendable {
  /// The plural categories of Unicode's CLDR. A number has the one that its language puts it in.
  case zero, one, two, few, many, other
  /// As exports and identifiers write it.
  case raw
  /// Abbreviated.
  case short
  case weekday

  public static let plural: [FieldProperty] = [.zero, .one, .two, .few, .many, .other]
}

/// What kind of thing a field is: how it is written, and which properties it has.
public enum FieldType: String, CaseIterable, Sendable {
  case text, number, percent, amount, sums, date, time, duration, distance, dateTime, list

  public var properties: [FieldProperty] {
    switch self {
    case .text: []
    case .number: FieldProperty.plural + [.raw]
    case .percent, .amount, .sums, .time, .distance, .list: [.raw]
    case .date, .dateTime: [.short, .weekday, .raw]
    case .duration: [.short, .raw]
    }
  }
}
