import Bytes
import Diagnostics
import Formats
import PlanModel
import Planning
import Resolving
import RunModel
import Wording

/// `tickler check`: reads everything that a plan would, looks at the texts, tells every diagnostic on standard output, and
/// writes nothing.
package enum CheckRun {
  /// - Returns: 0 where every record was accepted, 1 where some were not.
  package static func run(_ options: PlanOptions) throws(FatalInput) -> Int32 {
    var log = DiagnosticLog()
    var shown = ShownWarnings()
    let folder = try PolicyFolder.readAll(try TemplateFolder.find(options.templates), options: options.policies)
    for warning in textWarnings(folder) { try note(warning, options, &log, &shown) }
    // Policies and texts are worth a check where there is no export yet.
    if !options.namesPaths, try !Folder.exists(options.paths[0]) {
      conclude(options, accounts: 0, rejected: 0, log, shown)
      return 0
    }
    let sources = try Sources.read(options, folder, validatesXML: true)
    var once = UnknownFields()
    var rejected = sources.rejectedCount
    var accounts = 0
    for warning in sources.warnings { try note(warning, options, &log, &shown) }
    var reader = ChunkReader(context: sources.context, roster: sources.roster)
    for chunk in sources.chunks {
      try reader.forEachAccount(in: chunk) { _, _ in accounts += 1 }
      let report = reader.takeReport()
      rejected += report.rejected
      for diagnostic in report.diagnostics where once.isNew(diagnostic) { try note(diagnostic, options, &log, &shown) }
    }
    let status = try options.status(rejected: rejected)
    conclude(options, accounts: accounts, rejected: rejected, log, shown)
    return status
  }

  private static func conclude(
    _ options: PlanOptions, accounts: Int, rejected: Int, _ log: DiagnosticLog, _ shown: ShownWarnings
  ) {
    if options.isQuiet { return }
    for line in shown.rest { print(line) }
    StandardError.write(
      "tickler: \(accounts.of("account")), \(rejected.of("record")) rejected, \(log.warnings.of("warning"))\n")
  }

  /// What is wrong with the words, by app.
  private static func textWarnings(_ folder: PolicyFolder) -> [Diagnostic] {
    let orphans = folder.messages.values.filter { folder.policies[$0.app] == nil }
      .sorted { $0.app.compareBytes($1.app) < 0 }
      .map { messages in
        Diagnostic(
          .warning, .message, at: SourceLocation(file: messages.file, line: 1, column: 1), field: "app",
          found: "no policy has the app \(messages.app.quotedForDiagnostic), so nothing will use its texts")
      }
    let policies = folder.policies.values.sorted { $0.app.compareBytes($1.app) < 0 }
    return folder.warnings + orphans + policies.flatMap { ToneCheck.warnings($0, Kinds.catalog) }
  }

  private static func note(
    _ diagnostic: Diagnostic, _ options: PlanOptions, _ log: inout DiagnosticLog, _ shown: inout ShownWarnings
  ) throws(FatalInput) {
    log.append(diagnostic)
    guard shown.shows(diagnostic) else { return }
    if !options.isQuiet || diagnostic.severity == .error { try StandardOutput.write("\(diagnostic)\n") }
  }
}

/// An unknown field is told of once per name and file.
struct UnknownFields {
  private struct Key: Hashable {
    var file: String
    var field: String?
  }

  private static let remembered = 10_000
  private var seen: Set<Key> = []

  /// Whether the diagnostic is to be told: anything but an unknown field that was told of before.
  mutating func isNew(_ diagnostic: Diagnostic) -> Bool {
    guard diagnostic.code == .unknownField else { return true }
    let key = Key(file: diagnostic.location.file, field: diagnostic.field)
    // A bound on memory: beyond it, one that comes again counts again.
    return seen.count < UnknownFields.remembered ? seen.insert(key).inserted : !seen.contains(key)
  }
}
