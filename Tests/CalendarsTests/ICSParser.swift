import CivilTime

/// A component of an iCalendar file, read by an independent parser of RFC 5545. The parser rejects everything that is not
/// well-formed.
struct ICSComponent {
  struct Property: Equatable {
    var name: String
    var parameters: [String: String]
    /// The raw value, not unescaped.
    var value: String
  }

  struct Fault: Error, CustomStringConvertible {
    var description: String
  }

  var name: String
  var properties: [Property] = []
  var children: [ICSComponent] = []

  /// Parses exactly one VCALENDAR.
  init(parsing bytes: [UInt8]) throws {
    var stack: [ICSComponent] = []
    var whole: ICSComponent?
    for line in try ICSComponent.contentLines(bytes) {
      guard whole == nil else { throw Fault(description: "more after the end: \(line)") }
      let property = try Property(line)
      switch property.name {
      case "BEGIN": stack.append(ICSComponent(name: property.value))
      case "END":
        guard let last = stack.popLast(), last.name == property.value else {
          throw Fault(description: "stray \(line)")
        }
        if stack.isEmpty { whole = last } else { stack[stack.count - 1].children.append(last) }
      default:
        guard !stack.isEmpty else { throw Fault(description: "outside of all components: \(line)") }
        stack[stack.count - 1].properties.append(property)
      }
    }
    guard let whole, whole.name == "VCALENDAR" else { throw Fault(description: "no calendar") }
    self = whole
  }

  private init(name: String) {
    self.name = name
  }

  /// Returns unfolded lines. Each physical line must have at most 75 octets, end with CRLF, and be valid UTF-8.
  private static func contentLines(_ bytes: [UInt8]) throws -> [String] {
    var lines: [[UInt8]] = []
    var physical: [UInt8] = []
    var index = 0
    while index < bytes.count {
      if bytes[index] == 13, index + 1 < bytes.count, bytes[index + 1] == 10 {
        guard physical.count <= 75 else { throw Fault(description: "a line of \(physical.count) octets") }
        guard String(validating: physical, as: UTF8.self) != nil else { throw Fault(description: "a split character") }
        if physical.first == 32 {
          guard !lines.isEmpty else { throw Fault(description: "a fold at the start") }
          lines[lines.count - 1] += physical.dropFirst()
        } else {
          lines.append(physical)
        }
        physical = []
        index += 2
        continue
      }
      guard bytes[index] >= 32 || bytes[index] == 9, bytes[index] != 127 else {
        throw Fault(description: "control character \(bytes[index])")
      }
      physical.append(bytes[index])
      index += 1
    }
    guard physical.isEmpty else { throw Fault(description: "no end of line at the end") }
    return lines.map { String(decoding: $0, as: UTF8.self) }
  }

  /// Returns the value of the only property with that name.
  func value(_ name: String) throws -> String {
    let found = properties.filter { $0.name == name }
    guard found.count == 1 else { throw Fault(description: "\(found.count) times \(name)") }
    return found[0].value
  }

  /// Returns a TEXT value.
  func text(_ name: String) throws -> String { ICSTests.unescape(try value(name)) }

  func children(_ name: String) -> [ICSComponent] { children.filter { $0.name == name } }
}

extension ICSComponent.Property {
  /// Parses `NAME;PARAM=value:value`. None of our parameters needs quotes.
  init(_ line: String) throws {
    let scalars = line.unicodeScalars
    guard let colon = scalars.firstIndex(of: ":") else { throw ICSComponent.Fault(description: "no colon: \(line)") }
    let parts = String(scalars[..<colon]).split(separator: ";", omittingEmptySubsequences: false).map(String.init)
    name = parts[0]
    guard !name.isEmpty, name.unicodeScalars.allSatisfy({ ("A"..."Z").contains($0) || $0 == "-" }) else {
      throw ICSComponent.Fault(description: "no name: \(line)")
    }
    parameters = [:]
    for part in parts.dropFirst() {
      let pair = part.split(separator: "=", maxSplits: 1).map(String.init)
      guard pair.count == 2 else { throw ICSComponent.Fault(description: "no parameter: \(part)") }
      parameters[pair[0]] = pair[1]
    }
    value = String(scalars[scalars.index(after: colon)...])
  }
}

