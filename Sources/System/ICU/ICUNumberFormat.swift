import _FoundationICU

/// An ICU number format: a skeleton (https://unicode-org.github.io/icu/userguide/format_parse/numbers/skeletons.html)
/// in one locale. It takes digits, so nothing is rounded through binary floating point.
package final class ICUNumberFormat {
  private let format: OpaquePointer
  private let result: OpaquePointer

  package init?(_ skeleton: String, locale: String) {
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

  /// - Parameter number: Decimal digits, with an optional sign and point.
  package func text(_ number: String) -> String? {
    var status = UErrorCode(rawValue: 0)
    swift_unumf_formatDecimal(format, number, Int32(number.utf8.count), result, &status)
    guard status.rawValue <= 0 else { return nil }
    return ICU.text { buffer, count, status in swift_unumf_resultToString(result, buffer, count, &status) }
  }

  /// Returns the number of decimal places of a currency's amounts, or 2 for an unknown currency.
  package static func places(of currency: String) -> Int {
    var status = UErrorCode(rawValue: 0)
    let places = swift_ucurr_getDefaultFractionDigits(Array(currency.utf16) + [0], &status)
    return status.rawValue > 0 ? 2 : max(0, Int(places))
  }
}

/// Finds the plural category of a whole number in a language.
package final class ICUPluralRules {
  private let rules: OpaquePointer

  package init?(locale: String) {
    guard ICU.isIndependentOfTheMachine else { return nil }
    var status = UErrorCode(rawValue: 0)
    guard let rules = swift_uplrules_open(locale, &status), status.rawValue <= 0 else { return nil }
    self.rules = rules
  }

  deinit { swift_uplrules_close(rules) }

  /// Returns CLDR's name: `zero`, `one`, `two`, `few`, `many` or `other`.
  package func category(_ number: Int) -> String? {
    ICU.text { buffer, count, status in swift_uplrules_select(rules, Double(number), buffer, count, &status) }
  }
}

/// Formats a distance in time in a language: `now`, `in 2 hours`, `tomorrow`, `in 3 days`, `in 1 week`.
package final class ICURelativeFormat {
  package enum Unit { case second, minute, hour, day, week }

  private let format: OpaquePointer

  package init?(locale: String) {
    guard ICU.isIndependentOfTheMachine else { return nil }
    var status = UErrorCode(rawValue: 0)
    let format = swift_ureldatefmt_open(locale, nil, UDAT_STYLE_LONG, UDISPCTX_CAPITALIZATION_NONE, &status)
    guard let format, status.rawValue <= 0 else { return nil }
    self.format = format
  }

  deinit { swift_ureldatefmt_close(format) }

  /// - Parameter count: Negative for the past.
  package func text(_ count: Int64, _ unit: Unit) -> String? {
    let (unit, isNumeric) =
      switch unit {
      case .second: (UDAT_REL_UNIT_SECOND, false)
      case .minute: (UDAT_REL_UNIT_MINUTE, true)
      case .hour: (UDAT_REL_UNIT_HOUR, true)
      case .day: (UDAT_REL_UNIT_DAY, false)
      // "Next week" begins on its first day.
      case .week: (UDAT_REL_UNIT_WEEK, true)
      }
    return ICU.text { buffer, capacity, status in
      isNumeric
        ? swift_ureldatefmt_formatNumeric(format, Double(count), unit, buffer, capacity, &status)
        : swift_ureldatefmt_format(format, Double(count), unit, buffer, capacity, &status)
    }
  }
}

/// Joins texts into a list in a language.
package final class ICUListFormat {
  package enum Purpose {
    /// With an `and`.
    case and
    /// Parts of one quantity, such as hours and minutes.
    case units
    /// The same with abbreviated units.
    case abbreviatedUnits
  }

  private let format: OpaquePointer

  package init?(_ purpose: Purpose, locale: String) {
    guard ICU.isIndependentOfTheMachine else { return nil }
    var status = UErrorCode(rawValue: 0)
    let type = purpose == .and ? ULISTFMT_TYPE_AND : ULISTFMT_TYPE_UNITS
    let width = purpose == .abbreviatedUnits ? ULISTFMT_WIDTH_SHORT : ULISTFMT_WIDTH_WIDE
    guard let format = swift_ulistfmt_openForType(locale, type, width, &status) else { return nil }
    self.format = format
    if status.rawValue > 0 { return nil }
  }

  deinit { swift_ulistfmt_close(format) }

  package func text(_ texts: [String]) -> String? {
    // The texts concatenated, and the offset of each.
    var units: [UChar] = []
    var offsets: [Int] = []
    for text in texts {
      offsets.append(units.count)
      units += text.utf16
    }
    let counts = texts.map { Int32($0.utf16.count) }
    // An empty last text needs an address too.
    units.append(0)
    return units.withUnsafeBufferPointer { units in
      let starts = offsets.map { UnsafePointer?(units.baseAddress! + $0) }
      return ICU.text { buffer, count, status in
        swift_ulistfmt_format(format, starts, counts, Int32(texts.count), buffer, count, &status)
      }
    }
  }
}
