import CivilTime
import PlanModel

/// A line of `plan.ndjson` below the head: a decision, with its request.
package struct PlanLine: PlanRecord {
  package enum Outcome: String, PlanWord {
    case scheduled, armed, ahead, dropped

    /// Compares cases. In other modules, the `==` of raw values would compare the words: 3 % of `verify`.
    package static func == (a: Outcome, b: Outcome) -> Bool {
      switch (a, b) {
      case (.scheduled, .scheduled), (.armed, .armed), (.ahead, .ahead), (.dropped, .dropped): true
      default: false
      }
    }

    package func write(to json: inout FieldWriter) {
      switch self {
      case .scheduled: json.out.append("\"scheduled\"")
      case .armed: json.out.append("\"armed\"")
      case .ahead: json.out.append("\"ahead\"")
      case .dropped: json.out.append("\"dropped\"")
      }
    }
  }

  package var account = AccountID("")
  package var app = ""
  package var device: DeviceID?
  package var kind = Kind.unread
  package var item: ItemID?
  package var notification = NotificationID("")
  package var uid = Occurrence(stem: StableHash(high: 0, low: 0), date: nil)
  package var request: RequestID?
  package var local: LocalDateTime?
  package var zone: String?
  package var about: About?
  package var event: EventMark?
  package var at: Instant?
  package var clock: String?
  package var outcome = Outcome.scheduled
  package var reason: Reason?
  package var badge: Int32 = 0
  package var deferredFrom: Instant?
  package var isLate = false
  package var shift: Shift?
  package var sequence: Int32 = 0
  package var variant: String?
  package var channel: String?
  package var category: String?
  package var destination: String?
  package var url: String?
  package var isAllDay = false
  package var duration: Int?
  package var title = ""
  package var body = ""
  package var stale: Instant?
  package var stamp: Instant?
  /// The stay and names of the last decision and request, which need not be set again.
  private var stay: Int32 = -1
  private var hasNames = false

  package init() {}

  package mutating func describe<Fields: FieldVisitor & ~Copyable>(_ fields: inout Fields) throws(Fields.Fault) {
    try describeOwner(&fields)
    try describeRequest(&fields)
    try describeOccurrence(&fields)
    try describeTexts(&fields)
    try describeStamp(&fields)
  }

  /// Describes the fields that all lines of an account and kind share.
  @inline(__always)
  mutating func describeOwner<Fields: FieldVisitor & ~Copyable>(_ fields: inout Fields) throws(Fields.Fault) {
    try fields.field("account", &account, "whose it is")
    try fields.field("app", &app, "the account's app")
    try fields.field(
      "device", &device, "which of the account's [devices](exports.md#several-devices), if it has a name")
    try fields.field("kind", &kind, "the kind of notification")
    // Before the other instants, since line copies overwrite the last one written.
    try fields.field(
      "stale", &stale,
      "with `--keep-going`: the `now` of the earlier plan, which it keeps because an input could not be used")
  }

  /// Describes the prefix shared by every line of a request.
  @inline(__always)
  mutating func describeRequest<Fields: FieldVisitor & ~Copyable>(_ fields: inout Fields) throws(Fields.Fault) {
    try fields.field("item", &item, "the id of the item it comes from; kinds such as `nudge` have none")
    try fields.field("notification", &notification, "the identifier that the app gives the notification")
  }

  @inline(__always)
  mutating func describeOccurrence<Fields: FieldVisitor & ~Copyable>(_ fields: inout Fields) throws(Fields.Fault) {
    try fields.field("uid", &uid, "see below")
    try fields.field(
      "request", &request,
      "if it goes out or is planned ahead: the id on the device of its [request](actions.md#requests)"
    )
    try fields.field(
      "local", &local,
      "the wall time asked for; an event's own wall time; missing for place triggers and bills without a due date")
    try fields.field(
      "zone", &zone, "the zone that `local` was read in; missing without `local`, and if travel skipped it")
    try fields.field(
      "about", &about,
      "the date, or the date and time, that it is about, in `zone`; missing if that is `local` or its date")
    try fields.field(
      "event", &event,
      "the event of a [person's calendar](calendars.md#for-a-person) that it belongs to, if that differs from its own")
    try fields.field(
      "at", &at, "the instant at which it goes out, or would have; missing if there is none")
    try fields.field(
      "clock", &clock, "the zone that the account is in at `at`, if a move since makes it differ from `zone`")
    try fields.field(
      "outcome", &outcome,
      "`scheduled`, `armed` (waits for a place, not for a time), `ahead` (past the window, held by the device already) or `dropped`"
    )
    try fields.field(
      "reason", &reason,
      "if dropped: the first check that it failed, see [the table](reasons.md)"
    )
    try fields.check(outcome != .dropped || reason != nil, "reason", expected: "the check that the decision failed")
    try fields.sparse("badge", &badge, "the number on the app's icon")
    try fields.field(
      "deferredFrom", &deferredFrom, "the instant before quiet hours or the minimum gap moved it to `at`")
    try fields.sparse("late", &isLate, "`true`: a scheduled event from before `now`, which goes out at `now`")
    try fields.field(
      "shifted", &shift,
      "why the policy moved it away from `local`: `dstGap`, the clock skips it; `zoneChange`, a move to another zone skips it; `minimumGap`, another notification goes out too soon before; `weekend` and `holiday`, the due date is on one"
    )
    try fields.sparse(
      "sequence", &sequence, "with `--previous`: how often the occurrence has changed from plan to plan")
  }

  /// Describes the suffix shared by every line of a request.
  @inline(__always)
  mutating func describeTexts<Fields: FieldVisitor & ~Copyable>(_ fields: inout Fields) throws(Fields.Fault) {
    try fields.field(
      "variant", &variant,
      "which of several [texts](messages.md#which-text-an-account-reads) it has: a name, a form such as `tailored`, or a number"
    )
    try fields.field("channel", &channel, "the name of one of the policy's channels")
    try fields.field("category", &category, "the name of one of the policy's categories")
    try fields.field("destination", &destination, "what a tap opens, in the app's words: `task/t1`")
    try fields.field("url", &url, "the same as an address, if the policy has one: `focusflow://task/t1`")
    if let url { try fields.check(url.isAddress, "url", expected: "an address") }
    try fields.sparse(
      "allDay", &isAllDay,
      "`true`: its item has a date without an hour, so it is a whole day in a [person's calendar](calendars.md#for-a-person)"
    )
    try fields.field("duration", &duration, "how many seconds its item lasts, if the export says so")
    try fields.field("title", &title, "the text, filled in")
    try fields.field("body", &body, "the text below the title, filled in")
  }

  /// Describes the last field, which ``EarlierPlan`` finds at the end of a line.
  @inline(__always)
  mutating func describeStamp<Fields: FieldVisitor & ~Copyable>(_ fields: inout Fields) throws(Fields.Fault) {
    try fields.field(
      "stamp", &stamp,
      "with `--previous`: the `now` of the plan in which its calendar event last changed; missing if that is this one")
  }
}

