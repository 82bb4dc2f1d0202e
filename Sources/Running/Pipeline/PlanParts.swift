import Bytes
import CivilTime
import Diagnostics
import PlanFiles
import RunModel
import Verifying

/// The plans of the parts of a run, in input order.
struct PlanParts {
  struct Part {
    var folder: PlanFolder
    var file: PartFile
    /// The number of its input within the whole run.
    var input: Int
  }

  private(set) var all: [Part] = []
  private let zones: ZoneDatabase

  /// - Parameter paths: The folders of the parts. Inputs are in order; ranges of one input may be in any order.
  /// - Throws: If the parts do not cover their inputs exactly once, or were planned differently.
  init(_ paths: [String], _ zones: ZoneDatabase) throws(RunFault) {
    self.zones = zones
    var files: [String: Int] = [:]
    for path in paths {
      let folder = try PlanFolder(path, zones: zones, trustsPlan: false)
      try ListCheck.refuseDamage(in: path)
      let file = try PartFile(folder: path)
      let input = files[file.file] ?? files.count
      files[file.file] = input
      all.append(Part(folder: folder, file: file, input: input))
    }
    all = all.enumerated().sorted { a, b in
      (a.element.input, a.element.file.start, a.element.file.end, a.offset)
        < (b.element.input, b.element.file.start, b.element.file.end, b.offset)
    }.map(\.element)
    try checkCoverage()
    try checkAgreement()
  }

  /// Checks that every byte of every input belongs to exactly one part.
  private func checkCoverage() throws(RunFault) {
    var faults: [RunFault] = []
    func expect(_ condition: Bool, _ path: String, _ words: String) {
      if !condition { faults.append(RunFault(.dataError, "\(path): \(words)")) }
    }
    for (index, part) in all.enumerated() {
      let file = part.file
      let before = index > 0 && all[index - 1].file.file == file.file ? all[index - 1].file : nil
      expect(
        file.start == before?.end ?? 0, part.folder.path,
        "the part begins at byte \(file.start) of \(file.file), and the one before it ends at \(before?.end ?? 0)")
      expect(
        before == nil || before!.size == file.size, part.folder.path,
        "\(file.file) had \(file.size) bytes, and \(before?.size ?? 0) when the part before it was planned")
      let isLast = index + 1 == all.count || all[index + 1].file.file != file.file
      expect(
        !isLast || file.end == file.size, part.folder.path,
        "the last part of \(file.file) ends at byte \(file.end) of \(file.size)")
    }
    if let fatal = RunFault(faults) { throw fatal }
  }

  /// Checks that one program planned all parts as of one instant, with the same policies and the local tz database.
  private func checkAgreement() throws(RunFault) {
    func circumstances(_ header: RunHeader) -> [UInt8] {
      var header = header
      header.inputs = []
      for index in header.policies.indices { header.policies[index].messages = nil }
      return PlanWriter.header(header).array
    }
    guard let first = all.first else { return }
    let wanted = circumstances(first.folder.header)
    for part in all where circumstances(part.folder.header) != wanted {
      throw RunFault(
        .dataError,
        "\(part.folder.path) was planned as of another instant, by another version, or with other policies, days or tz database than "
          + first.folder.path)
    }
    if first.folder.header.tzdata != zones.version {
      throw RunFault(
        .dataError,
        "the parts were planned with the tz database \(first.folder.header.tzdata), and here is \(zones.version); "
          + "--zoneinfo can name another")
    }
  }

  /// Whether ids and texts of the parts are redacted.
  var areRedacted: Bool { all.contains { $0.folder.header.redacted != nil } }

  /// Returns the header of the whole plan.
  func header(command: String) throws(RunFault) -> RunHeader {
    guard var header = all.first?.folder.header else { throw RunFault(.usage, "no parts to merge") }
    if header.redacted == nil { header.command = command }
    header.inputs = []
    for part in all {
      // The last range of an input has its hash.
      if part.file.end == part.file.size { header.inputs += part.folder.header.inputs }
      for (index, policy) in part.folder.header.policies.enumerated() where policy.messages != nil {
        header.policies[index].messages = policy.messages
      }
    }
    return header
  }

