/// A holiday file as named on the command line: `NAME=FILE`, or `FILE` for all accounts.
package struct HolidayOption: Sendable {
  /// The name that accounts use for it; `nil` if it applies to all.
  package let calendar: String?
  package let path: String

  /// - Parameter text: Starts with `=` if the path contains `=` and has no name.
  package init(_ text: String) {
    guard let equals = text.firstIndex(of: "=") else {
      (calendar, path) = (nil, text)
      return
    }
    calendar = equals == text.startIndex ? nil : String(text[..<equals])
    path = String(text[text.index(after: equals)...])
  }

  /// Returns the text with its path mapped by `file`.
  static func located(_ text: String, _ file: (String) -> String) -> String {
    let option = HolidayOption(text)
    return "\(option.calendar ?? "")=\(file(option.path))"
  }
}
