import CivilTime
import Diagnostics
import PlanModel

/// Writes `accounts.ndjson`: what the pages tell of an account beyond its decisions and actions. A header, then a line an
/// account, in the order of the plan; docs/plan-files.md lists the fields.
package enum AccountWriter {
  package static let format = "tickler-accounts/1"
  /// How many deliveries are kept, the newest.
  package static let keptDeliveries = 100
  /// What a number in a list takes at most, and what a fact, or a decision's list of them, has beyond its texts.
  private static let numberSize = 12
  private static let fixedSize = 128

  package static func header(_ header: RunHeader) -> [UInt8] {
    var text: [UInt8] = Array("{\"format\":\"\(format)\"".utf8)
    text.appendMember("version", header.version)
    text.appendMember("now", header.now)
    text.append("}\n" as StaticString)
    return text
  }

  package static func append(_ plan: AccountPlan, to text: inout [UInt8]) {
    let account = plan.account
    text.append("{\"account\":" as StaticString)
    text.appendJSON(account.id.text)
    text.appendMember("app", account.app)
    text.appendMember("platform", account.platform.rawValue)
    text.appendMember("authorization", account.authorization.rawValue)
    text.appendMember("locale", account.locale)
    text.appendMember("language", plan.language)
    text.appendKey("zones")
    text.appendList(plan.timeline.stays.enumerated()) { text, stay in
      text.appendMember("zone", stay.element.zone.name)
      if stay.offset > 0 { text.appendMember("from", stay.element.start) }
    }
    text.appendMember("today", plan.today.description)
    text.appendMember("windowEnd", plan.windowEnd)
    appendSlots(plan, to: &text)
    text.appendMember("settings", plan.settings)
    for (name, count) in [("decisions" as StaticString, plan.decisions.count), ("actions", plan.actions.count)] {
      text.appendKey(name)
      text.append(decimal: count)
    }
    appendFacts(plan, to: &text)
    appendDeliveries(account, to: &text)
    if !account.diagnostics.isEmpty {
      text.appendKey("diagnostics")
      text.appendList(account.diagnostics) { text, diagnostic in diagnostic.appendFields(to: &text) }
    }
    text.append("}\n" as StaticString)
  }

  private static func appendSlots(_ plan: AccountPlan, to text: inout [UInt8]) {
    text.append(",\"slots\":{" as StaticString)
    if let limit = plan.slots.limit {
      text.appendKey("limit")
      text.append(decimal: limit)
    }
    text.appendKey("reserved")
    text.append(decimal: plan.slots.reserved)
    text.appendKey("used")
    text.append(decimal: plan.slots.used)
    if plan.slots.used > 0 {
      appendSlotNumbers(plan.decisions, to: &text)
    }
    text.append(UInt8(ascii: "}"))
    text.appendMember("coverageHorizon", plan.coverageHorizon)
  }

  /// The slot of every decision, 0 where it has none of its own.
  private static func appendSlotNumbers(_ decisions: [Decision], to text: inout [UInt8]) {
    text.appendKey("numbers")
    text.append(atMost: 2 + numberSize * decisions.count) { text in
      text.write(UInt8(ascii: "["))
      for index in decisions.indices {
        if index > 0 { text.write(UInt8(ascii: ",")) }
        text.write(decimal: Int(decisions[index].slot))
      }
      text.write(UInt8(ascii: "]"))
    }
  }

  private static func appendFacts(_ plan: AccountPlan, to text: inout [UInt8]) {
    let size = plan.facts.reduce(0) { $0 + sizeOfFacts($1) }
    guard size > 0 else { return }
    text.appendKey("facts")
    text.append(atMost: size + 2) { text in
      var separator = UInt8(ascii: "[")
      for index in plan.facts.indices where !plan.facts[index].isEmpty {
        text.write(separator)
        separator = UInt8(ascii: ",")
        text.write("{\"decision\":")
        text.write(decimal: index)
        text.write(",\"compared\":")
        write(plan.facts[index], to: &text)
        text.write(UInt8(ascii: "}"))
      }
      text.write(UInt8(ascii: "]"))
    }
  }

  /// What a decision's facts take at most; 0 where there are none.
  private static func sizeOfFacts(_ facts: [Explanation.Fact]) -> Int {
    facts.isEmpty
      ? 0
      : facts.reduce(fixedSize) {
        $0 + fixedSize + ByteCursor.sizeOfJSON($1.name) + ByteCursor.sizeOfJSON($1.value)
      }
  }

  private static func write(_ facts: [Explanation.Fact], to text: inout ByteCursor) {
    var separator: StaticString = "[{\"name\":"
    for fact in facts {
      text.write(separator)
      separator = ",{\"name\":"
      text.writeJSON(fact.name)
      text.write(",\"value\":")
      text.writeJSON(fact.value)
      if let source = fact.source {
        text.write(",\"input\":")
        text.write(decimal: Int(source.input))
        text.write(",\"line\":")
        text.write(decimal: Int(source.line))
        text.write(",\"column\":")
        text.write(decimal: Int(source.column))
      }
      text.write(UInt8(ascii: "}"))
    }
    text.write(UInt8(ascii: "]"))
  }

  private static func appendDeliveries(_ account: Shared<Account>, to text: inout [UInt8]) {
    guard !account.delivered.isEmpty else { return }
    let newest = account.newestDeliveries
    text.appendKey("delivered")
    text.appendList(newest) { text, delivered in
      text.appendMember("id", delivered.id.text)
      text.appendMember("at", delivered.at)
    }
    let older = account.delivered.count + account.olderDeliveries - newest.count
    if older > 0 {
      text.appendKey("olderDeliveries")
      text.append(decimal: older)
    }
  }
}

extension Account {
  /// The newest ``AccountWriter/keptDeliveries``, newest first; those of one instant in the export's order.
  package var newestDeliveries: [Delivered] {
    let sorted = delivered.enumerated().sorted { a, b in
      a.element.at != b.element.at ? a.element.at > b.element.at : a.offset < b.offset
    }
    return sorted.prefix(AccountWriter.keptDeliveries).map(\.element)
  }
}
