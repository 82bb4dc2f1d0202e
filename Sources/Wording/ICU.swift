// The ICU that Swift's Foundation carries, with its data, asked directly. Foundation's own format styles say less (no distances
// by a locale's measures, no plural categories, no decimal digits of any number), and to have them in the program makes
// every run start later: what is asked of a type by its name at run time is looked for among all their conformances.
import _FoundationICU

enum ICU {
  /// ICU falls back to the machine's language where its data have none; from here on to the neutral one, `root`.
  static let isIndependentOfTheMachine: Bool = {
    var status = UErrorCode(rawValue: 0)
    swift_uloc_setDefault("root", &status)
    return status.rawValue <= 0
  }()

  /// Without differences of case, width and accents: NFKC_Casefold of Unicode's section 3.13, and no nonspacing marks.
  static func folded(_ text: String) -> String {
    guard let folded = normalized(text, swift_unorm2_getNFKCCasefoldInstance),
      let apart = normalized(folded, swift_unorm2_getNFDInstance)
    else { return text.lowercased() }
    let kept = apart.unicodeScalars.filter { $0.properties.generalCategory != .nonspacingMark }
    return String(String.UnicodeScalarView(kept))
  }

  private static func normalized(
    _ text: String, _ form: (UnsafeMutablePointer<UErrorCode>?) -> OpaquePointer?
  ) -> String? {
    var status = UErrorCode(rawValue: 0)
    guard let form = form(&status), status.rawValue <= 0 else { return nil }
    let units = Array(text.utf16)
    return self.text { buffer, count, status in
      swift_unorm2_normalize(form, units, Int32(units.count), buffer, count, &status)
    }
  }

  /// ICU's name of the locale with the Gregorian calendar.
  fileprivate static func gregorian(_ tag: String) -> String? {
    var name = [CChar](repeating: 0, count: Int(ULOC_FULLNAME_CAPACITY))
    var status = UErrorCode(rawValue: 0)
    _ = swift_uloc_forLanguageTag(tag, &name, Int32(name.count), nil, &status)
    _ = swift_uloc_setKeywordValue("calendar", "gregorian", &name, Int32(name.count), &status)
    guard status.rawValue <= 0 else { return nil }
    return name.withUnsafeBufferPointer { String(cString: $0.baseAddress!) }
  }

  /// Text from a C function that fills a buffer and says how much there is.
  fileprivate static func text(_ fill: (UnsafeMutablePointer<UChar>?, Int32, inout UErrorCode) -> Int32) -> String? {
    units(fill).map { String(decoding: $0, as: UTF16.self) }
  }

  /// The same as UTF-16.
  fileprivate static func units(_ fill: (UnsafeMutablePointer<UChar>?, Int32, inout UErrorCode) -> Int32) -> [UChar]? {
    var buffer = [UChar](repeating: 0, count: 128)
    var status = UErrorCode(rawValue: 0)
    var count = fill(&buffer, Int32(buffer.count), &status)
    if count > buffer.count {
      buffer = [UChar](repeating: 0, count: Int(count))
      status = UErrorCode(rawValue: 0)
      count = fill(&buffer, count, &status)
    }
    return status.rawValue > 0 ? nil : Array(buffer[..<Int(count)])
  }
}

/// A number format of ICU: a skeleton (https://unicode-org.github.io/icu/userguide/format_parse/numbers/skeletons.html)
/// in one locale. Takes digits, so nothing is rounded through binary floating point.
final class ICUNumberFormat {
  private let format: OpaquePointer
  private let result: OpaquePointer

  init?(_ skeleton: String, locale: String) {
    guard ICU.isIndependentOfTheMachine else { return nil }
    var status = UErrorCode(rawValue: 0)
    let units = Array(skeleton.utf16)
    guard let format = swift_unumf_openForSkeletonAndLocale(units, Int32(units.count), locale, &status) else {
      return nil
    }
    guard let result = swift_unumf_openResult(&status), status.rawValue <= 0 else {
      swift_unumf_close(format)
      return nil
    }
    self.format = format
    self.result = result
  }

  deinit {
    swift_unumf_closeResult(result)
    swift_unumf_close(format)
  }

  /// - Parameter number: Digits with a point and a sign where it needs them.
  func text(_ number: String) -> String? {
    var status = UErrorCode(rawValue: 0)
    swift_unumf_formatDecimal(format, number, Int32(number.utf8.count), result, &status)
    guard status.rawValue <= 0 else { return nil }
    return ICU.text { buffer, count, status in swift_unumf_resultToString(result, buffer, count, &status) }
  }

