import Calendars
import CivilTime
import Diagnostics
import Formats
import Importing
import Pages
import PlanFiles
import PlanModel
import Redacting
import Resolving
import RunModel
import Spilling
import System

/// An output of a run.
package enum Emit: String, CaseIterable, Sendable {
  case plan, actions, summary, html, ics
  /// The report as a site, regardless of the number of accounts. Includes the page.
  case site

  /// The default outputs.
  package static let standard = Set(allCases).subtracting([.site])

  /// Returns the output to which a file or folder of a plan folder belongs; `nil` if there is none.
  init?(output name: String) {
    switch Compression.bareName(name) {
    case "plan.ndjson": self = .plan
    case "actions.ndjson": self = .actions
    case "summary.json", "accounts.ndjson": self = .summary
    // `marks.ndjson` is of 0.2.0.
    case PartFile.name, AccountSizes.fileName, "marks.ndjson": self = .plan
    case "index.html", Site.folder: self = .html
    case "calendar.ics", "calendar", "kinds", "apps": self = .ics
    // Created only on request, and valid as long as the plan is unchanged.
    case "accounts",
      _ where name.hasPrefix("account-") && name.hasSuffix(".html"):
      self = .plan
    // Cancellations relative to the previous plan cannot be derived from the plan alone.
    case "cancelled.ics", "cancelled", "added.ics", "added": self = .plan
    default: return nil
    }
  }

  /// Returns whether a run can have written a file or folder of that name, in an output folder or inside a folder of it.
  static func isOutput(_ path: String) -> Bool {
    Emit(output: path) != nil || [CommitJournal.list, CalendarFiles.cancelledAccounts].contains(path)
  }
}

