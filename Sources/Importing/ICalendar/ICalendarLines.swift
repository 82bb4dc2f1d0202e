import Bytes
import Diagnostics
import Formats

/// The content lines of an iCalendar file, unfolded (RFC 5545, section 3.1).
struct ICalendarLines {
  /// A property as it stands: texts are made only of what is kept.
  struct Line: ~Escapable {
    let name: ICalendarName
    /// `TZID=Europe/London;VALUE=DATE`, without what begins it.
    let parameters: Span<UInt8>
    /// UTF-8.
    let value: Span<UInt8>
    let place: Place
    let valuePlace: Place

    /// - Parameters:
    ///   - name: Where the name ends.
    ///   - colon: Where the value begins.
    @_lifetime(copy bytes)
    fileprivate init(_ known: ICalendarName, _ bytes: Span<UInt8>, name: Int, colon: Int, at place: Place) {
      self.name = known
      parameters = bytes.extracting(min(name + 1, colon)..<colon)
      value = bytes.extracting(droppingFirst: colon + 1)
      (self.place, valuePlace) = (place, Place(line: place.line, column: colon + 2))
    }

    var text: String { String(value) }
    /// In capitals and without blanks.
    var word: String { value.word }

    /// The value of a parameter, without quotes.
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

  private static let most = 1 << 20

  private(set) var number = 0
  private var unfolded: [UInt8] = []

  /// Reads the lines of a window, each with what it is folded into.
  ///
  /// - Parameter take: Gets the properties that something asks for.
  /// - Returns: Where the first line begins of which it is not known where it ends.
  mutating func read(
    _ bytes: Span<UInt8>, isLast: Bool, _ output: ImportOutput, _ take: (Line) throws(FatalInput) -> Void
  ) throws(FatalInput) -> Int {
    var start = 0
    while start < bytes.count {
      let place = Place(line: number + 1, column: 1)
      var (next, parts, firstEnd) = (start, 0, start)
      repeat {
        let part = parts == 0 ? start : next + 1
        let end = bytes.firstIndex(of: 0x0a, from: part)
        // What follows may be folded into it.
        if end + 1 >= bytes.count, !isLast { return start }
        let textEnd = end > part && bytes[end - 1] == 0x0d ? end - 1 : end
        if parts == 0 {
          firstEnd = textEnd
        } else {
          if parts == 1 {
            unfolded.removeAll(keepingCapacity: true)
            unfolded.append(copying: bytes.extracting(start..<firstEnd))
          }
          unfolded.append(copying: bytes.extracting(part..<textEnd))
          if unfolded.count > ICalendarLines.most {
            throw output.fault(.limit, "the line is too long", expected: "at most 1 MB", at: place)
          }
        }
        parts += 1
        next = min(end + 1, bytes.count)
      } while next < bytes.count && (bytes[next] == 0x20 || bytes[next] == 0x09)
      number += parts
      if parts == 1 {
        try read(property: bytes.extracting(start..<firstEnd), place, output, take)
      } else {
        try read(property: unfolded.span, place, output, take)
      }
      start = next
    }
    return start
  }

  private func read(
    property bytes: Span<UInt8>, _ place: Place, _ output: ImportOutput, _ take: (Line) throws(FatalInput) -> Void
  ) throws(FatalInput) {
    func noColon() -> FatalInput {
      output.fault(.syntax, "found a line without a colon", expected: "NAME:value", at: place)
    }
    var index = 0
    while index < bytes.count, bytes[index] != UInt8(ascii: ":"), bytes[index] != UInt8(ascii: ";") { index += 1 }
    if index == bytes.count {
      // An empty line is none.
      if bytes.allSatisfy({ $0 <= 0x20 }) { return }
      throw noColon()
    }
    // A byte order mark is not part of the first name.
    let mark = place.line == 1 && bytes.count > 3 && bytes[0] == 0xef ? 3 : 0
    guard index >= mark, let name = ICalendarName(bytes.extracting(mark..<index)) else { return }
    var colon = index
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
    try take(Line(name, bytes, name: index, colon: colon, at: place))
  }
}

extension Span<UInt8> {
  /// In capitals and without blanks.
  var word: String {
    let text = String(self)
    let isPlain = allSatisfy { $0 > 0x20 && !(UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0) }
    return isPlain ? text : text.filter { $0 != " " && $0 != "\t" }.uppercased()
  }

  /// Calls `body` with each of the parts that stand between separators and are not empty.
  func forEachPart(_ separator: UInt8, _ body: (Span<UInt8>) -> Void) {
    var start = 0
    while start < count {
      let end = firstIndex(of: separator, from: start)
      if end > start { body(extracting(start..<end)) }
      start = end + 1
    }
  }

  fileprivate func allSatisfy(_ test: (UInt8) -> Bool) -> Bool {
    for index in indices where !test(self[index]) { return false }
    return true
  }
}
