import Bytes
import Diagnostics
import Formats

/// The content lines of an iCalendar file or a vCard, unfolded (RFC 5545, section 3.1; RFC 6350, section 3.2).
struct ICalendarLines {
  /// A property as written. Text is created only for properties that are kept.
  struct Line: ~Escapable {
    let name: ICalendarName
    /// The group of a vCard property, such as `ITEM1` in `item1.BDAY`. Empty if it has none.
    let group: String
    /// `TZID=Europe/London;VALUE=DATE`, without the leading semicolon.
    let parameters: Span<UInt8>
    /// UTF-8.
    let value: Span<UInt8>
    let place: Place
    let valuePlace: Place

    /// - Parameters:
    ///   - start: The start of the name, after its group.
    ///   - name: The end of the name.
    ///   - colon: The colon before the value.
    @_lifetime(copy bytes)
    fileprivate init(_ known: ICalendarName, _ bytes: Span<UInt8>, start: Int, name: Int, colon: Int, at place: Place) {
      self.name = known
      group = start > 0 && bytes[start - 1] == UInt8(ascii: ".") ? bytes.extracting(0..<start - 1).word : ""
      parameters = bytes.extracting(min(name + 1, colon)..<colon)
      value = bytes.extracting(droppingFirst: colon + 1)
      (self.place, valuePlace) = (place, Place(line: place.line, column: colon + 2))
    }

    var text: String { String(value) }
    /// The value in capitals and without blanks.
    var word: String { value.word }

    /// Returns the value of a parameter, without quotes.
    func parameter(_ name: String) -> String? {
      var found: String?
      parameters.forEachPart(UInt8(ascii: ";")) { part in
        let sign = part.firstIndex(of: UInt8(ascii: "="), from: 0)
        guard found == nil, sign < part.count, part.extracting(first: sign).word == name else { return }
        found = String(part.extracting(droppingFirst: sign + 1)).filter { $0 != "\"" }
      }
      return found
    }
  }

  /// The position of a property's name, and the name itself if a mapper reads it.
  private struct Head {
    var name: ICalendarName?
    var start: Int
    var end: Int
  }

  private static let limit = 1 << 20

  private(set) var number = 0
  private var unfolded: [UInt8] = []
  /// Whether the current property is one that no mapper reads.
  private var isSkipped = false

  /// The fault of a component that the input does not close with `end`.
  func unclosed(_ end: String, from begin: Place, _ output: ImportOutput) -> RunFault {
    output.fault(
      .syntax, "found the end of the input", expected: "\(end) for the BEGIN in line \(begin.line)",
      at: Place(line: number + 1, column: 1))
  }

  /// Reads the unfolded lines of a window.
  ///
  /// - Parameter take: Receives the properties that a mapper reads.
  /// - Returns: The start of the first line whose end is not in the window.
  mutating func read(
    _ bytes: Span<UInt8>, isLast: Bool, _ output: ImportOutput, _ take: (Line) throws(RunFault) -> Void
  ) throws(RunFault) -> Int {
    var start = 0
    while start < bytes.count {
      let place = Place(line: number + 1, column: 1)
      let end = bytes.firstIndex(of: 0x0a, from: start)
      // The next line may be a continuation.
      if end + 1 >= bytes.count, !isLast { return start }
      var head: Head?
      if !isSkipped || !bytes.isFolded(at: start) {
        head = self.head(of: bytes.extracting(start..<end))
        isSkipped = head.map { $0.name == nil } ?? false
      }
      var (next, parts) = (min(end + 1, bytes.count), 1)
      // Photos take megabytes.
      if isSkipped {
        number += 1
        start = next
        continue
      }
      let first = bytes.extracting(start..<bytes.endOfText(start..<end))
      while next < bytes.count, bytes.isFolded(at: next) {
        let end = bytes.firstIndex(of: 0x0a, from: next + 1)
        if end + 1 >= bytes.count, !isLast { return start }
        if parts == 1 {
          unfolded.removeAll(keepingCapacity: true)
          unfolded.append(copying: first)
        }
        unfolded.append(copying: bytes.extracting(next + 1..<bytes.endOfText(next + 1..<end)))
        if unfolded.count > ICalendarLines.limit {
          throw output.fault(.limit, "the line is too long", expected: "at most 1 MB", at: place)
        }
        parts += 1
        next = min(end + 1, bytes.count)
      }
      number += parts
      if parts == 1 {
        try read(property: first, head, place, output, take)
      } else {
        try read(property: unfolded.span, head, place, output, take)
      }
      start = next
    }
    return start
  }

