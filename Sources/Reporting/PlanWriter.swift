import CivilTime
import PlanModel

/// Writes `plan.ndjson` (contract section 7): a header line, then a line a decision.
///
/// What is the same for all occurrences of a request is written once and copied.
package struct PlanWriter {
  private var heads: [UInt8] = []
  private var headEnds: [Int] = []
  private var tails: [UInt8] = []
  private var tailEnds: [Int] = []
  private var isOneOff: [Bool] = []

  package init() {}

  package static func header(_ header: RunHeader) -> [UInt8] {
    var text: [UInt8] = Array("{\"format\":\"\(RunHeader.format)\"".utf8)
    header.appendFields(to: &text)
    text.append("}\n" as StaticString)
    return text
  }

  package mutating func append(_ plan: AccountPlan, to text: inout [UInt8]) {
    prepare(plan)
    let zones = plan.timeline.stays.map { Array($0.zone.name.utf8) }
    for decision in plan.decisions {
      let index = Int(decision.request)
      text.append(contentsOf: heads[(index == 0 ? 0 : headEnds[index - 1])..<headEnds[index]])
      if !isOneOff[index] { text.appendUIDSuffix(of: decision) }
      if let local = decision.local {
        text.append("\",\"local\":\"" as StaticString)
        text.append(local)
      }
      if decision.stay >= 0 {
        text.append("\",\"zone\":\"" as StaticString)
        text.append(contentsOf: zones[Int(decision.stay)])
      }
      if let at = decision.at {
        text.append("\",\"at\":\"" as StaticString)
        text.append(at)
      }
      text.append("\",\"outcome\":\"" as StaticString)
      text.append(decision.outcome.name)
      if let reason = decision.outcome.reason {
        text.append("\",\"reason\":\"" as StaticString)
        text.append(reason.rawValue)
      }
      text.append(UInt8(ascii: "\""))
      if decision.badge > 0 {
        text.append(",\"badge\":" as StaticString)
        text.append(decimal: decision.badge)
      }
      if let deferredFrom = decision.deferredFrom {
        text.append(",\"deferredFrom\":\"" as StaticString)
        text.append(deferredFrom)
        text.append(UInt8(ascii: "\""))
      }
      if decision.isLate { text.append(",\"late\":true" as StaticString) }
      if let shift = decision.shift {
        text.append(",\"shifted\":\"" as StaticString)
        text.append(shift.rawValue)
        text.append(UInt8(ascii: "\""))
      }
      if decision.sequence > 0 {
        text.append(",\"sequence\":" as StaticString)
        text.append(decimal: decision.sequence)
      }
      text.append(contentsOf: tails[(index == 0 ? 0 : tailEnds[index - 1])..<tailEnds[index]])
    }
  }

  /// `{"account":…,"uid":"…` and `,"variant":…,"title":…,"body":…}` of every request.
  private mutating func prepare(_ plan: AccountPlan) {
    heads.removeAll(keepingCapacity: true)
    headEnds.removeAll(keepingCapacity: true)
    tails.removeAll(keepingCapacity: true)
    tailEnds.removeAll(keepingCapacity: true)
    isOneOff = plan.requests.map(\.isOneOff)
    for request in plan.requests {
      heads.append("{\"account\":" as StaticString)
      heads.appendJSON(plan.account.id.text)
      heads.append(",\"app\":" as StaticString)
      heads.appendJSON(plan.account.app)
      heads.append(",\"kind\":\"" as StaticString)
      heads.append(request.kind.rawValue)
      heads.append(UInt8(ascii: "\""))
      if let item = request.item {
        heads.append(",\"item\":" as StaticString)
        heads.appendJSON(item.text)
      }
      heads.append(",\"notification\":" as StaticString)
      heads.appendJSON(request.identifier.text)
      heads.append(",\"uid\":\"" as StaticString)
      heads.append(contentsOf: request.uidStem.hexadecimal)
      headEnds.append(heads.count)

      tails.appendField("variant", request.variant)
      tails.appendField("channel", request.channel)
      tails.appendField("category", request.category)
      tails.appendField("destination", request.destination)
      tails.appendField("title", request.title)
      tails.appendField("body", request.body)
      tails.append("}\n" as StaticString)
      tailEnds.append(tails.count)
    }
  }
}

extension [UInt8] {
  /// `-YYYYMMDD` of the date asked for, so that the occurrences of a request differ.
  mutating func appendUIDSuffix(of decision: Decision) {
    guard let date = decision.local?.date else { return }
    appendASCII(9) { ascii in
      ascii[0] = UInt8(ascii: "-")
      ascii.writeDate(date, at: 1, separated: false)
    }
  }

  fileprivate mutating func appendField(_ name: StaticString, _ value: String?) {
    guard let value else { return }
    append(",\"" as StaticString)
    append(name)
    append("\":" as StaticString)
    appendJSON(value)
  }
}
