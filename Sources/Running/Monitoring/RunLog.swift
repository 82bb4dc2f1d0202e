import CivilTime
import Comparing
import Diagnostics
import PlanFiles
import PlanModel
import RunModel
import System

/// Reports the progress and result of a run: lines or events on standard error, and metrics.
final class RunLog {
  private let options: PlanOptions
  private var errors: StandardError
  /// Distinguishes the events of this run from those of others.
  private let run: String
  private(set) var diagnostics = DiagnosticLog()
  private var shown = ShownWarnings()
  private var metrics: MetricsFile?
  /// `nil` until the inputs are read.
  private var disclosure: OutputRedaction?
  private var out: String { options.outName ?? options.out }
  private var isJSON: Bool { options.logFormat == .json }

  init(_ options: PlanOptions) {
    self.options = options
    errors = StandardError(progress: options.showsProgress && !options.isQuiet && options.logFormat == .text)
    run = options.logFormat == .json ? SystemClock.runIdentifier : ""
  }

  // MARK: Progress

  func begin() {
    event("start") { json in
      json.member("version", Version.current)
      json.member("command", options.shownCommand)
      json.member("now", options.now)
      json.member("out", out)
    }
    if options.onlyChanged {
      event("obsolete") { $0.member("option", "only-changed") }
      let words = "--only-changed, or onlyChanged in a run file, is no longer needed and has no effect; remove it"
      if !isJSON, !options.isQuiet { errors.line("tickler: warning: \(words)") }
    }
    guard let path = options.metrics else { return }
    do throws(RunFault) {
      metrics = try MetricsFile(path)
    } catch {
      warn(error)
    }
  }

  /// - Returns: The diagnostic in the form for files.
  @discardableResult
  func note(_ diagnostic: Diagnostic) -> Diagnostic {
    let printed = disclosure?.printed(diagnostic) ?? diagnostic
    let written = disclosure?.written(printed) ?? printed
    diagnostics.append(written)
    if shown.shows(printed) { report(printed) }
    return written
  }

  /// Reports how many warnings were not shown.
  func noteOmitted() { for warning in shown.rest { report(warning) } }

  private func report(_ diagnostic: Diagnostic) {
    // A status of 3 needs its reason.
    let isBroken = options.keepsGoing && diagnostic.code == .missingInput
    if options.isQuiet, diagnostic.severity == .warning, !isBroken { return }
    guard isJSON else { return errors.line(diagnostic.description) }
    event("diagnostic", evenQuietly: true) { json in
      var diagnostic = diagnostic
      diagnostic.describe(&json)
    }
  }

  /// Reports how many of an account's items have a reminder ahead.
  func note(_ items: RemindedItems, of account: AccountName) {
    event("reminded") { json in
      json.member("account", account.id)
      json.member("app", account.app)
      json.member("device", account.device)
      json.member("kind", items.kind)
      json.member("planned", items.planned)
      json.member("of", items.all)
    }
  }

  func read(_ sources: Sources, _ header: RunHeader) {
    disclosure = sources.disclosure
    for (input, written) in zip(sources.inputs, header.inputs) {
      event("input") { json in
        json.member("file", input.file.name)
        json.member("format", input.file.format.rawValue)
        json.member("app", written.app)
        json.member("exportedAt", input.exportedAt)
        json.member("bytes", Int(input.file.size))
        json.member("accounts", input.accountCount)
        json.member("sha256", written.sha256)
      }
    }
    for warning in sources.warnings { note(warning) }
  }

  func heldGates() { event("gates") { $0.member("held", true) } }

  func beginPhase() { errors.beginPhase() }
  func progress(_ progress: @autoclosure () -> Progress) { errors.progress(progress()) }
  func clearProgress() { errors.clearProgress() }

  // MARK: End of the run

  func end(
    _ summary: RunSummary, _ sources: Sources, written: [String], removed: [String], status: Int32
  ) {
    for name in written { event("output") { $0.member("file", "\(out)/\(name)") } }
    for name in removed { event("removed") { $0.member("file", "\(out)/\(name)") } }
    let result = RunResult(
      now: options.now, summary: summary, sources: sources, diagnostics: diagnostics, status: status,
      milliseconds: errors.elapsedMilliseconds, isCounted: options.countsAll)
    event("end", evenQuietly: true) { result.describe(&$0) }
    if !isJSON { for line in lines(result, removed) { errors.line(line) } }
    write(Metrics.all(result), keepsOthers: false)
  }