extension PlanLine {
  /// Sets the fields that all lines of a request share.
  mutating func set(_ plan: AccountPlan, request: Int) {
    kind = plan.requests[request].kind
    item = plan.requests[request].item
    notification = plan.requests[request].identifier
    if variant != nil || plan.requests[request].variant != nil { variant = plan.requests[request].variant }
    if hasNames || plan.requests[request].delivery.hasNames {
      hasNames = plan.requests[request].delivery.hasNames
      channel = plan.requests[request].delivery.channel
      category = plan.requests[request].delivery.category
      destination = plan.requests[request].destination
      url = plan.requests[request].url
    }
    isAllDay = plan.requests[request].isAllDay
    if duration != nil || plan.requests[request].duration != nil { duration = plan.requests[request].duration }
    title = plan.requests[request].title
    body = plan.requests[request].body
  }

  /// Sets the fields that differ between the lines of a request.
  mutating func set(_ plan: AccountPlan, decision index: Int) {
    let decision = plan.decisions[index]
    let request = Int(decision.request)
    uid = Occurrence(
      stem: plan.requests[request].uidStem, date: plan.requests[request].isOneOff ? nil : decision.local?.date)
    self.request = plan.requestID(of: decision)
    local = decision.local
    let own = plan.requests[request].zone
    if own != nil {
      (stay, zone) = (.min, plan.zoneName(of: decision))
    } else if decision.stay != stay {
      stay = decision.stay
      zone = stay >= 0 ? plan.timeline.stays[Int(stay)].zone.name : nil
    }
    about = decision.about
    event = EventMark.of(decision, plan)
    at = decision.at
    if clock != nil { clock = nil }
    // A moved or late notification may go out by another clock than it was asked for.
    if own != nil || plan.timeline.stays.count > 1, decision.stay >= 0, let at {
      let name = plan.timeline.stays[plan.timeline.stayIndex(at: at)].zone.name
      if name != zone { clock = name }
    }
    switch decision.outcome {
    case .scheduled: (outcome, reason) = (.scheduled, nil)
    case .armed: (outcome, reason) = (.armed, nil)
    case .ahead: (outcome, reason) = (.ahead, nil)
    case .dropped(let why): (outcome, reason) = (.dropped, why)
    }
    badge = decision.badge
    deferredFrom = decision.deferredFrom
    isLate = decision.isLate
    shift = decision.shift
    sequence = decision.sequence
    stamp = decision.stamp == plan.stale ? nil : decision.stamp
  }
}

