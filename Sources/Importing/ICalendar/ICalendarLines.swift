import Bytes
import Diagnostics
import Formats
import System

/// The content lines of an iCalendar file or a vCard, unfolded (RFC 5545, section 3.1; RFC 6350, section 3.2).
///
/// Reads what other programs break: line breaks inside a value, lines that end in a carriage return or in two, and text
/// that is not UTF-8. Each repair is counted.
struct ICalendarLines {
  /// A property as written. Text is created only for properties that are kept.
  struct Line: ~Escapable {
    let name: ICalendarName
    /// The name as written, with what a program appends to it.
    let writtenName: Span<UInt8>
    /// The group of a vCard property, such as `ITEM1` in `item1.BDAY`. Empty if it has none.
    let group: String
    /// `TZID=Europe/London;VALUE=DATE`, without the leading semicolon.
    let parameters: Span<UInt8>
    /// UTF-8.
    let value: Span<UInt8>
    let place: Place
    let valuePlace: Place

    /// - Parameter colon: The colon before the value.
    @_lifetime(copy bytes)
    fileprivate init(_ known: ICalendarName, _ bytes: Span<UInt8>, _ head: Head, colon: Int, at place: Place) {
      name = known
      let start = head.start
      writtenName = bytes.extracting(start..<head.end)
      group = start > 0 && bytes[start - 1] == UInt8(ascii: ".") ? bytes.extracting(0..<start - 1).word : ""
      parameters = bytes.extracting(min(head.end + 1, colon)..<colon)
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
  fileprivate struct Head {
    var name: ICalendarName?
    var start: Int
    var end: Int
  }

  /// The ends of lines in a window.
  private struct Ends {
    let isLast: Bool
    /// The next line feed and carriage return.
    private var feed = -1
    private var carriage = -1

    init(isLast: Bool) { self.isLast = isLast }

    /// Returns the end of the line at `start` and the start of the next one; nil if the window may lack them.
    mutating func end(from start: Int, _ bytes: Span<UInt8>) -> (end: Int, next: Int)? {
      if feed < start { feed = bytes.firstIndex(of: 0x0a, from: start) }
      if carriage < start { carriage = bytes.firstIndex(of: 0x0d, from: start) }
      guard carriage < feed else {
        return feed < bytes.count ? (feed, feed + 1) : isLast ? (feed, feed) : nil
      }
      var after = carriage + 1
      while after < bytes.count, bytes[after] == 0x0d { after += 1 }
      if after == bytes.count, !isLast { return nil }
      return (carriage, after < bytes.count && bytes[after] == 0x0a ? after + 1 : carriage + 1)
    }
  }

  private static let limit = 1 << 20

  private(set) var number = 0
  private var unfolded: [UInt8] = []
  /// Whether the current property is one that no mapper reads.
  private var isSkipped = false
  private var hasBegun = false
  /// The blanks before each line, if there are any before the first BEGIN and the line after it.
  private var indent = 0

  /// Reads the unfolded lines of a window.
  ///
  /// - Parameter take: Receives the properties that a mapper reads.
  /// - Returns: The start of the first line whose end is not in the window.
  mutating func read(
    _ bytes: Span<UInt8>, isLast: Bool, _ output: ImportOutput, _ take: (Line) throws(RunFault) -> Void
  ) throws(RunFault) -> Int {
    var start = 0
    var ends = Ends(isLast: isLast)
    while start < bytes.count {
      let place = Place(line: number + 1, column: 1)
      guard var (end, next) = ends.end(from: start, bytes) else { return start }
      // The next line may be a continuation.
      if next >= bytes.count, !isLast { return start }
      let first = bytes.extracting(start..<end)
      if end < bytes.count, bytes[end] == 0x0d, next != end + 2 {
        output.note("line does not end in CR LF or LF", "lines do not end in CR LF or LF", "read", at: place)
      }
      var head: Head?
      // A name may be folded too.
      var isSplit = false
      if !isSkipped || !isFolded(bytes, at: start) {
        head = self.head(of: first)
        isSplit = head == nil && first.isPartOfName && next < bytes.count && isFolded(bytes, at: next)
        // Photos of old vCards have lines of Base64 that are not folded.
        if head == nil, !isSplit, !first.isBlank, !isSkipped || !first.allSatisfy(\.isInBase64) {
          noteNameless(place, output)
        }
        if let head { isSkipped = head.name == nil }
        if !hasBegun, head?.name == .begin {
          hasBegun = true
          if next < bytes.count, bytes.isFolded(at: next), let head { indent = first.blanks(before: head.start) }
        }
        if head != nil, isSkipped, !hasBegun {
          output.note(
            "line before the first BEGIN is skipped", "lines before the first BEGIN are skipped", at: place)
        }
      }
      let isEncoded = first.endsSoftly && first.contains(ignoringCase: "QUOTED-PRINTABLE")
      if head?.name == nil, !isEncoded, !isSplit {
        // Photos take megabytes.
        number += 1
        start = next
        continue
      }
      var (parts, isSoft) = (1, isEncoded)
      while next < bytes.count {
        let isFolded = self.isFolded(bytes, at: next)
        guard let line = ends.end(from: next, bytes), line.next < bytes.count || isLast else { return start }
        let text = bytes.extracting(min(next + (isFolded && !isSoft ? indent + 1 : 0), line.end)..<line.end)
        let isSplit = text.isPartOfName && line.next < bytes.count && self.isFolded(bytes, at: line.next)
        let isNameless = !isSoft && !isFolded && !isSplit && self.head(of: text) == nil
        if !isSoft, !isFolded, !isNameless { break }
        if isNameless, !text.isBlank { noteNameless(Place(line: number + parts + 1, column: 1), output) }
        if parts == 1 {
          unfolded.removeAll(keepingCapacity: true)
          unfolded.append(copying: first)
        }
        if isSoft { unfolded.removeLast() }
        // A line break is a blank in titles and names, and the end of anything else.
        if !isNameless || head?.name?.isText ?? false {
          if isNameless { unfolded.append(0x20) }
          unfolded.append(copying: text)
        }
        if unfolded.count > ICalendarLines.limit {
          throw output.fault(.limit, "the line is too long", expected: "at most 1 MB", at: place)
        }
        isSoft = isEncoded && text.endsSoftly && !isNameless
        parts += 1
        (end, next) = line
      }
      number += parts
      start = next
      if isSplit {
        head = self.head(of: unfolded.span)
        isSkipped = head.map { $0.name == nil } ?? isSkipped
      }
      guard let head, let name = head.name else { continue }
      if parts == 1 {
        try read(property: first, head, name, place, output, take)
      } else {
        try read(property: unfolded.span, head, name, place, output, take)
      }
    }
    return start
  }

  /// Whether the line at `index` continues the previous one.
  private func isFolded(_ bytes: Span<UInt8>, at index: Int) -> Bool {
    bytes.isFolded(at: index) && (indent == 0 || bytes.extracting(droppingFirst: index).indent != indent)
  }

  private func noteNameless(_ place: Place, _ output: ImportOutput) {
    output.note(
      "line has no property name: it counts as text of the line before",
      "lines have no property name: they count as text of the lines before", at: place)
  }

  /// Returns the name of a property; nil if the line does not begin with one.
  private func head(of bytes: Span<UInt8>) -> Head? {
    // Byte order marks are not part of the first name, nor blanks before the first BEGIN.
    var start = 0
    while bytes.count >= start + 3, bytes[start] == 0xef, bytes[start + 1] == 0xbb, bytes[start + 2] == 0xbf {
      start += 3
    }
    if !hasBegun || indent > 0 { start += bytes.extracting(droppingFirst: start).indent }
    var index = start
    while index < bytes.count, bytes[index].isInName {
      if bytes[index] == UInt8(ascii: ".") { start = index + 1 }
      index += 1
    }
    let name = bytes.extracting(start..<index)
    // Blanks may follow a known name in capitals.
    if index < bytes.count, bytes.isFolded(at: index),
      name.allSatisfy({ !(UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0) })
    {
      index += bytes.extracting(droppingFirst: index).indent
    }
    guard !name.isEmpty, index < bytes.count, bytes[index] == UInt8(ascii: ":") || bytes[index] == UInt8(ascii: ";")
    else { return nil }
    let known = ICalendarName(name)
    return known == nil && index > start + name.count ? nil : Head(name: known, start: start, end: index)
  }

  private func read(
    property bytes: Span<UInt8>, _ head: Head, _ name: ICalendarName, _ place: Place, _ output: ImportOutput,
    _ take: (Line) throws(RunFault) -> Void
  ) throws(RunFault) {
    var colon = head.end
    var isQuoted = false
    while colon < bytes.count, isQuoted || bytes[colon] != UInt8(ascii: ":") {
      if bytes[colon] == UInt8(ascii: "\"") { isQuoted.toggle() }
      colon += 1
    }
    // A quotation mark may lack its other one.
    if colon == bytes.count { colon = bytes.firstIndex(of: UInt8(ascii: ":"), from: head.end) }
    // A TZID may have colons without quotation marks. Its value begins with a date.
    if name.isTime {
      var other = colon
      while other < bytes.count, !bytes.hasDate(from: other + 1) {
        other = bytes.firstIndex(of: UInt8(ascii: ":"), from: other + 1)
      }
      if other < bytes.count { colon = other }
    }
    if colon == bytes.count { return noteNameless(place, output) }
    let parameters = bytes.extracting(head.end..<colon)
    let isEncoded = !parameters.isEmpty && parameters.contains(ignoringCase: "QUOTED-PRINTABLE")
    if !isEncoded, bytes.isASCII || (try? UTF8Span(validating: bytes)) != nil {
      return try take(Line(name, bytes, head, colon: colon, at: place))
    }
    var (before, value) = ([] as [UInt8], [] as [UInt8])
    before.append(copying: bytes.extracting(first: colon + 1))
    let rest = bytes.extracting(droppingFirst: colon + 1)
    if isEncoded { value.append(quotedPrintable: rest) } else { value.append(copying: rest) }
    if (try? UTF8Span(validating: value.span)) == nil || (try? UTF8Span(validating: before.span)) == nil {
      let charset = Line(name, bytes, head, colon: colon, at: place).parameter("CHARSET")?.uppercased() ?? ""
      let converted = value.converted(from: charset)
      if converted == nil {
        output.note("line is not UTF-8", "lines are not UTF-8", "read as Windows-1252", at: place)
      }
      (before, value) = (before.fromWindows1252, converted ?? value.fromWindows1252)
    }
    colon = before.count - 1
    before += value
    try take(Line(name, before.span, head, colon: colon, at: place))
  }
}

extension ICalendarName {
  fileprivate var isTime: Bool {
    switch self {
    case .start, .endDate, .due, .exceptions, .moreDates, .recurrenceID: true
    default: false
    }
  }

