import _FoundationICU
import Synchronization

/// Reads dates and times of day as a locale writes them, by the Gregorian calendar and without a zone.
package final class ICUDateParser: Sendable {
  /// A named pattern of CLDR.
  package enum Style: String, CaseIterable, Sendable {
    case short, medium, long, full

    fileprivate var style: UDateFormatStyle {
      switch self {
      case .short: UDAT_SHORT
      case .medium: UDAT_MEDIUM
      case .long: UDAT_LONG
      case .full: UDAT_FULL
      }
    }
  }

  /// Owned by the parser and used by one thread at a time.
  private struct Format: @unchecked Sendable {
    let pointer: UnsafeMutablePointer<UDateFormat?>
  }

  private let format: Mutex<Format>

  /// - Parameters:
  ///   - pattern: As in https://unicode.org/reports/tr35/tr35-dates.html#Date_Format_Patterns; nil for a style of the
  ///     locale.
  ///   - locale: A language tag.
  private init?(_ locale: String, pattern: String?, date: UDateFormatStyle, time: UDateFormatStyle) {
    guard ICU.isIndependentOfTheMachine, let locale = ICU.gregorian(locale) else { return nil }
    let zone = Array("GMT".utf16)
    var status = UErrorCode(rawValue: 0)
    let units = Array((pattern ?? "").utf16)
    let opened =
      pattern == nil
      ? swift_udat_open(time, date, locale, zone, Int32(zone.count), nil, 0, &status)
      : swift_udat_open(
        UDAT_PATTERN, UDAT_PATTERN, locale, zone, Int32(zone.count), units, Int32(units.count), &status)
    guard let opened, status.rawValue <= 0 else { return nil }
    swift_udat_setLenient(opened, 0)
    // Otherwise a full stop matches a slash.
    swift_udat_setBooleanAttribute(opened, UDAT_PARSE_PARTIAL_LITERAL_MATCH, 0, &status)
    // Years of two digits are in this century.
    swift_udat_set2DigitYearStart(opened, 946_684_800_000, &status)
    format = Mutex(Format(pointer: opened))
  }

  package convenience init?(_ locale: String, pattern: String) {
    self.init(locale, pattern: pattern, date: UDAT_NONE, time: UDAT_NONE)
  }

  package convenience init?(_ locale: String, _ style: Style, hasDate: Bool, hasTime: Bool) {
    self.init(locale, pattern: nil, date: hasDate ? style.style : UDAT_NONE, time: hasTime ? style.style : UDAT_NONE)
  }

  deinit { format.withLock { swift_udat_close($0.pointer) } }

  /// - Returns: Seconds of the wall clock since 1970, or nil if the whole text does not match.
  package func seconds(_ text: String) -> Int64? {
    // ICU writes narrow spaces; people write ordinary ones.
    let units = Array(text.replacing("\u{202f}", with: " ").replacing("\u{a0}", with: " ").utf16)
    return format.withLock { format in
      var (position, status) = (Int32(0), UErrorCode(rawValue: 0))
      let milliseconds = swift_udat_parse(format.pointer, units, Int32(units.count), &position, &status)
      guard status.rawValue <= 0, Int(position) == units.count, milliseconds.isFinite, abs(milliseconds) < 1e15 else {
        return nil
      }
      return Int64(milliseconds / 1000)
    }
  }
}

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
