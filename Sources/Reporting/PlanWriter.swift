import CivilTime
import PlanModel

/// Writes `plan.ndjson` (contract section 7): a header line, then a line a decision.
///
/// What is the same for all occurrences of a request is written once: later lines copy it from the last one that was
/// written in full, and where only the dates differ, they copy all of it and write the dates over.
package struct PlanWriter {
  /// `{"account":…,"app":…,"kind":"task`, of the account and the kind at hand.
  private var owner: [UInt8] = []
  /// How much of that stands before the kind, and the kind's index; −1: none is at hand.
  private var ownerCount = 0
  private var kind = -1
  /// `","zone":"…` of the stay at hand.
  private var zone = (stay: Int32(-1), field: [UInt8]())
  /// By request, the last line of it that was written in full.
  private var models: [LineModel] = []
  private var dates = DateDigits()

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
    beginOwner(plan.account)
    zone.stay = -1
    // Away from the writer for as long as its places are pointed at.
    var models = models
    self.models = []
    models.removeAll(keepingCapacity: true)
    let fixed = owner.count + plan.timeline.longestName + PlanWriter.fixedSize
    plan.requests.withUnsafeBufferPointer { requests in
      for index in requests.indices { models.append(LineModel(size: fixed + requests[index].sizeOfTexts)) }
      plan.decisions.withUnsafeBufferPointer { decisions in
        models.withUnsafeMutableBufferPointer { models in
          write(decisions, requests, plan.timeline, models, to: &text)
        }
      }
    }
    self.models = models
  }

  @inline(__always)
  private mutating func write(
    _ decisions: UnsafeBufferPointer<Decision>, _ requests: UnsafeBufferPointer<NotificationRequest>,
    _ timeline: ZoneTimeline, _ models: UnsafeMutableBufferPointer<LineModel>, to text: inout [UInt8]
  ) {
    var size = 0
    for index in decisions.indices {
      let request = Int(decisions[index].request)
      precondition(request < models.count, "a decision without a request")
      size += models[request].size
    }
    text.append(atMost: size) { lines in
      for index in decisions.indices {
        let request = Int(decisions[index].request)
        write(decisions.baseAddress! + index, requests.baseAddress! + request, timeline, &models[request], to: &lines)
      }
    }
  }

  @inline(__always)
  private mutating func write(
    _ decision: UnsafePointer<Decision>, _ request: UnsafePointer<NotificationRequest>, _ timeline: ZoneTimeline,
    _ model: inout LineModel, to lines: inout ByteCursor
  ) {
    let form = LineForm(decision)
    if let form, let known = model.form, form.isAnotherDay(of: known) {
      let line = lines.copy(from: model.start, count: Int(model.count))
      let date = dates.of(form.local.date)
      if model.date > 0 { line.overwrite(date: date, at: Int(model.date)) }
      line.overwrite(separatedDate: date, at: Int(model.local))
      line.overwrite(separatedDate: dates.of(form.at.utc.date), at: Int(model.at))
    } else {
      writeAnew(decision, form, request, timeline, &model, to: &lines)
    }
  }

  @inline(never)
  private mutating func writeAnew(
    _ decision: UnsafePointer<Decision>, _ form: LineForm?, _ request: UnsafePointer<NotificationRequest>,
    _ timeline: ZoneTimeline, _ known: inout LineModel, to line: inout ByteCursor
  ) {
    let start = line.count
    var model = LineModel(size: known.size, start: start, form: form)
    if known.count > 0 {
      line.repeat(known.start..<known.start + Int(known.stem))
    } else {
      writeHead(request, to: &line)
    }
    model.stem = Int32(truncatingIfNeeded: line.count - start)
    if let local = decision.pointee.local {
      let digits = dates.of(local)
      if !request.pointee.isOneOff {
        line.write(UInt8(ascii: "-"))
        model.date = Int32(truncatingIfNeeded: line.count - start)
        line.write(date: digits.date)
      }
      line.write("\",\"local\":\"")
      model.local = Int32(truncatingIfNeeded: line.count - start)
      line.write(separated: digits)
    }
    if decision.pointee.stay >= 0 {
      if decision.pointee.stay != zone.stay { enter(decision.pointee.stay, timeline) }
      zone.field.withUnsafeBufferPointer { line.write($0) }
    }
    if let at = decision.pointee.at {
      line.write("\",\"at\":\"")
      model.at = Int32(truncatingIfNeeded: line.count - start)
      line.write(at, &dates)
    }
    writeOutcome(decision, to: &line)
    model.tail = Int32(truncatingIfNeeded: line.count - start)
    if known.count > 0 {
      line.repeat(known.start + Int(known.tail)..<known.start + Int(known.count))
    } else {
      writeTail(request, to: &line)
    }
    model.count = Int32(line.count - start)
    known = model
  }

  private mutating func beginOwner(_ account: Shared<Account>) {
    owner.removeAll(keepingCapacity: true)
    let size = ByteCursor.sizeOfJSON(account.id.text) + ByteCursor.sizeOfJSON(account.app) + PlanWriter.fixedSize
    owner.append(atMost: size) { text in
      text.write("{\"account\":\"")
      text.write(account.id.text, JSONEscaping.self)
      text.write("\",\"app\":\"")
      text.write(account.app, JSONEscaping.self)
      text.write("\",\"kind\":\"")
    }
    ownerCount = owner.count
    kind = -1
  }

  /// Has ``owner`` end with a kind.
  @inline(never)
  private mutating func enter(_ kind: Kind) {
    self.kind = kind.index
    owner.removeLast(owner.count - ownerCount)
    owner.append(kind.name)
  }

  /// Has ``zone`` be that of a stay.
  @inline(never)
  private mutating func enter(_ stay: Int32, _ timeline: ZoneTimeline) {
    zone.stay = stay
    zone.field.removeAll(keepingCapacity: true)
    let name = timeline.stays[Int(stay)].zone.name
    zone.field.append(atMost: name.utf8.count + PlanWriter.fixedSize) { text in
      text.write("\",\"zone\":\"")
      text.write(text: name)
    }
  }

  @inline(__always)
  private mutating func writeOutcome(_ decision: UnsafePointer<Decision>, to line: inout ByteCursor) {
    switch decision.pointee.outcome {
    case .scheduled: line.write("\",\"outcome\":\"scheduled\"")
    case .armed: line.write("\",\"outcome\":\"armed\"")
    case .dropped(let reason):
      line.write("\",\"outcome\":\"dropped\",\"reason\":\"")
      line.write(text: reason.code)
      line.write(UInt8(ascii: "\""))
    }
    if decision.pointee.badge > 0 {
      line.write(",\"badge\":")
      line.write(decimal: Int(decision.pointee.badge))
    }
    if let deferredFrom = decision.pointee.deferredFrom {
      line.write(",\"deferredFrom\":\"")
      line.write(deferredFrom, &dates)
      line.write(UInt8(ascii: "\""))
    }
    if decision.pointee.isLate { line.write(",\"late\":true") }
    if let shift = decision.pointee.shift {
      line.write(",\"shifted\":\"")
      line.write(text: shift.rawValue)
      line.write(UInt8(ascii: "\""))
    }
    if decision.pointee.sequence > 0 {
      line.write(",\"sequence\":")
      line.write(decimal: Int(decision.pointee.sequence))
    }
  }

  /// `{"account":…,"uid":"…`.
  @inline(__always)
  private mutating func writeHead(_ request: UnsafePointer<NotificationRequest>, to line: inout ByteCursor) {
    if request.pointee.kind.index != kind { enter(request.pointee.kind) }
    owner.withUnsafeBufferPointer { line.write($0) }
    if let item = request.pointee.item {
      line.write("\",\"item\":\"")
      line.write(item.text, JSONEscaping.self)
    }
    line.write("\",\"notification\":\"")
    line.write(request.pointee.identifier.text, JSONEscaping.self)
    line.write("\",\"uid\":\"")
    line.write(hexadecimal: request.pointee.uidStem)
  }

  /// `,"variant":…,"title":…,"body":…}` and the line's end.
  @inline(__always)
  private func writeTail(_ request: UnsafePointer<NotificationRequest>, to line: inout ByteCursor) {
    line.writeField(",\"variant\":\"", request.pointee.variant)
    if request.pointee.delivery.hasNames { line.writeNames(request.pointee.delivery) }
    line.write(",\"title\":\"")
    line.write(request.pointee.title, JSONEscaping.self)
    line.write("\",\"body\":\"")
    line.write(request.pointee.body, JSONEscaping.self)
    line.write("\"}\n")
  }
}

extension NotificationRequest {
  /// What its texts take at most as JSON.
  @inline(__always)
  fileprivate var sizeOfTexts: Int {
    func size(_ text: String?) -> Int { text.map(ByteCursor.sizeOfJSON) ?? 0 }
    let own = size(item?.text) + size(identifier.text) + size(variant) + size(title) + size(body)
    guard delivery.hasNames else { return own }
    return own + size(delivery.channel) + size(delivery.category) + size(delivery.destination)
  }
}

extension ByteCursor {
  /// - Parameter key: With the quote that the value begins with.
  @inline(__always)
  fileprivate mutating func writeField(_ key: StaticString, _ value: String?) {
    guard let value else { return }
    write(key)
    write(value, JSONEscaping.self)
    write(UInt8(ascii: "\""))
  }

  fileprivate mutating func writeNames(_ delivery: DeliverySettings) {
    writeField(",\"channel\":\"", delivery.channel)
    writeField(",\"category\":\"", delivery.category)
    writeField(",\"destination\":\"", delivery.destination)
  }
}