  /// Returns the name of a property; nil if the line ends before its name does.
  private func head(of bytes: Span<UInt8>) -> Head? {
    var (index, dot) = (0, -1)
    while index < bytes.count, bytes[index] != UInt8(ascii: ":"), bytes[index] != UInt8(ascii: ";") {
      if bytes[index] == UInt8(ascii: ".") { dot = index }
      index += 1
    }
    if index == bytes.count { return nil }
    // A byte order mark is not part of the first name.
    var start = number == 0 && index >= 3 && bytes[0] == 0xef ? 3 : 0
    if dot >= start { start = dot + 1 }
    return Head(name: ICalendarName(bytes.extracting(start..<index)), start: start, end: index)
  }

  private func read(
    property bytes: Span<UInt8>, _ head: Head?, _ place: Place, _ output: ImportOutput,
    _ take: (Line) throws(RunFault) -> Void
  ) throws(RunFault) {
    func noColon() -> RunFault {
      output.fault(.syntax, "found a line without a colon", expected: "NAME:value", at: place)
    }
    guard let head = head ?? self.head(of: bytes) else {
      if bytes.allSatisfy({ $0 <= 0x20 }) { return }
      throw noColon()
    }
    guard let name = head.name else { return }
    var colon = head.end
    var isQuoted = false
    while colon < bytes.count, isQuoted || bytes[colon] != UInt8(ascii: ":") {
      if bytes[colon] == UInt8(ascii: "\"") { isQuoted.toggle() }
      colon += 1
    }
    if colon == bytes.count { throw noColon() }
    if !bytes.isASCII {
      do {
        _ = try UTF8Span(validating: bytes)
      } catch {
        let at = error.byteOffsets.lowerBound
        throw output.fault(
          .encoding, "found \(bytes[at].nameForDiagnostic), which is not UTF-8 here", expected: "UTF-8",
          at: Place(line: place.line, column: at + 1))
      }
    }
    try take(Line(name, bytes, start: head.start, name: head.end, colon: colon, at: place))
  }
}

extension Span<UInt8> {
  /// The text in capitals and without blanks.
  var word: String {
    let text = String(self)
    let isPlain = allSatisfy { $0 > 0x20 && !(UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0) }
    return isPlain ? text : text.filter { $0 != " " && $0 != "\t" }.uppercased()
  }

  /// Calls `body` with each nonempty part between separators.
  func forEachPart(_ separator: UInt8, _ body: (Span<UInt8>) -> Void) {
    var start = 0
    while start < count {
      let end = firstIndex(of: separator, from: start)
      if end > start { body(extracting(start..<end)) }
      start = end + 1
    }
  }

  /// Whether the line at `index` continues the previous one.
  fileprivate func isFolded(at index: Int) -> Bool { self[index] == 0x20 || self[index] == 0x09 }

  /// Returns the end of a line without its carriage return.
  fileprivate func endOfText(_ line: Range<Int>) -> Int {
    !line.isEmpty && self[line.upperBound - 1] == 0x0d ? line.upperBound - 1 : line.upperBound
  }

  fileprivate func allSatisfy(_ test: (UInt8) -> Bool) -> Bool {
    for index in indices where !test(self[index]) { return false }
    return true
  }
}
