internal import CivilTime
public import PlanModel

/// How a language writes the values in a text. Apps use the system's formatters; ``PlainFormat`` needs none.
public protocol ValueFormat: Sendable {
  /// Returns a value as people write it.
  func text(_ value: Value, _ style: ValueStyle) -> String
  /// Returns the plural category of a number, which selects a variant of the text.
  func plural(_ number: Int) -> Plural
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
    var value = value
    switch value {
    case .none: return ""
    // Texts receive the time on the account's clock.
    case .instant, .flag: value = .text(value.raw)
    // System formatters have no words for both a day and a time of it.
    case .when(let when):
      value =
        when.time.map { when.days == 0 ? .time($0) : .dateTime(when.date.at($0)) } ?? .date(when.date)
    default: break
    }
    return switch property {
    case .raw: value.raw
    case .short: format.text(value, .short)
    case .weekday: format.text(value, .weekday)
    default: format.text(value, .full)
    }
  }

  func category(_ number: Int) -> FieldProperty { FieldProperty(rawValue: format.plural(number).rawValue)! }
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
    case .percent(let number): "\(number)%"
    case .money(let amount): amount.currency.map { "\(amount.amount) \($0)" } ?? amount.amount.description
    case .sums(let sums): sums.map { text(.money($0), style) }.joined(separator: ", ")
    case .date(let date):
      switch style {
      case .weekday: "\(date.weekday)".capitalized
      case .short: String(date.description.suffix(5))
      case .full: date.description
      }
    case .duration(let seconds): PlainFormat.duration(max(0, seconds), isShort: style == .short)
    case .distance(let number):
      Double(number) < 1000 ? "\(Int(Double(number).rounded())) m" : "\((Double(number) / 100).rounded() / 10) km"
    case .dateTime(let local): "\(text(.date(local.date), style)) \(text(.time(local.time), style))"
    case .list(let values): values.map { text($0, style) }.joined(separator: ", ")
    case .none, .text, .integer, .time, .decimal, .instant, .when, .flag: value.raw
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
  fileprivate var capitalized: String { prefix(1).uppercased() + dropFirst() }
}
