import Bytes
import Calendars
import Diagnostics
import Pages
import PlanFiles
import RunModel
import System

/// The files of a run while they are written.
struct PlanOutputs {
  private let folder: OutputFolder
  private let emit: Set<Emit>
  private let compression: Compression?
  private var plan: OutputFile?
  private var actions: OutputFile?
  private var details: OutputFile?
  private var sizes: OutputFile?
  private var calendar: CalendarFiles?
  /// `nil` if no report is requested.
  private let report: ReportFiles?
  private let renderer: ReportRenderer?
  /// The number of notifications in the calendar; `nil` if there is none.
  private(set) var events: Int?

  init(
    _ folder: OutputFolder, _ emit: Set<Emit>, _ header: RunHeader, _ calendars: CalendarOptions,
    _ compression: Compression? = nil, report: ReportRenderer? = nil, writesSizes: Bool = false
  ) throws(RunFault) {
    renderer = report
    self.report = report.map { ReportFiles(folder, $0, header, isSite: emit.contains(.site)) }
    (self.folder, self.emit, self.compression) = (folder, emit, compression)
    if emit.contains(.plan) {
      plan = try folder.file(fileName("plan"), compression)
      try plan?.write(PlanWriter.header(header))
    }
    if emit.contains(.actions) { actions = try folder.file(fileName("actions"), compression) }
    if emit.contains(.summary) {
      details = try folder.file(fileName("accounts"), compression)
      try details?.write(AccountWriter.header(header))
    }
    if writesSizes {
      sizes = try folder.file(AccountSizes.fileName)
      try sizes?.write(SizesHead(header).line)
    }
    if emit.contains(.ics) { (calendar, events) = (CalendarFiles(folder, now: header.now, calendars), 0) }
  }

  mutating func write(_ result: ChunkResult) throws(RunFault) {
    try plan?.write(result.plan)
    try actions?.write(result.actions)
    try details?.write(result.details)
    try sizes?.write(result.sizes)
    try calendar?.write(result.events, added: result.added, cancelled: result.cancelled)
    events? += result.events.notifications
    try report?.write(result.sections)
  }

  /// Appends the plan and action lines of a part unchanged. Lines about accounts are not copied, because their input
  /// numbers differ in the whole run.
  func copyLines(of part: PlanFolder) throws(RunFault) {
    for (lines, file) in [(.plan, plan), (.actions, actions)] as [(PlanFolder.Lines, OutputFile?)] {
      guard let file else { continue }
      try part.copyLines(of: lines) { (bytes) throws(RunFault) in try file.write(bytes) }
    }
  }

  /// - Returns: The names of the files written.
  mutating func finish(
    _ summary: RunSummary, _ header: RunHeader, _ log: DiagnosticLog
  ) throws(RunFault) -> [String] {
    var names: [String] = []
    let lines = [(plan, "plan"), (actions, "actions"), (details, "accounts")].map { ($0, fileName($1)) }
    for (file, name) in lines + [(sizes, AccountSizes.fileName)] {
      guard let file else { continue }
      try file.close()
      names.append(name)
    }
    if let calendar = try calendar?.finish() { names += calendar }
    if emit.contains(.summary) {
      names.append(try write("summary.json", SummaryFile(summary, header, log).document))
    }
    if let report, let renderer {
      let index = try report.finish()
      if index.inlined == nil, summary.accounts > 0 { names.append(Site.folder) }
      names.append(try write("index.html", renderer.index(summary, header, log, index)))
    }
    return names
  }

  private func fileName(_ name: String) -> String { "\(name).ndjson" + (compression?.suffix ?? "") }

  /// Writes a whole file.
  func write(_ name: String, _ bytes: WrittenBytes) throws(RunFault) -> String {
    let file = try folder.file(name)
    try file.write(bytes)
    try file.close()
    return name
  }
}
