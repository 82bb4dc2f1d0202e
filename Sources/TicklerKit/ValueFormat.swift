public import CivilTime
internal import PlanModel

/// How one language writes the values in a text. An app has the system's formatters do it; ``PlainFormat`` needs none.
public protocol ValueFormat: Sendable {
  /// A value as people read it.
  func text(_ value: Value, _ style: ValueStyle) -> String
  /// The plural category of a number, which chooses among the words of a text.
  func plural(_ number: Int) -> Plural
}

/// What stands in a text's place for a field.
public enum Value: Hashable, Codable, Sendable {
  /// A name or a word.
  case text(String)
  /// A whole number.
  case number(Int)
  /// Of a hundred.
  case percent(Int)
  /// An amount, or sums of several currencies.
  case money([Amount])
  /// A date.
  case date(LocalDate)
  /// A time of the day.
  case time(LocalTime)
  /// Elapsed seconds.
  case seconds(Int64)
  /// A distance.
  case meters(Double)
  /// The digits of a number that need not be whole, `-12.50`.
  case decimal(String)
  /// A date and time on the account's clock.
  case dateTime(LocalDateTime)
  /// Several values.
  case list([Value])
  /// An instant. A text has it as ``text(_:)``.
  case instant(Instant)
  /// True or false. A text has it as ``text(_:)``.
  case flag(Bool)
}

extension Value: CustomStringConvertible {
  /// As ``PlainFormat`` writes it.
  public var description: String { PlainFormat().text(self, .full) }
}

/// How a text wants a value.
public enum ValueStyle: Hashable, Codable, Sendable {
  /// In full.
  case full
  /// Abbreviated: of a date or a duration.
  case short
  /// The day of the week: of a date.
  case weekday
}

/// The plural categories of Unicode's CLDR.
public enum Plural: String, CaseIterable, Codable, Sendable {
  /// The category `zero`, as Arabic has it.
  case zero
  /// The category `one`, the singular in English.
  case one
  /// The category `two`, as Slovene has it.
  case two
  /// The category `few`, as Polish has it.
  case few
  /// The category `many`, as Russian has it.
  case many
  /// The category that every language has.
  case other
}

/// Has the app's format write what texts ask for.
struct FormatBridge: FieldLanguage {
  let format: any ValueFormat

  func text(_ value: FieldValue, _ property: FieldProperty?) -> String {
    guard property != .raw, let known = Value(value) else { return value.raw }
    return format.text(known, property == .short ? .short : property == .weekday ? .weekday : .full)
  }

  func category(_ number: Int) -> FieldProperty { FieldProperty(rawValue: format.plural(number).rawValue)! }
}

extension Value {
  /// nil: there is none.
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
    // Texts get what the clock shows.
    case .instant, .flag: self = .text(value.raw)
    case .list(let values): self = .list(values.compactMap { Value($0) })
    }
  }
}
