import CivilTime

/// One content line (RFC 5545 section 3.1): folded at 75 octets, and never inside a character.
///
/// It is written as if lines had no width, and folded when it ends: then few of its parts need to be looked at.
struct ICSLine {
  private static let width = 75

  /// Where something stands in a line that was ended.
  struct Place {
    var start: Int
    /// How much stands before the next fold.
    var room: Int
  }

  /// Where the line begins.
  private let start: Int
  /// Where its value does.
  private let value: Int

  /// Writes the name, and the colon after it.
  @inline(__always)
  init(_ name: StaticString, to text: inout ByteCursor) {
    start = text.count
    text.write(name)
    text.write(UInt8(ascii: ":"))
    value = text.count
  }

  /// How many bytes a line with a value takes at most, also while it is folded.
  static func size(_ name: StaticString, textOf count: Int) -> Int {
    // Each byte may be escaped.
    let length = name.utf8CodeUnitCount + 1 + 2 * count
    return length + ICSLine.roomToFold(length) + 2
  }

  /// Whether nothing was written but the name.
  @inline(__always)
  func isEmpty(_ text: borrowing ByteCursor) -> Bool { text.count == value }

  /// Ends the line.
  @inline(__always)
  func end(_ text: inout ByteCursor) {
    _ = end(&text, marking: start)
  }

  /// Ends the line.
  ///
  /// - Parameter mark: A place in the line, as it was written.
  /// - Returns: Where that is now.
  @inline(__always)
  func end(_ text: inout ByteCursor, marking mark: Int) -> Place {
    var place = Place(start: mark, room: text.count - mark)
    if text.count - start > ICSLine.width { fold(&text, &place) }
    text.write("\r\n")
    return place
  }

  /// How many bytes folds put into so many at most: a part but the first is 74 octets, less a character's other octets.
  private static func roomToFold(_ count: Int) -> Int { 3 * (count / (width - 4) + 1) }

  @inline(never)
  private func fold(_ text: inout ByteCursor, _ place: inout Place) {
    let mark = place.start
    let first = text.written(from: start).characters(upTo: ICSLine.width)
    place.room = start + first - mark
    text.rewrite(from: start + first, extra: ICSLine.roomToFold(text.count - start - first)) { target, old in
      var (read, written) = (0, 0)
      while read < old.count {
        let rest = WrittenBytes(start: old.baseAddress! + read, count: old.count - read)
        let size = rest.characters(upTo: ICSLine.width - 1)
        (target[written], target[written + 1], target[written + 2]) = (0x0d, 0x0a, 0x20)
        written += 3
        (target + written).update(from: rest.start, count: size)
        let marked = mark - (start + first + read)
        if marked >= 0, marked < size {
          place = Place(start: start + first + written + marked, room: size - marked)
        }
        read += size
        written += size
      }
      return written
    }
  }
}

extension WrittenBytes {
  /// How many of the first `limit` bytes are whole characters.
  @inline(__always)
  fileprivate func characters(upTo limit: Int) -> Int {
    guard limit < count else { return count }
    var size = limit
    while size > 0, start[size] & 0xc0 == 0x80 { size -= 1 }
    return size
  }
}

extension ByteCursor {
  /// `+01:00`, with seconds where they are not zero.
  mutating func write(_ offset: UTCOffset) {
    let magnitude = Int(offset.seconds.magnitude)
    write(offset.seconds < 0 ? UInt8(ascii: "-") : UInt8(ascii: "+"))
    write(twoDigits: magnitude / 3600)
    write(UInt8(ascii: ":"))
    write(twoDigits: magnitude / 60 % 60)
    if magnitude % 60 != 0 {
      write(UInt8(ascii: ":"))
      write(twoDigits: magnitude % 60)
    }
  }
}

/// Content lines straight into a byte buffer.
extension [UInt8] {
  /// One content line: escaped where it is TEXT, folded, ended by CRLF.
  mutating func appendICSLine(_ name: StaticString, text: String) {
    append(atMost: ICSLine.size(name, textOf: text.utf8.count)) { cursor in
      let line = ICSLine(name, to: &cursor)
      cursor.write(text, ICSEscaping.self)
      line.end(&cursor)
    }
  }

  mutating func appendICSLine(_ line: StaticString) {
    append(line)
    append("\r\n" as StaticString)
  }

  /// `YYYYMMDDTHHMMSSZ`.
  mutating func appendICS(_ instant: Instant) {
    append(instant, .basic)
  }

  /// `YYYYMMDDTHHMMSS`.
  mutating func appendICS(_ local: LocalDateTime) {
    append(local, .basic)
  }
}
