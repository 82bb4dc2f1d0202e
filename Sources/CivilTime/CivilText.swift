/// Writing dates and times as ASCII, straight into a byte buffer.
extension [UInt8] {
  public mutating func appendTwoDigits(_ value: some BinaryInteger) {
    let number = UInt8(truncatingIfNeeded: value)
    append(UInt8(ascii: "0") &+ number / 10)
    append(UInt8(ascii: "0") &+ number % 10)
  }

  /// Appends `count` bytes that `fill` writes all of.
  @inline(__always)
  public mutating func appendASCII(_ count: Int, _ fill: (UnsafeMutableBufferPointer<UInt8>) -> Void) {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: count) { ascii in
      fill(ascii)
      append(contentsOf: UnsafeBufferPointer(ascii))
    }
  }

  /// `YYYY-MM-DD`.
  public mutating func append(_ date: LocalDate) {
    appendASCII(10) { $0.writeDate(date, at: 0, separated: true) }
  }

  /// `HH:MM:SS`.
  public mutating func append(_ time: LocalTime) {
    appendASCII(8) { $0.writeTime(time, at: 0, separated: true) }
  }

  /// `YYYY-MM-DDTHH:MM:SS`.
  public mutating func append(_ local: LocalDateTime) {
    appendASCII(19) { $0.write(local) }
  }

  /// `YYYY-MM-DDTHH:MM:SSZ`.
  public mutating func append(_ instant: Instant) {
    appendASCII(20) { $0.write(instant) }
  }
}

extension String {
  /// A text of `count` bytes that `fill` writes all of.
  init(ascii count: Int, _ fill: (UnsafeMutableBufferPointer<UInt8>) -> Void) {
    self.init(unsafeUninitializedCapacity: count) { ascii in
      fill(ascii)
      return count
    }
  }
}

extension UnsafeMutableBufferPointer<UInt8> {
  @inline(__always)
  private func writeTwoDigits(_ value: Int, at index: Int) {
    self[index] = UInt8(truncatingIfNeeded: 48 &+ value / 10)
    self[index &+ 1] = UInt8(truncatingIfNeeded: 48 &+ value % 10)
  }

  /// Ten bytes with hyphens, eight without.
  @inline(__always)
  public func writeDate(_ date: LocalDate, at index: Int, separated: Bool) {
    let (year, month, day) = date.fields
    writeTwoDigits(year / 100, at: index)
    writeTwoDigits(year % 100, at: index &+ 2)
    writeTwoDigits(month, at: index &+ (separated ? 5 : 4))
    writeTwoDigits(day, at: index &+ (separated ? 8 : 6))
    if separated {
      self[index &+ 4] = UInt8(ascii: "-")
      self[index &+ 7] = UInt8(ascii: "-")
    }
  }

  /// Eight bytes with colons, six without.
  @inline(__always)
  public func writeTime(_ time: LocalTime, at index: Int, separated: Bool) {
    writeTwoDigits(time.hour, at: index)
    writeTwoDigits(time.minute, at: index &+ (separated ? 3 : 2))
    writeTwoDigits(time.second, at: index &+ (separated ? 6 : 4))
    if separated {
      self[index &+ 2] = UInt8(ascii: ":")
      self[index &+ 5] = UInt8(ascii: ":")
    }
  }

  @inline(__always)
  func write(_ local: LocalDateTime) {
    writeDate(local.date, at: 0, separated: true)
    self[10] = UInt8(ascii: "T")
    writeTime(local.time, at: 11, separated: true)
  }

  @inline(__always)
  func write(_ instant: Instant) {
    write(instant.utc)
    self[19] = UInt8(ascii: "Z")
  }
}

/// Reading dates and times from ASCII. Every initializer takes the whole text: anything left over is an error.
extension LocalDate {
  /// Reads `YYYY-MM-DD`, and nothing else.
  public init?(iso8601 text: UnsafeBufferPointer<UInt8>) {
    guard text.count == 10, let start = DigitWord(text.word(at: 0), like: DigitWord.yearAndMonth),
      let end = DigitWord(text.word(at: 2), like: DigitWord.monthAndDay)
    else { return nil }
    self.init(year: start.number(at: 0) * 100 + start.number(at: 2), month: start.number(at: 5), day: end.number(at: 6))
  }

  public init?(iso8601 text: some Collection<UInt8>) {
    guard let date = Array(text).withUnsafeBufferPointer({ Self(iso8601: $0) }) else { return nil }
    self = date
  }
}

extension LocalTime {
  /// Reads `HH:MM` or `HH:MM:SS`, and nothing else.
  public init?(iso8601 text: UnsafeBufferPointer<UInt8>) {
    let word: UInt64
    switch text.count {
    case 5: word = text.halfWord(at: 0) | text.halfWord(at: 1) << 8 & 0xff_0000_0000 | DigitWord.noSeconds
    case 8: word = text.word(at: 0)
    default: return nil
    }
    guard let digits = DigitWord(word, like: DigitWord.time) else { return nil }
    self.init(hour: digits.number(at: 0), minute: digits.number(at: 3), second: digits.number(at: 6))
  }

  public init?(iso8601 text: some Collection<UInt8>) {
    guard let time = Array(text).withUnsafeBufferPointer({ Self(iso8601: $0) }) else { return nil }
    self = time
  }
}

