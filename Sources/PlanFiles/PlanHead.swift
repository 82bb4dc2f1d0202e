import CivilTime
import PlanModel
import RunModel

/// The first line of `plan.ndjson`.
package struct PlanHead: PlanRecord {
  package var header = RunHeader()

  package init() {}

  init(_ header: RunHeader) { self.header = header }

  package mutating func describe<Fields: FieldVisitor & ~Copyable>(_ fields: inout Fields) throws(Fields.Fault) {
    try fields.format("tickler-plan/1")
    try header.describe(&fields)
  }
}

/// The first line of `accounts.ndjson`.
package struct AccountsHead: PlanRecord {
  package var version = ""
  package var now = Instant.distantPast

  package init() {}

  init(version: String, now: Instant) { (self.version, self.now) = (version, now) }

  package mutating func describe<Fields: FieldVisitor & ~Copyable>(_ fields: inout Fields) throws(Fields.Fault) {
    try fields.format("tickler-accounts/1")
    try fields.field("version", &version, "the tool's version")
    try fields.field("now", &now, "the plan's `now`")
  }
}

extension RunHeader: PlanRecord {
  package init() {
    self.init(version: "", now: .distantPast, days: 0, tzdata: "", policies: [], inputs: [], command: "")
  }

  package mutating func describe<Fields: FieldVisitor & ~Copyable>(_ fields: inout Fields) throws(Fields.Fault) {
    try fields.field("version", &version, "the tool's version")
    try fields.field("now", &now, "the plan's `now`")
    try fields.field("days", &days, "the largest number of days after today that any policy plans")
    try fields.check(days <= Policy.maximumDays, "days", expected: "at most \(Policy.maximumDays)")
    try fields.field("tzdata", &tzdata, "the tz database's release")
    try fields.field("policies", &policies, "all that were read, in the order of their apps")
    try fields.field("inputs", &inputs, "in the order in which they were read")
    try fields.field("changesFile", &changes, "the file of `--changes`; missing if none was named")
    try fields.field("redacted", &redacted, "with [`--redact`](security.md#privacy): a hash that identifies the key")
  }
}

extension RunHeader.PolicySource: PlanRecord {
  package init() { self.init(app: "", name: "", file: "", days: 0, sha256: "") }

  package mutating func describe<Fields: FieldVisitor & ~Copyable>(_ fields: inout Fields) throws(Fields.Fault) {
    try fields.field("app", &app, "whose notifications it plans")
    try fields.field("name", &name, "the app's display name")
    try fields.field("file", &file, "as it was found")
    try fields.field("days", &days, "the number of accounts that it plans")
    try fields.check(days <= Policy.maximumDays, "days", expected: "at most \(Policy.maximumDays)")
    try fields.sparse("reach", &reach, "the days after today up to which it plans ahead; missing if it does not")
    try fields.check(reach <= Policy.maximumDays, "reach", expected: "at most \(Policy.maximumDays)")
    try fields.field("sha256", &sha256, "of the file and those that it extends")
    try fields.sparse("extends", &extended, "the files that it extends, the nearest first")
    try fields.field("messages", &messages, "the file of the app's texts, if any")
    try fields.sparse("quietRules", &hasQuietRules, "`true`: its quiet hours differ by kind or by date")
    try fields.sparse("holidays", &holidays, "the files of `--holidays`")
    try fields.sparse("items", &items, "the items that it declares")
  }
}

extension RunHeader.ItemSource: PlanRecord {
  package init() { self.init(kind: "", fields: []) }

  package mutating func describe<Fields: FieldVisitor & ~Copyable>(_ fields: inout Fields) throws(Fields.Fault) {
    try fields.field("kind", &kind, "what exports call it")
    try fields.field("fields", &self.fields, "in the policy's order")
  }
}

extension RunHeader.ItemSource.Field: PlanRecord {
  package init() { self.init(name: "", meaning: "") }

  package mutating func describe<Fields: FieldVisitor & ~Copyable>(_ fields: inout Fields) throws(Fields.Fault) {
    try fields.field("name", &name, "what exports call it")
    try fields.sparse("meaning", &meaning, "a sentence without its full stop")
  }
}

extension RunHeader.SourceFile: PlanRecord {
  package init() { self.init(file: "", sha256: "") }

  package mutating func describe<Fields: FieldVisitor & ~Copyable>(_ fields: inout Fields) throws(Fields.Fault) {
    try fields.field("file", &file, "the file's path")
    try fields.field("sha256", &sha256, "of the file, and of the files of texts that it extends")
    try fields.sparse("extends", &extended, "the files that it extends, the nearest first")
    try fields.field("calendar", &calendar, "its name in accounts; missing if it applies to all")
    try fields.sparse("dates", &dates, "its holidays among the plan's days")
  }
}

extension RunHeader.Input: PlanRecord {
  package init() { self.init(file: "", format: "", app: nil, exportedAt: nil, sha256: "") }

  package mutating func describe<Fields: FieldVisitor & ~Copyable>(_ fields: inout Fields) throws(Fields.Fault) {
    try fields.field("file", &file, "as it was named")
    try fields.field("format", &format, "`json`, `ndjson` or `xml`")
    try fields.field("app", &app, "the app of all its accounts; missing if it names none")
    try fields.field("exportedAt", &exportedAt, "when the app wrote it, if it says")
    try fields.field("sha256", &sha256, "of the file")
    try fields.sparse("broken", &isBroken, "with `--keep-going`: `true`, it could not be used")
  }
}
