import Bytes
import CivilTime
import Diagnostics
import PlanModel
import RunModel

/// A line of `accounts.ndjson` below the head: what pages show of an account beyond its decisions and actions.
package struct AccountLine: PlanRecord {
  package var account = AccountID("")
  package var app = ""
  package var device: DeviceID?
  package var devices: [DeviceID] = []
  package var platform = Platform.ios
  package var authorization = Authorization.authorized
  package var locale: String?
  package var language = ""
  package var zones: [Stay] = []
  package var today = LocalDate.first
  package var windowEnd = Instant.distantPast
  package var reachEnd: Instant?
  package var slots = Slots()
  package var coverageHorizon: Instant?
  package var planAgainBy: Instant?
  package var planAgainCause: PlanAgainCause?
  package var isOptedOut = false
  package var accepted: [AcceptedFinding] = []
  package var settings = ""
  package var decisions = 0
  package var actions = 0
  package var facts: [Facts] = []
  package var items: [ItemRecord] = []
  package var furtherItems = 0
  package var delivered: [Delivery] = []
  package var olderDeliveries = 0
  package var reminded: RemindedItems?
  package var shown: ShownPlan?
  package var diagnostics: [Diagnostic] = []
  package var cancelled: [CancelledOccurrence] = []
  package var withdrawn: [WithdrawnOccurrence] = []
  package var inputs: [Int32] = []
  package var stale: Instant?
  package var isNotDue = false
  package var isGone = false

  package init() {}

  package mutating func describe<Fields: FieldVisitor & ~Copyable>(_ fields: inout Fields) throws(Fields.Fault) {
    try fields.field("account", &account, "as the export has it")
    try fields.field("app", &app, "as the export has it")
    try fields.field("device", &device, "as the export has it")
    try fields.sparse(
      "devices", &devices,
      "all devices of the account in their order, the nameless one as \"\"; missing if none has a name")
    try fields.field("platform", &platform, "as the export has it")
    try fields.field("authorization", &authorization, "as the export has it")
    try fields.field("locale", &locale, "as the export has it")
    try fields.field("language", &language, "the language of the account's texts, as chosen for its locale")
    try fields.field("zones", &zones, "the zones that the account is in, one after the other")
    try fields.check(!zones.isEmpty, "zones", expected: "at least one zone")
    try fields.field("today", &today, "the local date of `now`")
    try fields.field("windowEnd", &windowEnd, "the instant at which the window ends")
    try fields.field("reachEnd", &reachEnd, "the instant up to which it is planned ahead; missing if it is not")
    try fields.field("slots", &slots, "the device's limit of pending notifications, and how many it holds")
    try fields.field("coverageHorizon", &coverageHorizon, "see [above](#coverage-horizon)")
    try fields.field(
      "planAgainBy", &planAgainBy, "the instant until which the plan stays whole, see [above](#plan-again-by)")
    try fields.field("planAgainCause", &planAgainCause, "what ends that")
    try fields.check(
      (planAgainBy == nil) == (planAgainCause == nil), "planAgainCause",
      expected: "an instant and its cause, or neither")
    try fields.sparse(
      "optedOut", &isOptedOut,
      "`true`: the policy does not accept the permission, and every kind is off by choice, so nothing is missed")
    try fields.sparse("accepted", &accepted, "the account's losses that the policy's `[[accepted]]` covers")
    try fields.field("settings", &settings, "a hash of the account's settings, without items")
    try fields.field("decisions", &decisions, "how many lines of `plan.ndjson` are the account's")
    try fields.field("actions", &actions, "how many lines of `actions.ndjson` are the account's")
    try fields.sparse("facts", &facts, "of each dropped decision: what the check that failed compared")
    try fields.sparse("items", &items, "the first 50 items of kinds that the policy declares; none if redacted")
    try fields.sparse("furtherItems", &furtherItems, "how many more there are")
    try fields.sparse("delivered", &delivered, "the newest 100 deliveries, the newest first")
    try fields.sparse("olderDeliveries", &olderDeliveries, "how many more there were")
    try fields.field("reminded", &reminded, "how many of its bills have a reminder ahead")
    try fields.field(
      "shown", &shown, "with `--previous`: what was not shown as planned; see [below](#planned-against-shown)")
    try fields.sparse("diagnostics", &diagnostics, "what was wrong with the account's records")
    try fields.sparse(
      "cancelled", &cancelled, "with `--previous`: what the earlier plan announced and no plan sends now")
    try fields.sparse(
      "withdrawn", &withdrawn,
      "with `--previous`: SEQUENCE numbers of occurrences outside this plan, while they may come back")
    try fields.sparse(
      "inputs", &inputs,
      "with `--keep-going`: the inputs that have records of it, by their numbers in the plan's head, from 0")
    try fields.field(
      "stale", &stale,
      "the `now` of the earlier plan, which it keeps because an input could not be used (`--keep-going`) or it is not due"
    )
    try fields.sparse("notDue", &isNotDue, "`true`: it is kept because its `planAgainBy` is not before `--due-before`")
    try fields.sparse("gone", &isGone, "`true`: only the earlier plan has the account; this is what it leaves behind")
  }
}

