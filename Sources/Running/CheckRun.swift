import Diagnostics
import ExportReading
import PlanModel
import Reporting

/// `tickler check`: reads everything that a plan would, tells every diagnostic on standard output, and writes nothing.
package enum CheckRun {
  /// - Returns: 0 where every record was accepted, 1 where some were not.
  package static func run(_ options: PlanOptions) throws(FatalInput) -> Int32 {
    let sources = try Sources.read(options, validatesXML: true)
    var log = DiagnosticLog()
    var once = UnknownFields()
    var rejected = 0
    var accounts = 0
    for warning in sources.warnings { note(warning, options, &log) }
    var reader = ChunkReader(context: sources.context, roster: sources.roster)
    for chunk in sources.inputs.flatMap(\.chunks) {
      try reader.forEachAccount(in: chunk) { (_: Account, _: Policy) throws(FatalInput) in accounts += 1 }
      let report = reader.takeReport()
      rejected += report.rejected
      for diagnostic in report.diagnostics where once.isNew(diagnostic) { note(diagnostic, options, &log) }
    }
    if options.isStrict, rejected > 0 {
      throw FatalInput(.dataError, "\(rejected.of("record")) rejected, and --strict allows none")
    }
    if !options.isQuiet {
      StandardError.write(
        "tickler: \(accounts.of("account")), \(rejected.of("record")) rejected, \(log.warnings.of("warning"))\n")
    }
    return rejected > 0 ? 1 : 0
  }

  private static func note(_ diagnostic: Diagnostic, _ options: PlanOptions, _ log: inout DiagnosticLog) {
    log.append(diagnostic)
    if !options.isQuiet || diagnostic.severity == .error { print(diagnostic) }
  }
}

/// An unknown field is told of once per name and file.
struct UnknownFields {
  private struct Key: Hashable {
    var file: String
    var field: String?
  }

  private var seen: Set<Key> = []

  /// Whether the diagnostic is to be told: anything but an unknown field that was told of before.
  mutating func isNew(_ diagnostic: Diagnostic) -> Bool {
    diagnostic.code != .unknownField
      || seen.insert(Key(file: diagnostic.location.file, field: diagnostic.field)).inserted
  }
}
