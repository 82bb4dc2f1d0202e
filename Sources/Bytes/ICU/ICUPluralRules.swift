import _FoundationICU

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
