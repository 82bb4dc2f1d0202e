import CivilTime
import PlanModel

/// An item of an app's own that reaches a kind which its policy declares.
struct DeclaredSample {
  private let kind: KindDescription
  private let declaration: KindDeclaration
  private let item: ItemDeclaration
  private let now: Instant
  /// By the place of the field, as JSON.
  private var values: [Int: String] = [:]

  /// - Returns: nil where the kind needs no item.
  init?(_ kind: KindDescription, now: Instant) {
    let declaration = kind.declaration
    guard let item = declaration.fields else { return nil }
    (self.kind, self.declaration, self.item, self.now) = (kind, declaration, item, now)
    for (place, field) in item.fields.enumerated() { values[place] = usual(field) }
    for condition in declaration.conditions { meet(condition) }
    switch declaration.shape {
    case .threshold: passBound()
    case .streak: if let number = declaration.number { values[number] = "\(declaration.milestones.first ?? 7)" }
    case .untilDone: if let at = declaration.at { values[at] = "\"\(day(-2))\"" }
    default: break
    }
  }

  /// One line of JSON.
  var text: String {
    var fields = ["\"kind\": \"\(item.kind.name)\"", "\"id\": \"\(kind.kind.name)-1\""]
    for (place, field) in item.fields.enumerated() {
      if let value = values[place] { fields.append("\"\(field.name)\": \(value)") }
    }
    return "{ \((fields + standard).joined(separator: ", ")) }"
  }

  private func day(_ days: Int) -> LocalDate { now.utc.date.adding(days: days) }

  private func usual(_ field: ItemField) -> String {
    value(of: field.type, field)
  }

  private func value(of type: DeclaredType, _ field: ItemField) -> String {
    switch type {
    case .text: field.name == "currency" ? "\"EUR\"" : "\"A \(field.name)\""
    case .number, .integer: number(10, field)
    case .money: "\"9.90\""
    case .date: "\"\(day(2))\""
    case .time: "\"15:00\""
    case .instant: "\"\(now.advanced(bySeconds: 3600))\""
    case .duration: number(1800, field)
    case .bool: "true"
    case .rule: "\"FREQ=DAILY\""
    case .list(of: let type): "[\(value(of: type, field))]"
    }
  }

  /// A number, or what of the field's range is nearest to it.
  private func number(_ number: Int128, _ field: ItemField) -> String {
    let wanted = DecimalNumber(significand: number)
    guard let range = field.range else { return "\(wanted)" }
    return "\(min(max(wanted, range.lowerBound), range.upperBound))"
  }

  private mutating func meet(_ condition: KindDeclaration.Condition) {
    let field = item.fields[condition.field]
    guard case .decimal(let bound) = condition.value.asDecimal else {
      values[condition.field] = condition.value.asJSON ?? values[condition.field]
      return
    }
    switch condition.relation.rawValue {
    case "<": values[condition.field] = number(bound.significand / bound.power - 1, field)
    case ">": values[condition.field] = number(bound.significand / bound.power + 1, field)
    case "!=": values[condition.field] = number(bound.significand / bound.power + 1, field)
    default: values[condition.field] = "\(bound)"
    }
  }

  private mutating func passBound() {
    guard let place = declaration.number else { return }
    let (bound, step): (KindDeclaration.Bound?, Int128) = declaration.below.map { ($0, -1) } ?? (declaration.above, 1)
    switch bound {
    case .number(let limit)?: values[place] = number(limit.significand / limit.power + step, item.fields[place])
    case .field(let other)?:
      values[other] = number(10, item.fields[other])
      values[place] = number(10 + 5 * step, item.fields[place])
    case nil: break
    }
  }

  /// What items may have without declaring it, as far as the kind or the item needs it.
  private var standard: [String] {
    var fields: [String] = []
    if item.requires(.date) {
      fields.append("\"date\": \"\(day(2))\"")
    } else if declaration.shape == .untilDone {
      fields.append("\"date\": \"\(day(-2))\"")
    } else if declaration.shape == .series, declaration.every != nil {
      fields.append("\"date\": \"\(day(1))\"")
    }
    if item.requires(.time) { fields.append("\"time\": \"15:00\"") }
    if item.requires(.times) { fields.append("\"times\": [\"08:00\", \"20:00\"]") }
    if item.requires(.days) { fields.append("\"days\": [\"mon\", \"thu\"]") }
    if item.requires(.rrule) { fields.append("\"rrule\": \"FREQ=DAILY\"") }
    if item.requires(.repeat) { fields.append("\"repeat\": \"daily\"") }
    if declaration.shape == .streak { fields.append("\"completions\": [\"\(day(-1))\"]") }
    if declaration.shape == .place {
      fields.append(
        #""location": { "place": "Home", "latitude": 48.2, "longitude": 16.37, "radius": 150, "on": "entry" }"#)
    }
    return fields
  }
}

extension DecimalNumber {
  /// What the significand is divided by.
  fileprivate var power: Int128 { (0..<scale).reduce(1) { power, _ in power * 10 } }
}

extension FieldValue {
  fileprivate var asDecimal: FieldValue {
    if case .integer(let number) = self { .decimal(DecimalNumber(significand: Int128(number))) } else { self }
  }

  /// nil where a condition cannot ask for it.
  fileprivate var asJSON: String? {
    switch self {
    case .text(let text): "\"\(text)\""
    case .flag(let flag): "\(flag)"
    case .date(let date): "\"\(date)\""
    case .time(let time): "\"\(time)\""
    default: nil
    }
  }
}
