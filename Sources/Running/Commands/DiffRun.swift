import CivilTime
import Diagnostics
import PlanFiles
import PlanModel
import RunModel

/// `tickler diff`: what differs between two plans that are already there. Holds one account at a time, and where each
/// account of the old plan stands.
package enum DiffRun {
  /// - Parameters:
  ///   - without: Causes whose changes are left out; those of other causes as well are not.
  ///   - options: Of these, `templates`, `zoneinfo` and `redactor`.
  /// - Returns: What to print, and 2 where anything differs, else 0.
  package static func run(
    _ oldPath: String, _ newPath: String, without: Set<ChangeCause>, format: ChangeFormat, _ options: PlanOptions
  ) throws(FatalInput) -> (output: String, status: Int32) {
    let zones = try ZoneDatabase.open(options.zoneinfo ?? ZoneDatabase.systemPath)
    let (old, new) = (try PlanFolder(oldPath, zones: zones), try PlanFolder(newPath, zones: zones))
    let isRedacted = try options.isRedacted(old.header, in: oldPath)
    if old.header.redacted != new.header.redacted {
      throw FatalInput(
        .dataError,
        "\(oldPath) and \(newPath) cannot be compared: both have to be redacted with one key, or neither")
    }
    let previous = try PreviousPlan(old, new: new.header, redactor: isRedacted ? nil : options.redactor)
    var log = ChangeLog(asOf: new.header.now)
    func add(_ changes: [PlanChange]) { log.add(changes.filter { !without.isSuperset(of: $0.causes) }) }
    var seen = previous.nobody
    try new.forEachAccount { (plan) throws(FatalInput) in add(try previous.changes(to: plan, &seen)) }
    try previous.forEachAccount(notIn: seen) { plan in add(previous.changes(to: nil, from: plan)) }
    let subject = Comparison(
      title: "plan", old: "\(oldPath) of \(old.header.now)", new: "\(newPath) of \(new.header.now)",
      now: new.header.now)
    let output = try format.output(subject, log) { () throws(FatalInput) in
      try TemplateFolder.find(options.templateFolders)
    }
    return (output, log.isEmpty ? 0 : 2)
  }
}
