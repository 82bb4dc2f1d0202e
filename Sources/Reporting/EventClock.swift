import CivilTime

/// The clock that an event's beginning and end are written by, and what of the event is the same for all events of it.
struct EventClock {
  /// nil: UTC.
  let zone: ICSTimeZone?
  /// What stands between an event's UID and its description, with zeros for its times.
  private let frame: [UInt8]
  /// Where the beginning and the end stand in that.
  private let beginning: Int
  private let end: Int

  /// - Parameter stamp: The DTSTAMP of every event.
  init(_ zone: ICSTimeZone?, stamp: Instant) {
    self.zone = zone
    var frame: [UInt8] = []
    frame.append("\r\nDTSTAMP:" as StaticString)
    frame.appendICS(stamp)
    beginning = frame.appendZeroTime("\r\nDTSTART", zone)
    end = frame.appendZeroTime("\r\nDTEND", zone)
    frame.append("\r\n" as StaticString)
    self.frame = frame
  }

  /// Writes what stands between an event's UID and its description.
  ///
  /// - Returns: Where the dates of its beginning and its end stand.
  @inline(__always)
  func write(
    from beginning: LocalDateTime, to end: LocalDateTime, in text: inout ByteCursor, _ dates: inout DateDigits
  ) -> (beginning: Int, end: Int) {
    let start = text.count
    frame.withUnsafeBufferPointer { text.write($0) }
    let written = text.written(from: start)
    written.overwrite(compact: dates.of(beginning), at: self.beginning)
    written.overwrite(compact: dates.of(end), at: self.end)
    return (start + self.beginning, start + self.end)
  }
}

extension [UInt8] {
  /// `:00000000T000000Z` or `;TZID=Europe/Berlin:00000000T000000` after the name.
  ///
  /// - Returns: Where the date begins.
  fileprivate mutating func appendZeroTime(_ name: StaticString, _ zone: ICSTimeZone?) -> Int {
    append(name)
    if let zone {
      append(";TZID=" as StaticString)
      append(zone.zone.name)
    }
    append(UInt8(ascii: ":"))
    let start = count
    append("00000000T000000" as StaticString)
    if zone == nil { append(UInt8(ascii: "Z")) }
    return start
  }
}
