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
