import Answers
import Bytes
import Calendars
import CivilTime
import Comparing
import Diagnostics
import Formats
import Pages
import PlanFiles
import PlanModel
import Planning
import Redacting
import RunModel
import System

/// Runs `tickler erase`, which takes an account out of every run of an archive: its lines, pages, events, counts and
/// diagnostics. Each run is replaced as a whole, or stays. A second call goes on where a failed one ended.
package enum EraseRun {
  /// - Returns: A line per run that had the account, and status 0.
  /// - Throws: Status 66 if no run has it.
  package static func run(_ path: String, account: AccountName, _ options: PlanOptions) throws(RunFault) -> Answer {
    guard try Folder.exists(path) else { throw RunFault(noFolder: path) }
    let lock = try OpenFile.locked(folder: path)
    try refuseForeign(try Archive(path))
    let archive = try ArchiveRun.tidied(path, lock)
    let templates = try TemplateFolder.find(options.templateFolders)
    var lines: [String] = []
    var known: [RunName: Erased] = [:]
    for run in archive.runs {
      let before = RunRecord.read(archive.folder(run))?.previous.flatMap { known[$0] }
      known[run] = Erased(header: nil)
      guard let found = try erase(account, from: archive.folder(run), since: before, &known[run]!, templates, options)
      else { continue }
      lines.append("\(run): \(found == 0 ? "names and messages" : found.of("decision")) erased")
    }
    if account.app != nil, lines.isEmpty { throw none(account, path) }
    var names = [account]
    if let redactor = options.redactor { names.append(redactor.name(account)) }
    let traces = names.map(Traces.init)
    try RunFault.writing("to \(path)") {
      for run in archive.heldRuns {
        let name = Archive.heldName(run)
        // It has no lines from which a page without the account could be made.
        guard try traces.contains(where: { try $0.areIn(folder: "\(path)/\(name)") }) else { continue }
        Folder.remove("\(path)/\(name)")
        lines.append("\(name): removed")
      }
      let isLogged = try traces.map { try $0.areErased(from: "\(path)/\(Archive.log)") }
      if isLogged.contains(true) { lines.append("\(Archive.log): messages erased") }
      for name in try Folder.names(in: path) where name.hasPrefix(Archive.damaged) {
        if try traces.contains(where: { try $0.areIn(folder: "\(path)/\(name)") }) {
          Folder.remove("\(path)/\(name)")
          lines.append("\(name): removed")
          continue
        }
        StandardError.write("tickler: warning: \("\(path)/\(name)".visible) cannot be read; remove it\n")
      }
      try lock.synchronize()
    }
    if lines.isEmpty { throw none(account, path) }
    return (lines.visibleText, 0)
  }

  /// Checks that each run is a folder of the archive, with the files of one run: the others are not its own to change.
  private static func refuseForeign(_ archive: Archive) throws(RunFault) {
    for run in archive.runs {
      let folder = archive.folder(run)
      try CommitJournal.settle(folder)
      if let target = Path.target(ofLink: folder) {
        throw RunFault(
          .cannotCreate,
          "\(folder) is a link to \(target), outside of the archive; put the folder in its place, or remove it")
      }
    }
  }

  private static func none(_ account: AccountName, _ path: String) -> RunFault {
    RunFault(
      .noInput, "no run of \(path) has the account \(account)", redacted: "no run of \(path) has such an account")
  }

  /// The account in a run.
  private struct Erased {
    var header: RunHeader?
    var plans: [AccountPlan] = []
    /// What the run counts of the one before it, without the account.
    var counts: EarlierCounts?

    /// Returns what this run counts of the account's changes since an earlier run.
    ///
    /// - Parameter listed: The changes that the run lists, with their reasons.
    func changes(since before: Erased, listed: [PlanChange]) -> ChangeLog? {
      guard let old = before.header, let new = header else { return nil }
      var log = ChangeLog(succeeding: EarlierCounts(), asOf: new.now)
      let circumstances = ChangeCircumstances(old: .init(old), new: .init(new), kinds: Kinds.catalog)
      let reasons = Dictionary(
        listed.compactMap { change in change.occurrence.map { ([change.verb.rawValue, "\($0)"], change.reason) } }
      ) { first, _ in first }
      for name in Set((before.plans + plans).map(\.name)) {
        let earlier = before.plans.first { $0.name == name }
        let plan = plans.first { $0.name == name && !$0.isGone }
        let isKept = plan?.stale != nil
        if let earlier {
          log.before?.count(
            earlier, to: isKept ? nil : plan, isGone: plan == nil, isAbsent: plan == nil,
            isKept: isKept && !(plan?.isNotDue ?? false),
            asOf: new.now)
        }
        if isKept { continue }
        if let plan, earlier?.isUnread ?? true { log.before?.count(fresh: plan, isNew: earlier == nil) }
        guard let either = plan ?? earlier, !either.isGone else { continue }
        log.add(
          PlanChanges(from: earlier, to: plan, circumstances).all.map { change in
            var change = change
            let key = change.occurrence.map { [change.verb.rawValue, "\($0)"] }
            change.reason = change.reason ?? key.flatMap { reasons[$0] ?? nil }
            return change
          })
      }
      return log
    }
  }

  /// Replaces the outputs of a run by ones without an account.
  ///
  /// - Parameters:
  ///   - before: The account in the run before; `nil` if that is gone.
  ///   - erased: Receives the account of this run.
  /// - Returns: The number of its decisions; `nil` if the run has no trace of it.
  private static func erase(
    _ account: AccountName, from path: String, since before: Erased?, _ erased: inout Erased,
    _ templates: TemplateFolder, _ options: PlanOptions
  ) throws(RunFault) -> Int? {
    let folder = try OutputFolder(path)
    let plan = try PlanFolder(path, zones: try ZoneDatabase.open(options.zoneinfo ?? ZoneDatabase.systemPath))
    var account = account
    if try options.isRedacted(plan.header, in: path), let redactor = options.redactor {
      account.id = redactor.account(account.id)
    }
    let traces = Traces(of: account)
    var header = plan.header
    erased.header = header
    let isNamed = header.erase(traces)
    var files: [ListedFile] = []
    try ListedFile.forEach(in: path) { file, _ in files.append(file) }
    var options = options
    options.emit = Set(files.compactMap { $0.isInFolder ? nil : Emit(output: $0.name) }).subtracting([.ics])
    if !files.contains(where: { $0.name.hasPrefix("\(Site.folder)/") }) { options.emit.remove(.site) }
    options.compression = Compression.allCases.first { suffix in
      files.contains { $0.name == "plan.ndjson\(suffix.suffix)" }
    }
    options.archive = files.contains { $0.name == AccountSizes.fileName } ? path : nil
    let report = options.emit.contains(.html) ? try templates.report() : nil
    var outputs = try PlanOutputs(
      folder, options.emit, header, CalendarOptions(), options.compression, report: report,
      writesSizes: options.writesSizes)
    var events = ErasedEvents(now: plan.header.now)
    var (count, isOfOtherApp) = (0, false)
    var measures = plan.summary.counts.measures
    var summary = try ReportRun.render(plan, header, options, report, &outputs) { (known) throws(RunFault) in
      guard account.matches(known.account.id, app: known.account.app) else {
        isOfOtherApp = isOfOtherApp || account.id == known.account.id
        return known
      }
      count += known.decisions.count
      erased.plans.append(known)
      if !known.isGone, known.stale == nil { measures?.forget(known.account.value) }
      try events.note(known)
      return nil
    }
    summary.measures = measures
    if let log = before.flatMap({ erased.changes(since: $0, listed: plan.summary.counts.changes?.listed ?? []) }) {
      summary.forgetChanges(log)
    }
    summary.changes?.before?.succeed(before?.counts)
    erased.counts = summary.changes?.before
    var log = plan.summary.diagnostics
    if events.isEmpty, isOfOtherApp { return nil }
    guard summary.erase(account, traces, &log) || !events.isEmpty || isNamed else { return nil }
    var written = try outputs.finish(summary, header, log)
    for file in files where file.name.hasSuffix(".ics") && !events.owns(file) {
      try events.copy("\(path)/\(file.name)", to: try folder.file(file.name), isSynced: !file.isInFolder)
      let output = String(file.output)
      if !written.contains(output) { written.append(output) }
    }
    try folder.commit(written)
    return count
  }
}

