import Diagnostics
import Formats
import PlanFiles
import System

/// The files of a plan's folder that exist, opened as those of one run.
struct VerifiedFiles {
  let folder: String
  let plan: InputFile?
  let actions: InputFile?
  let accounts: InputFile?
  let summaryFile: InputFile?
  let page: InputFile?
  /// The folder of the report's site; nil if the report is one page.
  let site: String?
  /// The parts of each calendar, in order; nil without that calendar.
  let calendar: [InputFile]?
  /// `calendar.ics` beside parts: its soonest events.
  let soonest: [InputFile]?
  let added: [InputFile]?
  let cancelled: [InputFile]?
  let hasAccountCalendars: Bool
  /// The list of the last run's files; nil if it is missing, as in a copy.
  private let list: FileIdentity?

  /// The names of everything that a run may write, except pages of single accounts.
  private static let names =
    ["plan.ndjson", "actions.ndjson", "accounts.ndjson"].flatMap { name in
      [name] + Compression.allCases.map { name + $0.suffix }
    } + [
      "summary.json", "index.html", "calendar.ics", "calendar", "added.ics", "added", "cancelled.ics", "cancelled",
      "accounts", "kinds", "apps", "pages",
    ]

  init(_ folder: String) throws(RunFault) {
    guard try Folder.exists(folder) else { throw RunFault(noFolder: folder) }
    self = try CommitJournal.openConsistently(folder) { () throws(RunFault) in try VerifiedFiles(opening: folder) }
    if plan == nil, actions == nil, accounts == nil, summaryFile == nil, page == nil, calendar == nil {
      throw RunFault(.noInput, "\(folder) has no plan; tickler plan --out \(folder) writes one")
    }
  }

  private init(opening folder: String) throws(RunFault) {
    self.folder = folder
    func open(_ name: String) throws(RunFault) -> InputFile? { try .planFile("\(folder)/\(name)") }
    plan = try open("plan.ndjson")
    actions = try open("actions.ndjson")
    accounts = try open("accounts.ndjson")
    summaryFile = try open("summary.json")
    page = try open("index.html")
    let hasPages = try Folder.exists("\(folder)/pages")
    site = page != nil && hasPages ? "\(folder)/pages" : nil
    let single = try VerifiedFiles.parts("\(folder)/calendar")
    let hasParts = try Folder.exists("\(folder)/calendar")
    calendar = hasParts ? try VerifiedFiles.parts(in: "\(folder)/calendar") : single
    soonest = hasParts ? single : nil
    added = try VerifiedFiles.parts("\(folder)/added")
    cancelled = try VerifiedFiles.parts("\(folder)/cancelled")
    hasAccountCalendars = try Folder.exists("\(folder)/accounts")
    list = try RunFault.reading("\(folder)/\(CommitJournal.list)") {
      try Path.identity("\(folder)/\(CommitJournal.list)", followsLinks: false)
    }
  }

  /// Returns `PATH.ics`, or the files of the folder `PATH`; nil if neither exists.
  static func parts(_ path: String) throws(RunFault) -> [InputFile]? {
    if try Path.isTaken("\(path).ics") { return [try .open("\(path).ics", format: .ndjson, isOwn: true)] }
    return try Folder.exists(path) ? parts(in: path) : nil
  }

  private static func parts(in path: String) throws(RunFault) -> [InputFile] {
    var files: [InputFile] = []
    for name in try names(in: path) { files.append(try .open("\(path)/\(name)", format: .ndjson, isOwn: true)) }
    return files
  }

  /// Calls `body` with the path and name of each calendar in a folder: a file or a folder of parts.
  static func forEachCalendar(in folder: String, _ body: (_ path: String, _ name: String) -> Void) throws(RunFault) {
    let inner = try Folder.exists("\(folder)/parts") ? try names(in: "\(folder)/parts") : []
    for name in try names(in: folder) + inner where !["parts", "cancelled"].contains(name) {
      body("\(folder)/\(name)", name.hasSuffix(".ics") ? String(name.dropLast(4)) : name)
    }
  }

  static func names(in folder: String) throws(RunFault) -> [String] {
    try RunFault.wording(.ioError, "cannot read \(folder)") { try Folder.names(in: folder) }
  }

  /// Compares the folder with the list of the run's files.
  func check(_ log: FindingLog) throws(RunFault) {
    if list == nil { return }
    var outputs: Set<String> = []
    try ListedFile.forEach(in: folder) { (file, line) throws(RunFault) in
      outputs.insert(String(file.output))
      try ListCheck.run(file, line, in: folder, log)
    }
    for name in VerifiedFiles.names where !outputs.contains(name) {
      guard try Path.exists("\(folder)/\(name)") else { continue }
      log.add(.files, "\(folder)/\(name)", 1, "a file of no run", expected: "files of one run; remove it")
    }
  }

  /// Ends the command if another run has replaced the files meanwhile.
  func refuseChange() throws(RunFault) {
    let now = try RunFault.wording(.ioError, "cannot read \(folder)/\(CommitJournal.list)") {
      try Path.identity("\(folder)/\(CommitJournal.list)", followsLinks: false)
    }
    if now != list {
      throw RunFault(.temporaryFailure, "another run has written to \(folder) meanwhile; verify again")
    }
  }
}
