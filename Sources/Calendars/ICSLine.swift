import Bytes
import CivilTime
import PlanModel
import RunModel

/// A content line (RFC 5545 section 3.1). It is written unfolded and folded at its end, which looks at only a few of
/// its bytes.
struct ICSLine {
  private let start: Int

  /// - Parameter name: The name with its colon.
  @inline(__always)
  init(_ name: StaticString, to out: inout ByteWriter) {
    start = out.count
    out.append(name)
  }

  /// Ends the line.
  ///
  /// - Parameter mark: A position in it; nil for its start.
  /// - Returns: The new position of the mark, and the number of bytes from it to the next fold.
  @inline(__always) @discardableResult
  func end(_ out: inout ByteWriter, mark: Int? = nil) -> (mark: Int, room: Int) {
    let mark = mark ?? start
    var place = (mark: mark, room: out.count - mark)
    if out.count - start > ByteWriter.lineWidth { place = out.foldLine(from: start, mark: mark) }
    out.append("\r\n")
    return place
  }
}

extension ByteWriter {
  /// The maximum number of octets in a content line.
  static let lineWidth = 75

  /// Folds the content line that begins at `start`: 75 octets, then repeatedly a line break, a space and up to 74
  /// octets. Characters stay whole.
  ///
  /// - Parameter mark: A position in the line.
  /// - Returns: The new position of the mark, and the number of octets from there to the next fold.
  mutating func foldLine(from start: Int, mark: Int) -> (mark: Int, room: Int) {
    let end = count
    var place = (mark: mark, room: end - mark)
    // Each part is copied after the line, which is removed at last.
    var (read, width) = (start, ByteWriter.lineWidth)
    while read < end {
      let size = withSpan { $0.extracting(..<end).characters(from: read, upTo: width) }
      if read > start { append("\r\n ") }
      if mark >= read, mark <= read + size { place = (mark - read + count - (end - start), read + size - mark) }
      appendCopy(of: read..<read + size)
      (read, width) = (read + size, ByteWriter.lineWidth - 1)
    }
    remove(start..<end)
    return place
  }

  /// Appends a content line that needs no escaping or folding.
  mutating func append(line: StaticString) {
    append(line)
    append("\r\n")
  }

  /// Appends a content line with a TEXT value.
  mutating func append(_ name: StaticString, text: String) {
    let line = ICSLine(name, to: &self)
    append(ics: text)
    line.end(&self)
  }

  /// Appends `YYYY-MM-DDTHH:MM:SS`.
  @inline(__always)
  mutating func append(separated digits: ClockDigits) { append(digits.separated, count: 19) }
}

extension MutableRawSpan {
  /// Stores `YYYY-MM-DD`.
  ///
  /// - Parameter room: The number of its bytes before a fold of three bytes, which is kept.
  @inline(__always)
  mutating func store(separated date: UInt64, at index: Int, room: Int) {
    let (month, day) = (ClockDigits.yearAndMonth(date), ClockDigits.day(date))
    if room >= 10 {
      storeBytes(of: month, toByteOffset: index, as: UInt64.self)
      storeBytes(of: day, toByteOffset: index + 8, as: UInt16.self)
    } else {
      for place in 0..<10 {
        let digit = place < 8 ? month >> UInt64(8 * place) : UInt64(day) >> UInt64(8 * (place - 8))
        let offset = index + (place < room ? place : place + 3)
        storeBytes(of: UInt8(truncatingIfNeeded: digit), toByteOffset: offset, as: UInt8.self)
      }
    }
  }
}

extension Span<UInt8> {
  /// Returns the number of bytes from `index` on, at most `limit`, that are whole characters. It is at least 1, even
  /// for invalid bytes.
  fileprivate func characters(from index: Int, upTo limit: Int) -> Int {
    guard limit < count - index else { return count - index }
    var size = limit
    while size > limit - 4, self[index + size] & 0xc0 == 0x80 { size -= 1 }
    return size
  }
}
