import CivilTime
import ExportReading
import PlanModel

/// A line of `plan.ndjson` below the header (contract section 7).
struct PlanLine {
  var account = ""
  var app = ""
  var kind: Kind?
  var item: String?
  var notification = ""
  var uid = ""
  var local: LocalDateTime?
  var zone: String?
  var at: Instant?
  var outcome: Outcome?
  var badge: Int32 = 0
  var sequence: Int32 = 0
  var deferredFrom: Instant?
  var isLate = false
  var shift: Shift?
  var variant: String?
  var channel: String?
  var category: String?
  var destination: String?
  var title = ""
  var body = ""

  /// What a line must have is missing, or unknown.
  struct Incomplete: Error {
    var field: String
  }

  /// - Throws: ``JSONFault`` where it is not JSON, ``Incomplete`` where it is not a decision. Unknown fields are passed.
  init(_ bytes: UnsafeBufferPointer<UInt8>, line: Int) throws {
    guard let base = bytes.baseAddress else { throw Incomplete(field: "account") }
    var reader = JSONReader(base, count: bytes.count, line: line, stringLimit: .max)
    guard case .beginObject = try reader.next() else { throw Incomplete(field: "account") }
    var outcomeName = ""
    var reason: Reason?
    while case .key = try reader.next() {
      let key = reader.text
      let token = try reader.next()
      switch token {
      case .beginArray, .beginObject:
        try PlanLine.skip(&reader)
        continue
      case .true:
        if key == "late" { isLate = true }
        continue
      case .number:
        let number = Int32(String(decoding: reader.tokenBytes, as: UTF8.self)) ?? 0
        if key == "badge" { badge = number }
        if key == "sequence" { sequence = number }
        continue
      case .string: break
      default: continue
      }
      switch key {
      case "account": account = reader.text
      case "app": app = reader.text
      case "kind": kind = Kind(known: reader.text)
      case "item": item = reader.text
      case "notification": notification = reader.text
      case "uid": uid = reader.text
      case "local": local = LocalDateTime(iso8601: reader.tokenBytes.span)
      case "zone": zone = reader.text
      case "at": at = Instant(rfc3339: reader.tokenBytes.span)
      case "outcome": outcomeName = reader.text
      case "reason": reason = Reason(code: reader.text)
      case "deferredFrom": deferredFrom = Instant(rfc3339: reader.tokenBytes.span)
      case "shifted": shift = Shift(rawValue: reader.text)
      case "variant": variant = reader.text
      case "channel": channel = reader.text
      case "category": category = reader.text
      case "destination": destination = reader.text
      case "title": title = reader.text
      case "body": body = reader.text
      default: break
      }
    }
    outcome =
      switch outcomeName {
      case "scheduled": .scheduled
      case "armed": .armed
      case "dropped": reason.map { .dropped($0) }
      default: nil
      }
    if app.isEmpty { throw Incomplete(field: "app") }
    if kind == nil { throw Incomplete(field: "kind") }
    if outcome == nil { throw Incomplete(field: outcomeName == "dropped" ? "reason" : "outcome") }
  }

  /// Passes over the rest of the container that was just begun.
  private static func skip(_ reader: inout JSONReader) throws {
    let depth = reader.depth
    while reader.depth >= depth { _ = try reader.next() }
  }
}
