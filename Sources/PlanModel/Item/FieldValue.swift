import CivilTime

/// An amount with its currency.
public struct Money: Hashable, Codable, Sendable {
  /// The number, without rounding.
  public var amount: DecimalNumber
  /// ISO 4217 if it has three letters; nil if not given.
  public var currency: String?

  /// Creates an amount of money.
  public init(_ amount: DecimalNumber, _ currency: String?) {
    self.amount = amount
    self.currency = currency
  }
}

/// A date, or a date and time, as seen from another date.
public struct RelativeTime: Hashable, Codable, Sendable {
  /// The date that is meant.
  public var date: LocalDate
  /// The time of day that is meant; nil for a whole day.
  public var time: LocalTime?
  /// The date on which the text is read.
  public var from: LocalDate
  /// The elapsed time until it, negative if it is over; nil if the calendar alone counts: whole days, reminders by days.
  public var seconds: Int64?
  /// The end of what is under way when the text is read, for a whole day its last one; nil for what is not.
  public var end: LocalDateTime?

  /// Creates a date or time as seen from a date.
  public init(
    date: LocalDate, time: LocalTime?, from: LocalDate, seconds: Int64? = nil, end: LocalDateTime? = nil
  ) {
    (self.date, self.time, self.from, self.seconds, self.end) = (date, time, from, seconds, end)
  }

  /// Whole days from the reading date; negative if it is over.
  public var days: Int { date.days(since: from) }

  /// Whether it is over when the text is read.
  var isPast: Bool { end == nil && (days < 0 || (seconds ?? 0) < 0) }
}

/// The value of a field in a text, before a language formats it.
public enum FieldValue: Hashable, Codable, Sendable {
  /// The item lacks the field.
  case none
  /// A name or a word.
  case text(String)
  /// A whole number.
  case integer(Int)
  /// Of a hundred.
  case percent(Int)
  /// An amount.
  case money(Money)
  /// Sums in several currencies.
  case sums([Money])
  /// A date.
  case date(LocalDate)
  /// A time of day.
  case time(LocalTime)
  /// Seconds.
  case duration(Int64)
  /// Meters.
  case distance(DecimalNumber)
  /// A number that may have a fraction.
  case decimal(DecimalNumber)
  /// A wall time of the account.
  case dateTime(LocalDateTime)
  /// What a notification is about, as seen when it goes out: `tomorrow at 9:30 AM`.
  case when(RelativeTime)
  /// An instant of an item. Texts show the wall time.
  case instant(Instant)
  /// A condition for sections.
  case flag(Bool)
  /// Several values in order.
  case list([FieldValue])

  /// The value without a language: digits, `YYYY-MM-DD`, `HH:MM`, seconds, meters. Identifiers and `{{field.raw}}` use it.
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
    case .distance(let meters): meters.description
    case .decimal(let number): number.description
    case .dateTime(let local): local.description
    case .when(let when): when.time.map { "\(when.date.at($0))" } ?? when.date.description
    case .instant(let instant): instant.description
    case .flag(let flag): String(flag)
    case .list(let values): values.map(\.raw).joined(separator: ", ")
    }
  }

  /// Whether there is nothing to show. Its section is left out.
  public var isNone: Bool {
    switch self {
    case .none, .flag(false): true
    case .list(let values): values.isEmpty
    default: false
    }
  }

  /// Whether it is a text of spaces and controls alone, as forms leave behind. Its section is left out too.
  var isBlank: Bool { if case .text(let text) = self { text.utf8.allSatisfy { $0 <= 0x20 } } else { false } }

  /// Creates a text; `none` for nil.
  public static func text(ifAny text: String?) -> FieldValue { text.map { .text($0) } ?? .none }

  /// Creates a date; `none` for nil.
  public static func date(ifAny date: LocalDate?) -> FieldValue { date.map { .date($0) } ?? .none }

  /// The value as a number for comparisons; nil if it is not numeric.
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

/// A property of a field in a text: `{{dueDate.weekday}}`, `{{#count.one}}`.
public enum FieldProperty: String, CaseIterable, Sendable {
  /// The plural categories of Unicode's CLDR. A number has the category of its language.
  case zero, one, two, few, many, other
  /// The form in exports and identifiers.
  case raw
  /// Abbreviated.
  case short
  case weekday
  /// With a capital, for the start of a sentence.
  case capitalized
  /// How far away it is: `in 2 hours`.
  case relative
  /// Whether it is over, for sections.
  case past

  public static let plural: [FieldProperty] = [.zero, .one, .two, .few, .many, .other]
}

/// The type of a field: how it is written, and which properties it has.
public enum FieldType: String, CaseIterable, Sendable {
  case text, number, percent, amount, sums, date, time, duration, distance, dateTime, when, list

  public var properties: [FieldProperty] {
    switch self {
    case .text: []
    case .number: FieldProperty.plural + [.raw]
    case .percent, .amount, .sums, .time, .distance, .list: [.raw]
    case .date, .dateTime: [.short, .weekday, .raw]
    case .duration: [.short, .raw]
    case .when: [.capitalized, .relative, .past, .raw]
    }
  }
}
