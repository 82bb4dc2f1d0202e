import CivilTime
import Diagnostics
import PlanModel
import RunModel
import Resolving

/// Runs `tickler drift`, which compares plans made with two tz databases.
package enum DriftRun {
  /// - Parameter against: The old tz database; `nil` for the system's. `options.zoneinfo` is the new one.
  /// - Returns: The output, and status 2 if the plans differ, else 0.
  package static func run(_ options: PlanOptions, against: String?, format: ChangeFormat) throws(RunFault) -> Answer {
    let sources = try Sources.read(options)
    let path = against ?? ZoneDatabase.systemPath
    guard let old = try ZoneDatabase.open(path) else {
      throw RunFault(.noInput, "\(path) has no tz database (--against)")
    }
    var context = sources.context
    context.zones = old
    var comparison = PlanComparison(listsContents: false)
    var report = InputReport(sources, options)
    /// The number of accounts that only one database can plan, by zone name.
    var lacking: [String: (database: ZoneDatabase, accounts: Int)] = [:]
    comparison.isLeftOut = { plan, isNew in
      let database = isNew ? old : sources.zones
      guard let zone = plan.timeline.stays.map(\.zone.name).first(where: { !database.has($0) }) else { return false }
      lacking[zone, default: (database, 0)].accounts += 1
      return true
    }
    try comparison.run(
      sources, old: .init(context: context, now: options.now, days: options.days),
      new: .init(context: sources.context, now: options.now, days: options.days), &report)
    var subject = Comparison(title: "tz database", old: old.version, new: sources.zones.version, now: options.now)
    subject.notes = lacking.sorted { $0.key.compareBytes($1.key) < 0 }.map { zone, lack in
      "tz database \(lack.database.version) in \(lack.database.path) lacks \(zone): \(lack.accounts.of("account")) not compared"
    }
    return try comparison.output(subject, format, sources.templates, report)
  }
}

extension ZoneDatabase {
  fileprivate func has(_ name: String) -> Bool { (try? zone(named: name)) != nil }
}
