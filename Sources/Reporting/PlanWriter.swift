import CivilTime
import PlanModel

/// Writes `plan.ndjson` (contract section 7): a header line, then a line a decision.
///
/// What is the same for all occurrences of a request is written once: later lines copy it from the last one, and where
/// only the dates differ, they copy all of it and write the dates over.
package struct PlanWriter {
  /// `{"account":…,"app":…,"kind":"` of the account at hand.
  private var owner: [UInt8] = []
  /// By request, the last line of it.
  private var models: [Model] = []
  private var dates = DateDigits()

  /// A line that was written, to be copied from. All places count from the first byte of the account's first line.
  private struct Model {
    /// What any line of the request takes at most.
    var size = 0
    /// 0 and 0: there is none yet.
    var start = 0
    var end = 0
    /// Where the `uid`'s stem ends, and where what follows the outcome and its marks begins.
    var stem = 0
    var tail = 0
    /// Where its times stand. The date in the UID: 0 where there is none.
    var date = 0
    var local = 0
    var at = 0
    /// nil: it has more to it than its times.
    var form: Form?
  }

  /// A line that has nothing to it but its times.
  private struct Form {
    var outcome: Int
    var stay: Int16
    var badge: Int32
    var sequence: Int32
    var local: LocalDateTime
    var at: Instant

    /// nil: the decision has more to it than that.
    @inline(__always)
    init?(_ decision: borrowing Decision) {
      guard let local = decision.local, let at = decision.at, decision.deferredFrom == nil, decision.shift == nil,
        !decision.isLate, decision.stay >= 0
      else { return nil }
      outcome = decision.outcome.code
      stay = decision.stay
      badge = decision.badge
      sequence = decision.sequence
      self.local = local
      self.at = at
    }

    /// Whether the lines differ in their dates alone.
    @inline(__always)
    func isAnotherDay(of other: Form) -> Bool {
      let seconds = at.epochSeconds - other.at.epochSeconds
      return outcome == other.outcome && stay == other.stay && badge == other.badge && sequence == other.sequence
        && local.secondsSinceEpoch - other.local.secondsSinceEpoch == seconds && seconds % 86_400 == 0
    }
  }

  /// What a line has beyond its texts, at most.
  private static let fixedSize = 640

  package init() {}

  package static func header(_ header: RunHeader) -> [UInt8] {
    var text: [UInt8] = Array("{\"format\":\"\(RunHeader.format)\"".utf8)
    header.appendFields(to: &text)
    text.append("}\n" as StaticString)
    return text
  }

  package mutating func append(_ plan: AccountPlan, to text: inout [UInt8]) {
    owner.removeAll(keepingCapacity: true)
    owner.append("{\"account\":" as StaticString)
    owner.appendJSON(plan.account.id.text)
    owner.append(",\"app\":" as StaticString)
    owner.appendJSON(plan.account.app)
    owner.append(",\"kind\":\"" as StaticString)
    models.removeAll(keepingCapacity: true)
    let longestZone = plan.timeline.longestName
    let fixed = owner.count + longestZone + PlanWriter.fixedSize
    plan.requests.withUnsafeBufferPointer { requests in
      for index in requests.indices { models.append(Model(size: fixed + requests[index].sizeOfTexts)) }
      var size = 0
      for decision in plan.decisions { size += models[Int(decision.request)].size }
      text.append(atMost: size) { lines in
        for decision in plan.decisions { write(decision, requests, plan.timeline, to: &lines) }
      }
    }
  }

  @inline(__always)
  private mutating func write(
    _ decision: Decision, _ requests: UnsafeBufferPointer<NotificationRequest>, _ timeline: ZoneTimeline,
    to lines: inout ByteCursor
  ) {
    let index = Int(decision.request)
    let form = Form(decision)
    if let form, let known = models[index].form, form.isAnotherDay(of: known) {
      let model = models[index]
      let shift = lines.count - model.start
      lines.repeat(model.start..<model.end)
      let date = dates.of(form.local.date)
      if model.date > 0 { lines.overwrite(date: date, at: model.date + shift) }
      lines.overwrite(separatedDate: date, at: model.local + shift)
      lines.overwrite(separatedDate: dates.of(form.at.utc.date), at: model.at + shift)
    } else {
      writeAnew(decision, form, requests.baseAddress! + index, timeline, to: &lines)
    }
  }

  @inline(never)
  private mutating func writeAnew(
    _ decision: Decision, _ form: Form?, _ request: UnsafePointer<NotificationRequest>, _ timeline: ZoneTimeline,
    to line: inout ByteCursor
  ) {
    let known = models[Int(decision.request)]
    var model = Model(size: known.size, start: line.count)
    if known.end > 0 { line.repeat(known.start..<known.stem) } else { writeHead(request, to: &line) }
    model.stem = line.count
    if let local = decision.local {
      let date = dates.of(local.date)
      if !request.pointee.isOneOff {
        line.write(UInt8(ascii: "-"))
        model.date = line.count
        line.write(date: date)
      }
      line.write("\",\"local\":\"")
      model.local = line.count
      line.write(date: date, local.time)
    }
    if decision.stay >= 0 {
      line.write("\",\"zone\":\"")
      line.write(text: timeline.stays[Int(decision.stay)].zone.name)
    }
    if let at = decision.at {
      line.write("\",\"at\":\"")
      model.at = line.count
      line.write(at, &dates)
    }
    writeOutcome(decision, to: &line)
    model.tail = line.count
    if known.end > 0 { line.repeat(known.tail..<known.end) } else { writeTail(request, to: &line) }
    model.end = line.count
    model.form = form
    models[Int(decision.request)] = model
  }

  private mutating func writeOutcome(_ decision: Decision, to line: inout ByteCursor) {
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
      line.write(deferredFrom, &dates)
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
  }

  /// `{"account":…,"uid":"…`.
  private func writeHead(_ request: UnsafePointer<NotificationRequest>, to line: inout ByteCursor) {
    owner.withUnsafeBufferPointer { line.write($0) }
    line.write(text: request.pointee.kind.rawValue)
    line.write(UInt8(ascii: "\""))
    if let item = request.pointee.item {
      line.write(",\"item\":")
      line.writeJSON(item.text)
    }
    line.write(",\"notification\":")
    line.writeJSON(request.pointee.identifier.text)
    line.write(",\"uid\":\"")
    line.write(hexadecimal: request.pointee.uidStem)
  }

  /// `,"variant":…,"title":…,"body":…}` and the line's end.
  private func writeTail(_ request: UnsafePointer<NotificationRequest>, to line: inout ByteCursor) {
    line.writeField(",\"variant\":", request.pointee.variant)
    let delivery = request.pointee.delivery
    if delivery.hasNames {
      line.writeField(",\"channel\":", delivery.channel)
      line.writeField(",\"category\":", delivery.category)
      line.writeField(",\"destination\":", delivery.destination)
    }
    line.write(",\"title\":")
    line.writeJSON(request.pointee.title)
    line.write(",\"body\":")
    line.writeJSON(request.pointee.body)
    line.write("}\n")
  }
}

extension NotificationRequest {
  /// What its texts take at most as JSON.
  fileprivate var sizeOfTexts: Int {
    func size(_ text: String?) -> Int { text.map(ByteCursor.sizeOfJSON) ?? 0 }
    let own = size(item?.text) + size(identifier.text) + size(variant) + size(title) + size(body)
    guard delivery.hasNames else { return own }
    return own + size(delivery.channel) + size(delivery.category) + size(delivery.destination)
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
