/// An amount in a cell, such as `€1,250.00`, `12.50 EUR`, `(20.00)` or `20.00-`.
struct TableAmount {
  /// The number as JSON writes it.
  let number: String
  /// The sign or code of its currency; nil if it has none.
  let mark: String?

  /// The codes of currencies by their signs, of which some are those of others too.
  static let codes = [
    "€": "EUR", "£": "GBP", "$": "USD", "¥": "JPY", "₹": "INR", "₽": "RUB", "₺": "TRY", "₩": "KRW", "₪": "ILS",
    "₫": "VND", "₴": "UAH", "₱": "PHP", "US$": "USD", "R$": "BRL", "zł": "PLN", "Kč": "CZK", "Ft": "HUF",
  ]

  /// Signs of letters; that of crowns means several currencies.
  private static let signs = Set(codes.keys).union(["kr"])

  /// - Parameter decimal: The separator before decimals.
  /// - Returns: nil if the text is no amount.
  init?(_ text: String, decimal: Character) {
    var rest = text.unicodeScalars[...]
    var (signs, isNegative) = (0, false)
    var marks: [Substring.UnicodeScalarView] = []
    if rest.first == "(", rest.last == ")" {
      rest = rest.dropFirst().dropLast()
      (signs, isNegative) = (1, true)
    }
    func isSign(_ scalar: Unicode.Scalar?) -> Bool { scalar == "-" || scalar == "+" || scalar == "\u{2212}" }
    func isSpace(_ scalar: Unicode.Scalar?) -> Bool { scalar?.properties.isWhitespace ?? false }
    func isMark(_ scalars: Substring.UnicodeScalarView) -> Bool {
      scalars.count == 3 && scalars.allSatisfy { "A"..."Z" ~= $0 } || TableAmount.signs.contains(String(scalars))
        || scalars.count == 1 && scalars.first?.properties.generalCategory == .currencySymbol
    }
    while true {
      if isSign(rest.first) || isSign(rest.last) {
        isNegative = (isSign(rest.first) ? rest.popFirst() : rest.popLast()) != "+"
        signs += 1
      } else if isSpace(rest.first) || isSpace(rest.last) {
        rest = isSpace(rest.first) ? rest.dropFirst() : rest.dropLast()
      } else if let count = [3, 2, 1].first(where: { isMark(rest.prefix($0)) }) {
        marks.append(rest.prefix(count))
        rest = rest.dropFirst(count)
      } else if let count = [3, 2, 1].first(where: { isMark(rest.suffix($0)) }) {
        marks.append(rest.suffix(count))
        rest = rest.dropLast(count)
      } else {
        break
      }
    }
    guard signs <= 1, marks.count <= 1, let number = TableAmount.number(String(rest), decimal) else { return nil }
    self.number = (isNegative ? "-" : "") + number
    mark = marks.first.map { String($0) }
  }

  /// Returns the number as JSON writes it: with a decimal point and without thousands separators.
  ///
  /// - Returns: nil unless the text has digits, a decimal separator before further digits at most once, and one kind of
  ///   thousands separator, each before three digits.
  private static func number(_ text: String, _ decimal: Character) -> String? {
    let parts = text.unicodeScalars.split(
      separator: decimal.unicodeScalars.first!, omittingEmptySubsequences: false)
    guard 1...2 ~= parts.count, let whole = ungrouped(parts[0]), parts.count == 1 || isDigits(parts[1]) else {
      return nil
    }
    // JSON disallows numbers such as 007.
    let digits = whole.drop { $0 == "0" }
    let fraction = parts.count == 1 ? "" : "." + String(parts[1])
    return (digits.isEmpty ? "0" : digits) + fraction
  }

  /// Returns the digits of a whole number without thousands separators: `1250`, `1,250` and, as in India, `12,34,567`.
  private static func ungrouped(_ text: Substring.UnicodeScalarView) -> Substring? {
    guard let separator = text.first(where: { ".,' \u{2019}\u{a0}\u{202f}".unicodeScalars.contains($0) }) else {
      return isDigits(text) ? Substring(text) : nil
    }
    let groups = text.split(separator: separator, omittingEmptySubsequences: false)
    guard groups.allSatisfy(isDigits), 1...3 ~= groups[0].count, groups[groups.count - 1].count == 3 else { return nil }
    let middle = Set(groups.dropFirst().dropLast().map(\.count))
    guard middle.isEmpty || middle == [3] || middle == [2] && groups[0].count <= 2 else { return nil }
    return groups.map { String($0) }.joined()[...]
  }

  private static func isDigits(_ text: Substring.UnicodeScalarView) -> Bool {
    !text.isEmpty && text.allSatisfy { "0"..."9" ~= $0 }
  }
}
