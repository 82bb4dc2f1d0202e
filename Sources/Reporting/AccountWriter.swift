import CivilTime
import Diagnostics
import PlanModel

/// Writes `accounts.ndjson`: what the pages tell of an account beyond its decisions and actions. A header, then a line an
/// account, in the order of the plan; docs/plan-files.md lists the fields.
package enum AccountWriter {
  package static let format = "tickler-accounts/1"
  /// How many deliveries are kept, the newest.
  package static let keptDeliveries = 100

  package static func header(_ header: RunHeader) -> [UInt8] {
    var text: [UInt8] = Array("{\"format\":\"\(format)\"".utf8)
    text.appendMember("version", header.version)
    text.appendMember("now", header.now.description)
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
      if stay.offset > 0 { text.appendMember("from", stay.element.start.description) }
    }
    text.appendMember("today", plan.today.description)
    text.appendMember("windowEnd", plan.windowEnd.description)
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
      // The slot of every decision, 0 where it has none of its own.
      text.append(",\"numbers\":[" as StaticString)
      for (index, decision) in plan.decisions.enumerated() {
        if index > 0 { text.append(UInt8(ascii: ",")) }
        text.append(decimal: decision.slot)
      }
      text.append(UInt8(ascii: "]"))
    }
    text.append(UInt8(ascii: "}"))
    text.appendMember("coverageHorizon", plan.coverageHorizon?.description)
  }

  private static func appendFacts(_ plan: AccountPlan, to text: inout [UInt8]) {
    let decided = plan.facts.enumerated().filter { !$0.element.isEmpty }
    guard !decided.isEmpty else { return }
    text.appendKey("facts")
    text.appendList(decided) { text, entry in
      text.appendKey("decision")
      text.append(decimal: entry.offset)
      text.appendKey("compared")
      text.appendList(entry.element) { text, fact in
        text.appendMember("name", fact.name)
        text.appendMember("value", fact.value)
        guard let source = fact.source else { return }
        text.appendKey("input")
        text.append(decimal: source.input)
        text.appendKey("line")
        text.append(decimal: source.line)
        text.appendKey("column")
        text.append(decimal: source.column)
      }
    }
  }

  private static func appendDeliveries(_ account: Account, to text: inout [UInt8]) {
    guard !account.delivered.isEmpty else { return }
    let newest = account.newestDeliveries
    text.appendKey("delivered")
    text.appendList(newest) { text, delivered in
      text.appendMember("id", delivered.id.text)
      text.appendMember("at", delivered.at.description)
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
