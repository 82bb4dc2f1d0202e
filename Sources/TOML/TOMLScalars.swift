extension TOMLReader {
  /// Consumes a value without quotes or brackets.
  mutating func scalar() throws(TOMLFault) -> TOMLType {
    let (start, isNumeric) = (position, "0"..."9" ~= next)
    var type: TOMLType? = takesWord("true") || takesWord("false") ? .boolean : nil
    if type == nil || isInToken { type = time(from: start) }
    if type == nil || isInToken { type = number(from: start) }
    if isInToken { type = nil }
    while isInToken { position += 1 }
    var expected = "a number, a date such as 2026-10-23 or a time such as 08:30:00"
    if !isNumeric { expected = "a text in quotes, true, false, a list, a table, \(expected)" }
    if position == start { throw unexpected(expected) }
    if let type {
      if type != .integer || tree.integer(start..<position) != nil { return type }
      expected = "a whole number of 64 bits"
    }
    throw fault("found \(tree.string(start..<min(position, start + 60)))", expected, at: start)
  }

  private var isInToken: Bool { TOMLReader.isBare(next) || next == "+" || next == "." || next == ":" }

  /// Consumes an integer or float; nil if there is neither.
  private mutating func number(from start: Int) -> TOMLType? {
    position = start
    for (prefix, radix) in [("0x", 16), ("0o", 8), ("0b", 2)] where takesWord(prefix) {
      return takesDigits(radix) ? .integer : nil
    }
    _ = takes("+") || takes("-")
    if takesWord("inf") || takesWord("nan") { return .float }
    let (first, isZero) = (position, next == "0")
    if !takesDigits() || isZero && position > first + 1 { return nil }
    let end = position
    if takes("."), !takesDigits() { return nil }
    if takes("e") || takes("E") {
      _ = takes("+") || takes("-")
      if !takesDigits() { return nil }
    }
    return position == end ? .integer : .float
  }

  /// Consumes digits with single underscores between them.
  private mutating func takesDigits(_ radix: Int = 10) -> Bool {
    repeat {
      if digit(radix) == nil { return false }
      while digit(radix) != nil {}
    } while takes("_")
    return true
  }

  /// Consumes a digit.
  mutating func digit(_ radix: Int = 10) -> Int? {
    guard next.isASCII, let digit = Character(next).hexDigitValue, digit < radix else { return nil }
    position += 1
    return digit
  }

  /// Consumes a date, a time or both (RFC 3339); nil if there is neither, or the date or time does not exist.
  private mutating func time(from start: Int) -> TOMLType? {
    position = start
    let year = digits(0...9999)
    if let year {
      guard takes("-"), let month = digits(1...12), takes("-") else { return nil }
      let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
      let days = month == 2 ? (isLeap ? 29 : 28) : [4, 6, 9, 11].contains(month) ? 30 : 31
      if digits(1...days) == nil { return nil }
      let isBlank = next == " " && "0"..."9" ~= Unicode.Scalar(tree.text[position + 1])
      guard isBlank || next == "T" || next == "t" else { return .localDate }
      position += 1
    } else {
      position = start
    }
    if digits(0...23) == nil || !takes(":") || digits(0...59) == nil || !takes(":") || digits(0...60) == nil {
      return nil
    }
    if takes(".") {
      if digit() == nil { return nil }
      while digit() != nil {}
    }
    if year == nil { return .localTime }
    if takes("Z") || takes("z") { return .dateTime }
    guard takes("+") || takes("-") else { return .localDateTime }
    return digits(0...23) != nil && takes(":") && digits(0...59) != nil ? .dateTime : nil
  }

  /// Consumes a number of two digits, or of four if the range needs them.
  private mutating func digits(_ range: ClosedRange<Int>) -> Int? {
    var value = 0
    for _ in 0..<(range.upperBound > 99 ? 4 : 2) {
      guard let digit = digit() else { return nil }
      value = value * 10 + digit
    }
    return range ~= value ? value : nil
  }
}
