public import CivilTime
internal import PlanModel

/// How a language writes the values in a text. Apps use the system's formatters; ``PlainFormat`` needs none.
public protocol ValueFormat: Sendable {
  /// Returns a value as people write it.
  func text(_ value: Value, _ style: ValueStyle) -> String
  /// Returns the plural category of a number, which selects a variant of the text.
  func plural(_ number: Int) -> Plural
}

/// The value of a field in a text.
public enum Value: Hashable, Codable, Sendable {
  /// A name or a word.
  case text(String)
  /// A whole number.
  case number(Int)
  /// A percentage.
  case percent(Int)
  /// An amount, or totals in several currencies.
  case money([Amount])
  /// A date.
  case date(LocalDate)
  /// A time of day.
  case time(LocalTime)
  /// A duration in seconds.
  case seconds(Int64)
  /// A distance in meters.
  case meters(Double)
  /// The digits of a decimal number, such as `-12.50`.
  case decimal(String)
  /// A date and time on the account's clock.
  case dateTime(LocalDateTime)
  /// Several values.
  case list([Value])
  /// An instant. In a text, the format receives it as ``text(_:)``.
  case instant(Instant)
  /// True or false. In a text, the format receives it as ``text(_:)``.
  case flag(Bool)
}

extension Value: CustomStringConvertible {
  /// The value as ``PlainFormat`` writes it.
  public var description: String { PlainFormat().text(self, .full) }
}

/// The style that a text requests for a value.
public enum ValueStyle: Hashable, Codable, Sendable {
  /// The full form.
  case full
  /// The abbreviated form of a date or duration.
  case short
  /// The weekday of a date.
  case weekday
}

/// The plural categories of Unicode's CLDR.
public enum Plural: String, CaseIterable, Codable, Sendable {
  /// The category `zero`, which Arabic uses.
  case zero
  /// The category `one`: in English, the singular.
  case one
  /// The category `two`, which Slovene uses.
  case two
  /// The category `few`, which Polish uses.
  case few
  /// The category `many`, which Russian uses.
  case many
  /// The category that every language uses.
  case other
}

/// Formats the values of texts with the app's format.
struct FormatBridge: FieldLanguage {
  let format: any ValueFormat

  func text(_ value: FieldValue, _ property: FieldProperty?) -> String {
    guard property != .raw, let known = Value(value) else { return value.raw }
    return format.text(known, property == .short ? .short : property == .weekday ? .weekday : .full)
  }

  func category(_ number: Int) -> FieldProperty { FieldProperty(rawValue: format.plural(number).rawValue)! }
}

extension Value {
  /// Creates a value; nil if the field has none.
  fileprivate init?(_ value: FieldValue) {
    switch value {
    case .none: return nil
    case .text(let text): self = .text(text)
    case .integer(let number): self = .number(number)
    case .percent(let number): self = .percent(number)
    case .money(let money): self = .money([Amount(money)])
    case .sums(let sums): self = .money(sums.map(Amount.init))
    case .date(let date): self = .date(date)
    case .time(let time): self = .time(time)
    case .duration(let seconds): self = .seconds(seconds)
    case .distance(let meters): self = .meters(Double(meters.description)!)
    case .decimal(let number): self = .decimal(number.description)
    case .dateTime(let local): self = .dateTime(local)
    // Texts receive the time on the account's clock.
    case .instant, .flag: self = .text(value.raw)
    case .list(let values): self = .list(values.compactMap { Value($0) })
    }
  }
}

/// An exact amount of money, never rounded through binary floating point.
public struct Amount: Hashable, Codable, Sendable {
  let number: DecimalNumber
  /// The currency: ISO 4217 if it has three letters; nil if unspecified.
  public let currency: String?

  /// Creates an amount.
  ///
  /// - Parameters:
  ///   - digits: A number in JSON's syntax, such as `-12.50`.
  ///   - currency: An ISO 4217 code, such as `EUR`.
  /// - Returns: nil if `digits` is not a number, or needs more than 38 digits.
  public init?(_ digits: String, currency: String? = nil) {
    guard let number = DecimalNumber(digits) else { return nil }
    (self.number, self.currency) = (number, currency)
  }

  init(_ money: Money) { (number, currency) = (money.amount, money.currency) }

  /// The number without its currency, such as `12.50`.
  public var digits: String { number.description }
}

extension Amount: CustomStringConvertible {
  /// `12.50 EUR`.
  public var description: String { currency.map { "\(digits) \($0)" } ?? digits }
}

/// A value format that needs no system formatter: digits, ISO 8601 and English words.
///
/// | value | full | short |
/// | --- | --- | --- |
/// | number, percent | `1284`, `52%` | |
/// | money | `12.50 EUR` | |
/// | date | `2026-10-24`, with style `weekday` `Saturday` | `10-24` |
/// | time | `18:30` | |
/// | duration | `1 hour 15 minutes` | `1 h 15 min` |
/// | distance | `850 m`, `12.3 km` | |
public struct PlainFormat: ValueFormat {
  /// Creates the format.
  public init() {}

  /// Returns the value as in the table above.
  public func text(_ value: Value, _ style: ValueStyle) -> String {
    switch value {
    case .text(let text): text
    case .number(let number): String(number)
    case .percent(let number): "\(number)%"
    case .money(let sums): sums.map { "\($0.digits) \($0.currency ?? "")".trimmingEnd }.joined(separator: ", ")
    case .date(let date):
      switch style {
      case .weekday: "\(date.weekday)".capitalized
      case .short: String(date.description.suffix(5))
      case .full: date.description
      }
    case .time(let time): time.second == 0 ? String(time.description.prefix(5)) : time.description
    case .seconds(let seconds): PlainFormat.duration(max(0, seconds), isShort: style == .short)
    case .meters(let meters):
      meters < 1000 ? "\(Int(meters.rounded())) m" : "\((meters / 100).rounded() / 10) km"
    case .decimal(let digits): digits
    case .dateTime(let local): "\(text(.date(local.date), style)) \(text(.time(local.time), style))"
    case .instant(let instant): instant.description
    case .flag(let flag): String(flag)
    case .list(let values): values.map { text($0, style) }.joined(separator: ", ")
    }
  }

  /// Returns the English category: `one` for 1, otherwise `other`.
  public func plural(_ number: Int) -> Plural { number == 1 ? .one : .other }

  private static func duration(_ seconds: Int64, isShort: Bool) -> String {
    let parts =
      seconds < 60
      ? [(seconds, "s", "second")]
      : [(seconds / 3600, "h", "hour"), (seconds % 3600 / 60, "min", "minute")].filter { $0.0 > 0 }
    return parts.map { count, short, long in
      isShort ? "\(count) \(short)" : "\(count) \(long)\(count == 1 ? "" : "s")"
    }.joined(separator: " ")
  }
}

extension String {
  fileprivate var trimmingEnd: String { last == " " ? String(dropLast()) : self }
  fileprivate var capitalized: String { prefix(1).uppercased() + dropFirst() }
}