package struct PlanOptions: Sendable {
  package typealias Compression = System.Compression

  /// Files, folders, and `-` for standard input.
  package var paths: [String] = ["inputs"] {
    didSet { namesPaths = true }
  }
  /// Whether the paths differ from the default.
  package private(set) var namesPaths = false
  /// Policies that are added to the shipped ones or replace them.
  package var policies: [String] = []
  /// Holiday files, for kinds whose due dates depend on holidays.
  package var holidays: [HolidayOption] = []
  /// The file in which `done` and `paid` record changes to the items of the inputs; `nil` for none.
  package var changes: String?
  /// Template folders, each of which extends the ones before it. If empty, the local or installed folder is used.
  package var templateFolders: [String] = []
  /// The template folder, if there is only one.
  package var templates: String? {
    get { templateFolders.first }
    set { templateFolders = newValue.map { [$0] } ?? [] }
  }
  package var now: Instant
  package var days: Int?
  /// The number of local days after today for which leftover slots may be planned; `nil` for the policy's value, else
  /// none past the window.
  package var reach: Int?
  package var out = "reports"
  /// The name of `out` in messages; `nil` for `out` itself.
  var outName: String?
  /// A folder of runs, in which this run gets its own folder; `nil` to write to `out`.
  package var archive: String?
  /// The runs that the archive keeps; `nil` for all.
  package var keep: Retention?
  /// Whether the run may be as of an earlier instant than the archive's latest run.
  package var isBackdated = false
  /// The folder of the earlier plan that this run succeeds; `nil` for none.
  package var previous: String?
  /// Only accounts whose replan deadline in `previous` is before this instant are planned; `nil` plans all.
  package var dueBefore: Instant?
  /// Whether the obsolete `--only-changed` was given.
  package var onlyChanged = false
  /// The limits that end a run before it writes anything.
  package var gates = Gates()
  /// A file that lists the required apps and inputs; `nil` if none are required.
  package var expected: String?
  package var emit = Emit.standard {
    didSet { if emit.contains(.site) { emit.insert(.html) } }
  }
  /// Whether summary or page need more counts than those of the last line.
  var countsAll: Bool { !emit.isDisjoint(with: [.summary, .html]) }
  /// Whether the sizes of each account's lines are written, by which `explain` and `report` find one account of an
  /// archive's run.
  var writesSizes: Bool { archive != nil && emit.isSuperset(of: [.plan, .summary]) }
  /// The compression of `plan.ndjson`, `actions.ndjson` and `accounts.ndjson`; `nil` for none.
  package var compression: Compression?
  /// Whether `.tickler-files` contains the SHA-256 of each file.
  package var hasChecksums = false
  package var calendar = CalendarOptions()
  /// Options about other tools' inputs.
  package var importing = ImportOptions()
  /// The options for the calendars of a plan, which list added events if there is a previous plan.
  var planCalendar: CalendarOptions {
    var calendar = calendar
    calendar.listsAdded = previous != nil
    return calendar
  }
  /// Whether other tools' files of folders are read: something says how.
  var readsForeignFiles: Bool { importing.isInRunFile || importing.common.timeZone != nil || zone != nil }
  /// A folder of TZif files; `nil` for the system's.
  package var zoneinfo: String?
  /// The user's own options file; `nil` if it does not exist or was not needed.
  package var config: String?
  /// Whether that file is read if the command line names no inputs.
  package var usesOwnFile = true
  /// The zone of local times in other tools' files, unless a more specific setting applies.
  package var zone: String?
  /// The zone in which `list` and `next` show times; `nil` for each account's own clock.
  package var shownZone: String?
  /// The number of concurrent tasks; 1 if there is no `/proc`. Once a second, while it has more work than threads,
  /// libdispatch reads the state of its threads there, and ends the process if it cannot.
  package var jobs = 1 {
    didSet { if jobs > 1, !Machine.hasProc { jobs = 1 } }
  }
  /// The memory that the process may use for data that grows with the inputs, in bytes.
  package var memory = 256 << 20
  /// The part of it for the places of items; `nil` for what the rest of the program leaves.
  package var room: Roster.Room?
  /// The number of input bytes that a task processes at a time.
  package var chunkSize = Chunk.targetSize
  /// The size in bytes from which a chunk's result is forwarded in parts. Almost no chunk reaches it.
  package var partSize = 4 << 20
  package var isStrict = false
  /// Whether to plan accounts with findings again, with one setting changed.
  package var advises = false
  /// Whether an unusable input costs only the accounts with records in it.
  package var keepsGoing = false
  package var isQuiet = false
  package var isVerbose = false
  package var showsProgress = true
  package var usesColors = true
  /// Whether to plan again after each change of a file that the run reads.
  package var watches = false
  package var logFormat = TextOrJSON.text
  /// Whether the log has an event for each account of which a kind counts the items with a reminder.
  var logsReminded: Bool { isVerbose && logFormat == .json }
  /// Whether the line with the counts has the time, and is printed even under `isQuiet`.
  package var hasHeartbeat = false
  /// Whether only diagnostics and the line with the counts are printed.
  package var printsOneLine = false
  /// The metrics file to write; `nil` for none.
  package var metrics: String?
  /// The file with the key that redacts ids and texts in all outputs and messages; `nil` to keep them.
  package var redactionKey: String?
  /// The redactor with that key, once the key is read.
  package var redactor: Redactor?
  /// The command line for the report.
  package var command = ""

  package init(now: Instant) {
    self.now = now
  }

  /// The minimum of `memory`, in bytes: what a run with almost no inputs takes, and some reserve.
  package static let minimumMemory = 64 << 20
  /// The memory of the program, and of each task with its two chunks in flight, in bytes.
  private static let programMemory = 40 << 20
  private static let taskMemory = 12 << 20

  var rosterRoom: Roster.Room {
    room ?? Roster.Room(bytes: memory - PlanOptions.programMemory - jobs * PlanOptions.taskMemory)
  }

  /// Returns the paths relative to which inputs are named: those of the whole run, if known.
  ///
  /// - Parameter files: The inputs, if they differ from the paths.
  func roots(or files: [String]?) -> [String] { namesPaths ? paths : files ?? paths }

  /// Reads the key of `--redact`. Removes actions from the outputs, since devices do not know redacted ids.
  ///
  /// - Throws: Status 66 if the file is missing, 64 if it is not a key.
  package mutating func readRedactionKey() throws(RunFault) {
    guard let redactionKey else { return }
    emit.remove(.actions)
    redactor = try RedactionKey.redactor(redactionKey)
  }

  /// Returns the status of a run: 3 if an input was unusable although there is an earlier plan, else 1 if records were rejected or
  /// inputs unusable, else 0.
  ///
  /// - Parameters:
  ///   - broken: The number of unusable inputs.
  ///   - isPartial: Whether accounts keep their earlier plan, or have none, because an input was unusable.
  /// - Throws: Under `--strict`, if there is any.
  func status(rejected: Int, broken: Int = 0, isPartial: Bool = false) throws(RunFault) -> Int32 {
    if isStrict, rejected + broken > 0 {
      let words = rejected > 0 ? "\(rejected.of("record")) rejected" : "\(broken.of("input")) broken"
      throw RunFault(.dataError, "\(words), and --strict allows none")
    }
    return isPartial ? 3 : rejected + broken > 0 ? 1 : 0
  }
}

