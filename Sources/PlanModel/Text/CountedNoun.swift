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
