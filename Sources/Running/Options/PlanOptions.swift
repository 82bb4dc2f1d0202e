import Bytes
import Calendars
import CivilTime
import Diagnostics
import Formats
import Importing
import Pages
import PlanFiles
import PlanModel
import Redacting
import RunModel
import Spilling

/// What a run is to write.
package enum Emit: String, CaseIterable, Sendable {
  case plan, actions, summary, html, ics
  /// The report as a site, whatever accounts there are; so it is the page too.
  case site

  /// What is written where nobody says what.
  package static let standard = Set(allCases).subtracting([.site])

  /// What a file or folder in an output folder belongs to; nil: to none of them.
  init?(output name: String) {
    switch Compression.bareName(name) {
    case "plan.ndjson": self = .plan
    case "actions.ndjson": self = .actions
    case "summary.json", "accounts.ndjson": self = .summary
    case PartFile.name, PlanMark.fileName: self = .plan
    case "index.html", Site.folder: self = .html
    case "calendar.ics", "calendar", "kinds", "apps": self = .ics
    // Made only when asked for, and right as long as the plan is the same.
    case "accounts",
      _ where name.hasPrefix("account-"):
      self = .plan
    // What a plan takes back from its previous one cannot be told from the plan alone.
    case "cancelled.ics", "cancelled", "added.ics", "added": self = .plan
    default: return nil
    }
  }
}

