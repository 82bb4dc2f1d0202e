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

  /// An instant, or the seconds from the start.
  enum Trigger: Equatable { case at(Instant), after(Int64) }

  var file = ""
  var line = 0
  var uid: Occurrence?
  var start: Start?
  var stamp: Start?
  var sequence: Int?
  var kind = ""
  var isCancelled = false
  /// When its alarms go off.
  var triggers: [Trigger] = []
  /// Whether it marks the end of a file inside its calendar, instead of an event.
  var isCutOff = false
}

/// Reads the events of a calendar in order, from all of its parts (RFC 5545).
struct CalendarReader {
  private var rest: ArraySlice<InputFile>
  private var lines: LineReader?
  private var parser = CalendarParser()

  init(_ files: [InputFile]) { rest = files[...] }

  mutating func next() throws(RunFault) -> VerifiedEvent? {
    while true {
      if lines == nil {
        guard let file = rest.popFirst() else { return nil }
        lines = LineReader(file)
        parser.isOpen = false
      }
      if try parser.readEvent(&lines!) { return parser.event }
      defer { lines = nil }
      if parser.isOpen || lines!.line == 0 {
        return VerifiedEvent(file: lines!.file.name, line: max(1, lines!.line), isCutOff: true)
      }
    }
  }
}

/// Parses the lines of a calendar's file.
private struct CalendarParser {
  var event = VerifiedEvent()
  /// Whether the calendar of the current file is open.
  var isOpen = false
  // Values that nearly every event repeats, and that are compared instead of read.
  private var kind = ""
  /// Whether the line of categories may continue on the next one.
  private var isKindFolded = false
  private var zone = ""
  private var stampText: [UInt8] = []
  private var stamp: VerifiedEvent.Start?

  /// What a line begins or ends.
  private enum Step { case none, beginEvent, endEvent }

  /// Reads the next event into ``event``. Returns false if the file has none left.
  mutating func readEvent(_ lines: inout LineReader) throws(RunFault) -> Bool {
    var (step, isInEvent) = (Step.none, false)
    while try lines.nextLine({ step = read($0) }) {
      switch step {
      case .none: break
      case .beginEvent:
        event = VerifiedEvent(file: lines.file.name, line: lines.line)
        isInEvent = true
      case .endEvent: if isInEvent { return true }
      }
    }
    return false
  }

  private mutating func read(_ line: Span<UInt8>) -> Step {
    let end = line.count - (line.count > 0 && line[line.count - 1] == UInt8(ascii: "\r") ? 1 : 0)
    if isKindFolded {
      isKindFolded = end > 0 && line[0] == UInt8(ascii: " ")
      if isKindFolded {
        event.kind += String(line.extracting(1..<end))
        return .none
      }
    }
    // The shortest line that counts is `DUE:` with a date. Most lines are texts, which their first two bytes show.
    guard end > 8 else { return .none }
    let bytes = line.extracting(first: end)
    func begins(_ name: StaticString) -> Bool { name.isSpelled(bytes.extracting(first: name.utf8CodeUnitCount)) }
    switch (bytes[0], bytes[1]) {
    case (UInt8(ascii: "B"), UInt8(ascii: "E")):
      guard begins("BEGIN:V") else { break }
      let name = bytes.extracting(droppingFirst: 6)
      if CalendarParser.isEntry(name) { return .beginEvent }
      if "VCALENDAR".isSpelled(name) { isOpen = true }
    case (UInt8(ascii: "E"), UInt8(ascii: "N")):
      guard begins("END:V") else { break }
      let name = bytes.extracting(droppingFirst: 4)
      if CalendarParser.isEntry(name) { return .endEvent }
      if "VCALENDAR".isSpelled(name) { isOpen = false }
    case (UInt8(ascii: "U"), UInt8(ascii: "I")):
      if begins("UID:") { event.uid = Occurrence(bytes.extracting(droppingFirst: 4)) }
    case (UInt8(ascii: "D"), UInt8(ascii: "T")):
      if begins("DTSTART") {
        event.start = time(bytes.extracting(droppingFirst: 7))
      } else if begins("DTSTAMP") {
        let text = bytes.extracting(droppingFirst: 7)
        if !text.equals(stampText.span) {
          stamp = time(text)
          stampText.removeAll(keepingCapacity: true)
          stampText.append(copying: text)
        }
        event.stamp = stamp
      }
    case (UInt8(ascii: "T"), UInt8(ascii: "R")):
      if begins("TRIGGER"), let trigger = trigger(bytes.extracting(droppingFirst: 7)) { event.triggers.append(trigger) }
    case (UInt8(ascii: "D"), UInt8(ascii: "U")):
      if begins("DUE") { event.start = time(bytes.extracting(droppingFirst: 3)) }
    case (UInt8(ascii: "S"), UInt8(ascii: "E")):
      if begins("SEQUENCE:") { event.sequence = Int(String(bytes.extracting(droppingFirst: 9))) }
    case (UInt8(ascii: "S"), UInt8(ascii: "T")):
      if "STATUS:CANCELLED".isSpelled(bytes) { event.isCancelled = true }
    case (UInt8(ascii: "C"), UInt8(ascii: "A")):
      guard begins("CATEGORIES:") else { break }
      let text = bytes.extracting(droppingFirst: 11)
      if !kind.isSpelled(text) { kind = String(text) }
      event.kind = kind
      // A line is folded after 75 bytes, and characters stay whole.
      isKindFolded = bytes.count > 70
    default: break
    }
    return .none
  }

  /// Whether the component is an event or a to-do.
  private static func isEntry(_ name: Span<UInt8>) -> Bool { "VEVENT".isSpelled(name) || "VTODO".isSpelled(name) }

  /// Reads `:-PT15M`, `;RELATED=END:P1D` or `;VALUE=DATE-TIME:20261024T050000Z`.
  private func trigger(_ text: Span<UInt8>) -> VerifiedEvent.Trigger? {
    guard let colon = text.indices.last(where: { text[$0] == UInt8(ascii: ":") }) else { return nil }
    let value = text.extracting(droppingFirst: colon + 1)
    if ";VALUE=DATE-TIME".isSpelled(text.extracting(first: colon)) {
      return LocalDateTime(basic: value.extracting(first: min(value.count, 15))).map { .at($0.instant(at: .utc)) }
    }
    var (seconds, digits): (Int64, Int64) = (0, 0)
    for index in value.indices {
      let byte = value[index]
      if let factor = CalendarParser.units[byte] { (seconds, digits) = (seconds + digits * factor, 0) }
      if (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) {
        digits = digits * 10 + Int64(byte - UInt8(ascii: "0"))
      }
    }
    return .after(value.count > 0 && value[0] == UInt8(ascii: "-") ? -seconds : seconds)
  }

  /// The seconds of each unit in a duration.
  private static let units: [UInt8: Int64] = [
    UInt8(ascii: "D"): 86_400, UInt8(ascii: "H"): 3600, UInt8(ascii: "M"): 60, UInt8(ascii: "S"): 1,
  ]

  /// Reads `:20261024T050000Z`, `;TZID=Europe/Berlin:20261029T070000` or `;VALUE=DATE:20261024`.
  private mutating func time(_ text: Span<UInt8>) -> VerifiedEvent.Start? {
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
    let name = parameter.extracting(droppingFirst: 6)
    if !zone.isSpelled(name) { zone = String(name) }
    return VerifiedEvent.Start(local: local, zone: zone)
  }
}
