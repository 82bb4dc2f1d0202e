import _FoundationICU

/// Formats dates and times of day in one locale, by the Gregorian calendar and without a zone.
package final class ICUDateFormats {
  private let locale: String
  private let patterns: UnsafeMutablePointer<UDateTimePatternGenerator?>
  /// By skeleton.
  private var formats: [String: UnsafeMutablePointer<UDateFormat?>] = [:]

  /// - Parameter locale: A language tag.
  package init?(locale: String) {
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
  ///   - skeleton: The fields to show, as in https://unicode.org/reports/tr35/tr35-dates.html#Date_Field_Symbol_Table.
  ///   - seconds: Of the wall clock since 1970.
  package func text(_ skeleton: String, _ seconds: Int64) -> String? {
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
