import CivilTime
import Foundation

/// The folder of this module's tests.
private let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()

/// The pinned tz database of the tests, regardless of the machine's.
let pinned = database(folder.deletingLastPathComponent().appendingPathComponent("Zoneinfo/2026f").path)!

func database(_ path: String) -> ZoneDatabase? {
  try? ZoneDatabase(path: path) { file, limit in
    FileManager.default.contents(atPath: "\(path)/\(file)").map { [UInt8]($0.prefix(limit)) }
  }
}

/// Returns the bytes of a file of the pinned tree.
func pinnedFile(_ name: String) -> [UInt8] {
  [UInt8](FileManager.default.contents(atPath: "\(pinned.path)/\(name)")!)
}

func zone(_ name: String) -> Zone { try! pinned.zone(named: name)! }

/// Returns the lines of a recorded table under Resources.
///
/// - Parameter variable: An environment variable that can name another file to read instead.
func recordedLines(_ name: String, orFrom variable: String? = nil) -> [String] {
  let other = variable.flatMap { ProcessInfo.processInfo.environment[$0] }
  let path = other ?? folder.appendingPathComponent("Resources/\(name)").path
  return String(decoding: FileManager.default.contents(atPath: path)!, as: UTF8.self)
    .split(separator: "\n").map(String.init)
}

/// Parses `2026-11-20`.
func date(_ text: some StringProtocol) -> LocalDate { LocalDate(iso8601: Array(text.utf8))! }

/// Parses `09:00`.
func time(_ text: some StringProtocol) -> LocalTime { LocalTime(iso8601: Array(text.utf8))! }

/// Parses `2026-11-20T09:00`.
func local(_ text: String) -> LocalDateTime {
  let parts = text.split(separator: "T")
  return date(parts[0]).at(time(parts[1]))
}

/// Parses `2026-11-20T09:00:00Z`.
func instant(_ text: String) -> Instant { Instant(rfc3339: text.utf8)! }

func recurrence(_ rule: some StringProtocol, from start: some StringProtocol) throws -> Recurrence {
  try Recurrence(RecurrenceRule(parsing: Array(rule.utf8)), start: date(start))
}

extension Recurrence {
  /// Returns the dates in `range`, with the same time for each.
  func dates(_ range: ClosedRange<LocalDate>, at time: LocalTime = time("12:00")) -> [LocalDate] {
    var dates: [LocalDate] = []
    appendDates(in: range, at: time, to: &dates)
    return dates
  }
}

/// Parses dates written as months with days: `1997-09 2 4 9, 1997-10 2`.
func days(_ text: String) -> [LocalDate] {
  text.split(separator: ",").flatMap { month in
    let parts = month.split(separator: " ")
    return parts.dropFirst().map { date("\(parts[0])-\($0.count == 1 ? "0" : "")\($0)") }
  }
}
