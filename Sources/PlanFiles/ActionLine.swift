import Bytes
import CivilTime
import PlanModel

/// A line of `actions.ndjson`: an action for a device, with everything needed to carry it out.
package struct ActionLine: PlanRecord {
  package var account = AccountID("")
  package var app = ""
  package var device: DeviceID?
  package var action = Action(verb: .keep, request: RequestID(""), notification: NotificationID(""))
  package var title: String?
  package var body: String?
  package var badge: Int32 = 0
  package var category: String?
  package var channel: String?
  package var destination: String?
  package var url: String?
  package var sound: String?
  package var interruption: DeliverySettings.Interruption?
  package var data: Named<String>?

  package init() {}

  package mutating func describe<Fields: FieldVisitor & ~Copyable>(_ fields: inout Fields) throws(Fields.Fault) {
    try fields.owner(&account, &app, &device, "whose device it is")
    try fields.field(
      "request", &action.request, "the device's name for the request, as in `pending`; missing for `add`")
    try fields.field("notification", &action.notification, "the identifier that the app gives the notification")
    try fields.field(
      "item", &action.item, "the id of the item that makes it; missing if none of the account's items does")
    try fields.field("action", &action.verb, "see below")
    try fields.field("at", &action.at, "when it fires next once this is carried out; missing for place triggers")
    try fields.field(
      "from", &action.from, "for `move` and `cancel`, its time on the device; for `withdraw`, of the delivery")
    try fields.field(
      "reason", &action.reason,
      "for `cancel`, `withdraw` and a `keep` outside the plan: a decision's reason, `replaced`, `removed`, `notPlanned` or `rejected`"
    )
    try fields.sparse("changed", &action.changed, "for `update`: which of `title`, `body` and `badge`")
    try fields.field("trigger", &action.trigger, "for `add` and `move`: what makes it fire")
    try fields.field("title", &title, "for `add`, `move` and `update`, like the following fields: the text")
    try fields.field("body", &body, "the text below the title")
    try fields.sparse("badge", &badge, "the number on the app's icon")
    try fields.field("category", &category, "as the policy has it")
    try fields.field("channel", &channel, "as the policy has it")
    try fields.field("destination", &destination, "what a tap opens, in the app's words")
    try fields.field("url", &url, "the same as an address")
    try fields.field("sound", &sound, "`default`, `none`, or the name of a sound of the app")
    try fields.field("interruption", &interruption, "`passive`, `active`, `timeSensitive` or `critical`")
    try fields.field("data", &data, "the values of the policy's `data`, for `userInfo` or the extras of an intent")
  }
}

extension DeliverySettings.Interruption: PlanWord {}

extension ActionLine {
  /// Sets the fields of an action, with the text that it puts on the device.
  fileprivate mutating func set(_ action: Action, _ plan: AccountPlan) {
    self.action = action
    (title, body, badge, category, channel) = (nil, nil, 0, nil, nil)
    (destination, url, sound, interruption, data) = (nil, nil, nil, nil, nil)
    guard let decision = action.decision else { return }
    let request = Int(plan.decisions[decision].request)
    self.action.item = plan.requests[request].item
    if action.verb == .keep { return }
    badge = plan.decisions[decision].badge
    title = plan.requests[request].title
    body = plan.requests[request].body
    let delivery = plan.requests[request].delivery
    (category, channel) = (delivery.category, delivery.channel)
    (sound, interruption) = (delivery.sound, delivery.interruption)
    (destination, url) = (plan.requests[request].destination, plan.requests[request].url)
    let values = plan.requests[request].data
    data = values.isEmpty ? nil : Named(values.map { ($0.name, $0.value) })
  }
}

extension Trigger: PlanRecord {
  private enum Form: String, PlanWord { case calendar, instant, region }

  package init() { self = .instant }

