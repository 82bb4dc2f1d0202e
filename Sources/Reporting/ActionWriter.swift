import CivilTime
import PlanModel

/// Writes `actions.ndjson` (contract section 7): what each device has to do, a line an action.
package enum ActionWriter {
  package static func append(_ plan: AccountPlan, to text: inout [UInt8]) {
    for action in plan.actions {
      text.append("{\"account\":" as StaticString)
      text.appendJSON(plan.account.id.text)
      text.append(",\"notification\":" as StaticString)
      text.appendJSON(action.notification.text)
      text.append(",\"action\":\"" as StaticString)
      text.append(action.verb.rawValue)
      text.append(UInt8(ascii: "\""))
      if let at = action.at {
        text.append(",\"at\":\"" as StaticString)
        text.append(at)
        text.append(UInt8(ascii: "\""))
      }
      if let from = action.from {
        text.append(",\"from\":\"" as StaticString)
        text.append(from)
        text.append(UInt8(ascii: "\""))
      }
      if let reason = action.reason {
        text.append(",\"reason\":" as StaticString)
        text.appendJSON(reason)
      }
      text.append("}\n" as StaticString)
    }
  }
}
