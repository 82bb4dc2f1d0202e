import CivilTime
import PlanModel
import Planning
import System

/// Formats numbers, money, dates and durations for one locale.
///
/// ICU is used only once a value needs it. Formatted values are cached, since notifications repeat their dates and
/// amounts. An instance belongs to one task.
final class LocaleFormat: FieldLanguage {
  private static let capacity = 4096

  private let tag: String
  /// The tag for distances, which are in kilometers if the tag names no region. ICU would assume the likeliest region,
  /// which for English uses miles.
  private let distanceTag: String
  private lazy var dates = ICUDateFormats(locale: tag)
  private var lists: [ICUListFormat.Purpose: ICUListFormat] = [:]
  private lazy var plurals = ICUPluralRules(locale: tag)
  private lazy var relatives = ICURelativeFormat(locale: tag)
  private var formats: [String: ICUNumberFormat] = [:]
  private var written: [Key: String] = [:]
  private var categories: [Int: FieldProperty] = [:]

  private struct Key: Hashable {
    var type: FieldType
    var number: DecimalNumber.Significand
    var scale = 0
    var currency: String?
    var property: FieldProperty?
  }

  init(_ tag: LanguageTag) {
    self.tag = tag.text
    distanceTag = tag.metricByDefault
  }

  // MARK: FieldLanguage

  func text(_ value: FieldValue, _ property: FieldProperty?) -> String {
    if property == .raw { return value.raw }
    switch value {
    case .none: return ""
    case .text(let text): return text
    case .integer(let number):
      return kept(Key(type: .number, number: .init(number))) { self.number("precision-integer", value.raw) }
    case .percent(let number):
      return kept(Key(type: .percent, number: .init(number))) { self.number("percent precision-integer", value.raw) }
    case .money(let money): return text(money)
    case .sums(let sums): return list(sums.map(text), .and)
    case .date(let date):
      return kept(Key(type: .date, number: .init(date.daysSinceEpoch), property: property)) { text(date, property) }
    case .time(let time):
      return kept(Key(type: .time, number: .init(time.secondOfDay))) { text(time) }
    case .duration(let seconds):
      return kept(Key(type: .duration, number: .init(seconds), property: property)) {
        text(seconds: seconds, property)
      }
    case .distance(let meters):
      return kept(Key(type: .distance, number: meters.significand, scale: meters.scale)) {
        number("measure-unit/length-meter usage/road unit-width-short ./@##r", value.raw, locale: distanceTag)
      }
    case .decimal(let decimal):
      return kept(Key(type: .number, number: decimal.significand, scale: decimal.scale)) {
        number(decimal, places: decimal.neededPlaces)
      }
    case .dateTime(let local):
      return kept(Key(type: .dateTime, number: .init(local.secondsSinceEpoch), property: property)) {
        text(local, property)
      }
    case .when(let when):
      if property == .relative { return relative(when) }
      let text = text(when)
      return property == .capitalized ? text.prefix(1).uppercased() + text.dropFirst() : text
    case .flag(let flag): return String(flag)
    case .instant: return value.raw
    case .list(let values): return list(values.map { text($0, nil) }, .and)
    }
  }

  func category(_ number: Int) -> FieldProperty {
    if let category = categories[number] { return category }
    let category = plurals?.category(number).flatMap(FieldProperty.init(rawValue:)) ?? .other
    if categories.count == LocaleFormat.capacity { categories.removeAll() }
    categories[number] = category
    return category
  }

  // MARK: Types

  /// Formats an amount with at least the decimals of its currency, and with all decimals that it needs.
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

  /// - Parameter locale: Always the same for one skeleton; `nil` for the tag.
  private func number(_ skeleton: String, _ digits: String, locale: String? = nil) -> String {
    if formats[skeleton] == nil {
      if formats.count == LocaleFormat.capacity { formats.removeAll() }
      formats[skeleton] = ICUNumberFormat(skeleton, locale: locale ?? tag)
    }
    return formats[skeleton]?.text(digits) ?? digits
  }

  private func text(_ date: LocalDate, _ property: FieldProperty?, hasYear: Bool = false) -> String {
    let skeleton =
      switch property {
      case .weekday: "EEEE"
      case .short: "MMMd"
      default: hasYear ? "yMMMMd" : "MMMMd"
      }
    return dates?.text(skeleton, Int64(date.daysSinceEpoch) * 86_400) ?? date.description
  }

  private func text(_ local: LocalDateTime, _ property: FieldProperty?, hasYear: Bool = false) -> String {
    if property == .weekday { return text(local.date, property) }
    let skeleton = (hasYear ? "y" : "") + (property == .short ? "MMMd" : "MMMMd") + (isTaiwan ? "Bhm" : "jm")
    return dates?.text(skeleton, local.secondsSinceEpoch) ?? local.description
  }

