import CivilTime
import Comparing
import Diagnostics
import PlanFiles
import RunModel

/// Runs `tickler diff`, which compares two existing plans. Memory holds one account at a time, and the positions of the
/// old plan's accounts.
package enum DiffRun {
  /// - Parameters:
  ///   - without: Changes that have only these causes are excluded.
  ///   - options: Only `templates`, `zoneinfo` and `redactor` are used.
  /// - Returns: The output, and status 2 if the plans differ, else 0.
  package static func run(
    _ oldPath: String, _ newPath: String, without: Set<ChangeCause>, format: ChangeFormat, _ options: PlanOptions
  ) throws(RunFault) -> Answer {
    let zones = try ZoneDatabase.open(options.zoneinfo ?? ZoneDatabase.systemPath)
    let (old, new) = (try PlanFolder(oldPath, zones: zones), try PlanFolder(newPath, zones: zones))
    let isRedacted = try options.isRedacted(old.header, in: oldPath)
    if old.header.redacted != new.header.redacted {
      throw RunFault(
        .dataError, "\(oldPath) and \(newPath) cannot be compared: redact both with the same key, or neither")
    }
    let previous = try PreviousPlan(old, new: new.header, redactor: isRedacted ? nil : options.redactor)
    var log = ChangeLog(asOf: new.header.now)
    func add(_ changes: [PlanChange]) { log.add(changes.filter { !without.isSuperset(of: $0.causes) }) }
    var seen = previous.emptySet
    try new.forEachAccount { (plan) throws(RunFault) in add(try previous.changes(to: plan, &seen)) }
    try previous.forEachAccount(notIn: seen) { plan in add(previous.changes(to: nil, from: plan)) }
    let subject = Comparison(
      title: "plan", old: "\(oldPath) of \(old.header.now)", new: "\(newPath) of \(new.header.now)",
      now: new.header.now)
    let output = try format.output(subject, log) { () throws(RunFault) in
      try TemplateFolder.find(options.templateFolders)
    }
    return (output, log.isEmpty ? 0 : 2)
  }
}
