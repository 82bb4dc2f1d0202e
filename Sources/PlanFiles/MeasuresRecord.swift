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

/// The counts of one app. The sum over all has only the fields of ``describeTotal(_:)``.
package protocol AppRecord: PlanRecord {
  associatedtype KindCounts: PlanRecord
  var kinds: [Kind: KindCounts] { get set }
  mutating func describeTotal<Fields: FieldVisitor & ~Copyable>(_ fields: inout Fields) throws(Fields.Fault)
}

extension AppRecord {
  package mutating func describe<Fields: FieldVisitor & ~Copyable>(_ fields: inout Fields) throws(Fields.Fault) {
    try describeTotal(&fields)
    try fields.members("kinds", &kinds, "by kind, if there are any")
  }
}

extension CountsByApp where App: AppRecord {
  package mutating func describe<Fields: FieldVisitor & ~Copyable>(_ fields: inout Fields) throws(Fields.Fault) {
    var all = total
    try all.describeTotal(&fields)
    try fields.members("apps", &apps, "the same by app")
  }
}

extension Measures: PlanRecord {}

extension Measures.App: AppRecord {
  package mutating func describeTotal<Fields: FieldVisitor & ~Copyable>(
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

extension ShownCounts: PlanRecord {}

extension ShownCounts.App: AppRecord {
  package mutating func describe<Fields: FieldVisitor & ~Copyable>(_ fields: inout Fields) throws(Fields.Fault) {
    try describeTotal(&fields)
    try fields.members("kinds", &kinds, "by kind, for kinds of either plan")
    try fields.members("platforms", &platforms, "by platform")
  }

  package mutating func describeTotal<Fields: FieldVisitor & ~Copyable>(
    _ fields: inout Fields
  ) throws(Fields.Fault) {
    try fields.field("accounts", &accounts, "accounts that are compared")
    try fields.field("withoutDeliveries", &silent, "accounts not compared, since their export lists no delivery")
    try total.describe(&fields)
  }
}

extension ShownPlan.Tally: PlanRecord {
  package mutating func describe<Fields: FieldVisitor & ~Copyable>(_ fields: inout Fields) throws(Fields.Fault) {
    try fields.field("planned", &planned, "notifications of the earlier plan due by `now`")
    try fields.field("asPlanned", &asPlanned, "shown within a minute of that")
    try fields.field("otherTime", &otherTime, "shown at another time")
    try fields.field("notShown", &notShown, "not listed by the export")
    try fields.check(asPlanned + otherTime + notShown == planned, "notShown", expected: "what is left of `planned`")
    try fields.field("notSeen", &notSeen, "of these, those planned after the device was last seen")
    try fields.field("unplanned", &unplanned, "shown but not in the earlier plan")
  }
}

/// Differences between what a device showed and what was planned.
extension ShownPlan: PlanRecord {
  package mutating func describe<Fields: FieldVisitor & ~Copyable>(_ fields: inout Fields) throws(Fields.Fault) {
    var (seen, listed) = (seen ?? .distantPast, Array(differences.prefix(Account.listedDeliveries)))
    var further = differences.count + further - listed.count
    try fields.field("deviceSeen", &seen, "the export's last sign of the device")
    try fields.field("differences", &listed, "the first 100")
    try fields.sparse("further", &further, "how many more there are")
    if Fields.reads { self = ShownPlan(seen: seen, listed, further: further) }
  }
}

extension ShownPlan.Difference: PlanRecord {
  package init() { self.init(NotificationID(""), planned: nil, shown: nil) }

  package mutating func describe<Fields: FieldVisitor & ~Copyable>(_ fields: inout Fields) throws(Fields.Fault) {
    try fields.field("notification", &notification, "the notification's identifier")
    try fields.field("planned", &planned, "when the earlier plan sent it; missing if it did not")
    try fields.field("shown", &shown, "when it was shown; missing if the export does not list it")
    try fields.check(planned != nil || shown != nil, "planned", expected: "an instant in either")
  }
}
