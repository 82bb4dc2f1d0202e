import PlanModel

/// An item of a declared kind that meets the conditions of a kind of notification in its policy.
struct DeclaredSample {
  private let kind: KindDescription
  private let declaration: KindDeclaration
  private let fields: ItemDeclaration
  private let clock: KindSample.Clock
  /// JSON values by field index.
  private var values: [Int: String] = [:]

  /// - Returns: `nil` if the kind needs no item.
  init?(_ kind: KindDescription, _ clock: KindSample.Clock) {
    let declaration = kind.declaration
    guard let item = declaration.fields else { return nil }
    (self.kind, self.declaration, fields, self.clock) = (kind, declaration, item, clock)
    for (place, field) in item.fields.enumerated() { values[place] = value(of: field.type, field) }
    for condition in declaration.conditions { meet(condition) }
    switch declaration.shape {
    case .threshold: exceedBound()
    case .streak: if let number = declaration.number { values[number] = "\(declaration.milestones.first ?? 7)" }
    case .untilDone: if let at = declaration.at { values[at] = "\"\(clock.day(-2))\"" }
    default: break
    }
  }

  var item: KindSample.Item {
    let own = fields.fields.enumerated().compactMap { place, field in values[place].map { "\"\(field.name)\": \($0)" } }
    return KindSample.Item(fields.kind, "\(kind.kind.name)-1", (own + standard).joined(separator: ", "))
  }

  private func value(of type: DeclaredType, _ field: ItemField) -> String {
    switch type {
    case .text: field.name == "currency" ? "\"EUR\"" : "\"A \(field.name)\""
    case .number, .integer: number(DecimalNumber(10), field)
    case .money: "\"9.90\""
    case .date: "\"\(clock.day(2))\""
    case .time: "\"15:00\""
    case .instant: "\"\(clock.at(minutes: 60))\""
    case .duration: number(DecimalNumber(1800), field)
    case .bool: "true"
    case .rule: "\"FREQ=DAILY\""
    case .list(of: let type): "[\(value(of: type, field))]"
    }
  }

  /// Returns a number, clamped to the field's range.
  private func number(_ wanted: DecimalNumber, _ field: ItemField) -> String {
    guard let range = field.range else { return "\(wanted)" }
    return "\(min(max(wanted, range.lowerBound), range.upperBound))"
  }

  private mutating func meet(_ condition: KindDeclaration.Condition) {
    if condition.isOfAccount { return }
    let field = fields.fields[condition.field]
    guard case .value(let value) = condition.operand else { return meetTime(condition, field) }
    guard case .decimal(let bound) = value.asDecimal else {
      values[condition.field] = value.asJSON ?? values[condition.field]
      return
    }
    switch condition.relation.rawValue {
    case "<": values[condition.field] = number(bound.whole(adding: -1), field)
    case ">": values[condition.field] = number(bound.whole(adding: 1), field)
    case "!=": values[condition.field] = number(bound.whole(adding: 1), field)
    default: values[condition.field] = "\(bound)"
    }
  }

  /// Sets a date one day, or an instant one hour, beyond the time it is compared with.
  private mutating func meetTime(_ condition: KindDeclaration.Condition, _ field: ItemField) {
    guard case .fromNow(let seconds) = condition.operand else { return }
    let step = ["<": -1, ">": 1, "!=": 1][condition.relation.rawValue] ?? 0
    values[condition.field] =
      field.type == .date
      ? "\"\(clock.day(Int(seconds / 86_400) + step))\"" : "\"\(clock.at(minutes: seconds / 60 + Int64(60 * step)))\""
  }

  private mutating func exceedBound() {
    guard let place = declaration.number else { return }
    let (bound, step): (KindDeclaration.Bound?, Int) = declaration.below.map { ($0, -1) } ?? (declaration.above, 1)
    switch bound {
    case .number(let limit)?: values[place] = number(limit.whole(adding: step), fields.fields[place])
    case .field(let other)?:
      values[other] = number(DecimalNumber(10), fields.fields[other])
      values[place] = number(DecimalNumber(10 + 5 * step), fields.fields[place])
    case nil: break
    }
  }

  /// The undeclared fields that the kind or the item needs.
  private var standard: [String] {
    var members: [String] = []
    if fields.requires(.date) {
      members.append("\"date\": \"\(clock.day(2))\"")
    } else if declaration.shape == .untilDone {
      members.append("\"date\": \"\(clock.day(-2))\"")
    } else if declaration.every != nil || declaration.elapsed != nil || declaration.cycle != nil {
      members.append("\"date\": \"\(clock.day(1))\"")
    }
    if fields.requires(.time) { members.append("\"time\": \"15:00\"") }
    if fields.requires(.times) { members.append("\"times\": [\"08:00\", \"20:00\"]") }
    if fields.requires(.days) { members.append("\"days\": [\"mon\", \"thu\"]") }
    if fields.requires(.rrule) { members.append("\"rrule\": \"FREQ=DAILY\"") }
    if fields.requires(.repeat) { members.append("\"repeat\": \"daily\"") }
    if declaration.shape == .streak { members.append("\"completions\": [\"\(clock.day(-1))\"]") }
    if declaration.shape == .place {
      members.append(
        #""location": { "place": "Home", "latitude": 48.2, "longitude": 16.37, "radius": 150, "on": "entry" }"#)
    }
    return members
  }
}

extension DecimalNumber {
  /// Returns the integer part plus `step`.
  fileprivate func whole(adding step: Int) -> DecimalNumber { truncated.adding(DecimalNumber(step)) ?? self }
}

extension FieldValue {
  fileprivate var asDecimal: FieldValue {
    if case .integer(let number) = self { .decimal(DecimalNumber(number)) } else { self }
  }

  /// The value in JSON; `nil` if no condition can ask for it.
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
