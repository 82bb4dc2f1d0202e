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
