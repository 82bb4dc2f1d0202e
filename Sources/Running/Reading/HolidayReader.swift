import CivilTime
import Diagnostics
import Formats
import PlanModel
import System

/// Reads holiday files: `{"2026-01-01": "New Year's Day"}`, as published by the project vacanza/holidays, or a calendar
/// of all-day events (RFC 5545).
enum HolidayReader {
  /// The most dates of one file.
  private static let maximumDates = 10_000

  static func read(_ options: [HolidayOption]) throws(RunFault) -> [HolidayFile] {
    var files: [HolidayFile] = []
    var faults: [RunFault] = []
    for option in options {
      do throws(RunFault) {
        var file = try read(option.path)
        file.calendar = option.calendar
        files.append(file)
      } catch {
        faults.append(error)
      }
    }
    if let fatal = RunFault(faults) { throw fatal }
    return files
  }

  private static func read(_ path: String) throws(RunFault) -> HolidayFile {
    let bytes = try TextFile.bytes(path, for: .named)
    let name = FileName.shown(path)
    let text = Array(bytes.dropFirst(bytes.starts(with: [0xef, 0xbb, 0xbf]) ? 3 : 0))
    // An event may lack the calendar around it.
    let isCalendar = text.starts(with: Array("BEGIN:V".utf8))
    let dates = isCalendar ? try calendar(text, name) : try json(text, name)
    if dates.count > maximumDates {
      throw RunFault(.dataError, "\(name): error: found \(dates.count) holidays; expected at most \(maximumDates)")
    }
    return HolidayFile(file: path, sha256: String(hexadecimal: try SHA256.digest(of: bytes)), dates: dates)
  }

  // MARK: JSON

  private static func json(_ bytes: [UInt8], _ name: String) throws(RunFault) -> [LocalDate] {
    do throws(JSONFault) { return try json(bytes.span) } catch { throw RunFault(error.diagnostic(file: name)) }
  }

  private static func json(_ bytes: Span<UInt8>) throws(JSONFault) -> [LocalDate] {
    let expected = "an object of holidays, such as {\"2026-01-01\": \"New Year's Day\"}, or a calendar"
    var reader = JSONReader()
    let first = try reader.next(in: bytes)
    guard first == .beginObject else {
      throw JSONFault(.unexpected(bytes[reader.token.lowerBound]), at: reader.place(of: first), expected: expected)
    }
    var dates: [LocalDate] = []
    while try reader.next(in: bytes) == .key {
      let (text, place) = (reader.text(in: bytes), reader.place(of: .key))
      guard let date = LocalDate(iso8601: text.utf8) else {
        throw JSONFault(.key(text), at: place, expected: "a date, YYYY-MM-DD")
      }
      dates.append(date)
      let value = try reader.next(in: bytes)
      guard value == .string else {
        throw JSONFault(
          .unexpected(bytes[reader.token.lowerBound]), at: reader.place(of: value),
          expected: "the holiday's name in quotes")
      }
    }
    _ = try reader.next(in: bytes)
    return dates
  }

  // MARK: Calendars

  /// Returns the days of all events: from `DTSTART;VALUE=DATE` to `DTEND`, or for the `DURATION`.
  private static func calendar(_ bytes: [UInt8], _ name: String) throws(RunFault) -> [LocalDate] {
    var dates: [LocalDate] = []
    var (start, end, days, isCancelled): (LocalDate?, LocalDate?, Int, Bool) = (nil, nil, 1, false)
    var more: [LocalDate] = []
    // Zones and alarms have properties of these names too.
    var open: [String] = []
    for (index, text) in unfolded(bytes) {
      guard let colon = text.firstIndex(of: ":") else { continue }
      let (property, value) = (text[..<colon].uppercased(), String(text[text.index(after: colon)...]))
      if property == "BEGIN" { open.append(value.uppercased()) }
      guard open.last == "VEVENT" else {
        if property == "END", !open.isEmpty { open.removeLast() }
        continue
      }
      func fault(_ expected: String) -> RunFault {
        RunFault(
          .syntax, "found \(text.quotedForDiagnostic)", expected: expected, in: name,
          at: Place(line: index + 1, column: 1))
      }
      switch property.prefix(while: { $0 != ";" }) {
      case "BEGIN": (start, end, days, isCancelled, more) = (nil, nil, 1, false, [])
      case "STATUS": isCancelled = value.uppercased() == "CANCELLED"
      case "DTSTART", "DTEND":
        guard let date = day(value) else { throw fault("a whole day, such as DTSTART;VALUE=DATE:20260101") }
        if property.hasPrefix("DTSTART") { start = date } else { end = date }
      case "DURATION":
        guard let count = length(value), (1...366).contains(count) else {
          throw fault("a number of days, such as P1D")
        }
        days = count
      case "RDATE":
        let dates = value.split(separator: ",").map { day(String($0)) }
        if dates.contains(nil) { throw fault("whole days, such as RDATE;VALUE=DATE:20260101") }
        more += dates.compactMap(\.self)
      case "RRULE": throw fault("each holiday as a separate event")
      case "END":
        open.removeLast()
        guard let first = start else { throw fault("DTSTART in each event") }
        // Many programs write the day itself as its end.
        let length = end.map { $0 == first ? 1 : $0.days(since: first) } ?? days
        guard (1...366).contains(length) else { throw fault("an event of at least a day and at most a year") }
        for first in [first] + more where !isCancelled { dates += (0..<length).map { first.adding(days: $0) } }
      default: break
      }
    }
    return dates
  }

  /// Returns the lines with the lines that continue them, and their indexes.
  private static func unfolded(_ bytes: [UInt8]) -> [(index: Int, text: String)] {
    var lines: [(index: Int, text: String)] = []
    for (index, line) in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).enumerated() {
      let text = String(decoding: line.last == UInt8(ascii: "\r") ? line.dropLast() : line, as: UTF8.self)
      if text.hasPrefix(" ") || text.hasPrefix("\t"), !lines.isEmpty {
        lines[lines.count - 1].text += text.dropFirst()
      } else {
        lines.append((index, text))
      }
    }
    return lines
  }

  /// Returns the days of a duration, such as `P1D` or `PT86400S`.
  private static func length(_ text: String) -> Int? {
    let units: [Character: Int] = ["W": 7 * 86_400, "D": 86_400, "H": 3600, "M": 60, "S": 1]
    let number = text.dropFirst(text.hasPrefix("PT") ? 2 : 1).dropLast()
    guard text.first == "P", let unit = text.last.flatMap({ units[$0] }), let count = Int(number),
      1...40_000_000 ~= count, count * unit % 86_400 == 0
    else { return nil }
    return count * unit / 86_400
  }

  /// Parses a date such as `20260101`, or Outlook's midnight at its start.
  private static func day(_ text: String) -> LocalDate? {
    let text = text.hasSuffix("T000000") ? String(text.dropLast(7)) : text
    guard text.utf8.count == 8, let number = Int(text), number > 0 else { return nil }
    return LocalDate(year: number / 10_000, month: number / 100 % 100, day: number % 100)
  }
}
