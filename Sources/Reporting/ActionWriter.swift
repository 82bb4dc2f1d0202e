import CivilTime
import PlanModel

/// Writes `actions.ndjson` (contract section 7): what each device has to do, a line an action.
package struct ActionWriter {
  private var dates = DateDigits()

  /// What a line has beyond its texts, at most.
  fileprivate static let fixedSize = 192
  /// The instant at the end of a line, and what follows it.
  private static let endSize = 23

  package init() {}

  package mutating func append(_ plan: AccountPlan, to text: inout [UInt8]) {
    var head: [UInt8] = []
    head.append("{\"account\":" as StaticString)
    head.appendJSON(plan.account.id.text)
    head.append(",\"notification\":" as StaticString)
    var size = 0
    for index in plan.actions.indices { size += head.count + plan.actions[index].size }
    text.append(atMost: size) { lines in
      head.withUnsafeBufferPointer { head in
        plan.actions.withUnsafeBufferPointer { write($0, head, to: &lines) }
      }
    }
  }

  @inline(__always)
  private mutating func write(
    _ actions: UnsafeBufferPointer<Action>, _ head: UnsafeBufferPointer<UInt8>, to lines: inout ByteCursor
  ) {
    var start = 0
    for index in actions.indices {
      let last = start
      start = lines.count
      let action = actions.baseAddress! + index
      if index > 0, action.isAnotherTime(of: action - 1), let at = action.pointee.at {
        let line = lines.copy(from: last, count: start - last)
        line.overwrite(separated: dates.of(at.utc), at: line.count - ActionWriter.endSize)
      } else {
        lines.write(head)
        write(action.pointee, to: &lines)
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

extension Action {
  /// What its line has beyond the account, at most.
  fileprivate var size: Int {
    ActionWriter.fixedSize + ByteCursor.sizeOfJSON(notification.text) + (reason.map(ByteCursor.sizeOfJSON) ?? 0)
  }
}

extension UnsafePointer<Action> {
  /// Whether the lines differ in their last field alone: the time to add the notification for.
  @inline(__always)
  fileprivate func isAnotherTime(of other: UnsafePointer<Action>) -> Bool {
    endsWithTime && other.endsWithTime && pointee.notification == other.pointee.notification
  }

  @inline(__always)
  private var endsWithTime: Bool {
    pointee.verb == .add && pointee.at != nil && pointee.from == nil && pointee.reason == nil
  }
}