  /// How many places amounts in a currency have; 2 for one that is not known.
  static func places(of currency: String) -> Int {
    var status = UErrorCode(rawValue: 0)
    let places = swift_ucurr_getDefaultFractionDigits(Array(currency.utf16) + [0], &status)
    return status.rawValue > 0 ? 2 : max(0, Int(places))
  }
}

/// Dates and times of day in one locale, of the Gregorian calendar and without a zone.
final class ICUDateFormats {
  private let locale: String
  private let patterns: UnsafeMutablePointer<UDateTimePatternGenerator?>
  /// By skeleton.
  private var formats: [String: UnsafeMutablePointer<UDateFormat?>] = [:]

  /// - Parameter locale: A language tag.
  init?(locale: String) {
    guard ICU.isIndependentOfTheMachine, let locale = ICU.gregorian(locale) else { return nil }
    var status = UErrorCode(rawValue: 0)
    guard let patterns = swift_udatpg_open(locale, &status) else { return nil }
    self.locale = locale
    self.patterns = patterns
    if status.rawValue > 0 { return nil }
  }

  deinit {
    for format in formats.values { swift_udat_close(format) }
    swift_udatpg_close(patterns)
  }

  /// - Parameters:
  ///   - skeleton: The fields that are wanted, as in https://unicode.org/reports/tr35/tr35-dates.html#Date_Field_Symbol_Table.
  ///   - seconds: Of the wall clock since 1970.
  func text(_ skeleton: String, _ seconds: Int64) -> String? {
    if formats[skeleton] == nil { formats[skeleton] = format(skeleton) }
    guard let format = formats[skeleton] else { return nil }
    return ICU.text { buffer, count, status in
      swift_udat_format(format, Double(seconds) * 1000, buffer, count, nil, &status)
    }
  }

  private func format(_ skeleton: String) -> UnsafeMutablePointer<UDateFormat?>? {
    let fields = Array(skeleton.utf16)
    let pattern = ICU.units { buffer, count, status in
      swift_udatpg_getBestPattern(patterns, fields, Int32(fields.count), buffer, count, &status)
    }
    guard let pattern else { return nil }
    let zone = Array("GMT".utf16)
    var status = UErrorCode(rawValue: 0)
    return swift_udat_open(
      UDAT_PATTERN, UDAT_PATTERN, locale, zone, Int32(zone.count), pattern, Int32(pattern.count), &status)
  }
}

/// How a language puts several texts in a row.
final class ICUListFormat {
  enum Purpose {
    /// With an `and`.
    case and
    /// Parts of one measure, such as hours and minutes.
    case units
    /// The same, with units' abbreviations.
    case abbreviatedUnits
  }

  private let format: OpaquePointer

  init?(_ purpose: Purpose, locale: String) {
    guard ICU.isIndependentOfTheMachine else { return nil }
    var status = UErrorCode(rawValue: 0)
    let type = purpose == .and ? ULISTFMT_TYPE_AND : ULISTFMT_TYPE_UNITS
    let width = purpose == .abbreviatedUnits ? ULISTFMT_WIDTH_SHORT : ULISTFMT_WIDTH_WIDE
    guard let format = swift_ulistfmt_openForType(locale, type, width, &status) else { return nil }
    self.format = format
    if status.rawValue > 0 { return nil }
  }

  deinit { swift_ulistfmt_close(format) }

  func text(_ texts: [String]) -> String? {
    // One behind the other, each with where it begins.
    var units: [UChar] = []
    var offsets: [Int] = []
    for text in texts {
      offsets.append(units.count)
      units += text.utf16
    }
    let counts = texts.map { Int32($0.utf16.count) }
    // Room for the address of an empty last one.
    units.append(0)
    return units.withUnsafeBufferPointer { units in
      let starts = offsets.map { UnsafePointer?(units.baseAddress! + $0) }
      return ICU.text { buffer, count, status in
        swift_ulistfmt_format(format, starts, counts, Int32(texts.count), buffer, count, &status)
      }
    }
  }
}

/// Which plural category a language puts a whole number in.
final class ICUPluralRules {
  private let rules: OpaquePointer

  init?(locale: String) {
    guard ICU.isIndependentOfTheMachine else { return nil }
    var status = UErrorCode(rawValue: 0)
    guard let rules = swift_uplrules_open(locale, &status), status.rawValue <= 0 else { return nil }
    self.rules = rules
  }

  deinit { swift_uplrules_close(rules) }

  /// CLDR's word: `zero`, `one`, `two`, `few`, `many` or `other`.
  func category(_ number: Int) -> String? {
    ICU.text { buffer, count, status in swift_uplrules_select(rules, Double(number), buffer, count, &status) }
  }
}
