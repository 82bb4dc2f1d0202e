import CivilTime

/// Writing iCalendar content lines (RFC 5545 section 3.1) straight into a byte buffer.
extension [UInt8] {
  private static var foldWidth: Int { 75 }

  /// One content line: escaped where it is TEXT, folded at 75 octets and never inside a character, ended by CRLF.
  mutating func appendICSLine(_ name: StaticString, text: String) {
    var line = ICSLine(name)
    line.appendText(text)
    appendFolded(line.bytes)
  }

  mutating func appendICSLine(_ line: StaticString) {
    append(line)
    append("\r\n" as StaticString)
  }

  /// `YYYYMMDDTHHMMSSZ`.
  mutating func appendICS(_ instant: Instant) {
    appendICS(instant.utc)
    append(UInt8(ascii: "Z"))
  }

  /// `YYYYMMDDTHHMMSS`.
  mutating func appendICS(_ local: LocalDateTime) {
    appendASCII(15) { ascii in
      ascii.writeDate(local.date, at: 0, separated: false)
      ascii[8] = UInt8(ascii: "T")
      ascii.writeTime(local.time, at: 9, separated: false)
    }
  }

  /// Folds `line`, and ends it.
  ///
  /// - Parameter mark: An index into `line`.
  /// - Returns: Where the byte at `mark` now is, and how many bytes of `line` stand from there to the end of its part.
  @discardableResult
  mutating func appendFolded(_ line: [UInt8], mark: Int = 0) -> (index: Int, room: Int) {
    var start = 0
    var width = [UInt8].foldWidth
    var place = (index: 0, room: 0)
    while line.count - start > width {
      var end = start + width
      while line[end] & 0xc0 == 0x80 { end -= 1 }
      if mark >= start, mark < end { place = (count + mark - start, end - mark) }
      append(contentsOf: line[start..<end])
      append("\r\n " as StaticString)
      start = end
      width = [UInt8].foldWidth - 1
    }
    if mark >= start { place = (count + mark - start, line.count - mark) }
    append(contentsOf: line[start...])
    append("\r\n" as StaticString)
    return place
  }
}

/// A content line before folding.
struct ICSLine {
  private(set) var bytes: [UInt8] = []

  init() {}

  init(_ name: StaticString) {
    bytes.append(name)
    bytes.append(UInt8(ascii: ":"))
  }

  mutating func removeAll() {
    bytes.removeAll(keepingCapacity: true)
  }

  /// Begins anew.
  mutating func begin(_ name: StaticString) {
    removeAll()
    bytes.append(name)
  }

  /// What is escaped already.
  mutating func append(_ escaped: ArraySlice<UInt8>) {
    bytes.append(contentsOf: escaped)
  }

  mutating func append(_ local: LocalDateTime) {
    bytes.append(local)
  }

  /// `+01:00)`.
  mutating func append(_ offset: UTCOffset) {
    let magnitude = abs(offset.seconds)
    bytes.append(offset.seconds < 0 ? UInt8(ascii: "-") : UInt8(ascii: "+"))
    bytes.appendTwoDigits(magnitude / 3600)
    bytes.append(UInt8(ascii: ":"))
    bytes.appendTwoDigits(magnitude / 60 % 60)
    if magnitude % 60 != 0 {
      bytes.append(UInt8(ascii: ":"))
      bytes.appendTwoDigits(magnitude % 60)
    }
    bytes.append(UInt8(ascii: ")"))
  }

  /// A remark on a line of its own inside the value.
  mutating func appendNote(_ text: String) {
    appendLineBreak()
    appendText(text)
  }

  /// A TEXT value (RFC 5545 section 3.3.11): `\`, `;`, `,` and line breaks are escaped, other control characters, which
  /// no reader takes, are left out.
  mutating func appendText(_ text: String) {
    var text = text
    text.withUTF8 { utf8 in
      var plain = 0
      for (index, byte) in utf8.enumerated() {
        var end = index
        switch byte {
        case UInt8(ascii: "\\"), UInt8(ascii: ";"), UInt8(ascii: ","), 0..<0x09, 0x0a..<0x20, 0x7f: break
        // The second byte of a C1 control character: its lead byte goes as well.
        case 0x80..<0xa0 where index > 0 && utf8[index - 1] == 0xc2: end -= 1
        default: continue
        }
        bytes.append(contentsOf: UnsafeBufferPointer(rebasing: utf8[plain..<end]))
        plain = index + 1
        switch byte {
        case UInt8(ascii: "\\"), UInt8(ascii: ";"), UInt8(ascii: ","):
          bytes.append(UInt8(ascii: "\\"))
          bytes.append(byte)
        case 0x0a: appendLineBreak()
        default: break
        }
      }
      bytes.append(contentsOf: UnsafeBufferPointer(rebasing: utf8[plain...]))
    }
  }

  /// An escaped line break inside the value.
  mutating func appendLineBreak() {
    bytes.append("\\n" as StaticString)
  }
}
