import Bytes
import CivilTime
import PlanModel

/// A line of `actions.ndjson`: what a device has to do.
package struct ActionLine: PlanRecord {
  package var account = AccountID("")
  package var action = Action(verb: .keep, notification: NotificationID(""), at: nil, from: nil)

  package init() {}

  package mutating func describe<Fields: FieldVisitor & ~Copyable>(_ fields: inout Fields) throws(Fields.Fault) {
    try fields.field("account", &account, "whose device it is")
    try fields.field("notification", &action.notification, "the identifier that the app gives the notification")
    try fields.field("action", &action.verb, "see below")
    try fields.field("at", &action.at, "the planned instant; missing where there is none, as for place triggers")
    try fields.field("from", &action.from, "the instant that the device has")
    try fields.field(
      "reason", &action.reason, "of a `cancel`: the reason of the decision that dropped it, else `unknown`")
  }
}

/// Writes `actions.ndjson`.
package struct ActionWriter: ~Copyable {
  private var json = FieldWriter()

  package init() {}

  package mutating func append(_ plan: AccountPlan, to text: inout WrittenBytes) {
    var line = ActionLine()
    line.account = plan.account.value.id
    json.begin(&text)
    for action in plan.actions {
      line.action = action
      json.write(&line)
      json.out.append("\n")
    }
    json.end(&text)
  }
}
