internal import Bytes
public import CivilTime
internal import Diagnostics
internal import Formats
internal import PlanModel
internal import Resolving
internal import Spilling
public import TicklerKit

/// The accounts of exports, read as `tickler plan` does. For programs that plan on a server what phones plan, or compare the two.
///
/// ```
/// let exports = try Exports(reading: [path], policies: [policy], zones: zones)
/// for entry in exports.accounts { plans.append(try Planner(policy).plan(entry.account, at: now)) }
/// ```
///
/// The policies' ``TicklerKit/Holidays`` correspond to `tickler plan --holidays`. All accounts are kept in memory; `tickler plan` has no
/// such limit.
public struct Exports: Sendable {
  /// An account of an export.
  public struct Entry: Sendable {
    /// The app's name in the export, which is the name of one of the policies.
    public let app: String
    /// The account, ready to plan.
    public let account: TicklerKit.Account
  }

  /// The accepted accounts, in the order of the exports.
  public let accounts: [Entry]
  /// Errors and warnings, each as `file:line:column: error: what was found; what is expected`.
  public let diagnostics: [String]
  /// The number of rejected records.
  public let rejected: Int

  /// Reads JSON, NDJSON and XML exports, plain or compressed.
  ///
  /// - Parameters:
  ///   - paths: Files and folders.
  ///   - policies: One policy for each app.
  ///   - zones: The source of the accounts' time zones.
  /// - Throws: If an export cannot be read, or does not have the format that it claims.
  public init(
    reading paths: [String], policies: [TicklerKit.Policy], zones: ZoneDatabase
  ) throws(UnreadableExport) {
    do throws(RunFault) {
      let schema = Schema.of(policies.map(\.model))
      var collected: [Diagnostic] = []
      var inputs: [SurveyedInput] = []
      var roster = Roster(room: Roster.Room(bytes: .max / 2))
      var (spool, unpacked): (InputFile?, InputFile?)
      let limits = UnpackingLimits()
      for (index, named) in try InputDiscovery.open(paths, &collected).enumerated() {
        let file = try named.unpacked(after: unpacked, limits)
        if file !== named { unpacked = file }
        inputs.append(
          try Survey.survey(file, index: index, names: schema.names, spool: spool) {
            (sketch) throws(RunFault) in try roster.add(sketch, input: index)
          })
        if inputs[index].isSpooled { spool = inputs[index].records }
      }
      try roster.settle(&inputs)
      collected += inputs.flatMap(\.warnings)
      let byApp = policies.map { ($0.app, $0.model) }
      let context = ResolvingContext(
        schema: schema, zones: zones, policies: Dictionary(byApp) { _, later in later }, inputs: inputs)
      var reader = ChunkReader(context: context, roster: roster)
      var accounts: [Entry] = []
      var rejected = inputs.reduce(0) { $0 + $1.rejectedCount }
      for chunk in inputs.flatMap(\.chunks) {
        try reader.forEachAccount(in: chunk) { account, _ in
          accounts.append(Entry(app: account.app, account: TicklerKit.Account(account.value)))
        }
        let report = reader.takeReport()
        collected += report.diagnostics
        rejected += report.rejected
      }
      (self.accounts, diagnostics, self.rejected) = (accounts, collected.map(\.description), rejected)
    } catch {
      throw UnreadableExport(faults: error.messages)
    }
  }
}

/// The reason why an export cannot be read.
public struct UnreadableExport: Error, Hashable, Sendable, CustomStringConvertible {
  /// The faults, one on each line.
  public let faults: [String]

  /// The faults, one on each line.
  public var description: String { faults.joined(separator: "\n") }
}
