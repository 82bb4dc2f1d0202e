import CivilTime
import Diagnostics
import PlanModel
import System

/// A folder of runs, each in its own folder, with a link `latest` to the run in force.
///
/// A folder counts as a run if it contains ``done``, or if `latest` points to it. In the latter case, the run was
/// killed before it could write ``done``.
package struct Archive: Sendable {
  static let latest = "latest"
  /// The file in a finished run that records its sources.
  static let done = ".tickler-run"
  /// The name of that file before `latest` points to the run.
  static let begun = ".tickler-begun"
  static let log = "runs.log"
  /// The folders' names of runs that a gate refused begin with it.
  private static let held = "held-"
  /// The folders' names of runs that could not be read begin with it.
  static let damaged = "damaged-"

  package let path: String
  /// The runs in the order of their names.
  package let runs: [RunName]
  /// The runs that a gate refused, of which page and summary are kept, in the order of their names.
  package let heldRuns: [RunName]
  /// The run in force; `nil` if there is none.
  package private(set) var latest: RunName?

  package init(_ path: String) throws(RunFault) {
    self.path = path
    var (runs, held): ([RunName], [RunName]) = ([], [])
    let target = Path.target(ofLink: "\(path)/\(Archive.latest)").flatMap { RunName($0) }
    let entries = try RunFault.reading(path) { try Folder.entries(in: path) }
    for entry in entries where entry.kind ?? .folder == .folder {
      guard let name = RunName(entry.name) else {
        if entry.name.hasPrefix(Archive.held), let run = RunName(String(entry.name.dropFirst(Archive.held.count))) {
          held.append(run)
        }
        continue
      }
      let marks = name == target ? [Archive.done, Archive.begun] : [Archive.done]
      let isRun = try RunFault.reading(path) {
        try marks.contains { try Path.kind("\(path)/\(name)/\($0)") != nil }
      }
      if isRun { runs.append(name) }
    }
    self.runs = runs.sorted()
    heldRuns = held.sorted()
    latest = target.flatMap { runs.contains($0) ? $0 : nil } ?? self.runs.last
  }

  /// Returns whether a folder has runs.
  static func isArchive(_ path: String) throws(RunFault) -> Bool {
    guard try Folder.exists(path) else { return false }
    return try !Archive(path).runs.isEmpty
  }

  /// Makes another run the latest one, which the next run succeeds. The last step that can fail is a rename, so a
  /// command that fails has changed nothing.
  ///
  /// - Parameters:
  ///   - name: The name of the run.
  ///   - body: Called before the rename, with the archive as it will be.
  /// - Throws: Status 64 if the run does not exist, 75 while another run is in progress.
  package static func point(
    _ path: String, to name: String, _ body: (Archive) throws(RunFault) -> Void = { _ in }
  ) throws(RunFault) {
    var archive = try Archive(path)
    guard let run = RunName(name), archive.runs.contains(run) else {
      let near = name.nearest(in: archive.runs.map(\.description)).map { "; the nearest is \($0)" } ?? ""
      throw RunFault(.usage, "\(path) has no run \(name.quotedForDiagnostic)\(near)")
    }
    let lock = try OpenFile.locked(folder: path)
    archive.latest = run
    defer { Folder.remove(draft(path)) }
    try RunFault.wording(.cannotCreate, "cannot make \(run) the latest run of \(path)") {
      try draftLink(path, to: run, lock)
      try body(archive)
      try placeLink(path)
    }
    lock.synchronizeOrWarn("\(path)/\(latest)")
    // The link is in place even if the log cannot be written.
    try? OpenFile("\(path)/\(Archive.log)", for: .appending).write("\(SystemClock.now) latest \(run): as asked\n")
  }

  package func folder(_ run: RunName) -> String { "\(path)/\(run)" }

  /// Returns the name of the folder of a refused run.
  static func heldName(_ run: RunName) -> String { "\(held)\(run)" }

  /// Makes a link to a run, which reaches the disk before ``placeLink(_:)`` makes it `latest`.
  ///
  /// - Parameter lock: The archive's folder.
  static func draftLink(_ path: String, to run: RunName, _ lock: OpenFile) throws(SystemError) {
    Folder.remove(draft(path))
    try Path.makeLink(draft(path), to: "\(run)")
    try lock.synchronize()
  }

  /// Points `latest` to the run of ``draftLink(_:to:_:)``.
  static func placeLink(_ path: String) throws(SystemError) {
    try Path.move(draft(path), to: "\(path)/\(latest)")
  }

  /// Returns the temporary path of the link to the latest run.
  static func draft(_ path: String) -> String { "\(path)/.\(latest)" }
}

/// The name of a run's folder in an archive: `2026-10-23T160000Z`, or `2026-10-23T160000Z-2` for a second run as of the
/// same instant.
package struct RunName: Comparable, Hashable, Sendable, CustomStringConvertible {
  /// The run's `now`.
  package let now: Instant
  /// The number among runs as of the same instant, from 1.
  let number: Int

  init(_ now: Instant, number: Int = 1) { (self.now, self.number) = (now, number) }

  /// - Returns: `nil` if the text is not the name of a run.
  package init?(_ text: String) {
    let parts = text.split(separator: "Z", omittingEmptySubsequences: false)
    guard parts.count == 2, parts[0].count == 17 else { return nil }
    let clock = parts[0].suffix(6)
    let instant = "\(parts[0].prefix(11))\(clock.prefix(2)):\(clock.dropFirst(2).prefix(2)):\(clock.suffix(2))Z"
    guard let now = Instant(rfc3339: instant.utf8), let number = parts[1].isEmpty ? 1 : Int(parts[1].dropFirst()) else {
      return nil
    }
    self.init(now, number: number)
    // Each run has one name: `-02` and `-1` are not valid.
    if description != text { return nil }
  }

  package var description: String {
    "\(now)".filter { $0 != ":" } + (number > 1 ? "-\(number)" : "")
  }

  package static func < (a: RunName, b: RunName) -> Bool { (a.now, a.number) < (b.now, b.number) }
}

/// The runs that an archive keeps (`--keep`).
package enum Retention: Hashable, Sendable, CustomStringConvertible {
  /// This many of the newest runs.
  case count(Int)
  /// Runs whose `now` is at most this many seconds before the current run's.
  case age(Int64, words: String)

  /// Reads `30` and `30d`.
  package init?(_ text: String) {
    if let count = Int(text), (1...1_000_000).contains(count), text.allSatisfy(\.isNumber) {
      self = .count(count)
    } else if let seconds = Gates.age(text), seconds > 0 {
      self = .age(seconds, words: text)
    } else {
      return nil
    }
  }

  package var description: String {
    switch self {
    case .count(let count): "\(count)"
    case .age(_, let words): words
    }
  }

  /// Returns the runs to remove. The latest run stays, because the next run needs it to find cancellations.
  func removed(of runs: Set<RunName>, latest: RunName) -> [RunName] {
    let others = runs.filter { $0 != latest }.sorted()
    switch self {
    case .count(let count): return Array(others.dropLast(count - 1))
    case .age(let seconds, _): return others.filter { $0.now < latest.now.advanced(bySeconds: -seconds) }
    }
  }
}