  /// Whether the value is a text for people.
  fileprivate var isText: Bool {
    switch self {
    case .summary, .fullName, .nameParts, .nickname, .organization: true
    default: false
    }
  }
}

extension UInt8 {
  fileprivate var isInName: Bool {
    switch self {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"):
      true
    default: false
    }
  }

  fileprivate var isInBase64: Bool {
    isInName || self == UInt8(ascii: "+") || self == UInt8(ascii: "/") || self == UInt8(ascii: "=")
  }

  fileprivate var hexadecimal: UInt8? {
    switch self {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): self - UInt8(ascii: "0")
    case UInt8(ascii: "A")...UInt8(ascii: "F"): self - UInt8(ascii: "A") + 10
    case UInt8(ascii: "a")...UInt8(ascii: "f"): self - UInt8(ascii: "a") + 10
    default: nil
    }
  }
}

extension [UInt8] {
  /// Appends bytes decoded from quoted-printable (RFC 2045, section 6.7). Line breaks become blanks.
  fileprivate mutating func append(quotedPrintable bytes: Span<UInt8>) {
    var index = 0
    while index < bytes.count {
      if bytes[index] == UInt8(ascii: "="), index + 2 < bytes.count, let high = bytes[index + 1].hexadecimal,
        let low = bytes[index + 2].hexadecimal
      {
        append(Swift.max(high << 4 | low, 0x20))
        index += 3
      } else {
        append(bytes[index])
        index += 1
      }
    }
  }