extension PlanOptions {
  /// Returns a fault in the form that this run may show.
  package func redacted(_ fault: RunFault) -> RunFault { redactor.map { $0.redact(fault) } ?? fault }

  /// The command line in the form that outputs may show.
  package var shownCommand: String { redactor == nil ? command : Redactor.command }

  /// Returns whether a plan is already redacted.
  ///
  /// - Throws: If it was redacted with a key other than this run's.
  func isRedacted(_ header: RunHeader, in path: String) throws(RunFault) -> Bool {
    guard let known = header.redacted else { return false }
    if let redactor, redactor.keyName != known {
      throw RunFault(.dataError, "the plan in \(path) was redacted with another key")
    }
    return true
  }
}

/// A holiday file as named on the command line: `NAME=FILE`, or `FILE` for all accounts.
package struct HolidayOption: Sendable {
  /// The name that accounts use for it; `nil` if it applies to all.
  package let calendar: String?
  package let path: String

  /// - Parameter text: Starts with `=` if the path contains `=` and has no name.
  package init(_ text: String) {
    guard let equals = text.firstIndex(of: "=") else {
      (calendar, path) = (nil, text)
      return
    }
    calendar = equals == text.startIndex ? nil : String(text[..<equals])
    path = String(text[text.index(after: equals)...])
  }

  /// Returns the text with its path mapped by `file`.
  static func located(_ text: String, _ file: (String) -> String) -> String {
    let option = HolidayOption(text)
    return "\(option.calendar ?? "")=\(file(option.path))"
  }
}

/// Reads the key file of `--redact`.
package enum RedactionKey {
  private static let maximumBytes = 4096

  /// - Returns: A redactor with the bytes of the file as its key, without a line break at the end.
  /// - Throws: Status 66 if the file is missing, 64 if it is not a key.
  package static func redactor(_ path: String) throws(RunFault) -> Redactor {
    var key: [UInt8]
    do {
      key = try Path.beginning(of: path, maximumBytes + 1, for: .named)
    } catch {
      // The nearest file may be an input.
      throw RunFault(reading: path, error, suggests: false)
    }
    if key.last == UInt8(ascii: "\n") { key.removeLast() }
    if key.count < Redactor.minimumKeyBytes || key.count > maximumBytes {
      let found = key.count > maximumBytes ? "more than \(maximumBytes)" : "\(key.count)"
      throw RunFault(
        .usage,
        "the key in \(path) has \(found) bytes; --redact takes a file with \(Redactor.minimumKeyBytes) to \(maximumBytes) random bytes, "
          + "such as openssl rand -hex 32 writes")
    }
    let names = Schema.shipped.names
    return try Redactor(key: key) { names.name($0) != .unknown }
  }
}
