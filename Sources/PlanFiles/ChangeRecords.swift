import CivilTime
import Comparing
import PlanModel
import RunModel

/// Changes as plan files and the commands that compare plans write them.
extension ChangeLog: PlanRecord {
  package mutating func describe<Fields: FieldVisitor & ~Copyable>(_ fields: inout Fields) throws(Fields.Fault) {
    var (total, causes, accounts, notListed, listed) = (self.total, self.causes, self.accounts, leftOut, self.listed)
    var (passing, lost, shown, before) = (self.passing, self.lost, self.shown, self.before)
    var leading: [ChangeCause: ChangeLog.Group] = [:]
    for case (.cause(let cause), let group) in groups { leading[cause] = group }
    var zones = Named(sortedZones.map { ($0.key, $0.value) })
    try fields.field("counts", &total, "how many changes")
    try fields.field("causes", &causes, "how many by cause")
    try fields.sparse(
      "byLeadingCause", &leading, "the same, but each change counts once, for the cause that a reader acts on first")
    try fields.field("zones", &zones, "how many by the zone of the wall time")
    try fields.field("accounts", &accounts, "how many accounts have any")
    try fields.sparse("byTimeAlone", &passing, "how many have no cause but time passing")
    try fields.sparse("lost", &lost, "how many lose a notification that was still ahead")
    var days = Named(lostDays.sorted { $0.key < $1.key }.map { ($0.key.description, $0.value) })
    try fields.sparse("lostByDay", &days, "of these, those with a time, by the local date on which they were to go out")
    let lostDays = Dictionary(
      days.members.compactMap { day in LocalDate(iso8601: day.name.utf8).map { ($0, day.value) } }, uniquingKeysWith: +)
    try fields.check(
      lostDays.count == days.members.count && lostDays.values.allSatisfy { $0 <= lost }
        && lostDays.values.reduce(0, +) <= lost, "lostByDay",
      expected: "counts by date, of those in `lost`")
    var rows = sortedRows.map(\.value)
    try fields.sparse("rows", &rows, "the same by cause, kind and effect, losses first")
    try fields.field("shown", &shown, "what devices showed of the earlier plan; see [below](#planned-against-shown)")
    try fields.field("before", &before, "the totals of the earlier plan")
    try fields.field("notListed", &notListed, "how many are counted and not listed")
    try fields.field("changes", &listed, "the first 1,000 changes; those by time alone are left out first")
    self = ChangeLog(
      total: total, causes: causes, leading: leading, rows: rows,
      zones: Dictionary(zones.members.map { ($0.name, $0.value) }) { first, _ in first },
      accounts: accounts, passing: passing, lost: lost, lostDays: lostDays, listed: listed, shown: shown, before: before
    )
  }
}

extension ChangeLog.Row: PlanRecord {
  package init() { self.init(sample: PlanChange()) }

  package mutating func describe<Fields: FieldVisitor & ~Copyable>(_ fields: inout Fields) throws(Fields.Fault) {
    try fields.field("count", &count, "how many changes")
    try fields.field("accounts", &accounts, "in how many accounts")
    try fields.sparse("lost", &lost, "how many of them lose a notification")
    try fields.sparse("losers", &losers, "accounts that lose for this reason, each in the row of its first loss")
    try fields.field("example", &sample, "the first of them")
  }
}

