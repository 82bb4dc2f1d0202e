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