extension ICSComponent {
  /// Returns the instant of a date property. A TZID refers to the zones of `calendar`.
  func instant(_ name: String, in calendar: ICSComponent) throws -> Instant {
    guard let property = properties.first(where: { $0.name == name }) else {
      throw Fault(description: "no \(name)")
    }
    guard let id = property.parameters["TZID"] else {
      guard property.value.hasSuffix("Z") else { throw Fault(description: "floating: \(property.value)") }
      return try ICSComponent.local(String(property.value.dropLast())).instant(at: .utc)
    }
    let zones = calendar.children("VTIMEZONE").filter { $0.properties.contains { $0.name == "TZID" && $0.value == id } }
    guard zones.count == 1 else { throw Fault(description: "\(zones.count) definitions of \(id)") }
    return try zones[0].instant(of: ICSComponent.local(property.value))
  }

  /// Returns the instant of a wall time in this VTIMEZONE. The observance with the last onset not after the wall time applies, with
  /// onsets in the wall time before them.
  func instant(of local: LocalDateTime) throws -> Instant {
    var best: (onset: LocalDateTime, offset: UTCOffset)?
    for observance in children {
      for onset in try observance.onsets(upTo: local) where best == nil || onset > best!.onset {
        best = (onset, try ICSComponent.offset(observance.value("TZOFFSETTO")))
      }
    }
    guard let best else { throw Fault(description: "nothing reaches \(local)") }
    return local.instant(at: best.offset)
  }

  /// Returns the onsets of an observance: one, or those of a yearly rule `FREQ=YEARLY;BYMONTH=m;BYDAY=nDD`.
  private func onsets(upTo last: LocalDateTime) throws -> [LocalDateTime] {
    let first = try ICSComponent.local(value("DTSTART"))
    guard properties.contains(where: { $0.name == "RRULE" }) else { return first <= last ? [first] : [] }
    let parts = try value("RRULE").split(separator: ";").map { $0.split(separator: "=").map(String.init) }
    guard parts.map(\.first) == ["FREQ", "BYMONTH", "BYDAY"], parts[0][1] == "YEARLY", let month = Int(parts[1][1]),
      let week = Int(parts[2][1].dropLast(2)), first.date.year <= last.date.year
    else { throw Fault(description: "no yearly rule: \(try value("RRULE"))") }
    var onsets: [LocalDateTime] = []
    for year in first.date.year...last.date.year {
      let days = (1...31).compactMap { LocalDate(year: year, month: month, day: $0) }
        .filter { "\($0.weekday)".prefix(2).uppercased() == parts[2][1].suffix(2) }
      onsets.append(days[week > 0 ? week - 1 : days.count + week].at(first.time))
    }
    guard onsets.first == first else { throw Fault(description: "DTSTART \(first) is not by its rule") }
    return onsets.filter { $0 <= last }
  }

  /// Parses `YYYYMMDDTHHMMSS`.
  static func local(_ text: String) throws -> LocalDateTime {
    let digits = Array(text)
    guard digits.count == 15, digits[8] == "T" else { throw Fault(description: "no date and time: \(text)") }
    let number = { (range: Range<Int>) in Int(String(digits[range])) ?? -1 }
    guard let date = LocalDate(year: number(0..<4), month: number(4..<6), day: number(6..<8)),
      let time = LocalTime(hour: number(9..<11), minute: number(11..<13), second: number(13..<15))
    else { throw Fault(description: "no date and time: \(text)") }
    return date.at(time)
  }

  /// Parses `+0100` or `-001140`.
  static func offset(_ text: String) throws -> UTCOffset {
    let digits = text.dropFirst().compactMap(\.wholeNumberValue)
    guard text.hasPrefix("+") || text.hasPrefix("-"), digits.count == text.count - 1, [4, 6].contains(digits.count)
    else { throw Fault(description: "no offset: \(text)") }
    var seconds = (digits[0] * 10 + digits[1]) * 3600 + (digits[2] * 10 + digits[3]) * 60
    if digits.count == 6 { seconds += digits[4] * 10 + digits[5] }
    guard let offset = UTCOffset(seconds: text.hasPrefix("-") ? -seconds : seconds) else {
      throw Fault(description: "no offset: \(text)")
    }
    return offset
  }
}
