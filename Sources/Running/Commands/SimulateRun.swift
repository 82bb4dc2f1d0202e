import CivilTime
import Diagnostics
import PlanModel
import Resolving
import RunModel

/// Runs `tickler simulate`, which compares the plan in other circumstances with the actual plan.
package enum SimulateRun {
  /// The changed circumstances; `nil` or empty for no change.
  package struct Circumstances: Sendable {
    package var account: AccountName?
    package var timeZone: String?
    package var zoneChanges: [(at: Instant, zone: String)] = []
    package var quietHours: QuietHours?
    package var reserved: Int?
    package var now: Instant?
    package var days: Int?

    package init() {}

    var words: String {
      var parts: [String] = []
      if let timeZone { parts.append("in \(timeZone)") }
      for change in zoneChanges { parts.append("in \(change.zone) from \(change.at)") }
      if let quietHours { parts.append("quiet from \(quietHours.start) to \(quietHours.end)") }
      if let reserved { parts.append("with \(reserved) slots reserved") }
      if let now { parts.append("as of \(now)") }
      if let days { parts.append("for \(days) days") }
      return parts.joined(separator: ", ")
    }

    package var isEmpty: Bool { words.isEmpty }
  }

  /// - Returns: The output, and status 2 if the plans differ, else 0; 1 if the only requested account was rejected.
  package static func run(
    _ options: PlanOptions, _ circumstances: Circumstances, format: ChangeFormat
  ) throws(RunFault) -> Answer {
    let sources = try Sources.read(options)
    let home = try circumstances.timeZone.map { name throws(RunFault) in try zone(name, sources) }
    var moves: [Account.ZoneChange] = []
    for change in circumstances.zoneChanges {
      moves.append(Account.ZoneChange(at: change.at, zone: try zone(change.zone, sources)))
    }
    let current = PlanComparison.Side(context: sources.context, now: options.now, days: options.days)
    var simulated = current
    simulated.now = circumstances.now ?? options.now
    simulated.days = circumstances.days ?? options.days
    simulated.adjust = { account, policy in
      if let home {
        account.zone = home
        account.zoneChanges = []
      }
      account.zoneChanges += moves
      if let quiet = circumstances.quietHours { account.preferences.quietHours = quiet }
      if let reserved = circumstances.reserved { policy.slots.reserved = reserved }
    }
    var comparison = PlanComparison(listsContents: true)
    var report = InputReport(sources, options)
    try comparison.run(sources, old: current, new: simulated, account: circumstances.account, &report)
    if let account = circumstances.account, comparison.accountCount == 0 {
      if comparison.diagnostics.isEmpty {
        throw RunFault.noAccount(account, nearest: comparison.nearest)
      }
      return (RejectedAccount.words(comparison.diagnostics.map(sources.disclosure.printed)), try report.status(1))
    }
    let subject = Comparison(title: "simulation", old: "as it is", new: circumstances.words, now: options.now)
    return try comparison.output(subject, format, sources.templates, report)
  }

  static func zone(_ name: String, _ sources: Sources) throws(RunFault) -> Zone {
    if let zone = try? sources.zones.zone(named: name) { return zone }
    try sources.zones.refuseFault()
    throw RunFault(
      .usage,
      "\(name.quotedForDiagnostic) is no zone of tz database \(sources.zones.version)"
        + (ZoneNames().nearest(to: name, in: sources.zones).map { "; the nearest is \($0)" } ?? ""))
  }
}