extension EarlierCounts: PlanRecord {
  package mutating func describe<Fields: FieldVisitor & ~Copyable>(_ fields: inout Fields) throws(Fields.Fault) {
    try fields.field("now", &now, "the earlier plan's")
    try fields.field("accounts", &accounts, "how many it has")
    try fields.field("accountsWithProblems", &accountsWithProblems, "those with a decision that needs attention")
    try fields.field("overSlots", &horizons, "accounts that lose something to the slot limit")
    try fields.field("outcomes", &outcomes, "decisions by outcome")
    try fields.field(
      "goneOutcomes", &goneOutcomes, unless: goneOutcomes.total == 0, "of these, those of accounts that this plan lacks"
    )
    try fields.field(
      "newOutcomes", &newOutcomes, unless: newOutcomes.total == 0, "this plan's, of accounts that the earlier one lacks"
    )
    try fields.field("problems", &problems, "dropped ones that need attention, by reason, in the order of the checks")
    try fields.sparse("gone", &gone, "of these, those of accounts that this plan lacks or keeps unread")
    try fields.sparse("fresh", &fresh, "this plan's, of accounts that the earlier one lacks or kept unread")
    try fields.field("rejectedRecords", &rejected, "records rejected with a diagnostic, if known")
    try fields.sparse("goneAccounts", &goneAccounts, "accounts that this plan lacks")
    try fields.field("ahead", &ahead, "notifications that were to go out after this plan's `now`")
    var apps = Named(sorting: aheadByApp.map { ($0.key, $0.value) })
    try fields.sparse("aheadByApp", &apps, "the same by app")
    aheadByApp = Dictionary(apps.members.map { ($0.name, $0.value) }) { first, _ in first }
    try fields.sparse("silentKinds", &silentKinds, "pairs of an account and a kind of which nothing went out")
    try fields.sparse("otherwise", &otherwise, "of `problems`, those that another reason keeps back now")
    try fields.sparse("zoneChanges", &zoneChanges, "accounts that are in another zone than it expected")
    try fields.sparse("earlier", &earlier, "`problems` of up to 12 runs before it, in their order")
  }
}

extension ChangeLog.Tally: PlanRecord {
  package mutating func describe<Fields: FieldVisitor & ~Copyable>(_ fields: inout Fields) throws(Fields.Fault) {
    try fields.field("added", &self[.added], "go out in the second plan only")
    try fields.field("removed", &self[.removed], "go out in the first plan only")
    try fields.field("moved", &self[.moved], "go out in both, at different instants")
    try fields.field("changed", &self[.changed], "differ in content, or in the reason for not going out")
  }
}

extension ChangeLog.Group: PlanRecord {
  package mutating func describe<Fields: FieldVisitor & ~Copyable>(_ fields: inout Fields) throws(Fields.Fault) {
    try tally.describe(&fields)
    try fields.field("accounts", &accounts, "how many accounts have any")
    try fields.field("from", &from, "the first local date of any")
  }
}

extension PlanChange: PlanRecord {
  package init() {
    self.init(
      verb: .added, account: AccountName(""), kind: .unread, item: nil, notification: NotificationID(""), local: nil,
      zone: nil, from: nil, to: nil, reason: nil)
  }

  package mutating func describe<Fields: FieldVisitor & ~Copyable>(_ fields: inout Fields) throws(Fields.Fault) {
    try fields.field("change", &verb, "`added`, `removed`, `moved` or `changed`")
    try fields.owner(&account, &app, &device, "whose it is")
    try fields.field("kind", &kind, "the kind of notification")
    try fields.field("item", &item, "the id of the item it comes from")
    try fields.field("notification", &notification, "the notification's identifier")
    try fields.field("local", &local, "the wall time asked for, in the second plan if it has one")
    try fields.field("zone", &zone, "the zone that `local` was read in")
    try fields.field("from", &from, "when it went out in the first plan")
    try fields.field("to", &to, "when it goes out in the second plan")
    try fields.field("fromLocal", &fromLocal, "what the account's clock showed then, by the first plan")
    try fields.field("toLocal", &toLocal, "what it shows then, by the second plan")
    try fields.field("uid", &occurrence, "the decision in the second plan if it has one, else in the first")
    var seconds = shift.map { SignedNumber(value: Int($0)) }
    try fields.field("shiftSeconds", &seconds, "how much later that is")
    try fields.field("reason", &reason, "why it does not go out in the other plan")
    var cause = causes.first
    try fields.field("cause", &cause, "what made the difference")
    try fields.field("causes", &causes, unless: causes.count < 2, "all causes, if there are several")
    if causes.isEmpty { causes = [cause].compactMap(\.self) }
    try fields.sparse("replaced", &isReplaced, "`true`: another one of the item goes out instead")
    try fields.sparse(
      "accepted", &isAccepted,
      "`true`: no loss, since the policy accepts it, or quiet hours or a snooze made it a duplicate")
    var difference = ofAccount.map(Difference.init)
    try fields.field("ofAccount", &difference, "the difference of the account that explains it")
    ofAccount = difference.flatMap(AccountDifference.init)
    try fields.sparse("differences", &differences, "what else has another value")
  }
}