extension AcceptedFinding: PlanRecord {
  package init() { self.init(reason: .unauthorized, kind: nil, until: .first, why: "") }

  package mutating func describe<Fields: FieldVisitor & ~Copyable>(_ fields: inout Fields) throws(Fields.Fault) {
    try fields.field("reason", &reason, "the accepted reason")
    try fields.field("kind", &kind, "the kind of notification; missing if every kind")
    try fields.field("until", &until, "the last local date on which it is accepted")
    try fields.sparse("why", &why, "why it is accepted; missing in a redacted plan")
  }
}

extension AccountLine {
  /// A zone that the account is in.
  package struct Stay: PlanRecord {
    package var zone = ""
    package var from: Instant?

    package init() {}

    package init(zone: String, from: Instant?) { (self.zone, self.from) = (zone, from) }

    package mutating func describe<Fields: FieldVisitor & ~Copyable>(_ fields: inout Fields) throws(Fields.Fault) {
      try fields.field("zone", &zone, "its name")
      try fields.field("from", &from, "since when; missing for the first")
    }
  }

  package struct Slots: PlanRecord {
    package var use = AccountPlan.SlotUse(limit: nil, reserved: 0, used: 0)
    package var numbers: [Int32] = []

    package init() {}

    package mutating func describe<Fields: FieldVisitor & ~Copyable>(_ fields: inout Fields) throws(Fields.Fault) {
      try fields.field("limit", &use.limit, "the device's limit; missing if it has none")
      try fields.field("reserved", &use.reserved, "how many the policy leaves to the app")
      try fields.field("used", &use.used, "how many the plan takes")
      try fields.sparse("byKind", &use.isByKind, "`true`: the policy reserves slots for kinds")
      try fields.sparse("numbers", &numbers, "the slot of each decision; 0: shared or none")
    }
  }

  /// A notification that reached the user.
  package struct Delivery: PlanRecord {
    package var delivered = Account.Delivered(id: RequestID(""), at: .distantPast)
    /// Of a notification that the plan lacks.
    package var kind: DeliveredKind?

    package init() {}

    init(_ delivered: Account.Delivered, _ kind: DeliveredKind?) { (self.delivered, self.kind) = (delivered, kind) }

    package mutating func describe<Fields: FieldVisitor & ~Copyable>(_ fields: inout Fields) throws(Fields.Fault) {
      var (name, destination) = (kind?.kind, kind?.destination)
      try fields.field("id", &delivered.id, "the notification's identifier, or the request's")
      try fields.field("at", &delivered.at, "when it was delivered")
      try fields.sparse("shown", &delivered.isShown, "`true`: it is still in the notification center")
      try fields.field("kind", &name, "the kind that its identifier matches, if the plan lacks the notification")
      try fields.field("destination", &destination, "what a tap opens, in that case")
      kind = name.map { DeliveredKind($0, destination: destination) }
    }
  }

  /// The facts that decided the reason of a decision.
  package struct Facts: PlanRecord {
    package var decision = 0
    package var compared: [Explanation.Fact] = []

    package init() {}

    package mutating func describe<Fields: FieldVisitor & ~Copyable>(_ fields: inout Fields) throws(Fields.Fault) {
      try fields.field("decision", &decision, "its number in the account, from 0")
      try fields.field("compared", &compared, "the values")
    }
  }
}

extension CancelledOccurrence: PlanRecord {
  package init() {
    let request = NotificationRequest(
      kind: .unread, identifier: NotificationID(""), item: nil, uidStem: StableHash(high: 0, low: 0),
      delivery: DeliverySettings(), title: "", body: "", variant: nil, subject: "", isOneOff: true, location: nil)
    let decision = Decision(
      request: 0, outcome: .scheduled, local: nil, stay: -1, at: nil, deferredFrom: nil, isLate: false, shift: nil,
      badge: 0, slot: 0)
    self.init(request: request, decision: decision)
  }