extension LocalDateTime {
  /// Reads `YYYY-MM-DDTHH:MM:SS`, of which the seconds may be missing, and nothing else.
  public init?(iso8601 text: some Collection<UInt8>) {
    guard let parting = text.firstIndex(of: UInt8(ascii: "T")), let date = LocalDate(iso8601: text[..<parting]),
      let time = LocalTime(iso8601: text[text.index(after: parting)...])
    else { return nil }
    self = date.at(time)
  }
}

extension Instant {
  /// Reads an RFC 3339 `date-time` to the second: `2026-11-20T12:00:00Z`, `2026-11-20T12:00:00+01:00`.
  ///
  /// `T`, `t` or a space may part date and time; fractions of a second are accepted only where they are zero,
  /// since an export's instants are to the second.
  public init?(rfc3339 text: UnsafeBufferPointer<UInt8>) {
    var digits = DigitCursor(text)
    guard let year = digits.number(4), digits.skip("-"), let month = digits.number(2),
      digits.skip("-"), let day = digits.number(2),
      digits.skip("T") || digits.skip("t") || digits.skip(" "),
      let hour = digits.number(2), digits.skip(":"), let minute = digits.number(2),
      digits.skip(":"), let second = digits.number(2),
      let date = LocalDate(year: year, month: month, day: day),
      let time = LocalTime(hour: hour, minute: minute, second: second)
    else { return nil }
    if digits.skip(".") {
      guard digits.skipZeros() else { return nil }
    }
    var offset = UTCOffset.utc
    if !digits.skip("Z") && !digits.skip("z") {
      let isNegative = digits.skip("-")
      guard isNegative || digits.skip("+"), let hours = digits.number(2), hours <= 23,
        digits.skip(":"), let minutes = digits.number(2), minutes <= 59
      else { return nil }
      let magnitude = Int32(hours * 3600 + minutes * 60)
      offset = UTCOffset(seconds: isNegative ? -magnitude : magnitude)
    }
    guard digits.isAtEnd else { return nil }
    self = date.at(time).instant(at: offset)
  }

  public init?(rfc3339 text: some Collection<UInt8>) {
    guard let instant = Array(text).withUnsafeBufferPointer({ Self(rfc3339: $0) }) else { return nil }
    self = instant
  }
}

/// Eight bytes of text with numbers of two digits in it.
private struct DigitWord {
  // As they lie in memory, the first character lowest: `0000-00-`, `00-00-00`, `00:00:00` and, in its upper bytes, `:00`.
  static let yearAndMonth: UInt64 = 0x2d30_302d_3030_3030
  static let monthAndDay: UInt64 = 0x3030_2d30_302d_3030
  static let time: UInt64 = 0x3030_3a30_303a_3030
  static let noSeconds: UInt64 = 0x3030_3a00_0000_0000

  /// The digits' values; zeros for all that is no digit.
  private let values: UInt64

  /// - Parameter template: Where it has a `0`, `word` may have any digit; the other bytes have to be the same. A constant.
  /// - Returns: nil where they are not.
  @inline(__always)
  init?(_ word: UInt64, like template: UInt64) {
    let highs: UInt64 = 0x8080_8080_8080_8080
    values = word ^ template
    // Adding takes a digit's byte to the high bit from 10 on, and any other from 1 on. Unlike `-` and `:`, `0` lacks the bit 0x08.
    let isDigit = ~template >> 3 & 0x0101_0101_0101_0101
    guard (values &+ (0x7f7f_7f7f_7f7f_7f7f &- isDigit &* 9) | values) & highs == 0 else { return nil }
  }

  /// The number of two digits at `index`.
  @inline(__always)
  func number(at index: Int) -> Int {
    let digits = Int(truncatingIfNeeded: values >> UInt64(8 * index))
    return (digits & 0xff) * 10 + digits >> 8 & 0xff
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// The four bytes from `index` on, the first one lowest.
  @inline(__always)
  fileprivate func halfWord(at index: Int) -> UInt64 {
    UInt64(UnsafeRawPointer(baseAddress! + index).loadUnaligned(as: UInt32.self).littleEndian)
  }
}

/// A cursor over ASCII digits and punctuation.
struct DigitCursor {
  private let text: UnsafeBufferPointer<UInt8>
  private var index = 0

  init(_ text: UnsafeBufferPointer<UInt8>) {
    self.text = text
  }

  var isAtEnd: Bool { index == text.count }

  /// Exactly `count` decimal digits.
  @inline(__always)
  mutating func number(_ count: Int) -> Int? {
    guard text.count - index >= count else { return nil }
    var value = 0
    for _ in 0..<count {
      let digit = Int(text[index]) - 48
      guard (0...9).contains(digit) else { return nil }
      value = value * 10 + digit
      index += 1
    }
    return value
  }

  @inline(__always)
  mutating func skip(_ character: Unicode.Scalar) -> Bool {
    guard index < text.count, text[index] == UInt8(ascii: character) else { return false }
    index += 1
    return true
  }

  /// One or more `0`.
  mutating func skipZeros() -> Bool {
    guard skip("0") else { return false }
    while skip("0") {}
    return true
  }
}
