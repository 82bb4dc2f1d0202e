/// A file of holidays as it was named: `NAME=FILE`, or `FILE` for all accounts.
package struct HolidayOption: Sendable {
  /// What accounts call it; nil: it counts for all.
  package let calendar: String?
  package let path: String

  /// - Parameter text: Without a name before it, a path that has a `=` begins with one.
  package init(_ text: String) {
    guard let equals = text.firstIndex(of: "=") else {
      (calendar, path) = (nil, text)
      return
    }
    calendar = equals == text.startIndex ? nil : String(text[..<equals])
    path = String(text[text.index(after: equals)...])
  }

  /// The same text with the path that `file` makes of its own.
  static func located(_ text: String, _ file: (String) -> String) -> String {
    let option = HolidayOption(text)
    return "\(option.calendar ?? "")=\(file(option.path))"
  }
}
