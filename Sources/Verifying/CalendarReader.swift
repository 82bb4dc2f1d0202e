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
struct CalendarReader {
  enum Element {
    case event(VerifiedEvent)
    /// The file of a part ends before its calendar does.
    case end(file: String, line: Int)
  }

  private var rest: ArraySlice<InputFile>
  private var lines: LineReader?
  /// Whether the calendar of the current part is open.
  private var isOpen = false
  private var repeated = Repeated()

  init(_ files: [InputFile]) { rest = files[...] }

  mutating func next() throws(FatalInput) -> Element? {
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

  /// What a line begins or ends.
  private enum Step { case none, beginCalendar, endCalendar, beginEvent, endEvent }

  /// Values that nearly every event repeats, and that are compared instead of read.
  private struct Repeated {
    var kind = ""
    var stampText: [UInt8] = []
    var stamp: VerifiedEvent.Start?
  }

  private mutating func nextInFile() throws(FatalInput) -> VerifiedEvent? {
    var event = VerifiedEvent()
    var isInEvent = false
    var repeated = exchange(&self.repeated, with: Repeated())
    defer { self.repeated = repeated }
    while let step = try lines?.nextLine({ CalendarReader.read($0, &event, &repeated) }) {
      switch step {
      case .none: break
      case .beginCalendar: isOpen = true
      case .endCalendar: isOpen = false
      case .beginEvent:
        event = VerifiedEvent(file: lines!.file.name, line: lines!.line)
        isInEvent = true
      case .endEvent: if isInEvent { return event }
      }
    }
    return nil
  }

  private static func read(_ line: Span<UInt8>, _ event: inout VerifiedEvent, _ repeated: inout Repeated) -> Step {
    let end = line.count - (line.count > 0 && line[line.count - 1] == UInt8(ascii: "\r") ? 1 : 0)
    // The shortest line that counts is `DUE:` with a date. Most lines are texts, which their first two bytes show.
    guard end > 8 else { return .none }
    let bytes = line.extracting(first: end)
    func begins(_ name: StaticString) -> Bool { name.isSpelled(bytes.extracting(first: name.utf8CodeUnitCount)) }
    switch (bytes[0], bytes[1]) {
    case (UInt8(ascii: "B"), UInt8(ascii: "E")):
      guard begins("BEGIN:") else { break }
      let name = bytes.extracting(droppingFirst: 6)
      return isEntry(name) ? .beginEvent : "VCALENDAR".isSpelled(name) ? .beginCalendar : .none
    case (UInt8(ascii: "E"), UInt8(ascii: "N")):
      guard begins("END:") else { break }
      let name = bytes.extracting(droppingFirst: 4)
      return isEntry(name) ? .endEvent : "VCALENDAR".isSpelled(name) ? .endCalendar : .none
    case (UInt8(ascii: "U"), UInt8(ascii: "I")):
      if begins("UID:") { event.uid = Occurrence(bytes.extracting(droppingFirst: 4)) }
    case (UInt8(ascii: "D"), UInt8(ascii: "T")):
      if begins("DTSTART") {
        event.start = time(bytes.extracting(droppingFirst: 7))
      } else if begins("DTSTAMP") {
        let text = bytes.extracting(droppingFirst: 7)
        if !text.equals(repeated.stampText.span) {
          repeated.stamp = time(text)
          repeated.stampText.removeAll(keepingCapacity: true)
          repeated.stampText.append(copying: text)
        }
        event.stamp = repeated.stamp
      }
    case (UInt8(ascii: "D"), UInt8(ascii: "U")):
      if begins("DUE") { event.start = time(bytes.extracting(droppingFirst: 3)) }
    case (UInt8(ascii: "S"), UInt8(ascii: "E")):
      if begins("SEQUENCE:") { event.sequence = Int(String(bytes.extracting(droppingFirst: 9))) }
    case (UInt8(ascii: "S"), UInt8(ascii: "T")):
      if "STATUS:CANCELLED".isSpelled(bytes) { event.isCancelled = true }
    case (UInt8(ascii: "C"), UInt8(ascii: "A")):
      guard begins("CATEGORIES:") else { break }
      let text = bytes.extracting(droppingFirst: 11)
      if !repeated.kind.isSpelled(text) { repeated.kind = String(text) }
      event.kind = repeated.kind
    default: break
    }
    return .none
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