  /// Adds the counts that cannot be derived from the lines of a plan.
  ///
  /// - Parameters:
  ///   - header: The header of the whole plan.
  ///   - isAll: Whether to add the derivable counts of a summary too.
  func addCounts(
    to summary: inout RunSummary, _ header: RunHeader, previous: EarlierCounts?, isAll: Bool
  ) throws(RunFault) {
    summary.changes = previous.map { ChangeLog(succeeding: $0, asOf: header.now) }
    for part in all {
      let known = part.folder.summary
      if (previous != nil) != (known.counts.changes != nil) {
        throw RunFault(
          .dataError,
          "\(part.folder.path) was planned \(previous != nil ? "without" : "with") an earlier plan; use --previous with both commands or neither"
        )
      }
      var counts = known.counts
      (counts.clocks, counts.superseded) = (try clocks(of: part), known.superseded(in: header))
      if !isAll {
        let rest = counts
        counts = RunSummary(now: header.now)
        (counts.rejected, counts.measures, counts.changes) = (rest.rejected, rest.measures, rest.changes)
        // A redacted plan has its action counts only in the summary.
        if areRedacted { counts.actions = rest.actions }
        (counts.supersededCount, counts.superseded) = (rest.supersededCount, rest.superseded)
      }
      summary.add(counts)
    }
  }

  /// Whether no part schedules or arms anything.
  var areSilent: Bool {
    all.allSatisfy { $0.folder.summary.counts.decisions.scheduled + $0.folder.summary.counts.decisions.armed == 0 }
  }

  /// The numbers of inputs with unreadable lines.
  var inputsWithLostLines: Set<Int> {
    Set(
      all.filter { ($0.file.warnings.codes[.syntax] ?? 0) + ($0.file.diagnostics.codes[.syntax] ?? 0) > 0 }.map(\.input)
    )
  }

  private func clocks(of part: Part) throws(RunFault) -> ClockTable {
    guard let first = part.file.first, let last = part.file.last else { return ClockTable() }
    var found: [Zone] = []
    for clock in part.folder.summary.clocks {
      guard let zone = try? zones.zone(named: clock.zone) else {
        try zones.refuseFault()
        throw RunFault(
          .dataError,
          "\(part.folder.path) has the zone \(clock.zone.quotedForDiagnostic), which \(zones.path) does not have")
      }
      found.append(zone)
    }
    return ClockTable(found, first, last)
  }

  /// The diagnostics that a single run would have reported, in the same order.
  var diagnostics: DiagnosticLog {
    var log = DiagnosticLog()
    let newest = all.max { exportedAt($0) < exportedAt($1) }
    func isAge(_ diagnostic: Diagnostic) -> Bool { diagnostic.code == .oldZoneData }
    func isOfInput(_ diagnostic: Diagnostic, _ part: Part) -> Bool {
      diagnostic.location.file == part.folder.header.inputs.first?.file
    }
    var reported: Set<Diagnostic> = []
    for part in all {
      for warning in part.file.warnings.first where !isAge(warning) && !isOfInput(warning, part) {
        if reported.insert(warning).inserted { log.append(warning) }
      }
    }
    for part in all { log.add(part.file.warnings) { isAge($0) || !isOfInput($0, part) } }
    if let age = newest?.file.warnings.first.last(where: isAge) { log.append(age) }
    var once = OnceAFile()
    for part in all {
      // Unknown fields cannot be distinguished after redaction, so every part's are reported.
      log.add(part.file.diagnostics, further: part.file.unknownFields) { !areRedacted && !once.isNew($0) }
    }
    return log
  }

  private func exportedAt(_ part: Part) -> Instant {
    part.folder.header.inputs.compactMap(\.exportedAt).max() ?? .distantPast
  }
}

extension DiagnosticLog {
  /// Adds another log, except for some of its diagnostics.
  ///
  /// - Parameters:
  ///   - further: Diagnostics that the other log counts without listing, if they may be excluded.
  ///   - isLeftOut: Returns whether to exclude a diagnostic. Called in order.
  fileprivate mutating func add(
    _ other: DiagnosticLog, further: [Diagnostic] = [], but isLeftOut: (Diagnostic) -> Bool
  ) {
    errors += other.errors
    warnings += other.warnings
    codes.merge(other.codes, uniquingKeysWith: +)
    for (index, diagnostic) in (other.first + further).enumerated() {
      if isLeftOut(diagnostic) {
        uncount(diagnostic)
      } else if index < other.first.count, first.count < DiagnosticLog.listed {
        first.append(diagnostic)
      }
    }
  }

  private mutating func uncount(_ diagnostic: Diagnostic) {
    switch diagnostic.severity {
    case .error: errors -= 1
    case .warning: warnings -= 1
    }
    codes[diagnostic.code, default: 0] -= 1
    if codes[diagnostic.code] == 0 { codes[diagnostic.code] = nil }
  }
}
