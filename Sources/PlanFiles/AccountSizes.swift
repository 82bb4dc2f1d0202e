import Bytes
import PlanModel
import RunModel

/// A line of `sizes.ndjson`: the sizes of an account's lines in the plan's files.
package struct AccountSizes: PlanRecord {
  package static let fileName = "sizes.ndjson"

  package var account = StableHash(high: 0, low: 0)
  package var plan = 0
  package var details = 0
  package var actions = 0

  package init() {}

  package init(of plan: AccountPlan, planSize: Int, detailsSize: Int, actionsSize: Int) {
    account = AccountIndex.key(plan.account.app, plan.account.id)
    (self.plan, details, actions) = (planSize, detailsSize, actionsSize)
  }

  package mutating func describe<Fields: FieldVisitor & ~Copyable>(_ fields: inout Fields) throws(Fields.Fault) {
    try fields.field("account", &account, "a hash of its app and id")
    try fields.field("planBytes", &plan, "the size in bytes of its lines of `plan.ndjson`")
    try fields.field("accountBytes", &details, "the size in bytes of its line of `accounts.ndjson`")
    try fields.sparse("actionBytes", &actions, "the size in bytes of its lines of `actions.ndjson`")
  }

  package func append(to text: inout WrittenBytes) {
    var json = FieldWriter()
    json.begin(&text)
    write(to: &json)
    json.out.append("\n")
    json.end(&text)
  }
}

/// The first line of `sizes.ndjson`.
package struct SizesHead: PlanRecord {
  package var version = ""
  package var plan = StableHash(high: 0, low: 0)

  package init() {}

  package init(_ header: RunHeader) {
    version = header.version
    plan = PlanWriter.header(header).withSpan { StableHash($0) }
  }

  package mutating func describe<Fields: FieldVisitor & ~Copyable>(_ fields: inout Fields) throws(Fields.Fault) {
    try fields.format("tickler-sizes/1")
    try fields.field("version", &version, "the tool's version")
    try fields.field("plan", &plan, "a hash of the first line of `plan.ndjson`")
  }

  package var line: WrittenBytes { FieldWriter.line(self) }
}