  /// Ends a run that wrote nothing because the archive has an equal one.
  func end(same folder: String, status: Int32) {
    event("end", evenQuietly: true) { json in
      json.member("status", Int(status))
      json.member("milliseconds", Int(errors.elapsedMilliseconds))
      json.member("same", folder)
    }
    write(Metrics.ofRepetition(status: status, milliseconds: errors.elapsedMilliseconds), keepsOthers: true)
    let line = "tickler: the inputs of \(folder) have not changed; nothing written"
    if !isJSON, options.hasHeartbeat || !options.isQuiet {
      errors.line(options.hasHeartbeat ? "\(SystemClock.now) \(line)" : line)
    }
  }

  /// - Returns: The parts of the fault that still have to be reported.
  func end(_ fault: RunFault) -> RunFault {
    errors.clearProgress()
    let status = EndRequest.number.map { 128 + $0 } ?? fault.status.rawValue
    var rest = fault
    if isJSON {
      log(fault)
      rest.lines = []
      event("end", evenQuietly: true) { json in
        json.member("status", Int(status))
        json.member("milliseconds", Int(errors.elapsedMilliseconds))
        if fault.status == .gateExceeded { json.member("verdict", Verdict.Word.hold.rawValue) }
      }
    } else if options.hasHeartbeat, !options.printsOneLine {
      for message in options.redacted(fault).messages { errors.line("\(SystemClock.now) \(message)") }
      rest.lines = []
    }
    try? metrics?.write(
      Metrics.ofFault(status: status, milliseconds: errors.elapsedMilliseconds), keepsOthers: true)
    return rest
  }

  private func write(_ all: [Metric], keepsOthers: Bool) {
    do throws(RunFault) {
      try metrics?.write(all, keepsOthers: keepsOthers)
    } catch {
      // The plan is in place and stays.
      warn(error)
    }
  }

  /// Reports that the metrics could not be written, for which no run fails.
  private func warn(_ fault: RunFault) {
    for words in options.redacted(fault).words {
      if isJSON {
        event("warning", evenQuietly: true) { $0.member("message", words) }
      } else {
        errors.line("tickler: warning: \(words)")
      }
    }
  }

  private func log(_ fault: RunFault) {
    let fault = options.redacted(fault)
    guard isJSON else {
      for message in fault.messages { errors.line(message) }
      return
    }
    for diagnostic in fault.diagnostics { report(diagnostic) }
    for words in fault.words {
      event(fault.status == .gateExceeded ? "gate" : "error", evenQuietly: true) { $0.member("message", words) }
    }
  }

  private func lines(_ result: RunResult, _ removed: [String]) -> [String] {
    var line = "tickler: \(result.words); written to \(out)"
    if options.hasHeartbeat { line = "\(SystemClock.now) \(line)" }
    if options.isQuiet || options.printsOneLine {
      return options.hasHeartbeat || !options.isQuiet || result.isTold ? [line] : []
    }
    var lines = [line]
    if options.isVerbose { lines.append(result.detail) }
    if !removed.isEmpty {
      lines.append(
        "tickler: removed outputs of an earlier run: \(removed.joined(separator: ", "))")
    }
    if let first = result.summary.planAgain.first { lines.append("tickler: plan again by \(first.words)") }
    if let changes = result.summary.changes { lines.append("tickler: \(changes.words(since: options.previous ?? ""))") }
    lines += result.summary.advice.map { "tickler: what would help: \($0.words)" }
    if result.summary.changes == nil, let silence = result.silence {
      lines.append("tickler: nothing goes out: \(silence)")
    }
    return lines
  }

  /// - Parameter evenQuietly: Whether the event is reported even under `--quiet`.
  private func event(
    _ name: String, evenQuietly: Bool = false, _ body: (inout FieldWriter) -> Void
  ) {
    guard isJSON, evenQuietly || !options.isQuiet else { return }
    StandardError.write(
      FieldWriter.line { json in
        json.member("time", SystemClock.timestamp)
        json.member("run", run)
        json.member("event", name)
        body(&json)
      }.text.visibleJSON)
  }
}

extension ChangeLog {
  /// Returns the changes in words: `changed since old: 2 added, 1 moved in 2 accounts (data 2, time 1)`.
  fileprivate func words(since previous: String) -> String {
    if isEmpty { return "changed since \(previous): nothing" }
    let causes = ChangeCause.allCases.compactMap { cause in
      self.causes[cause].map { "\(cause.rawValue) \($0.total)" }
    }
    return "changed since \(previous): \(total.words) in \(accounts.of("account")) (\(causes.joined(separator: ", ")))"
  }
}
