import CivilTime
import PlanModel

/// Writes `actions.ndjson` (contract section 7): what each device has to do, a line an action.
package struct ActionWriter {
  private var dates = DateDigits()

  /// What a line has beyond its texts, at most.
  private static let fixedSize = 192

  package init() {}

  package mutating func append(_ plan: AccountPlan, to text: inout [UInt8]) {
    var head: [UInt8] = []
    head.append("{\"account\":" as StaticString)
    head.appendJSON(plan.account.id.text)
    head.append(",\"notification\":" as StaticString)
    let size = plan.actions.reduce(0) {
      $0 + head.count + ActionWriter.fixedSize + ByteCursor.sizeOfJSON($1.notification.text)
        + ($1.reason.map(ByteCursor.sizeOfJSON) ?? 0)
    }
    text.append(atMost: size) { lines in
      for action in plan.actions {
        head.withUnsafeBufferPointer { lines.write($0) }
        write(action, to: &lines)
      }
    }
  }

  private mutating func write(_ action: Action, to line: inout ByteCursor) {
    line.writeJSON(action.notification.text)
    line.write(",\"action\":\"")
    line.write(text: action.verb.rawValue)
    line.write(UInt8(ascii: "\""))
    if let at = action.at {
      line.write(",\"at\":\"")
      line.write(at, &dates)
      line.write(UInt8(ascii: "\""))
    }
    if let from = action.from {
      line.write(",\"from\":\"")
      line.write(from, &dates)
      line.write(UInt8(ascii: "\""))
    }
    if let reason = action.reason {
      line.write(",\"reason\":")
      line.writeJSON(reason)
    }
    line.write("}\n")
  }
}
