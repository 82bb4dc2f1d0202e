/// Bytes that a ``ByteCursor`` has written, to be written over in places.
struct WrittenBytes {
  let start: UnsafeMutablePointer<UInt8>
  let count: Int

  @inline(__always)
  private func place(_ index: Int, count size: Int) -> UnsafeMutablePointer<UInt8> {
    precondition(index >= 0 && index + size <= count, "nothing was written there")
    return start + index
  }

  /// Writes `YYYYMMDD` over what stands at `index`.
  @inline(__always)
  func overwrite(date digits: UInt64, at index: Int) {
    place(index, count: 8).store(digits)
  }

  /// Writes `YYYYMMDDTHHMMSS` over what stands at `index`.
  @inline(__always)
  func overwrite(compact digits: ClockDigits, at index: Int) {
    place(index, count: 15).store(compact: digits)
  }

  /// Writes `YYYY-MM-DDTHH:MM:SS` over what stands at `index`.
  @inline(__always)
  func overwrite(separated digits: ClockDigits, at index: Int) {
    place(index, count: 19).store(separated: digits)
  }

  /// Writes `YYYY-MM-DD` over what stands at `index`.
  @inline(__always)
  func overwrite(separatedDate digits: UInt64, at index: Int) {
    place(index, count: 10).store(separatedDate: digits)
  }

  /// The same, but the three bytes after its first `room` bytes stay.
  @inline(__always)
  func overwrite(separatedDate digits: UInt64, at index: Int, room: Int) {
    if room >= 10 {
      overwrite(separatedDate: digits, at: index)
    } else {
      overwriteParted(digits, at: index, room: room)
    }
  }

  private func overwriteParted(_ digits: UInt64, at index: Int, room: Int) {
    let target = place(index, count: 13)
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 10) { text in
      text.baseAddress!.store(separatedDate: digits)
      for place in 0..<10 { target[place < room ? place : place + 3] = text[place] }
    }
  }
}

/// Storing numbers, dates and times as digits.
extension UnsafeMutablePointer<UInt8> {
  /// The lowest byte first.
  @inline(__always)
  func store<Value: FixedWidthInteger>(_ value: Value, at offset: Int = 0) {
    UnsafeMutableRawPointer(self + offset).storeBytes(of: value.littleEndian, as: Value.self)
  }

  /// `YYYYMMDDTHHMMSS`.
  @inline(__always)
  func store(compact digits: ClockDigits) {
    store(digits.date)
    self[8] = UInt8(ascii: "T")
    store(digits.minutes, at: 9)
    store(digits.seconds, at: 13)
  }

  /// `YYYY-MM-DD`.
  @inline(__always)
  func store(separatedDate digits: UInt64) {
    store(UnsafeMutablePointer.yearAndMonth(digits))
    store(UInt16(truncatingIfNeeded: digits >> 48), at: 8)
  }

  /// `YYYY-MM-DDTHH:MM:SS`.
  @inline(__always)
  func store(separated digits: ClockDigits) {
    store(UnsafeMutablePointer.yearAndMonth(digits.date))
    let (hour, minute) = (UInt64(digits.minutes & 0xffff), UInt64(digits.minutes >> 16))
    let dayAndHour = digits.date >> 48 | UInt64(UInt8(ascii: "T")) << 16 | hour << 24
    store(dayAndHour | UInt64(UInt8(ascii: ":")) << 40 | minute << 48, at: 8)
    self[16] = UInt8(ascii: ":")
    store(digits.seconds, at: 17)
  }

  /// `YYYY-MM-`.
  @inline(__always)
  private static func yearAndMonth(_ digits: UInt64) -> UInt64 {
    let hyphen = UInt64(UInt8(ascii: "-"))
    return digits & 0xffff_ffff | hyphen << 32 | (digits >> 32 & 0xffff) << 40 | hyphen << 56
  }
}
