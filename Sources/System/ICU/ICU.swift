// Calls the ICU that Swift's Foundation bundles, with its data, directly. Foundation's format styles lack distances in
// a locale's units, plural categories, and decimal digits of arbitrary numbers.
import _FoundationICU

package enum ICU {
  /// Without data for a locale, ICU falls back to the machine's language. After this, it falls back to the neutral
  /// `root`.
  package static let isIndependentOfTheMachine: Bool = {
    var status = UErrorCode(rawValue: 0)
    swift_uloc_setDefault("root", &status)
    return status.rawValue <= 0
  }()

  /// Returns the text without differences of case, width and accents: NFKC_Casefold of Unicode's section 3.13, without
  /// nonspacing marks.
  package static func folded(_ text: String) -> String {
    guard let folded = normalized(text, swift_unorm2_getNFKCCasefoldInstance),
      let decomposed = normalized(folded, swift_unorm2_getNFDInstance)
    else { return text.lowercased() }
    let kept = decomposed.unicodeScalars.filter { $0.properties.generalCategory != .nonspacingMark }
    return String(String.UnicodeScalarView(kept))
  }

  /// Returns CLDR's zone for a Windows name such as `W. Europe Standard Time`, or nil if it has none.
  package static func zone(ofWindows name: String) -> String? {
    let units = Array(name.utf16)
    let zone = text { buffer, count, status in
      swift_ucal_getTimeZoneIDForWindowsID(units, Int32(units.count), nil, buffer, count, &status)
    }
    return zone.flatMap { $0.isEmpty ? nil : $0 }
  }

  /// Returns CLDR's zone for its name in English or a language of Windows' calendars, such as `Mitteleuropäische Zeit`;
  /// nil if it has none.
  package static func zone(displayed name: String) -> String? {
    let (units, pattern, utc) = (Array(name.utf16), Array("zzzz".utf16), Array("Etc/UTC".utf16))
    return ["en", "de", "es", "fr", "it", "nl", "pt"].lazy.compactMap { language in
      var (status, position) = (UErrorCode(rawValue: 0), Int32(0))
      let format = swift_udat_open(
        UDAT_PATTERN, UDAT_PATTERN, language, utc, Int32(utc.count), pattern, Int32(pattern.count), &status)
      let calendar = swift_ucal_open(utc, Int32(utc.count), language, UCAL_GREGORIAN, &status)
      defer {
        swift_udat_close(format)
        swift_ucal_close(calendar)
      }
      guard status.rawValue <= 0 else { return nil }
      swift_udat_parseCalendar(format, calendar, units, Int32(units.count), &position, &status)
      guard status.rawValue <= 0, Int(position) == units.count else { return nil }
      return text { buffer, count, status in swift_ucal_getTimeZoneID(calendar, buffer, count, &status) }
    }.first
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

  /// Returns ICU's name of the locale with the Gregorian calendar.
  static func gregorian(_ tag: String) -> String? {
    var name = [CChar](repeating: 0, count: Int(ULOC_FULLNAME_CAPACITY))
    var status = UErrorCode(rawValue: 0)
    _ = swift_uloc_forLanguageTag(tag, &name, Int32(name.count), nil, &status)
    _ = swift_uloc_setKeywordValue("calendar", "gregorian", &name, Int32(name.count), &status)
    guard status.rawValue <= 0 else { return nil }
    return name.withUnsafeBufferPointer { String(cString: $0.baseAddress!) }
  }

  /// Returns text from a C function that fills a buffer and returns the length.
  static func text(_ fill: (UnsafeMutablePointer<UChar>?, Int32, inout UErrorCode) -> Int32) -> String? {
    units(fill).map { String(decoding: $0, as: UTF16.self) }
  }

  /// Like ``text(_:)``, as UTF-16.
  static func units(_ fill: (UnsafeMutablePointer<UChar>?, Int32, inout UErrorCode) -> Int32) -> [UChar]? {
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
