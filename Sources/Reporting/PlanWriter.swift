import CivilTime
import PlanModel

/// Writes `plan.ndjson` (contract section 7): a header line, then a line a decision.
///
/// What is the same for all occurrences of a request is written once and copied.
package struct PlanWriter {
  /// `{"account":…,"uid":"…` and `,"variant":…,"title":…,"body":…}` of every request, one behind the other.
  private var fragments: [UInt8] = []
  private var ranges: [Fragments] = []
  /// Where the names of the account's zones lie in `fragments`.
  private var zones: [Range<Int>] = []
  private var dates = DateDigits()

  /// Where a request's fragments lie in `fragments`.
  private struct Fragments {
    var start: Int
    var middle: Int
    var end: Int
    var isOneOff: Bool
  }

  /// What a line has beyond its fragments and the zone's name, at most.
  private static let variableSize = 320
  /// What a head or tail has beyond its texts, at most.
  private static let fixedSize = 256

  package init() {}

  package static func header(_ header: RunHeader) -> [UInt8] {
    var text: [UInt8] = Array("{\"format\":\"\(RunHeader.format)\"".utf8)
    header.appendFields(to: &text)
    text.append("}\n" as StaticString)
    return text
  }

  package mutating func append(_ plan: AccountPlan, to text: inout [UInt8]) {
    prepare(plan)
    let longestZone = zones.map(\.count).max() ?? 0
    var size = 0
    for decision in plan.decisions {
      let range = ranges[Int(decision.request)]
      size += range.end - range.start + longestZone + PlanWriter.variableSize
    }
    text.append(atMost: size) { line in
      fragments.withUnsafeBufferPointer { fragments in
        for decision in plan.decisions { write(decision, fragments, to: &line) }
      }
    }
  }

  @inline(__always)
  private mutating func write(
    _ decision: Decision, _ fragments: UnsafeBufferPointer<UInt8>, to line: inout ByteCursor
  ) {
    let range = ranges[Int(decision.request)]
    line.write(UnsafeBufferPointer(rebasing: fragments[range.start..<range.middle]))
    if let local = decision.local {
      let date = dates.of(local.date)
      if !range.isOneOff {
        line.write(UInt8(ascii: "-"))
        line.write(date: date)
      }
      line.write("\",\"local\":\"")
      line.write(date: date, local.time)
    }
    if decision.stay >= 0 {
      line.write("\",\"zone\":\"")
      line.write(UnsafeBufferPointer(rebasing: fragments[zones[Int(decision.stay)]]))
    }
    if let at = decision.at {
      line.write("\",\"at\":\"")
      write(at, to: &line)
    }
    line.write("\",\"outcome\":\"")
    switch decision.outcome {
    case .scheduled: line.write("scheduled\"")
    case .armed: line.write("armed\"")
    case .dropped(let reason):
      line.write("dropped\",\"reason\":\"")
      line.write(text: reason.rawValue)
      line.write(UInt8(ascii: "\""))
    }
    if decision.badge > 0 {
      line.write(",\"badge\":")
      line.write(decimal: Int(decision.badge))
    }
    if let deferredFrom = decision.deferredFrom {
      line.write(",\"deferredFrom\":\"")
      write(deferredFrom, to: &line)
      line.write(UInt8(ascii: "\""))
    }
    if decision.isLate { line.write(",\"late\":true") }
    if let shift = decision.shift {
      line.write(",\"shifted\":\"")
      line.write(text: shift.rawValue)
      line.write(UInt8(ascii: "\""))
    }
    if decision.sequence > 0 {
      line.write(",\"sequence\":")
      line.write(decimal: Int(decision.sequence))
    }
    line.write(UnsafeBufferPointer(rebasing: fragments[range.middle..<range.end]))
  }

  @inline(__always)
  private mutating func write(_ instant: Instant, to line: inout ByteCursor) {
    let local = instant.utc
    line.write(date: dates.of(local.date), local.time)
    line.write(UInt8(ascii: "Z"))
  }

  private mutating func prepare(_ plan: AccountPlan) {
    fragments.removeAll(keepingCapacity: true)
    ranges.removeAll(keepingCapacity: true)
    fragments.append("{\"account\":" as StaticString)
    fragments.appendJSON(plan.account.id.text)
    fragments.append(",\"app\":" as StaticString)
    fragments.appendJSON(plan.account.app)
    fragments.append(",\"kind\":\"" as StaticString)
    let owner = Array(fragments)
    zones.removeAll(keepingCapacity: true)
    for stay in plan.timeline.stays {
      let start = fragments.count
      fragments.append(stay.zone.name)
      zones.append(start..<fragments.count)
    }
    plan.requests.withUnsafeBufferPointer { requests in
      for index in requests.indices { prepare(requests[index], owner) }
    }
  }

  private mutating func prepare(_ request: NotificationRequest, _ owner: [UInt8]) {
    let start = fragments.count
    var middle = start
    fragments.append(atMost: owner.count + request.sizeOfTexts + PlanWriter.fixedSize) { text in
      owner.withUnsafeBufferPointer { text.write($0) }
      text.write(text: request.kind.rawValue)
      text.write(UInt8(ascii: "\""))
      if let item = request.item {
        text.write(",\"item\":")
        text.writeJSON(item.text)
      }
      text.write(",\"notification\":")
      text.writeJSON(request.identifier.text)
      text.write(",\"uid\":\"")
      text.write(hexadecimal: request.uidStem)
      middle += text.count
      text.writeField(",\"variant\":", request.variant)
      text.writeField(",\"channel\":", request.channel)
      text.writeField(",\"category\":", request.category)
      text.writeField(",\"destination\":", request.destination)
      text.writeField(",\"title\":", request.title)
      text.writeField(",\"body\":", request.body)
      text.write("}\n")
    }
    ranges.append(Fragments(start: start, middle: middle, end: fragments.count, isOneOff: request.isOneOff))
  }
}

extension NotificationRequest {
  /// What its texts take at most as JSON.
  fileprivate var sizeOfTexts: Int {
    func size(_ text: String?) -> Int { text.map(ByteCursor.sizeOfJSON) ?? 0 }
    return size(item?.text) + size(identifier.text) + size(variant) + size(channel) + size(category)
      + size(destination) + size(title) + size(body)
  }
}

extension ByteCursor {
  fileprivate mutating func writeField(_ key: StaticString, _ value: String?) {
    guard let value else { return }
    write(key)
    writeJSON(value)
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
}