extension AccountDifference {
  fileprivate init?(_ difference: PlanChange.Difference) {
    switch (difference.field, difference.old, difference.new) {
    case ("account", nil, _): self = .isNew
    case ("account", "rejected", nil): self = .isRejected
    case ("item", _, _): self = .isItemRejected
    case ("device", _, _): self = .device
    case ("dates", _, _): self = .dates
    case ("account", _, nil): self = .isGone
    case ("timeZone", _, _): self = .zone
    case ("authorization", let from?, let to?):
      guard let from = Authorization(rawValue: from), let to = Authorization(rawValue: to) else { return nil }
      self = .authorization(from: from, to: to)
    case ("platform", let from?, let to?):
      guard let from = Platform(rawValue: from), let to = Platform(rawValue: to) else { return nil }
      self = .platform(from: from, to: to)
    default: return nil
    }
  }
}

extension PlanChange.Difference {
  fileprivate init(_ difference: AccountDifference) {
    switch difference {
    case .isNew: self.init(field: "account", old: nil, new: "new")
    case .isGone: self.init(field: "account", old: "gone", new: nil)
    case .isRejected: self.init(field: "account", old: "rejected", new: nil)
    case .isItemRejected: self.init(field: "item", old: "rejected", new: nil)
    case .device: self.init(field: "device", old: nil, new: nil)
    case .dates: self.init(field: "dates", old: nil, new: nil)
    case .zone: self.init(field: "timeZone", old: nil, new: nil)
    case .authorization(let from, let to): self.init(field: "authorization", old: from.rawValue, new: to.rawValue)
    case .platform(let from, let to): self.init(field: "platform", old: from.rawValue, new: to.rawValue)
    }
  }
}

extension PlanChange.Difference: PlanRecord {
  package init() { self.init(field: "", old: nil, new: nil) }

  package mutating func describe<Fields: FieldVisitor & ~Copyable>(_ fields: inout Fields) throws(Fields.Fault) {
    try fields.field("field", &field, "a field of `plan.ndjson`")
    try fields.field("old", &old, "its value in the first plan")
    try fields.field("new", &new, "its value in the second plan")
  }
}

/// A line of the file of `--changes`.
package struct ChangeLine: PlanRecord {
  package var change = ItemChangeRecord()

  package init() {}

  package init(_ change: ItemChangeRecord) { self.change = change }

  package mutating func describe<Fields: FieldVisitor & ~Copyable>(_ fields: inout Fields) throws(Fields.Fault) {
    try fields.field("change", &change, "what the user did")
  }
}

/// A user's change to an item after the export: one of the last five fields is set.
package struct ItemChangeRecord: PlanRecord {
  package var app = ""
  package var account = ""
  package var kind = ""
  package var id = ItemID("")
  package var at = Instant.distantPast
  package var completedOn: LocalDate?
  package var completedAt: LocalDateTime?
  package var paidThrough: LocalDate?
  package var snoozedUntil: Instant?
  package var isUndo = false

  package init() {}

  package mutating func describe<Fields: FieldVisitor & ~Copyable>(_ fields: inout Fields) throws(Fields.Fault) {
    try fields.field("app", &app, "the account's app")
    try fields.field("account", &account, "the account's id")
    try fields.field("kind", &kind, "the kind of item")
    try fields.field("id", &id, "the item's id")
    try fields.field("at", &at, "when the command ran")
    try fields.field("completedOn", &completedOn, "`done`: a due date that is done")
    try fields.field(
      "completedAt", &completedAt, "`done` of an item that counts from it: when it was done, on its clock")
    try fields.field("paidThrough", &paidThrough, "`paid`: the due dates up to this one are paid")
    try fields.field("snoozedUntil", &snoozedUntil, "`snooze`: no notification of the item goes out before it")
    try fields.sparse("undo", &isUndo, "`true` for `undo`: cancels the last change of the item")
  }
}