/// The events of an account in calendars, and the names of its own files.
private struct ErasedEvents {
  private let now: Instant
  private var uids: Set<Substring> = []
  private var fileNames: Set<String> = []

  init(now: Instant) { self.now = now }

  var isEmpty: Bool { fileNames.isEmpty }

  mutating func note(_ plan: AccountPlan) throws(RunFault) {
    fileNames.insert(try AccountFileName(plan.name).text)
    for style in CalendarOptions.Style.allCases {
      var options = CalendarOptions()
      options.style = style
      var writer = ICSWriter(now: now, options: options)
      var (events, added) = (CalendarEvents(), CalendarEvents())
      try writer.append(plan, to: &events, added: &added)
      try writer.appendCancelled(plan, to: &events)
      for line in events.text.text.lines where line.hasPrefix("UID:") { uids.insert(line) }
    }
  }

  /// Whether a file has the events of the account alone.
  func owns(_ file: ListedFile) -> Bool {
    file.isInFolder
      && file.name.split(separator: "/").contains {
        fileNames.contains($0.hasSuffix(".ics") ? "\($0.dropLast(4))" : "\($0)")
      }
  }

  /// Copies a calendar without the account's events.
  func copy(_ path: String, to output: OutputFile, isSynced: Bool) throws(RunFault) {
    let text = String(decoding: try TextFile.bytes(path, for: .readingOwn), as: UTF8.self)
    var component: (text: String, isErased: Bool)?
    for line in text.lines where !line.isEmpty {
      if ["BEGIN:VEVENT", "BEGIN:VTODO"].contains(line) { component = ("", false) }
      let whole = "\(line)\r\n"
      guard let open = component else {
        try output.write(whole)
        continue
      }
      component = (open.text + whole, open.isErased || uids.contains(line))
      guard ["END:VEVENT", "END:VTODO"].contains(line) else { continue }
      if let done = component, !done.isErased { try output.write(done.text) }
      component = nil
    }
    try output.close(sync: isSynced)
  }
}

