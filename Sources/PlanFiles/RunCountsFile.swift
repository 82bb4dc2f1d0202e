import Diagnostics
import Formats
import RunModel

/// The counts in a `summary.json`. Other fields are skipped.
package struct RunCountsFile: PlanRecord {
  package var counts = RunCounts()

  package init() {}

  package mutating func describe<Fields: FieldVisitor & ~Copyable>(_ fields: inout Fields) throws(Fields.Fault) {
    try fields.format("tickler-summary/1")
    try counts.describe(&fields)
  }

  /// - Returns: nil if it has no `summary.json`.
  package static func read(in folder: String) throws(RunFault) -> RunCounts? {
    guard let file = try InputFile.planFile("\(folder)/summary.json") else { return nil }
    return try JSONDocument.record(RunCountsFile.self, in: file).counts
  }
}

extension RunCounts: PlanRecord {
  package mutating func describe<Fields: FieldVisitor & ~Copyable>(_ fields: inout Fields) throws(Fields.Fault) {
    try fields.field("verdict", &recordedVerdict, "the run in a word")
    try fields.field("now", &now, "the plan's `now`")
    // Fields that a later version omits are zero.
    try fields.field("days", &days, unless: false, "the largest number of days after today that any policy plans")
    try fields.field("tzdata", &tzdata, unless: false, "the tz database's release")
    try fields.field("accounts", &accounts, unless: false, "how many were planned")
    try fields.field(
      "accountsWithProblems", &accountsWithProblems, unless: false, "those with a decision that needs attention")
    try fields.field("rejectedRecords", &rejected, unless: false, "records refused with a diagnostic")
    try fields.sparse("stale", &stale, "those that keep their earlier plan, since an input could not be used")
    try fields.field("outcomes", &outcomes, unless: false, "decisions by outcome")
    try fields.field("reasons", &reasons, unless: false, "dropped ones by reason, in the order of the checks")
    try fields.field("actions", &actions, unless: false, "how many of each")
    try fields.field("changes", &changes, "what differs from the run before; missing for the first")
    try fields.field("diagnostics", &diagnostics, unless: false, "what was wrong with the inputs")
  }
}

extension RunCounts.Changes: PlanRecord {
  package mutating func describe<Fields: FieldVisitor & ~Copyable>(_ fields: inout Fields) throws(Fields.Fault) {
    try fields.field("counts", &total, "how many changes")
    try fields.field("accounts", &accounts, "how many accounts have any")
    try fields.field("lost", &lost, unless: false, "how many lose a notification that was still ahead")
  }
}

extension RunCounts.Diagnostics: PlanRecord {
  package mutating func describe<Fields: FieldVisitor & ~Copyable>(_ fields: inout Fields) throws(Fields.Fault) {
    try fields.field("errors", &errors, "how many")
    try fields.field("warnings", &warnings, "how many")
    guard Fields.reads else { return try fields.field("cause", &cause, "the first error, with its place") }
    var listed: [Diagnostic] = []
    try fields.field("listed", &listed, unless: false, "the first 1,000")
    cause = listed.first { $0.severity == .error }?.description
  }
}
