import Bytes
import CivilTime
import PlanModel
import RunModel

/// One content line (RFC 5545 section 3.1). It is written as if lines had no width, and folded when it ends: then few of its parts
/// need to be looked at.
struct ICSLine {
  private let start: Int

  /// - Parameter name: With the colon after it.
  @inline(__always)
  init(_ name: StaticString, to out: inout ByteWriter) {
    start = out.count
    out.append(name)
  }

  /// Ends the line.
  ///
  /// - Parameter mark: A place in it; nil: its start.
  /// - Returns: Where that is now, and how much stands between it and the next fold.
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
  /// A content line without anything to escape or to fold.
  mutating func append(line: StaticString) {
    append(line)
    append("\r\n")
  }

  /// A content line with a TEXT value.
  mutating func append(_ name: StaticString, text: String) {
    let line = ICSLine(name, to: &self)
    append(ics: text)
    line.end(&self)
  }

  /// `YYYY-MM-DDTHH:MM:SS`.
  @inline(__always)
  mutating func append(separated digits: ClockDigits) {
    append(digits.separated, count: 19)
  }
}

extension MutableRawSpan {
  /// `YYYY-MM-DD`.
  ///
  /// - Parameter room: How much of it stands before a fold of three bytes, which stays.
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