  /// The bytes as text: Windows-1252 if they are not UTF-8.
  var asText: String {
    String(validating: self, as: UTF8.self) ?? String(decoding: fromWindows1252, as: UTF8.self)
  }

  /// The bytes as UTF-8, if they are Windows-1252, which includes Latin-1.
  var fromWindows1252: [UInt8] {
    let upper = [Unicode.Scalar]("€�‚ƒ„…†‡ˆ‰Š‹Œ�Ž��‘’“”•–—˜™š›œ�žŸ".unicodeScalars)
    var text = String.UnicodeScalarView()
    for byte in self {
      if 0x80...0x9f ~= byte { text.append(upper[Int(byte) - 0x80]) } else { text.append(Unicode.Scalar(byte)) }
    }
    return Array(String(text).utf8)
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

  /// Whether the line at `index` begins with a blank.
  fileprivate func isFolded(at index: Int) -> Bool { self[index] == 0x20 || self[index] == 0x09 }

  fileprivate func blanks(before end: Int) -> Int {
    var index = end
    while index > 0, isFolded(at: index - 1) { index -= 1 }
    return end - index
  }

  /// The number of blanks at the start.
  fileprivate var indent: Int {
    var index = 0
    while index < count, isFolded(at: index) { index += 1 }
    return index
  }

  /// Whether digits such as 20261120 begin at `index`, which blanks may precede.
  fileprivate func hasDate(from index: Int) -> Bool {
    var index = index
    while index < count, self[index] == 0x20 { index += 1 }
    return index + 8 <= count && extracting(index..<index + 8).decimal != nil
  }

  fileprivate var isPartOfName: Bool { !isEmpty && count < 64 && allSatisfy(\.isInName) }

  var isBlank: Bool { allSatisfy { $0 <= 0x20 } }

  /// Whether the line may end in a soft line break of quoted-printable.
  fileprivate var endsSoftly: Bool { !isEmpty && self[count - 1] == UInt8(ascii: "=") }

  /// - Parameter text: Capitals.
  func contains(ignoringCase text: String) -> Bool {
    let text = Array(text.utf8)
    guard count >= text.count else { return false }
    return (0...count - text.count).contains { start in
      text.indices.allSatisfy { index in
        let byte = self[start + index]
        return byte == text[index] || byte & 0xdf == text[index] && text[index] > 0x40
      }
    }
  }

  fileprivate func allSatisfy(_ test: (UInt8) -> Bool) -> Bool {
    for index in indices where !test(self[index]) { return false }
    return true
  }
}
