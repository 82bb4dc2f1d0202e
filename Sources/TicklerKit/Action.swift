public import CivilTime
public import PlanModel

/// A step that brings the device in line with the plan.
public struct Action: Hashable, Codable, Sendable {
  /// The type of step. Carried out in this order, steps never exceed the device's limit.
  public typealias Verb = PlanModel.Action.Verb

  /// The type of step.
  public let verb: Verb
  /// The device's id for the request.
  public let id: String
  /// The item of the notification; nil if the account has no such item.
  public let item: String?
  /// The request that the device holds afterwards; nil if it is removed, or is not part of the plan.
  public let request: Request?
  /// For `move` and `cancel`, when the request was due; for `withdraw`, when it was delivered. nil if there is no such instant.
  public let from: Instant?
  /// Why a request is removed, or kept although it is due after the plan's end: a reason's code, `replaced`, `removed` or
  /// `notPlanned`; nil if the request is part of the plan.
  public let reason: String?

  init(_ model: PlanModel.Action, item: PlanModel.ItemID?, _ request: Request?) {
    (verb, id, self.item, self.request) = (model.verb, model.request.text, item?.text, request)
    (from, reason) = (model.from, model.reason)
  }

  init(_ model: PlanModel.Action, _ plan: AccountPlan) {
    let request = model.decision.map { index in
      let decision = plan.decisions[index]
      let words = plan.requests[Int(decision.request)]
      return Request(model, words, kind: words.kind.name, repeats: decision.repeats, badge: Int(decision.badge))
    }
    self.init(model, item: plan.item(of: model), request)
  }
}

extension Action: CustomStringConvertible {
  /// `add chores.plants@2026-10-23`.
  public var description: String { "\(verb.rawValue) \(id)" }
}

/// A line of `actions.ndjson`: a step of a server's plan for one device (docs/actions.md).
///
/// Lines lack two values of a plan made on the device: ``Request/kind`` is empty, and ``Request/priority`` is 0.
public struct ActionLine: Decodable, Hashable, Sendable {
  /// The id of the account.
  public let account: String
  /// The device's name; nil if it has none.
  public let device: String?
  /// The account's app.
  public let app: String
  /// The step for the device.
  public let action: Action

  private enum CodingKeys: CodingKey {
    case account, device, app, request, notification, item, action, at, from, reason, trigger, title, body, badge
    case category, channel, destination, url, sound, interruption, data
  }

  /// Decodes a line.
  public init(from decoder: any Decoder) throws {
    let line = try decoder.container(keyedBy: CodingKeys.self)
    func text(_ key: CodingKeys) throws -> String? { try line.decodeIfPresent(String.self, forKey: key) }
    (account, app) = (try line.decode(String.self, forKey: .account), try line.decode(String.self, forKey: .app))
    device = try text(.device)
    var model = PlanModel.Action(
      verb: try line.decode(Action.Verb.self, forKey: .action),
      request: try line.decode(RequestID.self, forKey: .request),
      notification: try line.decode(NotificationID.self, forKey: .notification),
      at: try line.decodeIfPresent(Instant.self, forKey: .at),
      trigger: try line.decodeIfPresent(TriggerLine.self, forKey: .trigger)?.trigger)
    model.from = try line.decodeIfPresent(Instant.self, forKey: .from)
    model.reason = try text(.reason)
    let interruption = try line.decodeIfPresent(Request.Interruption.self, forKey: .interruption) ?? .active
    let delivery = DeliverySettings(
      priority: 0, isCritical: interruption == .critical, channel: try text(.channel), category: try text(.category),
      sound: try text(.sound) ?? DeliverySettings.standardSound, interruption: interruption)
    let data = try line.decodeIfPresent([String: String].self, forKey: .data) ?? [:]
    let words = NotificationRequest(
      kind: .unread, identifier: model.notification, item: try line.decodeIfPresent(ItemID.self, forKey: .item),
      uidStem: StableHash(high: 0, low: 0), delivery: delivery, title: try text(.title) ?? "",
      body: try text(.body) ?? "", variant: nil, destination: try text(.destination), url: try text(.url),
      data: data.map { .init($0, $1) }, subject: "", isOneOff: false, location: nil)
    let request = Request(
      model, words, kind: "", repeats: model.trigger?.repeats ?? false,
      badge: try line.decodeIfPresent(Int.self, forKey: .badge) ?? 0)
    let isHeld = model.verb != .cancel && model.verb != .withdraw
    action = Action(model, item: words.item, isHeld ? request : nil)
  }
}

/// The field `trigger` of a line.
private struct TriggerLine: Decodable {
  let trigger: Trigger

  private enum CodingKeys: CodingKey {
    case type, repeats, components, local, zone, floats, place, latitude, longitude, radius, on
  }

  init(from decoder: any Decoder) throws {
    let line = try decoder.container(keyedBy: CodingKeys.self)
    func number(_ key: CodingKeys) throws -> Double { try line.decode(Double.self, forKey: key) }
    let found: Trigger? =
      switch try line.decode(String.self, forKey: .type) {
      case "instant": .instant
      case "region":
        Place(
          name: try line.decodeIfPresent(String.self, forKey: .place) ?? "", latitude: try number(.latitude),
          longitude: try number(.longitude), radius: try number(.radius),
          on: try line.decode(Place.Crossing.self, forKey: .on)
        ).map { .region($0) }
      default:
        if let match = try line.decodeIfPresent(RepeatingTime.Components.self, forKey: .components) {
          RepeatingTime(match).map { .repeating($0) }
        } else {
          .once(
            try line.decode(LocalDateTime.self, forKey: .local), zone: try line.decode(String.self, forKey: .zone),
            floats: try line.decodeIfPresent(Bool.self, forKey: .floats) ?? false)
        }
      }
    guard let found else {
      throw DecodingError.dataCorrupted(
        .init(codingPath: decoder.codingPath, debugDescription: "expected a trigger of docs/actions.md"))
    }
    trigger = found
  }
}
