internal import Bytes
public import CivilTime
internal import Diagnostics
internal import Formats
internal import PlanModel
internal import Resolving
internal import Spilling
public import TicklerKit

/// The accounts of exports, as `tickler plan` reads them: for a program that plans on a server what phones plan, or holds the two together.
///
/// ```
/// let exports = try Exports(reading: [path], policies: [policy], zones: zones)
/// for entry in exports.accounts { plans.append(try Planner(policy).plan(entry.account, at: now)) }
/// ```
///
/// Days of `tickler plan --holidays` are the policies' ``TicklerKit/Holidays``. All accounts are held in memory. `tickler plan` takes any number of them.
public struct Exports: Sendable {
  /// An account of an export.
  public struct Entry: Sendable {
    /// The app, as the export names it: that of one of the policies.
    public let app: String
    /// The account, ready to plan.
    public let account: TicklerKit.Account
  }

  /// The accounts that were accepted, in the order of the exports.
  public let accounts: [Entry]
  /// What is wrong or odd, each as `file:line:column: error: what was found; what is expected`.
  public let diagnostics: [String]
  /// How many records were rejected.
  public let rejected: Int

  /// Reads JSON, NDJSON and XML exports, plain or compressed.
  ///
  /// - Parameters:
  ///   - paths: Files and folders.
  ///   - policies: One for each app.
  ///   - zones: Where the accounts' time zones are taken from.
  /// - Throws: Where an export is not what it claims to be, or cannot be read.
  public init(
    reading paths: [String], policies: [TicklerKit.Policy], zones: ZoneDatabase
  ) throws(UnreadableExport) {
    do throws(FatalInput) {
      let schema = Schema.of(policies.map(\.model))
      var told: [Diagnostic] = []
      var inputs: [SurveyedInput] = []
      var roster = Roster(room: Roster.Room(bytes: .max / 2))
      var (spool, unpacked): (InputFile?, InputFile?)
      let limits = UnpackingLimits()
      for (index, named) in try InputDiscovery.open(paths, &told).enumerated() {
        let file = try named.unpacked(after: unpacked, limits)
        if file !== named { unpacked = file }
        inputs.append(
          try Survey.survey(file, index: index, names: schema.names, spool: spool) {
            (sketch) throws(FatalInput) in try roster.add(sketch, input: index)
          })
        if inputs[index].isSpooled { spool = inputs[index].records }
      }
      try roster.settle(&inputs)
      told += inputs.flatMap(\.warnings)
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
        told += report.diagnostics
        rejected += report.rejected
      }
      (self.accounts, diagnostics, self.rejected) = (accounts, told.map(\.description), rejected)
    } catch {
      throw UnreadableExport(faults: error.messages)
    }
  }
}

/// Why an export cannot be read at all.
public struct UnreadableExport: Error, Hashable, Sendable, CustomStringConvertible {
  /// What is wrong, a line each.
  public let faults: [String]

  /// The faults, a line each.
  public var description: String { faults.joined(separator: "\n") }
}
