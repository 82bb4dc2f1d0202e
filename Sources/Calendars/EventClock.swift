import Bytes
import CivilTime
import RunModel

/// The clock by which the start and end of events are written.
struct EventClock {
  /// nil for UTC.
  let zone: ICSTimeZone?
  /// The text between an event's UID and its description, with zeros as times.
  private let frame: WrittenBytes
  /// The positions of start and end in ``frame``.
  private let beginning: Int
  private let end: Int

  /// - Parameter stamp: The DTSTAMP of every event.
  init(_ zone: ICSTimeZone?, stamp: Instant) {
    self.zone = zone
    let separator = zone.map { ";TZID=\($0.zone.name):" } ?? ":"
    let suffix = zone == nil ? "Z\r\n" : "\r\n"
    var out = ByteWriter()
    out.append(text: "\r\nDTSTAMP:\(stamp.utc.compact)Z\r\nDTSTART\(separator)")
    beginning = out.count
    out.append(text: "00000000T000000\(suffix)DTEND\(separator)")
    end = out.count
    out.append(text: "00000000T000000\(suffix)")
    frame = WrittenBytes(out)
  }

  /// Writes the text between an event's UID and its description.
  ///
  /// - Returns: The positions of the dates of its start and end.
  @inline(__always)
  func write(
    from first: LocalDateTime, to last: LocalDateTime, in out: inout ByteWriter, _ dates: inout DateDigits
  ) -> (beginning: Int, end: Int) {
    let start = out.count
    let (first, last) = (dates.of(first), dates.of(last))
    out.append(frame) { frame in
      frame.store(compact: first, at: beginning)
      frame.store(compact: last, at: end)
    }
    return (start + beginning, start + end)
  }
}

extension MutableRawSpan {
  /// Stores `YYYYMMDDTHHMMSS`.
  @inline(__always)
  fileprivate mutating func store(compact digits: ClockDigits, at index: Int) {
    storeBytes(of: digits.date, toByteOffset: index, as: UInt64.self)
    // Seven bytes, as two overlapping words.
    storeBytes(of: UInt32(truncatingIfNeeded: digits.compactTime), toByteOffset: index + 8, as: UInt32.self)
    storeBytes(of: UInt32(truncatingIfNeeded: digits.compactTime >> 24), toByteOffset: index + 11, as: UInt32.self)
  }
}

extension LocalDateTime {
  /// The time as `YYYYMMDDTHHMMSS`.
  var compact: String { description.filter { $0 != "-" && $0 != ":" } }
}