  package mutating func describe<Fields: FieldVisitor & ~Copyable>(_ fields: inout Fields) throws(Fields.Fault) {
    var (kind, item, notification, isAllDay) = (request.kind, request.item, request.identifier, request.isAllDay)
    var (destination, url, title, body) = (request.destination, request.url, request.title, request.body)
    var variant = request.variant
    var (duration, mark) = (request.duration, event == nil && request.eventStem == nil ? nil : EventMark())
    if request.eventStem != nil { mark?.uid = Occurrence(eventOf: decision, request) }
    if let event { mark?.number = event }
    var (uid, at) = (occurrence, decision.at ?? .distantPast)
    try fields.field("kind", &kind, "the kind of notification")
    try fields.field("item", &item, "the id of the item it came from")
    try fields.field("notification", &notification, "the identifier that the app gave it")
    try fields.field("uid", &uid, "the UID of its event")
    try fields.field("local", &decision.local, "the wall time asked for")
    try fields.check(uid.date == nil || uid.date == decision.local?.date, "uid", expected: "the date of `local`")
    try fields.field("about", &decision.about, "what it was about, if that is not `local` or its date")
    try fields.field("event", &mark, "the event of a person's calendar that it belonged to, if not its own")
    try fields.field("at", &at, "when it was to go out")
    try fields.field(
      "deferredFrom", &decision.deferredFrom, "the instant before quiet hours or the minimum gap moved it to `at`")
    try fields.sparse("late", &decision.isLate, "`true`: a late event")
    try fields.field("shifted", &decision.shift, "why the policy moved it away from `local`")
    try fields.field("sequence", &decision.sequence, "the SEQUENCE of the cancellation")
    try fields.field("stamp", &decision.stamp, "the `now` of the plan that cancelled it; missing if that is this one")
    try fields.field("reason", &reason, "why its item no longer has it, if no line of the plan says so")
    try fields.field("variant", &variant, "the form of the kind, such as `dayBefore`")
    try fields.field("destination", &destination, "what a tap would have opened")
    try fields.field("url", &url, "the same as an address")
    try fields.sparse("allDay", &isAllDay, "`true`: it was about a date without an hour")
    try fields.field("duration", &duration, "how many seconds its item lasts")
    try fields.field("title", &title, "its text")
    try fields.field("body", &body, "the text below the title")
    guard Fields.reads else { return }
    decision.at = at
    if let number = mark?.number, number != EventNumber(sequence: 0, stamp: nil) { event = number }
    request = NotificationRequest(
      kind: kind, identifier: notification, item: item, uidStem: uid.stem,
      eventStem: mark?.uid?.stem, delivery: DeliverySettings(), title: title,
      body: body, variant: variant, destination: destination, url: url, subject: notification.text,
      isOneOff: uid.date == nil, isAllDay: isAllDay, duration: duration, location: nil)
  }
}

extension WithdrawnOccurrence: PlanRecord {
  package init() {
    self.init(Occurrence(stem: StableHash(high: 0, low: 0), date: nil), sequence: 0, at: .distantPast)
  }

  package mutating func describe<Fields: FieldVisitor & ~Copyable>(_ fields: inout Fields) throws(Fields.Fault) {
    try fields.field("uid", &occurrence, "the UID of its event")
    try fields.field("sequence", &sequence, "its last SEQUENCE")
    try fields.field("at", &at, "when it was to go out")
  }
}

extension ItemRecord.Field: PlanRecord {
  package init() { self.init("", "") }

  package mutating func describe<Fields: FieldVisitor & ~Copyable>(_ fields: inout Fields) throws(Fields.Fault) {
    try fields.field("name", &name, "the field")
    try fields.field("value", &value, "its value, as the export has it")
  }
}

extension ItemRecord: PlanRecord {
  package init() {
    self.init(kind: "", id: ItemID(""), fields: [], location: RecordLocation(input: 0, line: 1, column: 1))
  }

