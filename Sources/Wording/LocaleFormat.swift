import CivilTime
import Foundation
import PlanModel

/// Writes numbers, money, dates and durations as people of one locale do.
///
/// Nothing of Foundation is touched before the first value that needs it. What was written is kept, since notifications
/// repeat their dates and amounts. Belongs to one task.
final class LocaleFormat: FieldLanguage {
  private static let capacity = 4096

  private let tag: String
  private lazy var locale = Foundation.Locale(identifier: tag)
  private lazy var plurals = ICUPluralRules(locale: tag)
  private lazy var formats: [String: ICUNumberFormat] = [:]
  private var written: [Key: String] = [:]
  private var categories: [Int: FieldProperty] = [:]

  private struct Key: Hashable {
    var type: FieldType
    var number: Int128
    var scale = 0
    var currency: String?
    var property: FieldProperty?
  }

  init(_ tag: LanguageTag) {
    self.tag = tag.text
  }

  // MARK: FieldLanguage

  func text(_ value: FieldValue, _ property: FieldProperty?) -> String {
    if property == .raw { return value.raw }
    switch value {
    case .none: return ""
    case .text(let text): return text
    case .integer(let number):
      return kept(Key(type: .number, number: Int128(number))) { self.number("precision-integer", value.raw) }
    case .percent(let number):
      return kept(Key(type: .percent, number: Int128(number))) { self.number("percent precision-integer", value.raw) }
    case .money(let money): return text(money)
    case .sums(let sums): return list(sums.map(text))
    case .date(let date):
      return kept(Key(type: .date, number: Int128(date.daysSinceEpoch), property: property)) { text(date, property) }
    case .time(let time):
      return kept(Key(type: .time, number: Int128(time.secondOfDay))) { text(time) }
    case .duration(let seconds):
      return kept(Key(type: .duration, number: Int128(seconds), property: property)) {
        text(seconds: seconds, property)
      }
    case .distance(let metres):
      return kept(Key(type: .distance, number: metres.significand, scale: metres.scale)) {
        number("measure-unit/length-meter usage/road unit-width-short ./@##r", value.raw)
      }
    }
  }

  func category(_ number: Int) -> FieldProperty {
    if let category = categories[number] { return category }
    let category = plurals?.category(number).flatMap(FieldProperty.init(rawValue:)) ?? .other
    if categories.count == LocaleFormat.capacity { categories.removeAll() }
    categories[number] = category
    return category
  }

  // MARK: By type

  /// With at least the places that its currency has, and never fewer than the amount needs.
  private func text(_ money: Money) -> String {
    let amount = money.amount
    return kept(
      Key(type: .amount, number: amount.significand, scale: amount.scale, currency: money.currency)
    ) {
      guard let currency = money.currency, !currency.isEmpty else { return number(amount, places: amount.scale) }
      let needed = amount.neededPlaces
      guard currency.isCurrencyCode else { return number(amount, places: needed) + "\u{a0}" + currency }
      let code = currency.uppercased()
      let precision = needed > ICUNumberFormat.places(of: code) ? " ." + String(repeating: "0", count: needed) : ""
      return number("currency/\(code)\(precision)", amount.description)
    }
  }

  private func number(_ amount: DecimalNumber, places: Int) -> String {
    number(places == 0 ? "precision-integer" : "." + String(repeating: "0", count: places), amount.description)
  }

  private func number(_ skeleton: String, _ digits: String) -> String {
    if formats[skeleton] == nil { formats[skeleton] = ICUNumberFormat(skeleton, locale: tag) }
    return formats[skeleton]?.text(digits) ?? digits
  }

  private func text(_ date: LocalDate, _ property: FieldProperty?) -> String {
    let noon = Date(timeIntervalSince1970: Double(date.daysSinceEpoch) * 86_400 + 43_200)
    switch property {
    case .weekday: return noon.formatted(style.weekday(.wide))
    case .short: return noon.formatted(style.day().month(.abbreviated))
    default: return noon.formatted(style.day().month(.wide))
    }
  }

  private func text(_ time: LocalTime) -> String {
    Date(timeIntervalSince1970: Double(time.secondOfDay)).formatted(style.hour().minute())
  }

  /// Without date or time, in UTC: values have no zone.
  private var style: Date.FormatStyle {
    Date.FormatStyle(locale: locale, calendar: Calendar(identifier: .gregorian), timeZone: .gmt)
  }

  /// Hours and minutes, or seconds below a minute.
  private func text(seconds: Int64, _ property: FieldProperty?) -> String {
    // Past what any clock counts, so that no arithmetic overflows.
    let seconds = min(max(0, seconds), 1_000_000_000_000)
    let units: Set<Duration.UnitsFormatStyle.Unit> = seconds < 60 ? [.seconds] : [.hours, .minutes]
    return Duration.seconds(seconds).formatted(
      .units(
        allowed: units, width: property == .short ? .abbreviated : .wide, fractionalPart: .hide(rounded: .down)
      ).locale(locale))
  }

  private func list(_ texts: [String]) -> String {
    texts.count == 1 ? texts[0] : texts.formatted(.list(type: .and).locale(locale))
  }

  private func kept(_ key: Key, _ write: () -> String) -> String {
    if let text = written[key] { return text }
    let text = ICU.isIndependentOfTheMachine ? write() : ""
    if written.count == LocaleFormat.capacity { written.removeAll() }
    written[key] = text
    return text
  }
}

extension DecimalNumber {
  /// How many places after the point are not zeros at the end.
  fileprivate var neededPlaces: Int {
    var (value, places) = (significand, scale)
    while places > 0, value % 10 == 0 { (value, places) = (value / 10, places - 1) }
    return places
  }
}

extension String {
  /// Three letters, as in ISO 4217.
  fileprivate var isCurrencyCode: Bool {
    utf8.count == 3 && utf8.allSatisfy { UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0 | 0x20 }
  }
}
