import Diagnostics

extension String {
  /// The text with `%XX` for every byte except letters, digits, `-`, `.`, `_` and `~` (RFC 3986, section 2.1).
  public var percentEncoded: String { percentEncoded(keeping: \.isUnreserved) }

  /// The text with `%XX` for every byte that no address may contain. Delimiters of an address stay.
  var addressEncoded: String { percentEncoded(keeping: \.isOfAddress) }

  /// Whether it begins with a scheme and a colon, and contains only valid characters of an address (RFC 3986, section 3).
  public var isAddress: Bool {
    let bytes = utf8
    guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")), bytes.first?.isLetter == true else { return false }
    return bytes[..<colon].allSatisfy(\.isOfScheme) && bytes.allSatisfy(\.isOfAddress)
  }
}

extension UInt8 {
  fileprivate var isUnreserved: Bool { isLetterOrDigit || "-._~".utf8.contains(self) }
  fileprivate var isOfScheme: Bool { isLetterOrDigit || "+-.".utf8.contains(self) }
  fileprivate var isOfAddress: Bool { isUnreserved || ":/?#[]@!$&'()*+,;=%".utf8.contains(self) }
}

extension Int {
  /// The number with thousands separators: `1,234,567`.
  public var grouped: String {
    if (0..<1000).contains(self) { return String(self) }
    var text: [UInt8] = []
    let digits = Array(String(self).utf8)
    for (index, digit) in digits.enumerated() {
      if index > 0, (digits.count - index) % 3 == 0, digits[index - 1] != UInt8(ascii: "-") {
        text.append(UInt8(ascii: ","))
      }
      text.append(digit)
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// Returns the number with a noun: `1 record`, `2 records`.
  public func of(_ noun: String) -> String { "\(self) \(noun)\(self == 1 ? "" : "s")" }
}