  /// Formats a day and time in relation to the day of reading, by its language's ``RelativeWords``.
  private func text(_ when: RelativeTime) -> String {
    // Without a year, the nearest date of that day and month is meant.
    let isFar = !(-182...182).contains(when.days)
    guard let words = RelativeWords(LanguageTag(tag)?.language ?? "") else {
      if let time = when.time { return when.days == 0 ? text(time) : text(when.date.at(time), nil, hasYear: isFar) }
      return text(when.date, nil, hasYear: isFar)
    }
    if let end = when.end {
      let time = when.time == nil ? nil : end.time
      return words.until(text(RelativeTime(date: end.date, time: time, from: when.from)))
    }
    let time = when.time.map { words.at(text($0)) }
    if when.days == 0, let time { return time }
    let day = words.day(when.days) { text(when.date, $0, hasYear: isFar) }
    return time.map { words.joined(day, $0, isDated: !(-1...6).contains(when.days)) } ?? day
  }

  /// Formats how far away it is: in minutes below two hours, hours within a day, otherwise in weeks or days.
  private func relative(_ when: RelativeTime) -> String {
    let (count, unit): (Int64, ICURelativeFormat.Unit) =
      switch (when.seconds, when.days) {
      case (let seconds?, _) where seconds.magnitude < 60: (0, .second)
      case (let seconds?, _) where seconds.magnitude < 86_400:
        seconds.magnitude < 7_200 && seconds % 3_600 != 0
          ? (seconds / 60, .minute) : ((seconds + (seconds < 0 ? -1_800 : 1_800)) / 3_600, .hour)
      case (_, let days): days != 0 && days % 7 == 0 ? (Int64(days / 7), .week) : (Int64(days), .day)
      }
    return relatives?.text(count, unit) ?? text(when)
  }

  private func text(_ time: LocalTime) -> String {
    dates?.text(isTaiwan ? "Bhm" : "jm", Int64(time.secondOfDay)) ?? time.description
  }

  /// Whether the locale is Taiwan, whose hours need a period of the day. CLDR's preferred pattern distinguishes only
  /// morning and afternoon.
  private var isTaiwan: Bool {
    let subtags = tag.lowercased().split(separator: "-")
    return subtags.first == "zh" && subtags.contains("tw")
  }

  /// Formats a duration in hours and minutes, or in seconds below a minute.
  private func text(seconds: Int64, _ property: FieldProperty?) -> String {
    // Larger than any real duration, but small enough to rule out overflow.
    let seconds = min(max(0, seconds), 1_000_000_000_000)
    let parts =
      seconds < 60
      ? [("second", seconds)] : [("hour", seconds / 3600), ("minute", seconds % 3600 / 60)].filter { $0.1 > 0 }
    let width = property == .short ? "unit-width-short" : "unit-width-full-name"
    let texts = parts.map { number("measure-unit/duration-\($0.0) \(width)", String($0.1)) }
    return list(texts, property == .short ? .abbreviatedUnits : .units)
  }

  private func list(_ texts: [String], _ purpose: ICUListFormat.Purpose) -> String {
    if texts.count == 1 { return texts[0] }
    if lists[purpose] == nil { lists[purpose] = ICUListFormat(purpose, locale: tag) }
    return lists[purpose]?.text(texts) ?? texts.joined(separator: ", ")
  }

  private func kept(_ key: Key, _ write: () -> String) -> String {
    if let text = written[key] { return text }
    let text = ICU.isIndependentOfTheMachine ? write() : ""
    if written.count == LocaleFormat.capacity { written.removeAll() }
    written[key] = text
    return text
  }
}

extension LanguageTag {
  /// The tag with metric units added if it names neither a region nor units (UTS #35, keys `ms` and `rg`).
  fileprivate var metricByDefault: String {
    let subtags = text.lowercased().split(separator: "-")
    let head = subtags.prefix { $0.utf8.count > 1 }
    let hasRegion =
      head.dropFirst().contains { $0.utf8.count == 2 || $0.utf8.count == 3 && $0.first!.isNumber }
      || subtags.prefix { $0 != "x" }.dropFirst(head.count).contains("rg")
    return hasRegion ? text : measured("metric").text
  }
}

extension DecimalNumber {
  /// The number of decimals without trailing zeros.
  fileprivate var neededPlaces: Int { withoutZeros.scale }
}

extension String {
  /// Whether the text consists of three letters, as in ISO 4217.
  fileprivate var isCurrencyCode: Bool {
    utf8.count == 3 && utf8.allSatisfy { UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0 | 0x20 }
  }
}

extension Planning.Wording {
  /// Creates wording with values in the conventions of the locale.
  package convenience init(_ policy: Policy, locale: LanguageTag?) {
    self.init(policy, locale: locale) { LocaleFormat($0) }
  }
}

extension WordingCache {
  /// Creates a cache for values in the conventions of each locale.
  package init() { self.init { LocaleFormat($0) } }
}

extension FieldValue {
  /// Returns the value in the conventions of a locale.
  package func text(in language: LanguageTag) -> String { LocaleFormat(language).text(self, nil) }
}
