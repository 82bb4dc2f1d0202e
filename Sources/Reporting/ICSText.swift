import CivilTime

/// One content line (RFC 5545 section 3.1) on its way into memory: folded at 75 octets, and never inside a character.
struct ICSLine {
  private static let width = 75

  /// Octets that stand before the next fold.
  private var room: Int
  /// Nothing was written yet but the name.
  private(set) var isEmpty = true

  /// Writes the name, and the colon after it.
  @inline(__always)
  init(_ name: StaticString, to text: inout ByteCursor) {
    text.write(name)
    text.write(UInt8(ascii: ":"))
    room = ICSLine.width - name.utf8CodeUnitCount - 1
  }

  /// How many bytes a line with a value takes at most.
  static func size(_ name: StaticString, textOf count: Int) -> Int {
    // Each byte may be escaped, and each part but the first has three bytes around it.
    (name.utf8CodeUnitCount + 1 + 2 * count) * 79 / 74 + 8
  }

  /// Ends the line.
  @inline(__always)
  func end(_ text: inout ByteCursor) {
    text.write("\r\n")
  }

  /// What is escaped already, or needs not be.
  @inline(__always)
  mutating func write(escaped bytes: UnsafeBufferPointer<UInt8>, to text: inout ByteCursor) {
    guard bytes.count > 0 else { return }
    isEmpty = false
    if bytes.count <= room {
      text.write(bytes)
      room -= bytes.count
    } else {
      fold(bytes, in: &text)
    }
  }

  @inline(__always)
  mutating func write(_ escaped: StaticString, to text: inout ByteCursor) {
    write(escaped: UnsafeBufferPointer(start: escaped.utf8Start, count: escaped.utf8CodeUnitCount), to: &text)
  }

  private mutating func fold(_ bytes: UnsafeBufferPointer<UInt8>, in text: inout ByteCursor) {
    var rest = bytes
    while rest.count > room {
      var end = room
      while end > 0, rest[end] & 0xc0 == 0x80 { end -= 1 }
      text.write(UnsafeBufferPointer(rebasing: rest[..<end]))
      beginPart(in: &text)
      rest = UnsafeBufferPointer(rebasing: rest[end...])
    }
    text.write(rest)
    room -= rest.count
  }

  private mutating func beginPart(in text: inout ByteCursor) {
    text.write("\r\n ")
    room = ICSLine.width - 1
  }

  /// A TEXT value, or a part of one.
  mutating func write(text value: String, to text: inout ByteCursor) {
    value.forEachICSStretch { write(escaped: $0, to: &text) }
  }

  /// A remark, and a line break inside the value after it.
  mutating func writeNote(_ note: String, to text: inout ByteCursor) {
    write(text: note, to: &text)
    write("\\n", to: &text)
  }

  /// `YYYY-MM-DDTHH:MM:SS`.
  ///
  /// - Parameter digits: The date, as ``DateDigits`` has it.
  /// - Returns: Where it begins, and how much of it stands before a fold.
  mutating func write(
    _ digits: UInt64, _ time: LocalTime, to text: inout ByteCursor
  ) -> (start: Int, room: Int) {
    isEmpty = false
    if room == 0 { beginPart(in: &text) }
    let place = (start: text.count, room: room)
    if room >= 19 {
      text.write(date: digits, time)
      room -= 19
    } else {
      text.write(date: digits, time, foldAt: room)
      room = ICSLine.width - 1 - (19 - room)
    }
    return place
  }

  /// `+01:00)`, with seconds where they are not zero.
  mutating func write(_ offset: UTCOffset, to text: inout ByteCursor) {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 10) { memory in
      var digits = ByteCursor(memory)
      let magnitude = Int(offset.seconds.magnitude)
      digits.write(offset.seconds < 0 ? UInt8(ascii: "-") : UInt8(ascii: "+"))
      digits.write(twoDigits: magnitude / 3600)
      digits.write(UInt8(ascii: ":"))
      digits.write(twoDigits: magnitude / 60 % 60)
      if magnitude % 60 != 0 {
        digits.write(UInt8(ascii: ":"))
        digits.write(twoDigits: magnitude % 60)
      }
      digits.write(UInt8(ascii: ")"))
      write(escaped: UnsafeBufferPointer(rebasing: memory[..<digits.count]), to: &text)
    }
  }
}

extension String {
  /// Calls `body` with each stretch of this text as a TEXT value has it (RFC 5545 section 3.3.11): `\`, `;`, `,` and line
  /// breaks are escaped, other control characters, which no reader takes, are left out.
  @inline(__always)
  func forEachICSStretch(_ body: (UnsafeBufferPointer<UInt8>) -> Void) {
    func escape(_ text: StaticString) {
      body(UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }
    var copy = self
    copy.withUTF8 { utf8 in
      var plain = 0
      var next = 0
      while next < utf8.count {
        if next + 8 <= utf8.count, utf8.isPlainWord(at: next) {
          next += 8
          continue
        }
        let index = next
        let byte = utf8[index]
        next += 1
        // Letters, digits and most of UTF-8.
        if byte >= 0x3c, byte != UInt8(ascii: "\\"), byte != 0x7f, byte & 0xe0 != 0x80 { continue }
        var end = index
        switch byte {
        case UInt8(ascii: "\\"), UInt8(ascii: ";"), UInt8(ascii: ","), 0..<0x09, 0x0a..<0x20, 0x7f: break
        // The second byte of a C1 control character: its lead byte goes as well.
        case 0x80..<0xa0 where index > 0 && utf8[index - 1] == 0xc2: end -= 1
        default: continue
        }
        if end > plain { body(UnsafeBufferPointer(rebasing: utf8[plain..<end])) }
        plain = index + 1
        switch byte {
        case UInt8(ascii: "\\"): escape("\\\\")
        case UInt8(ascii: ";"): escape("\\;")
        case UInt8(ascii: ","): escape("\\,")
        case 0x0a: escape("\\n")
        default: break
        }
      }
      if utf8.count > plain { body(UnsafeBufferPointer(rebasing: utf8[plain...])) }
    }
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// Whether eight bytes are ASCII that a TEXT value has as it is.
  @inline(__always)
  fileprivate func isPlainWord(at index: Int) -> Bool {
    let word = ByteWord(self, at: index)
    return !ByteWord.isAny(
      word.equal(to: UInt8(ascii: "\\")) | word.equal(to: UInt8(ascii: ";")) | word.equal(to: UInt8(ascii: ","))
        | word.equal(to: 0x7f) | word.below(0x20) | word.notASCII)
  }
}

/// Content lines straight into a byte buffer.
extension [UInt8] {
  /// One content line: escaped where it is TEXT, folded, ended by CRLF.
  mutating func appendICSLine(_ name: StaticString, text: String) {
    append(atMost: ICSLine.size(name, textOf: text.utf8.count)) { cursor in
      var line = ICSLine(name, to: &cursor)
      line.write(text: text, to: &cursor)
      line.end(&cursor)
    }
  }

  mutating func appendICSLine(_ line: StaticString) {
    append(line)
    append("\r\n" as StaticString)
  }

  /// A part of a TEXT value, escaped.
  mutating func appendICSText(_ text: String) {
    text.forEachICSStretch { append(contentsOf: $0) }
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
}
