import CivilTime
import PlanModel

extension Explanation.Fact: PlanRecord {
  package init() { self.init(.other, parts: [], nil) }

  package mutating func describe<Fields: FieldVisitor & ~Copyable>(_ fields: inout Fields) throws(Fields.Fault) {
    var name = label.rawValue
    var value: String?
    try fields.field("name", &name, "what was compared; a part for each `{}`")
    try fields.sparse("parts", &parts, "the parts of the name, then those of the value, by type")
    try fields.field("value", &value, "in plans of version 0.2.0: the value as a text, instead of `parts`")
    var (input, line, column) = (source?.input, source?.line, source?.column)
    try fields.field("input", &input, "the input that it comes from, by its number in the plan's head, from 0")
    try fields.field("line", &line, "where in the input")
    try fields.field("column", &column, "where in the line")
    guard Fields.reads else { return }
    source = input.map { RecordLocation(input: Int($0), line: Int(line ?? 1), column: Int(column ?? 1)) }
    if let value {
      self = Self(named: name, value, source)
      return
    }
    let known = Label.named[name]
    try fields.check(known.map { $0.blanks <= parts.count } ?? false, "name", expected: "a fact, with its parts")
    label = known ?? .other
  }
}

/// An object with one member, named after the type of the part.
extension Explanation.Fact.Part: PlanValue {
  package func write(to json: inout FieldWriter) {
    json.object { json in
      switch self {
      case .notification(let id): json.member("notification", id)
      case .item(let id): json.member("item", id)
      case .text(let text): json.member("text", text)
      case .instant(let instant): json.member("instant", instant)
      case .number(let number): json.member("number", number)
      case .plain(let words): json.member("plain", words)
      }
    }
  }

  package init(_ node: JSONNode) throws(PlanFault) {
    guard let (name, value) = try node.members().first else { throw node.fault(expected: "a part of a fact") }
    do throws(PlanFault) {
      switch name {
      case "notification": self = .notification(try NotificationID(value))
      case "item": self = .item(try ItemID(value))
      case "text": self = .text(try String(value))
      case "instant": self = .instant(try Instant(value))
      case "number": self = .number(try Int(value))
      case "plain": self = .plain(try String(value))
      default: throw node.fault(expected: "notification, item, text, instant, number or plain")
      }
    } catch {
      throw error.inside(name.quotedForDiagnostic)
    }
  }
}
