import Bytes
import CivilTime
import Diagnostics
import Formats
import PlanFiles
import PlanModel

/// An event of a calendar, as far as a plan tells it.
struct VerifiedEvent {
  /// `20261024T050000Z`, or a wall time with its zone.
  struct Start: Equatable {
    var local: LocalDateTime
    /// nil: UTC.
    var zone: String?
    /// A whole day, whose time is midnight.
    var isDay = false
  }

  var file = ""
  var line = 0
  var uid: Occurrence?
  var start: Start?
  var stamp: Start?
  var sequence: Int?
  var kind = ""
  var isCancelled = false
}

/// Reads the events of a calendar one after the other, from all of its parts (RFC 5545).
final class CalendarReader {
  private var rest: ArraySlice<InputFile>
  private var lines: LineReader?
  /// Whether a calendar is begun and not ended.
  private var isOpen = false
  private let log: FindingLog

  init(_ files: [InputFile], _ log: FindingLog) {
    rest = files[...]
    self.log = log
  }

  func next() throws(FatalInput) -> VerifiedEvent? {
    while true {
      if lines == nil {
        guard let file = rest.popFirst() else { return nil }
        lines = LineReader(file)
        isOpen = false
      }
      if let event = try nextInFile() { return event }
      if isOpen || lines!.line == 0 {
        log.add(.calendar, lines!.file.name, max(1, lines!.line), "the calendar ends here", expected: "END:VCALENDAR")
      }
      lines = nil
    }
  }

  /// What a content line says that matters here.
  private enum Content {
    case beginCalendar, endCalendar, beginEvent, endEvent, cancelled, other
    case uid(Occurrence?)
    case stamp(VerifiedEvent.Start?)
    case start(VerifiedEvent.Start?)
    case sequence(Int?)
    case kind(String)
  }

  private func nextInFile() throws(FatalInput) -> VerifiedEvent? {
    var event: VerifiedEvent?
    while let content = try lines!.nextLine(CalendarReader.content) {
      switch content {
      case .beginCalendar: isOpen = true
      case .endCalendar: isOpen = false
      case .beginEvent: event = VerifiedEvent(file: lines!.file.name, line: lines!.line)
      case .endEvent: if event != nil { return event }
      case .cancelled: event?.isCancelled = true
      case .uid(let uid): event?.uid = uid
      case .stamp(let stamp): event?.stamp = stamp
      case .start(let start): event?.start = start
      case .sequence(let number): event?.sequence = number
      case .kind(let name): event?.kind = name
      case .other: break
      }
    }
    return nil
  }

  private static func content(_ bytes: Span<UInt8>) -> Content {
    var end = bytes.count
    if end > 0, bytes[end - 1] == UInt8(ascii: "\r") { end -= 1 }
    func value(_ name: StaticString) -> String? {
      let count = name.utf8CodeUnitCount
      guard end >= count, name.isSpelled(bytes.extracting(0..<count)) else { return nil }
      return String(bytes.extracting(count..<end))
    }
    guard end > 0 else { return .other }
    // Most lines are texts that nobody asks for here.
    switch bytes[0] {
    case UInt8(ascii: "B"):
      guard let name = value("BEGIN:") else { return .other }
      return isEntry(name) ? .beginEvent : name == "VCALENDAR" ? .beginCalendar : .other
    case UInt8(ascii: "E"):
      guard let name = value("END:") else { return .other }
      return isEntry(name) ? .endEvent : name == "VCALENDAR" ? .endCalendar : .other
    case UInt8(ascii: "U"): return value("UID:").map { .uid(Occurrence(Array($0.utf8))) } ?? .other
    case UInt8(ascii: "D"):
      if let text = value("DTSTART") ?? value("DUE") { return .start(time(text)) }
      return value("DTSTAMP").map { .stamp(time($0)) } ?? .other
    case UInt8(ascii: "S"):
      if let text = value("SEQUENCE:") { return .sequence(Int(text)) }
      return value("STATUS:CANCELLED") == "" ? .cancelled : .other
    case UInt8(ascii: "C"): return value("CATEGORIES:").map { .kind($0) } ?? .other
    default: return .other
    }
  }

  /// An event, or a to-do.
  private static func isEntry(_ name: String) -> Bool { name == "VEVENT" || name == "VTODO" }

  /// `:20261024T050000Z`, `;TZID=Europe/Berlin:20261029T070000` or `;VALUE=DATE:20261024`.
  private static func time(_ text: String) -> VerifiedEvent.Start? {
    guard let colon = text.lastIndex(of: ":") else { return nil }
    var digits = Array(text[text.index(after: colon)...].utf8)
    let isDay = text[..<colon] == ";VALUE=DATE"
    if isDay { digits += Array("T000000".utf8) }
    func number(_ range: Range<Int>) -> Int? { Int(String(decoding: digits[range], as: UTF8.self)) }
    guard digits.count == 15 || digits.count == 16 && digits[15] == UInt8(ascii: "Z"), digits[8] == UInt8(ascii: "T"),
      let year = number(0..<4), let month = number(4..<6), let day = number(6..<8), let hour = number(9..<11),
      let minute = number(11..<13), let second = number(13..<15),
      let date = LocalDate(year: year, month: month, day: day),
      let time = LocalTime(hour: hour, minute: minute, second: second)
    else { return nil }
    if isDay { return VerifiedEvent.Start(local: date.at(time), isDay: true) }
    let parameter = ";TZID="
    if digits.count == 16 { return colon == text.startIndex ? VerifiedEvent.Start(local: date.at(time)) : nil }
    guard text.hasPrefix(parameter) else { return nil }
    return VerifiedEvent.Start(local: date.at(time), zone: String(text[..<colon].dropFirst(parameter.count)))
  }
}
