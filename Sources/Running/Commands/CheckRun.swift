import Answers
import Diagnostics
import Formats
import PlanModel
import Planning
import Resolving
import RunModel
import System
import Wording

/// Runs `tickler check`, which reads everything that a plan would, checks the texts, and prints all diagnostics. It
/// writes no files.
package enum CheckRun {
  /// Uses the policies and texts in the current folder if `--policy` is not given.
  ///
  /// - Returns: 0 if every record was accepted, else 1.
  package static func run(_ options: PlanOptions, format: DiagnosticFormat = .text) throws(RunFault) -> Int32 {
    var output = CheckOutput(options, format)
    try output.begin()
    do throws(RunFault) {
      let (accounts, rejected) = try check(options, &output)
      let status = output.failsTests ? RunFault.Status.dataError.rawValue : try options.status(rejected: rejected)
      try output.end(accounts: accounts, rejected: rejected, status: status)
      return status
    } catch {
      try output.end(options.redacted(error))
      throw error
    }
  }

  private static func check(
    _ options: PlanOptions, _ output: inout CheckOutput
  ) throws(RunFault) -> (accounts: Int, rejected: Int) {
    let namesPolicies = !options.policies.isEmpty
    var options = options
    if !namesPolicies { options.policies = try PolicyFolder.filesHere() }
    if !namesPolicies, !options.policies.isEmpty, !options.isQuiet {
      StandardError.write("tickler: with \(options.policies.joined(separator: " and ").visible) of this folder\n")
    }
    let folder = try PolicyFolder.readAll(
      try TemplateFolder.find(options.templateFolders), options: options.policies, holidays: options.holidays)
    for warning in textWarnings(folder) { try output.note(warning) }
    if options.isStrict, folder.lacksTexts {
      throw RunFault(.dataError, "a kind has no text, and --strict allows none")
    }
    var tests = PolicyTestRun(options, folder)
    for diagnostic in try tests.diagnostics() { try output.note(diagnostic) }
    output.tests = tests
    // Policies and texts can be checked before there is an export.
    if !options.namesPaths {
      let hasInputs = try Folder.exists(options.paths[0])
      let hasTemplates = try Folder.exists("templates")
      let hasOwn = hasTemplates || !options.policies.isEmpty || !options.templateFolders.isEmpty
      if namesPolicies || !hasInputs && hasOwn { return (0, 0) }
    }
    let sources = try Sources.read(options, folder, validatesXML: true)
    let disclosure = sources.disclosure
    var once = OnceAFile()
    var rejected = sources.rejectedCount
    var accounts = 0
    for warning in sources.warnings { try output.note(disclosure.printed(warning)) }
    var reader = ChunkReader(context: sources.context, roster: sources.roster)
    var undated = UndatedItems(options, sources)
    var lost = LostTimes()
    for chunk in sources.chunks {
      var warnings: [Diagnostic] = []
      try reader.forEachAccount(in: chunk) { account, policy in
        accounts += 1
        warnings +=
          undated.warnings(account, policy) + lost.warnings(account.value, policy.value, sources)
          + MissingDays.warnings(account.value, policy.value, sources)
      }
      let report = reader.takeReport()
      rejected += report.rejected
      for diagnostic in report.diagnostics + warnings where once.isNew(diagnostic) {
        try output.note(disclosure.printed(diagnostic))
      }
    }
    return (accounts, rejected)
  }

  private static func textWarnings(_ folder: PolicyFolder) -> [Diagnostic] {
    let orphans = folder.messages.values.filter { folder.policies[$0.app] == nil }
      .sorted { $0.app.compareBytes($1.app) < 0 }
      .map { messages in
        Diagnostic(
          .warning, .message, at: SourceLocation(file: messages.file, line: 1, column: 1), field: "app",
          found: "no policy has the app \(messages.app.quotedForDiagnostic), so nothing will use its texts")
      }
    let policies = folder.policies.values.sorted { $0.app.compareBytes($1.app) < 0 }
    // Texts inherited from an extended policy are checked once.
    var reported: Set<Diagnostic> = []
    return folder.warnings + orphans
      + policies.flatMap { ToneCheck.warnings($0, Kinds.catalog.with($0)) }.filter { reported.insert($0).inserted }
  }
}

/// The output of `tickler check`: diagnostics on standard output, counts on standard error.
private struct CheckOutput {
  private let options: PlanOptions
  private let format: DiagnosticFormat
  private var writer: DiagnosticWriter
  private var log = DiagnosticLog()
  private var shown = ShownWarnings()
  var tests: PolicyTestRun?
  var failsTests: Bool { (tests?.failed ?? 0) > 0 }

