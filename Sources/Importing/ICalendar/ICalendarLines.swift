import Bytes
import Formats

/// The content lines of an iCalendar file, unfolded (RFC 5545, section 3.1).
struct ICalendarLines {
  /// A property as it stands, its name in capitals.
  struct Line {
    var name: String
    /// `TZID=Europe/London;VALUE=DATE`, without what begins it.
    var parameters: Substring
    var value: Substring
    var place: Place
    var valuePlace: Place

    /// The value of a parameter, without quotes.
    func parameter(_ name: String) -> String? {
      if parameters.isEmpty { return nil }
      for part in parameters.split(separator: ";") {
        guard let sign = part.firstIndex(of: "="), part[..<sign].uppercased() == name else { continue }
        return part[part.index(after: sign)...].filter { $0 != "\"" }
      }
      return nil
    }
  }

  enum Fault: Error {
    case noColon(Place)
    case notUTF8(Place, UInt8)
    case tooLong(Place)
  }

  private static let most = 1 << 20

  private(set) var number = 0
  /// What every line can begin with: only these are made into texts.
  private let names: Set<String>
  private var unfolded: [UInt8] = []

  /// - Parameter names: The names of the properties that are asked for.
  init(names: Set<String>) {
    self.names = names
  }

  /// Reads the line that begins at `start`, with what it is folded into.
  ///
  /// - Returns: Where the next one begins, and the property, where it is one that is asked for; nil where the window ends before it is
  ///   known where the line does.
  mutating func read(_ bytes: Span<UInt8>, from start: Int, isLast: Bool) throws(Fault) -> (next: Int, line: Line?)? {
    let place = Place(line: number + 1, column: 1)
    var (index, lines) = (start, 1)
    var firstEnd = -1
    unfolded.removeAll(keepingCapacity: true)
    var part = start
    while true {
      let end = bytes.endOfLine(from: index)
      let textEnd = end > index && bytes[end - 1] == 0x0d ? end - 1 : end
      guard end + 1 < bytes.count else {
        if !isLast { return nil }
        if firstEnd >= 0 { unfolded.append(copying: bytes.extracting(part..<textEnd)) } else { firstEnd = textEnd }
        index = bytes.count
        break
      }
      let isFolded = bytes[end + 1] == 0x20 || bytes[end + 1] == 0x09
      if firstEnd >= 0 {
        unfolded.append(copying: bytes.extracting(part..<textEnd))
      } else if isFolded {
        firstEnd = textEnd
        unfolded.append(copying: bytes.extracting(start..<textEnd))
      } else {
        firstEnd = textEnd
      }
      index = end + 1
      if !isFolded { break }
      lines += 1
      part = end + 2
      if unfolded.count > ICalendarLines.most { throw .tooLong(place) }
    }
    number += lines
    let line =
      unfolded.isEmpty ? try property(bytes.extracting(start..<firstEnd), place) : try property(unfolded.span, place)
    return (index, line)
  }

  private func property(_ bytes: Span<UInt8>, _ place: Place) throws(Fault) -> Line? {
    var index = 0
    while index < bytes.count, bytes[index] != UInt8(ascii: ":"), bytes[index] != UInt8(ascii: ";") { index += 1 }
    if index == bytes.count {
      // An empty line is none.
      if bytes.allSatisfy({ $0 <= 0x20 }) { return nil }
      throw .noColon(place)
    }
    if index > 40 { return nil }
    // A byte order mark is not part of the first name.
    let mark = place.line == 1 && bytes.count > 3 && bytes[0] == 0xef ? 3 : 0
    var name = String(bytes.extracting(mark..<index))
    if name.utf8.contains(where: { $0 >= UInt8(ascii: "a") }) { name = name.uppercased() }
    guard names.contains(name) else { return nil }
    var colon = index
    var isQuoted = false
    while colon < bytes.count, isQuoted || bytes[colon] != UInt8(ascii: ":") {
      if bytes[colon] == UInt8(ascii: "\"") { isQuoted.toggle() }
      colon += 1
    }
    if colon == bytes.count { throw .noColon(place) }
    do {
      _ = try UTF8Span(validating: bytes)
    } catch {
      let at = error.byteOffsets.lowerBound
      throw .notUTF8(Place(line: place.line, column: at + 1), bytes[at])
    }
    let parameters = index == colon ? "" : String(bytes.extracting(index + 1..<colon))
    return Line(
      name: name, parameters: parameters[...], value: String(bytes.extracting(colon + 1..<bytes.count))[...],
      place: place, valuePlace: Place(line: place.line, column: colon + 2))
  }
}

extension Span<UInt8> {
  /// The index of the next line feed, or the end.
  func endOfLine(from start: Int) -> Int {
    var index = start
    while index < count, self[index] != 0x0a { index += 1 }
    return index
  }

  fileprivate func allSatisfy(_ test: (UInt8) -> Bool) -> Bool {
    for index in indices where !test(self[index]) { return false }
    return true
  }
}