  package mutating func describe<Fields: FieldVisitor & ~Copyable>(_ fields: inout Fields) throws(Fields.Fault) {
    var form = Form.instant
    var (repeats, components): (Bool?, RepeatingTime.Components?)
    var (local, zone, floats): (LocalDateTime?, String?, Bool?)
    var (latitude, longitude, radius): (DecimalNumber?, DecimalNumber?, DecimalNumber?)
    var crossing: PlaceTrigger.Crossing?
    switch self {
    case .instant: break
    case .repeating(let time): (form, repeats, components) = (.calendar, true, time.components)
    case .once(let time, let name, let isFloating):
      (form, repeats, local, zone, floats) = (.calendar, false, time, name, isFloating ? true : nil)
    case .region(let place):
      (form, latitude, longitude) = (.region, place.latitude, place.longitude)
      (radius, crossing) = (place.radius, place.crossing)
    }
    try fields.field("type", &form, "`calendar`, `instant` (an event's) or `region`")
    try fields.field("repeats", &repeats, "for `calendar`: whether it repeats")
    try fields.field("components", &components, "for one that repeats: the date and time components at which it fires")
    try fields.field("local", &local, "for one that does not: the wall time at which it goes out")
    try fields.field("zone", &zone, "the zone of `local`")
    try fields.field("floats", &floats, "`true`: the device holds `local` without a zone, so it is right in any zone")
    try fields.field("latitude", &latitude, "for `region`: degrees, WGS 84")
    try fields.field("longitude", &longitude, "for `region`: degrees, WGS 84")
    try fields.field("radius", &radius, "of `region`: meters")
    try fields.field("on", &crossing, "for `region`: `entry` or `exit`")
    switch form {
    case .instant: self = .instant
    case .calendar:
      if repeats == true {
        let repeating = components.flatMap(RepeatingTime.init)
        try fields.check(repeating != nil, "components", expected: "components that a device can repeat")
        if let repeating { self = .repeating(repeating) }
      } else {
        try fields.check(local != nil, "local", expected: "the wall time of a trigger that does not repeat")
        try fields.check(zone != nil, "zone", expected: "the zone of a trigger that does not repeat")
        if let local, let zone { self = .once(local, zone: zone, floats: floats ?? false) }
      }
    case .region:
      var place = PlaceTrigger()
      place.latitude = latitude ?? place.latitude
      place.longitude = longitude ?? place.longitude
      place.radius = radius ?? place.radius
      place.crossing = crossing ?? place.crossing
      self = .region(place)
    }
  }
}

extension PlaceTrigger.Crossing: PlanWord {}

extension RepeatingTime.Components: PlanRecord {
  package mutating func describe<Fields: FieldVisitor & ~Copyable>(_ fields: inout Fields) throws(Fields.Fault) {
    try fields.field("hour", &hour, "0 to 23")
    try fields.field("minute", &minute, "0 to 59")
    try fields.field("weekday", &weekday, "1 for Sunday to 7 for Saturday")
    try fields.field("day", &day, "of the month")
    try fields.field("month", &month, "of the year")
  }
}

/// Writes `actions.ndjson`. A line that differs only in dates from another of its request is a copy with new dates.
package struct ActionWriter: ~Copyable {
  /// By request, the last of its lines that can be copied.
  private var models: [LineModel] = []
  private var json = FieldWriter()

  package init() {}

  package mutating func append(_ plan: AccountPlan, to text: inout WrittenBytes) {
    if plan.actions.isEmpty { return }
    var line = ActionLine()
    line.account = plan.account.value.id
    line.app = plan.account.value.app
    line.device = plan.account.value.device
    models.removeAll(keepingCapacity: true)
    models.append(contentsOf: repeatElement(LineModel(), count: plan.requests.count))
    json.begin(&text)
    for index in plan.actions.indices {
      guard let (request, times) = plan.times(ofAction: index) else {
        json.write(&line, plan.actions[index], plan)
        continue
      }
      if models[request].isAnotherDay(times) {
        models[request].append(times, to: &json)
        continue
      }
      var model = LineModel(start: json.out.count)
      json.forgetPlaces()
      json.write(&line, plan.actions[index], plan)
      model.end(at: json.out.count, json.places)
      model.times = times
      models[request] = model
    }
    json.end(&text)
  }
}

extension FieldWriter {
  fileprivate mutating func write(_ line: inout ActionLine, _ action: Action, _ plan: AccountPlan) {
    line.set(action, plan)
    write(&line)
    out.append("\n")
  }
}

extension AccountPlan {
  /// Returns the request and times of an action; nil if its line differs from others of the request in more than
  /// times.
  fileprivate func times(ofAction index: Int) -> (request: Int, LineTimes)? {
    guard actions[index].verb == .add, case .once(_, zone: _, floats: true)? = actions[index].trigger,
      let decision = actions[index].decision, !decisions[decision].repeats,
      case let request = Int(decisions[decision].request), !requests[request].isOneOff
    else { return nil }
    return LineTimes(decisions[decision]).map { (request, $0) }
  }
}
