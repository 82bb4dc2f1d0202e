internal import CivilTime

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
