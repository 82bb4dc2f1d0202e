import Answers
import CivilTime
import Diagnostics
import Planning
import RunModel
import Resolving

/// Runs `tickler zones`, which lists the accounts' zones and their clock changes inside the window.
package enum ZonesRun {
  /// - Returns: The output, and status 1 if records were rejected, else 0.
  package static func run(_ options: PlanOptions, json: Bool) throws(RunFault) -> Answer {
    let sources = try Sources.read(options)
    var reader = ChunkReader(context: sources.context, roster: sources.roster)
    var planner = AccountPlanner(now: options.now, days: options.days, texts: WordingCache())
    var usage = ZoneUsage(now: options.now)
    var report = InputReport(sources, options)
    for chunk in sources.chunks {
      try reader.forEachAccount(withinLimitsIn: chunk) { usage.count(try planner.plan($0, $1)) }
      report.take(from: &reader)
    }
    let status = try report.status()
    let writer = ZoneUsageWriter(usage, now: options.now, tzdata: sources.zones.version, path: sources.zones.path)
    return (json ? writer.json.text : writer.text, status)
  }
}