/// A run as the command line asks for it.
package struct PlanOptions: Sendable {
  package typealias Compression = Bytes.Compression

  /// Files, folders, and `-` for standard input.
  package var paths: [String] = ["inputs"] {
    didSet { namesPaths = true }
  }
  /// Whether the paths are other than the default.
  package private(set) var namesPaths = false
  /// Policies that are added to the shipped ones, or replace them.
  package var policies: [String] = []
  /// Files of holidays, for the kinds whose due dates go by them.
  package var holidays: [HolidayOption] = []
  /// What `done` and `paid` wrote, applied to the items of the inputs; nil: nothing.
  package var changes: String?
  /// Each adds to the ones before it; none: the folder that is here or installed.
  package var templateFolders: [String] = []
  /// Where there is one at most.
  package var templates: String? {
    get { templateFolders.first }
    set { templateFolders = newValue.map { [$0] } ?? [] }
  }
  package var now: Instant
  package var days: Int?
  /// Whole local days after today up to which slots left over are planned for; nil: the policy's, else none past the window.
  package var reach: Int?
  package var out = "reports"
  /// What messages call it; nil: by its name.
  var shownOut: String?
  /// A folder of runs, in which this one gets a folder of its own; nil: `out` is written to.
  package var archive: String?
  /// Which runs the archive keeps; nil: all.
  package var keep: Retention?
  /// Whether it may be as of an earlier instant than the archive's latest run.
  package var isBackdated = false
  /// The folder of an earlier plan that this one succeeds; nil: none.
  package var previous: String?
  /// Only accounts whose plan of `previous` has to be made again before then are planned; nil: all are.
  package var dueBefore: Instant?
  /// Whether it is noted what each account's plan comes to, and an account of `previous` is read only where that is something else.
  /// Takes the plan and the summary among what is written.
  package var onlyChanged = false
  /// What ends the run before it writes anything.
  package var gates = Gates()
  /// A file that lists the apps and inputs that have to be there; nil: none have to.
  package var expected: String?
  package var emit = Emit.standard {
    didSet { if emit.contains(.site) { emit.insert(.html) } }
  }
  /// How `plan.ndjson`, `actions.ndjson` and `accounts.ndjson` are compressed; nil: they are not.
  package var compression: Compression?
  /// Whether `.tickler-files` has the SHA-256 of each file.
  package var hasChecksums = false
  package var calendar = CalendarOptions()
  /// What is said of inputs of other tools.
  package var importing = ImportOptions()
  /// The calendars of a plan, which has new events where it has a previous plan.
  var planCalendar: CalendarOptions {
    var calendar = calendar
    calendar.listsAdded = previous != nil
    return calendar
  }
  /// A TZif tree; nil: the system's.
  package var zoneinfo: String?
  /// The user's own file that says what the command line does not; nil: there is none, or it was not needed.
  package var config: String?
  /// Whether that file is read where the command line names no inputs.
  package var usesOwnFile = true
  /// The zone by whose clock other tools' files are read where nothing nearer says so.
  package var zone: String?
  /// The zone in which `list` and `next` show times; nil: what each account's clock shows.
  package var shownZone: String?
  /// How many tasks work at once; 1 where there is no `/proc`. Each second that it has more work than threads, libdispatch looks there
  /// at what its threads do, and ends the process where it cannot.
  package var jobs = 1 {
    didSet { if jobs > 1, !Machine.hasProc { jobs = 1 } }
  }
  /// How much memory the process may take as far as the inputs drive it, in bytes.
  package var memory = 256 << 20
  /// How much of it the places of items may take; nil: what the rest of the program leaves.
  package var room: Roster.Room?
  /// How many bytes of an input a task works on at a time.
  package var chunkSize = Chunk.targetSize
  /// How many bytes of what a chunk comes to are handed on at once, if there are more; next to no chunk comes to as much.
  package var partSize = 4 << 20
  /// How many bytes of it may wait for the chunks before it; nil: what is counted for the tasks.
  package var waitingSize: Int?
  package var isStrict = false
  /// An input that cannot be used costs the accounts that it has records of, and no others.
  package var keepsGoing = false
  package var isQuiet = false
  package var isVerbose = false
  package var showsProgress = true
  package var usesColors = true
  /// Whether it is planned again whenever what it reads changes.
  package var watches = false
  package var logFormat = LogFormat.text
  /// Whether the line with the count has the time, and comes under `isQuiet` too.
  package var hasHeartbeat = false
  /// Whether nothing comes but diagnostics and the line with the count.
  package var saysOneLine = false
  /// A file of metrics to write; nil: none.
  package var metrics: String?
  /// The file with the key by which ids and texts are replaced in all that is written and told; nil: they stay.
  package var redactionKey: String?
  /// What does so, once the key is read.
  package var redactor: Redactor?
  /// As it was typed, for the report.
  package var command = ""

  package init(now: Instant) {
    self.now = now
  }

  /// The least that `memory` may be, in bytes: what a run takes that has next to nothing to read, and some room.
  package static let leastMemory = 64 << 20
  /// What the program takes by itself, and what each task takes with the two chunks that it has in flight.
  private static let programMemory = 40 << 20
  private static let taskMemory = 12 << 20

  var rosterRoom: Roster.Room {
    room ?? Roster.Room(bytes: memory - PlanOptions.programMemory - jobs * PlanOptions.taskMemory)
  }

  var waitingLimit: Int { waitingSize ?? jobs * PlanOptions.taskMemory }

  /// What inputs are named from: the paths of the whole run, where they are known.
  ///
  /// - Parameter files: The inputs, where they are not those of the paths.
  func roots(or files: [String]?) -> [String] { namesPaths ? paths : files ?? paths }

  /// Reads the key of `--redact`. No device knows an id that is redacted, so that there are no actions.
  ///
  /// - Throws: status 66 if the file is missing, 64 if it is no key.
  package mutating func readRedactionKey() throws(FatalInput) {
    guard let redactionKey else { return }
    emit.remove(.actions)
    redactor = try RedactionKey.redactor(redactionKey)
  }

  /// How a run ends that refused `rejected` records: 0 or 1.
  ///
  /// - Throws: under `--strict`, where any was refused.
  func status(rejected: Int) throws(FatalInput) -> Int32 {
    if isStrict, rejected > 0 {
      throw FatalInput(.dataError, "\(rejected.of("record")) rejected, and --strict allows none")
    }
    return rejected > 0 ? 1 : 0
  }
}

extension PlanOptions {
  /// A fault as this run may tell of it.
  package func told(_ fault: FatalInput) -> FatalInput { redactor.map { $0.redact(fault) } ?? fault }

  /// The command as it may be told.
  package var shownCommand: String { redactor == nil ? command : Redactor.command }

  /// Whether a plan that is read is redacted already.
  ///
  /// - Throws: where it is, with another key than this run's, or where this run has none.
  func isRedacted(_ header: RunHeader, in path: String) throws(FatalInput) -> Bool {
    guard let known = header.redacted else { return false }
    if let redactor, redactor.keyName != known {
      throw FatalInput(.dataError, "the plan in \(path) was redacted with another key")
    }
    return true
  }
}
