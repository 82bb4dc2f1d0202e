// Foundation carries ICU and its data, and writes dates, durations and lists with them. What it has no format styles for
// on Linux (distances by a locale's measures, plural categories) or not exactly (decimal digits of any number) is asked of
// the same ICU directly. Foundation has to be imported for the linker to find it.
import Foundation
import _FoundationICU

enum ICU {
  /// ICU falls back to the machine's language where its data have none; from here on to the neutral one, `root`.
  static let isIndependentOfTheMachine: Bool = {
    var status = UErrorCode(rawValue: 0)
    swift_uloc_setDefault("root", &status)
    return status.rawValue <= 0
  }()

  /// Text from a C function that fills a buffer and says how much there is.
  fileprivate static func text(_ fill: (UnsafeMutablePointer<UChar>?, Int32, inout UErrorCode) -> Int32) -> String? {
    var buffer = [UChar](repeating: 0, count: 128)
    var status = UErrorCode(rawValue: 0)
    var count = fill(&buffer, Int32(buffer.count), &status)
    if count > buffer.count {
      buffer = [UChar](repeating: 0, count: Int(count))
      status = UErrorCode(rawValue: 0)
      count = fill(&buffer, count, &status)
    }
    if status.rawValue > 0 { return nil }
    var text: [UInt8] = []
    _ = transcode(buffer[..<Int(count)].makeIterator(), from: UTF16.self, to: UTF8.self, stoppingOnError: false) {
      text.append($0)
    }
    return String(decoding: text, as: UTF8.self)
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