  package mutating func describe<Fields: FieldVisitor & ~Copyable>(_ fields: inout Fields) throws(Fields.Fault) {
    try fields.field("kind", &kind, "the kind of item")
    try fields.field("id", &id, "its id")
    try fields.field("fields", &self.fields, "the declared fields that it has, `name` and `value`")
    var (input, line, column) = (location.input, location.line, location.column)
    try fields.field("input", &input, "the input that it comes from, by its number in the plan's head, from 0")
    try fields.field("line", &line, "where in the input")
    try fields.field("column", &column, "where in the line")
    location = RecordLocation(input: Int(input), line: Int(line), column: Int(column))
  }
}

extension RemindedItems: PlanRecord {
  package init() { self.init(kind: "", planned: 0, all: 0) }

  package mutating func describe<Fields: FieldVisitor & ~Copyable>(_ fields: inout Fields) throws(Fields.Fault) {
    try fields.field("kind", &kind, "the kind of item")
    try fields.field("planned", &planned, "how many have one")
    try fields.field("of", &all, "how many there are")
    try fields.check(0...max(0, all) ~= planned, "planned", expected: "at most `of`")
  }
}

extension Diagnostic: PlanRecord {
  package init() { self.init(.error, .syntax, at: SourceLocation(file: "", line: 1, column: 1), found: "") }

  package mutating func describe<Fields: FieldVisitor & ~Copyable>(_ fields: inout Fields) throws(Fields.Fault) {
    try fields.field("severity", &severity, "`error` or `warning`")
    try fields.field("code", &code, "what sort of fault it is")
    try fields.field("file", &location.file, "the input")
    try fields.field("line", &location.line, "from 1")
    try fields.field("column", &location.column, "from 1, in bytes")
    try fields.field("account", &account, "the account that the record belongs to")
    try fields.field("item", &item, "the item's kind and id")
    try fields.field("field", &field, "the field, with its path inside the record")
    try fields.field("found", &found, "what stands there")
    try fields.field("expected", &expected, "what should stand there")
    var words = message
    try fields.field("message", &words, "the whole diagnostic in words")
  }
}

/// Writes `accounts.ndjson`.
package struct AccountWriter: ~Copyable {
  private var json = FieldWriter()

  package init() {}

  package static func header(_ header: RunHeader) -> WrittenBytes {
    FieldWriter.line(AccountsHead(version: header.version, now: header.now))
  }

  package mutating func append(_ plan: AccountPlan, to text: inout WrittenBytes) {
    append(AccountLine(plan), to: &text)
  }

  package mutating func append(_ line: AccountLine, to text: inout WrittenBytes) {
    json.begin(&text)
    line.write(to: &json)
    json.out.append("\n")
    json.end(&text)
  }
}

extension AccountLine {
  init(_ plan: AccountPlan) {
    let known = plan.account.value
    account = known.id
    app = known.app
    device = known.device
    devices = known.devices.map { $0 ?? DeviceID("") }
    platform = known.platform
    authorization = known.authorization
    locale = known.locale
    language = plan.language
    zones = plan.timeline.stays.enumerated().map { Stay(zone: $1.zone.name, from: $0 > 0 ? $1.start : nil) }
    today = plan.today
    windowEnd = plan.windowEnd
    reachEnd = plan.reachEnd
    slots.use = plan.slots
    if plan.slots.used > 0 { slots.numbers = plan.decisions.map(\.slot) }
    coverageHorizon = plan.coverageHorizon
    (planAgainBy, planAgainCause) = (plan.planAgain?.at, plan.planAgain?.cause)
    isOptedOut = plan.isOptedOut
    accepted = plan.accepted
    settings = plan.settings
    decisions = plan.decisions.count
    actions = plan.actions.count
    for (index, compared) in plan.facts.enumerated() where !compared.isEmpty {
      var facts = Facts()
      (facts.decision, facts.compared) = (index, compared)
      self.facts.append(facts)
    }
    (items, furtherItems) = plan.itemRecords
    delivered = known.newestDeliveries.map { Delivery($0, plan.deliveredKinds[$0.id.notification]) }
    reminded = plan.reminded
    olderDeliveries = known.delivered.count + known.olderDeliveries - delivered.count
    if let known = plan.shown, known.seen != nil, !known.differences.isEmpty { shown = known }
    diagnostics = known.diagnostics
    cancelled = plan.cancelled.filter { $0.decision.at != nil }
    withdrawn = plan.withdrawn
    inputs = known.inputs
    (stale, isNotDue) = (plan.stale, plan.isNotDue)
    isGone = plan.isGone
  }
}
