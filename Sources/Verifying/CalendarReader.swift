import Bytes
import CivilTime
import Diagnostics
import Formats
import PlanFiles
import PlanModel

/// The fields of a calendar event that a plan determines.
struct VerifiedEvent {
  /// An instant such as `20261024T050000Z`, or a wall time with its zone.
  struct Start: Equatable {
    var local: LocalDateTime
    /// nil for UTC.
    var zone: String?
    /// Whether it is a whole day, with midnight as its time.
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

/// Reads the events of a calendar in order, from all of its parts (RFC 5545).
final class CalendarReader {
  enum Element {
    case event(VerifiedEvent)
    /// The file of a part ends before its calendar does.
    case end(file: String, line: Int)
  }

  private var rest: ArraySlice<InputFile>
  private var lines: LineReader?
  /// Whether the calendar of the current part is open.
  private var isOpen = false

  init(_ files: [InputFile]) {
    rest = files[...]
  }

  func next() throws(FatalInput) -> Element? {
    while true {
      if lines == nil {
        guard let file = rest.popFirst() else { return nil }
        lines = LineReader(file)
        isOpen = false
      }
      if let event = try nextInFile() { return .event(event) }
      defer { lines = nil }
      if isOpen || lines!.line == 0 { return .end(file: lines!.file.name, line: max(1, lines!.line)) }
    }
  }

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
    // A local copy: each access to a variable of a class is checked.
    guard var lines = exchange(&self.lines, with: nil) else { return nil }
    defer { self.lines = lines }
    while let content = try lines.nextLine(CalendarReader.content) {
      switch content {
      case .beginCalendar: isOpen = true
      case .endCalendar: isOpen = false
      case .beginEvent: event = VerifiedEvent(file: lines.file.name, line: lines.line)
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

  private static func content(_ line: Span<UInt8>) -> Content {
    let end = line.count - (line.count > 0 && line[line.count - 1] == UInt8(ascii: "\r") ? 1 : 0)
    let bytes = line.extracting(first: end)
    guard end > 0 else { return .other }
    func begins(_ name: StaticString) -> Bool {
      let count = name.utf8CodeUnitCount
      return count <= end && name.isSpelled(line.extracting(first: count))
    }
    // Most lines are text that is not checked here.
    switch bytes[0] {
    case UInt8(ascii: "B") where begins("BEGIN:"):
      let name = bytes.extracting(droppingFirst: 6)
      return isEntry(name) ? .beginEvent : "VCALENDAR".isSpelled(name) ? .beginCalendar : .other
    case UInt8(ascii: "E") where begins("END:"):
      let name = bytes.extracting(droppingFirst: 4)
      return isEntry(name) ? .endEvent : "VCALENDAR".isSpelled(name) ? .endCalendar : .other
    case UInt8(ascii: "U") where begins("UID:"): return .uid(Occurrence(bytes.extracting(droppingFirst: 4)))
    case UInt8(ascii: "D") where begins("DTSTART"): return .start(time(bytes.extracting(droppingFirst: 7)))
    case UInt8(ascii: "D") where begins("DUE"): return .start(time(bytes.extracting(droppingFirst: 3)))
    case UInt8(ascii: "D") where begins("DTSTAMP"): return .stamp(time(bytes.extracting(droppingFirst: 7)))
    case UInt8(ascii: "S") where begins("SEQUENCE:"):
      return .sequence(Int(String(bytes.extracting(droppingFirst: 9))))
    case UInt8(ascii: "S") where "STATUS:CANCELLED".isSpelled(bytes): return .cancelled
    case UInt8(ascii: "C") where begins("CATEGORIES:"): return .kind(String(bytes.extracting(droppingFirst: 11)))
    default: return .other
    }
  }

  /// Whether the component is an event or a to-do.
  private static func isEntry(_ name: Span<UInt8>) -> Bool { "VEVENT".isSpelled(name) || "VTODO".isSpelled(name) }

  /// Reads `:20261024T050000Z`, `;TZID=Europe/Berlin:20261029T070000` or `;VALUE=DATE:20261024`.
  private static func time(_ text: Span<UInt8>) -> VerifiedEvent.Start? {
    guard let colon = text.indices.last(where: { text[$0] == UInt8(ascii: ":") }) else { return nil }
    let (parameter, digits) = (text.extracting(first: colon), text.extracting(droppingFirst: colon + 1))
    if ";VALUE=DATE".isSpelled(parameter) {
      return LocalDate(basic: digits).map { VerifiedEvent.Start(local: $0.at(.midnight), isDay: true) }
    }
    guard let local = LocalDateTime(basic: digits.extracting(first: min(digits.count, 15))) else { return nil }
    if digits.count == 16, digits[15] == UInt8(ascii: "Z") {
      return colon == 0 ? VerifiedEvent.Start(local: local) : nil
    }
    guard digits.count == 15, colon >= 6, ";TZID=".isSpelled(parameter.extracting(first: 6)) else { return nil }
    return VerifiedEvent.Start(local: local, zone: String(parameter.extracting(droppingFirst: 6)))
  }
}
