/// A file of holidays as it was named: `NAME=FILE`, or `FILE` for all accounts.
package struct HolidayOption: Sendable {
  /// What accounts call it; nil: it counts for all.
  package let calendar: String?
  package let path: String

  /// - Parameters:
  ///   - text: Without a name before it, a path that has a `=` begins with one.
  ///   - file: Where a path leads that was named elsewhere than on the command line.
  package init(_ text: String, _ file: (String) -> String = { $0 }) {
    guard let equals = text.firstIndex(of: "=") else {
      (calendar, path) = (nil, file(text))
      return
    }
    calendar = equals == text.startIndex ? nil : String(text[..<equals])
    path = file(String(text[text.index(after: equals)...]))
  }
}
