// Reads dates and times from ASCII. Every initializer reads the whole text; trailing characters are an error.

extension LocalDate {
  /// Reads `YYYY-MM-DD`.
  ///
  /// - Returns: nil if `text` has another form or the date does not exist.
  public init?(iso8601 text: Span<UInt8>) {
    guard text.count == 10, text[4] == UInt8(ascii: "-"), text[7] == UInt8(ascii: "-") else { return nil }
    self.init(text, monthAt: 5, dayAt: 8)
  }

  /// Reads `YYYYMMDD`; nil for any other text.
  public init?(basic text: Span<UInt8>) {
    guard text.count == 8 else { return nil }
    self.init(text, monthAt: 4, dayAt: 6)
  }

  /// Reads a date with the month and the day at given offsets.
  ///
  /// - Parameter text: At least two bytes from `day` on.
  init?(_ text: Span<UInt8>, monthAt month: Int, dayAt day: Int) {
    guard let century = text.twoDigits(at: 0), let year = text.twoDigits(at: 2), let month = text.twoDigits(at: month),
      let day = text.twoDigits(at: day)
    else { return nil }
    self.init(year: century * 100 + year, month: month, day: day)
  }

  /// Reads `YYYY-MM-DD`; nil for any other text.
  public init?(iso8601 text: some Collection<UInt8>) {
    let bytes = ContiguousArray(text)
    self.init(iso8601: bytes.span)
  }
}

extension LocalTime {
  /// Reads `HH:MM` or `HH:MM:SS`.
  ///
  /// - Returns: nil if `text` has another form or the time is out of range.
  public init?(iso8601 text: Span<UInt8>) {
    guard text.count == 5 || text.count == 8, text[2] == UInt8(ascii: ":"),
      let hour = text.twoDigits(at: 0), let minute = text.twoDigits(at: 3)
    else { return nil }
    if text.count == 5 {
      self.init(hour: hour, minute: minute)
    } else {
      guard text[5] == UInt8(ascii: ":"), let second = text.twoDigits(at: 6) else { return nil }
      self.init(hour: hour, minute: minute, second: second)
    }
  }

  /// Reads `HH:MM` or `HH:MM:SS`; nil for any other text.
  public init?(iso8601 text: some Collection<UInt8>) {
    let bytes = ContiguousArray(text)
    self.init(iso8601: bytes.span)
  }
}

extension LocalDateTime {
  /// Reads `YYYY-MM-DDTHH:MM` or `YYYY-MM-DDTHH:MM:SS`; nil for any other text.
  public init?(iso8601 text: Span<UInt8>) {
    guard text.count > 11, text[10] == UInt8(ascii: "T"),
      let date = LocalDate(iso8601: text.extracting(first: 10)),
      let time = LocalTime(iso8601: text.extracting(droppingFirst: 11))
    else { return nil }
    self = date.at(time)
  }

  /// Reads `YYYYMMDDTHHMMSS`; nil for any other text.
  public init?(basic text: Span<UInt8>) {
    guard text.count == 15, text[8] == UInt8(ascii: "T"), let date = LocalDate(basic: text.extracting(first: 8)),
      let hour = text.twoDigits(at: 9), let minute = text.twoDigits(at: 11), let second = text.twoDigits(at: 13),
      let time = LocalTime(hour: hour, minute: minute, second: second)
    else { return nil }
    self = date.at(time)
  }

  /// Reads `YYYY-MM-DDTHH:MM` or `YYYY-MM-DDTHH:MM:SS`; nil for any other text.
  public init?(iso8601 text: some Collection<UInt8>) {
    let bytes = ContiguousArray(text)
    self.init(iso8601: bytes.span)
  }
}

extension Instant {
  /// Reads an RFC 3339 `date-time` to the second: `2026-11-20T12:00:00Z`, `2026-11-20T12:00:00+01:00`.
  ///
  /// The separator may be `T`, `t` or a space.
  ///
  /// - Parameter cutsFraction: Whether to drop a fraction of a second, such as JavaScript writes. Otherwise, a fraction must be
  ///   zero.
  /// - Returns: nil if `text` has another form or the instant is out of range.
  public init?(rfc3339 text: Span<UInt8>, cutsFraction: Bool = false) {
    guard text.count >= 20, text[10] | 0x20 == UInt8(ascii: "t") || text[10] == UInt8(ascii: " "),
      let date = LocalDate(iso8601: text.extracting(first: 10)),
      let time = LocalTime(iso8601: text.extracting(11..<19))
    else { return nil }
    var end = 19
    if text[end] == UInt8(ascii: ".") {
      let maximum: UInt8 = cutsFraction ? 9 : 0
      repeat { end += 1 } while end < text.count && text[end] &- UInt8(ascii: "0") <= maximum
      guard end > 20, end < text.count else { return nil }
    }
    var offset = 0
    let isEast = text[end] == UInt8(ascii: "+")
    if isEast || text[end] == UInt8(ascii: "-") {
      // An offset has the form and range of a time of day.
      guard text.count == end + 6, let distance = LocalTime(iso8601: text.extracting(droppingFirst: end + 1)) else {
        return nil
      }
      offset = isEast ? distance.secondOfDay : -distance.secondOfDay
    } else {
      guard text.count == end + 1, text[end] | 0x20 == UInt8(ascii: "z") else { return nil }
    }
    self.init(epochSeconds: date.at(time).secondsSinceEpoch - Int64(offset))
  }

  /// Reads an RFC 3339 `date-time`; nil for any other text.
  public init?(rfc3339 text: some Collection<UInt8>, cutsFraction: Bool = false) {
    let bytes = ContiguousArray(text)
    self.init(rfc3339: bytes.span, cutsFraction: cutsFraction)
  }
}

extension Span<UInt8> {
  /// Returns the two-digit number at `index`; nil if either byte is not a digit.
  func twoDigits(at index: Int) -> Int? {
    let (tens, ones) = (self[index] &- 48, self[index + 1] &- 48)
    return tens < 10 && ones < 10 ? Int(tens * 10 + ones) : nil
  }
}