/// The event of a person's calendar that a decision belongs to.
package struct EventMark: PlanRecord {
  /// nil for the line's own.
  package var uid: Occurrence?
  package var number = EventNumber(sequence: 0, stamp: nil)

  package init() {}

  /// - Returns: nil if it is the decision's own, with its number.
  ///
  /// Not an initializer, whose arguments are copied: the plan's copies took 4 % of W.
  static func of(_ decision: borrowing Decision, _ plan: borrowing AccountPlan) -> EventMark? {
    let isOwn = plan.requests[Int(decision.request)].eventStem == nil
    if isOwn, plan.events.isEmpty { return nil }
    let event = Occurrence(eventOf: copy decision, plan.requests[Int(decision.request)])
    var mark = EventMark()
    if !isOwn { mark.uid = event }
    if let known = plan.events[event] { mark.number = known } else if isOwn { return nil }
    return mark
  }

  package mutating func describe<Fields: FieldVisitor & ~Copyable>(_ fields: inout Fields) throws(Fields.Fault) {
    try fields.field("uid", &uid, "its UID, if that is another's")
    try fields.sparse("sequence", &number.sequence, "its SEQUENCE")
    try fields.field(
      "stamp", &number.stamp, "the `now` of the plan in which it last changed; missing if that is this one")
  }
}

extension About: PlanValue {
  @inline(__always)
  package func write(to json: inout FieldWriter) {
    if let time { json.append(date.at(time)) } else { json.out.append(quoted: "\(date)") }
  }

  package init(_ node: JSONNode) throws(PlanFault) {
    self = try node.text(expected: "a date such as 2026-10-23, or a date and time such as 2026-10-23T09:00:00") {
      text in
      if let date = LocalDate(iso8601: text) { return About(date: date, time: nil) }
      return LocalDateTime(iso8601: text).map { About(date: $0.date, time: $0.time) }
    }
  }
}

extension Occurrence: PlanValue {
  /// Writes 32 hexadecimal digits, and `-YYYYMMDD` if it has a date.
  @inline(__always)
  package func write(to json: inout FieldWriter) {
    json.out.append(UInt8(ascii: "\""))
    json.out.append(hexadecimal: stem.high, stem.low)
    if let date {
      json.out.append(UInt8(ascii: "-"))
      json.append(date: date)
    }
    json.out.append(UInt8(ascii: "\""))
  }

  package init(_ node: JSONNode) throws(PlanFault) {
    self = try node.text(expected: "32 hexadecimal digits, and -YYYYMMDD if it repeats") { Occurrence($0) }
  }

  package init?(_ text: Span<UInt8>) {
    guard let stem = StableHash(hexadecimal: text.extracting(first: min(32, text.count))) else { return nil }
    self.init(stem: stem, date: nil)
    if text.count == 32 { return }
    guard text.count == 41, text[32] == UInt8(ascii: "-"), let date = LocalDate(basic: text.extracting(33..<41)) else {
      return nil
    }
    self.date = date
  }
}

extension RequestID: PlanValue {
  /// Writes the date separately, so that a copied line can overwrite it.
  @inline(__always)
  package func write(to json: inout FieldWriter) {
    if part != .once {
      json.out.append(json: text)
      return
    }
    json.out.append(json: notification.text)
    guard let date else { return }
    json.out.removeAll(after: json.out.count - 1)
    json.append(requestDate: date)
  }

  package init(_ node: JSONNode) throws(PlanFault) {
    let date = try node.text(expected: "") { text -> LocalDate?? in
      let at = text.count - 11
      return at >= 0 && text[at] == UInt8(ascii: "@") ? LocalDate(iso8601: text.extracting(last: 10)) : .some(nil)
    }
    // Without a date, the text may end with the part of a series.
    self.init(NotificationID(try node.text(droppingLast: date == nil ? 0 : 11)), on: date)
  }
}
