import CivilTime
import PlanModel
import RunModel

extension PlanAgainCounts: PlanRecord {
  package mutating func describe<Fields: FieldVisitor & ~Copyable>(_ fields: inout Fields) throws(Fields.Fault) {
    try fields.field("earliest", &first, "when the first plan becomes incomplete; missing without accounts")
    var causes = Named(PlanAgainCause.allCases.filter { self[$0] > 0 }.map { ($0.rawValue, self[$0]) })
    try fields.field("causes", &causes, "accounts by what ends their plan first")
    for (name, count) in causes.members {
      if let cause = PlanAgainCause(rawValue: name) { self[cause] = count }
    }
  }
}

extension PlanAgainCounts.First: PlanRecord {
  package init() { self.init(AccountName("", app: ""), PlanAgain(.distantPast, .windowEnd)) }

  package mutating func describe<Fields: FieldVisitor & ~Copyable>(_ fields: inout Fields) throws(Fields.Fault) {
    try fields.field("account", &account.id, "whose it is")
    try fields.field("app", &account.app, "of which app")
    try fields.field("device", &account.device, "the account's device, if it has a name")
    try fields.field("at", &planAgain.at, "when it becomes incomplete")
    try fields.field("cause", &planAgain.cause, "what ends that")
  }
}

extension Measures: PlanRecord {
  package mutating func describe<Fields: FieldVisitor & ~Copyable>(_ fields: inout Fields) throws(Fields.Fault) {
    var (all, named) = (total, Named(sorting: apps.map { ($0.key, $0.value) }))
    try all.describeShares(&fields)
    try fields.field("apps", &named, "the same by app")
    apps = Dictionary(named.members.map { ($0.name, $0.value) }) { first, _ in first }
  }
}

extension Measures.App: PlanRecord {
  package mutating func describe<Fields: FieldVisitor & ~Copyable>(_ fields: inout Fields) throws(Fields.Fault) {
    try describeShares(&fields)
    var named = Named(kinds.sorted { $0.key < $1.key }.map { ($0.key.name, $0.value) })
    try fields.field("kinds", &named, "by kind, if anything was delivered")
    kinds = Dictionary(named.members.compactMap { member in Kind(inPlan: member.name).map { ($0, member.value) } }) {
      first, _ in first
    }
  }

  fileprivate mutating func describeShares<Fields: FieldVisitor & ~Copyable>(
    _ fields: inout Fields
  ) throws(Fields.Fault) {
    var percent = Measures.percent(mayBeNotified, of: accounts)
    var engagement = engagement
    try fields.field("accounts", &accounts, "how many were planned")
    try fields.field("mayBeNotified", &mayBeNotified, "accounts with an accepted permission and the master switch on")
    try fields.field("mayBeNotifiedPercent", &percent, "their share, rounded")
    var states = Named(Authorization.allCases.filter { self[$0] > 0 }.map { ($0.rawValue, self[$0]) })
    try fields.field("authorizations", &states, "accounts by permission")
    for (name, count) in states.members {
      if let state = Authorization(rawValue: name) { self[state] = count }
    }
    try engagement.describe(&fields)
  }
}

extension Engagement: PlanRecord {
  package mutating func describe<Fields: FieldVisitor & ~Copyable>(_ fields: inout Fields) throws(Fields.Fault) {
    var percent = Measures.percent(completed, of: delivered)
    try fields.field("delivered", &delivered, "deliveries about something that can be completed")
    try fields.field("completedSameDay", &completed, "of these, those followed by a completion on their local day")
    try fields.field("completedPercent", &percent, "their share, rounded; missing if nothing was delivered")
    try fields.field("streaks", &streaks, "streaks that go on")
    try fields.field("streaksAtRisk", &streaksAtRisk, "of these, streaks that end unless the user acts")
  }
}
