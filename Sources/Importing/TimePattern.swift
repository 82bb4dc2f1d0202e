import Bytes
import CivilTime
import System

/// A pattern of dates, times of day, or both in a table: `DD.MM.YYYY`, `H:MM A`, `YYYY-MM-DD HH:MM:SSZ`.
///
/// `YYYY` and `YY` are years. `M`, `D`, `H` and `S` occur once or twice: a single letter accepts one digit or two.
/// `M` after hours means minutes; a fraction after seconds is ignored. `A` is AM or PM, `Z` an offset or the letter,
/// `V` a zone name. Any other character stands for itself.
///
/// A locale's format works too: a CLDR style (`short`, `medium`, `long`, `full`) or a CLDR pattern, with a `y` if it
/// has a date: `d MMM y`, `EEEE, d. MMMM y, HH:mm`.
package struct TimePattern: Sendable {
  package enum Kind: Sendable {
    case date, time, instant
  }

  /// The pattern as in the mapping file.
  package let text: String
  private let parts: [(letter: Character, count: Int)]
  /// The units per second, if the value is a count since 1970.
  private let unit: Int64?
  /// The parser of a locale's format.
  private var localized: (parser: ICUDateParser, kind: Kind)?

  private static let units: [String: Int64] = ["seconds": 1, "milliseconds": 1000]
  private static let letters: Set<Character> = ["Y", "M", "D", "H", "m", "S", "A", "Z", "V"]

  /// Creates a CLDR pattern for a locale.
  ///
  /// - Returns: nil if the text is neither a CLDR style nor a CLDR pattern.
  package init?(_ text: String, of kind: Kind, locale: String) {
    self.text = text
    (parts, unit) = ([], nil)
    if let style = ICUDateParser.Style(rawValue: text) {
      localized = ICUDateParser(locale, style, hasDate: kind != .time, hasTime: kind != .date).map { ($0, kind) }
    } else {
      // Quoted text contains no fields.
      let fields = Set(
        text.split(separator: "'", omittingEmptySubsequences: false).enumerated()
          .filter { $0.offset % 2 == 0 }.map(\.element).joined())
      let (hasDate, hasTime) = (
        fields.contains("y") && fields.contains("d"), !fields.isDisjoint(with: "hHkK") && fields.contains("m")
      )
      guard hasDate == (kind != .time), hasTime == (kind != .date) else { return nil }
      localized = ICUDateParser(locale, pattern: text).map { ($0, kind) }
    }
    if localized == nil { return nil }
  }

  /// - Returns: nil if the pattern does not cover all of a date, a time or both, or repeats a field.
  package init?(_ text: String, of kind: Kind) {
    self.text = text
    unit = kind == .instant ? TimePattern.units[text] : nil
    var parts: [(letter: Character, count: Int)] = []
    for character in text where unit == nil {
      let isMinute =
        character == "M" && parts.contains { $0.letter == "H" }
        && (parts.last?.letter == "m" || !parts.contains { $0.letter == "m" })
      let letter = isMinute ? "m" : character == "m" ? "\0" : character
      if let last = parts.last, last.letter == letter, TimePattern.letters.contains(letter) {
        parts[parts.count - 1].count += 1
      } else {
        parts.append((letter == "\0" ? character : letter, 1))
      }
    }
    self.parts = parts
    if unit != nil { return }
    let used = parts.map(\.letter).filter { TimePattern.letters.contains($0) }
    let (date, time): (Set<Character>, Set<Character>) = (["Y", "M", "D"], ["H", "m"])
    let (needed, allowed): (Set<Character>, Set<Character>) =
      switch kind {
      case .date: (date, date)
      case .time: (time, time.union(["S", "A"]))
      case .instant: (date.union(time), TimePattern.letters)
      }
    guard Set(used).count == used.count, needed.isSubset(of: used), allowed.isSuperset(of: used),
      parts.allSatisfy({ part in
        switch part.letter {
        case "Y": part.count == 2 || part.count == 4
        case "M", "D", "H", "m", "S": part.count <= 2
        default: part.count == 1
        }
      })
    else { return nil }
  }

  /// The values that a pattern reads.
  struct Reading {
    var date: LocalDate?
    var time: LocalTime?
    var offset: UTCOffset?
    var zone: String?
    /// The instant, if the pattern counts from 1970.
    var instant: Instant?
  }

  /// - Returns: nil if the text does not match.
  func read(_ text: String) -> Reading? {
    if let localized {
      guard let seconds = localized.parser.seconds(text), let instant = Instant(epochSeconds: seconds) else {
        return nil
      }
      let local = instant.utc
      return Reading(
        date: localized.kind == .time ? nil : local.date, time: localized.kind == .date ? nil : local.time)
    }
    if let unit {
      guard let number = Int64(text) else { return nil }
      let seconds = number / unit - (number % unit < 0 ? 1 : 0)
      return Instant(epochSeconds: seconds).map { Reading(instant: $0) }
    }
    var numbers: [Character: Int] = [:]
    var reading = Reading()
    var isAfternoon: Bool?
    var rest = Substring(text)
    for part in parts {
      switch part.letter {
      case "Y", "M", "D", "H", "m", "S":
        let digits = rest.prefix(part.count == 1 ? 2 : part.count).prefix { "0"..."9" ~= $0 }
        guard let number = Int(digits), part.count == 1 || digits.count == part.count else { return nil }
        rest = rest.dropFirst(digits.count)
        numbers[part.letter] = part.letter == "Y" && part.count == 2 ? 2000 + number : number
        if part.letter == "S", rest.first == ".", rest.dropFirst().first?.isNumber == true {
          rest = rest.dropFirst().drop { "0"..."9" ~= $0 }
        }
      case "A":
        guard let half = ["am", "pm", "a.m.", "p.m."].first(where: { rest.lowercased().hasPrefix($0) }) else {
          return nil
        }
        isAfternoon = half.hasPrefix("p")
        rest = rest.dropFirst(half.count)
      case "Z":
        guard let offset = TimePattern.offset(&rest) else { return nil }
        reading.offset = offset
      case "V":
        let name = rest.prefix { $0.isASCII && ($0.isLetter || $0.isNumber || "/_+-".contains($0)) }
        if name.isEmpty { return nil }
        rest = rest.dropFirst(name.count)
        reading.zone = String(name)
      default:
        guard rest.first == part.letter else { return nil }
        rest = rest.dropFirst()
      }
    }
    guard rest.isEmpty else { return nil }
    if let isAfternoon, let hour = numbers["H"] {
      guard 1...12 ~= hour else { return nil }
      numbers["H"] = hour % 12 + (isAfternoon ? 12 : 0)
    }
    if let year = numbers["Y"], let month = numbers["M"], let day = numbers["D"] {
      guard let date = LocalDate(year: year, month: month, day: day) else { return nil }
      reading.date = date
    }
    if let hour = numbers["H"], let minute = numbers["m"] {
      guard let time = LocalTime(hour: hour, minute: minute, second: numbers["S"] ?? 0) else { return nil }
      reading.time = time
    }
    return reading
  }

  /// Reads `Z`, `+01:00`, `+0100` or `+01`.
  private static func offset(_ rest: inout Substring) -> UTCOffset? {
    guard let sign = rest.popFirst() else { return nil }
    if sign == "Z" || sign == "z" { return .utc }
    guard sign == "+" || sign == "-" else { return nil }
    func number() -> Int? {
      let digits = rest.prefix(2).prefix { "0"..."9" ~= $0 }
      guard digits.count == 2 else { return nil }
      rest = rest.dropFirst(2)
      return Int(digits)
    }
    guard let hours = number(), hours < 24 else { return nil }
    let behind = rest
    if rest.first == ":" { rest = rest.dropFirst() }
    var minutes = 0
    if let number = number() { minutes = number } else { rest = behind }
    guard minutes < 60 else { return nil }
    return UTCOffset(seconds: (sign == "-" ? -60 : 60) * (hours * 60 + minutes))
  }
}