/// The id of an account as texts have it.
private struct Traces {
  private static let ends = Set(" \t\n\"'`/\\:;,=()[]<>&")

  private let id: String
  private let texts: [String]

  init(of account: AccountName) {
    id = account.id.text
    var writer = ByteWriter()
    writer.append(html: id)
    texts = [id.quotedForDiagnostic, "\"\(id)\"", ">\(WrittenBytes(writer).text)<"]
  }

  func areIn(_ text: String) -> Bool { texts.contains { text.contains($0) } || erased(text) != text }

  /// Returns a text in which files and folders that are named after the account, as `ana.json` is, are named `erased`.
  func erased(_ text: String) -> String {
    guard !id.isEmpty, text.contains(id) else { return text }
    var (erased, rest) = ("", text[...])
    while let place = rest.firstRange(of: id) {
      let before = rest[..<place.lowerBound].last ?? erased.last
      let after = rest[place.upperBound...].first
      let isWhole =
        after == "." && before.map(Traces.ends.contains) ?? true || after == "/" && before == "/"
      erased += rest[..<place.lowerBound] + (isWhole ? "erased" : id)
      rest = rest[place.upperBound...]
    }
    return erased + rest
  }

  func areIn(folder: String) throws -> Bool {
    for entry in try Folder.entries(in: folder) {
      let path = "\(folder)/\(entry.name)"
      if entry.kind == .folder {
        if try areIn(folder: path) { return true }
      } else if areIn(String(decoding: try TextFile.bytes(path, for: .readingOwn), as: UTF8.self)) {
        return true
      }
    }
    return false
  }

  /// Cuts lines of a log after the status of their run.
  func areErased(from path: String) throws -> Bool {
    guard try Path.exists(path) else { return false }
    let text = String(decoding: try TextFile.bytes(path, for: .readingOwn), as: UTF8.self)
    let lines = text.split(separator: "\n")
    guard lines.contains(where: { areIn(String($0)) }) else { return false }
    let kept = lines.map { line in
      areIn(String(line)) ? "\(line.prefix { $0 != "," }), message erased\n" : "\(line)\n"
    }
    try Path.write(kept.joined(), to: "\(path).tickler")
    try Path.move("\(path).tickler", to: path)
    return true
  }
}

extension RunSummary {
  /// Takes an account out of lists and examples. Their totals stay.
  ///
  /// - Returns: Whether it was in any.
  fileprivate mutating func erase(_ account: AccountName, _ traces: Traces, _ log: inout DiagnosticLog) -> Bool {
    var isFound = false
    func isErased(_ id: AccountID, _ app: String?) -> Bool {
      guard id == account.id, account.app == nil || app == nil || app == account.app else { return false }
      isFound = true
      return true
    }
    superseded.removeAll { isErased($0.account, nil) }
    changes?.listed.removeAll { isErased($0.account, $0.app) }
    changes?.mapExamples { example in
      if isErased(example.account, example.app) { example.anonymize() }
    }
    log.first = log.first.map { known in
      var diagnostic = known
      diagnostic.location.file = traces.erased(known.location.file)
      isFound = isFound || diagnostic != known
      guard diagnostic.account.map({ isErased(AccountID($0), nil) }) ?? traces.areIn(diagnostic.message) else {
        return diagnostic
      }
      isFound = isFound || diagnostic.withoutQuotes != diagnostic
      return diagnostic.withoutQuotes
    }
    return isFound
  }
}

extension RunHeader {
  /// Takes an account out of the names of inputs.
  ///
  /// - Returns: Whether it was in any.
  fileprivate mutating func erase(_ traces: Traces) -> Bool {
    let before = inputs.map(\.file) + [command]
    for index in inputs.indices { inputs[index].file = traces.erased(inputs[index].file) }
    command = traces.erased(command)
    return inputs.map(\.file) + [command] != before
  }
}
