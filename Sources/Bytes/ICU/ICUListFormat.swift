import _FoundationICU

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