  init(_ options: PlanOptions, _ format: DiagnosticFormat) {
    (self.options, self.format) = (options, format)
    writer = DiagnosticWriter(format, version: Version.current)
  }

  func begin() throws(RunFault) { try StandardOutput.write(writer.beginning) }

  mutating func note(_ diagnostic: Diagnostic) throws(RunFault) {
    log.append(diagnostic)
    if shown.shows(diagnostic) { try write(diagnostic) }
  }

  private mutating func write(_ diagnostic: Diagnostic) throws(RunFault) {
    if options.isQuiet, diagnostic.severity == .warning { return }
    let text = writer.text(of: diagnostic)
    try StandardOutput.write(format == .text ? StandardOutput.terminal(text) : text.visibleJSON)
  }

  mutating func end(accounts: Int, rejected: Int, status: Int32) throws(RunFault) {
    for warning in shown.rest { try write(warning) }
    try StandardOutput.write(writer.end((accounts, rejected, log.warnings), words: [], status: status))
    if options.isQuiet { return }
    var words = "\(accounts.of("account")), \(rejected.of("record")) rejected, \(log.warnings.of("warning"))"
    if let tests, tests.count > 0 {
      words +=
        tests.failed > 0
        ? ", \(tests.failed) of \(tests.count.of("test")) failed" : ", \(tests.count.of("test")) passed"
    }
    StandardError.write("tickler: \(words)\n")
  }

  /// Ends a document with the fault that ended the check. As text, the fault goes to standard error only.
  mutating func end(_ fault: RunFault) throws(RunFault) {
    if format == .text { return }
    for diagnostic in fault.diagnostics { try write(diagnostic) }
    try StandardOutput.write(writer.end(nil, words: fault.words, status: fault.status.rawValue))
  }
}

/// Warns about kinds whose identifier is equal for all times of an item's day, so that only the first is sent.
struct LostTimes {
  private var reported: Set<Kind> = []

  mutating func warnings(_ account: Account, _ policy: Policy, _ sources: Sources) -> [Diagnostic] {
    policy.kinds.compactMap { settings -> Diagnostic? in
      let declaration = settings.description.declaration
      guard !settings.description.isShipped, declaration.shape == .series, let list = declaration.item,
        // A kind with conditions may skip such items.
        declaration.conditions.isEmpty,
        !settings.identifier().fields.contains("time"), !reported.contains(settings.kind),
        let item = account.items[list].first(where: { $0.times.all.count > 1 })
      else { return nil }
      reported.insert(settings.kind)
      return Diagnostic(
        .warning, .duplicate, at: sources.place(of: item.location), account: account.id.text,
        item: "\(declaration.fields?.kind.name ?? "") \(item.id.text.quotedForDiagnostic)", itemID: item.id.text,
        field: "times",
        found: "found \(item.times.all.count) times of day with one identifier, so only the first goes out",
        expected: "{time} in identifier of [kinds.\(settings.kind)]")
    }
  }
}

extension Sources {
  func place(of location: RecordLocation) -> SourceLocation {
    SourceLocation(
      file: context.inputs[Int(location.input)].file.name, line: Int(location.line), column: Int(location.column))
  }
}

/// Warns about items of declared kinds whose fields yield no date, so that nothing is ever sent.
struct UndatedItems {
  private var planner: AccountPlanner
  private let sources: Sources

  init(_ options: PlanOptions, _ sources: Sources) {
    planner = AccountPlanner(now: options.now, days: 0, texts: WordingCache())
    self.sources = sources
  }

  mutating func warnings(_ account: Shared<Account>, _ policy: Shared<Policy>) -> [Diagnostic] {
    guard policy.value.kinds.contains(where: { !$0.description.isShipped }),
      // An excessive account is refused when it is planned.
      let plan = try? planner.plan(account, policy, with: .facts)
    else { return [] }
    let warnings = zip(plan.decisions, plan.facts).compactMap { decision, facts -> Diagnostic? in
      let request = plan.requests[Int(decision.request)]
      guard decision.outcome.reason == .noDueDate, let fact = facts.first, let place = request.location,
        let kind = policy[request.kind], !kind.description.isShipped, let item = request.item
      else { return nil }
      let name = kind.description.items.first.map { "\($0.name) " } ?? ""
      return Diagnostic(
        .warning, fact.value == "none" ? .missingField : .badValue, at: sources.place(of: place),
        account: account.id.text, item: name + item.text.quotedForDiagnostic, itemID: item.text, field: fact.name,
        found: "found \(fact.value), from which no date of \(kind.kind) follows", expected: "a value that gives one")
    }
    return warnings.sorted { ($0.location.line, $0.location.column) < ($1.location.line, $1.location.column) }
  }
}
