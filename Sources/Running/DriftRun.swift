import CivilTime
import Diagnostics
import PlanModel
import RunModel
import Resolving

/// `tickler drift`: the same plan under two tz databases.
package enum DriftRun {
  /// - Parameter against: The tree that the plan was made with before; nil: the system's. `options.zoneinfo` is the new one.
  /// - Returns: What to print, and 2 where anything differs, else 0.
  package static func run(
    _ options: PlanOptions, against: String?, format: ChangeFormat
  ) throws(FatalInput) -> (output: String, status: Int32) {
    let sources = try Sources.read(options)
    let path = against ?? ZoneDatabase.systemPath
    guard let old = ZoneDatabase.open(path) else {
      throw FatalInput(.noInput, "there is no tz database in \(path) (--against)")
    }
    var context = sources.context
    context.zones = old
    var comparison = PlanComparison()
    try comparison.run(
      sources, old: .init(context: context, now: options.now, days: options.days),
      new: .init(context: sources.context, now: options.now, days: options.days))
    let subject = Comparison(
      title: "tz database", old: old.version, new: sources.zones.version, now: options.now)
    return try comparison.output(subject, format, sources.templates)
  }
}
