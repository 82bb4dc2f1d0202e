public import CivilTime
internal import PlanModel

/// A notification on the device: everything that the app passes to the system.
public struct Request: Hashable, Codable, Sendable {
  /// The device's id. Adding a request replaces the pending one of the same id.
  public let id: String
  /// The notification's identifier.
  public let notification: String
  /// The policy's name for the kind.
  public let kind: String
  /// The item that it is about; nil if its kind needs none.
  public let item: String?
  /// When it fires next; nil if it waits for a place.
  public let at: Instant?
  /// The trigger; nil if the device keeps the one that it has.
  public let trigger: Trigger?
  /// Whether it fires repeatedly.
  public let repeats: Bool
  /// The notification's title.
  public let title: String
  /// The text below the title; empty if there is none.
  public let body: String
  /// The badge; 0 for none.
  public let badge: Int
  /// The priority, 0 to 100. Higher is more important.
  public let priority: Int
  /// Whether it breaks through quiet hours and silence.
  public let isCritical: Bool
  /// Android's channel, by the policy's name; nil for none.
  public let channel: String?
  /// The category whose actions it offers, by the policy's name; nil for none.
  public let category: String?
  /// What a tap opens, in the app's own terms; nil for nothing specific.
  public let destination: String?
  /// The destination as a URL (RFC 3986); nil if there is none.
  public let url: String?
  /// The sound: `default`, `none`, or one of the app's.
  public let sound: String
  /// The interruption level: `passive`, `active`, `timeSensitive` or `critical`.
  public let interruption: String
  /// Additional values for the app, by the policy's names: `userInfo`, or extras of the intent.
  public let data: [String: String]

  /// Creates the request of a line of `actions.ndjson`.
  init(
    id: String, notification: String, item: String?, at: Instant?, trigger: Trigger?, title: String, body: String,
    badge: Int, channel: String?, category: String?, destination: String?, url: String?, sound: String,
    interruption: String, data: [String: String]
  ) {
    (self.id, self.notification, self.item, self.at, self.trigger) = (id, notification, item, at, trigger)
    (self.title, self.body, self.badge, self.sound) = (title, body, badge, sound)
    (self.channel, self.category, self.destination, self.url) = (channel, category, destination, url)
    (self.interruption, self.data, kind, priority) = (interruption, data, "", 0)
    isCritical = interruption == "critical"
    repeats = if case .repeating? = trigger { true } else { false }
  }

  /// - Parameter decision: The index of the first decision that the request covers.
  init(_ action: PlanModel.Action, _ decision: Int, _ plan: AccountPlan) {
    let words = plan.requests[Int(plan.decisions[decision].request)]
    (id, notification) = (action.request.text, action.notification.text)
    (kind, item) = (words.kind.name, words.item?.text)
    (at, trigger) = (action.at, action.trigger.map(Trigger.init))
    (repeats, badge) = (plan.decisions[decision].repeats, Int(plan.decisions[decision].badge))
    (title, body) = (words.title, words.body)
    (priority, isCritical) = (words.priority, words.isCritical)
    (channel, category, destination, url) = (words.channel, words.category, words.destination, words.url)
    (sound, interruption) = (words.delivery.sound, words.delivery.interruption.rawValue)
    data = Dictionary(words.data.map { ($0.name, $0.value) }) { first, _ in first }
  }
}

extension Request: CustomStringConvertible {
  /// `chores.plants@2026-10-23 at 2026-10-23T17:00:00Z`.
  public var description: String { at.map { "\(id) at \($0)" } ?? id }
}

/// A request that the device holds.
public struct Pending: Hashable, Codable, Sendable {
  /// The device's id for the request.
  public var id: String
  /// When it fires next; nil if it waits for a place.
  public var at: Instant?
  /// Whether it fires repeatedly.
  public var repeats: Bool
  /// Whether it keeps its wall time in another zone; nil if the device does not report it, and then no action changes it.
  public var floats: Bool?
  /// The notification's identifier, if `id` is the device's own; nil if `id` contains it.
  public var notification: String?
  /// The title; nil if the device does not report it, and then no action changes it.
  public var title: String?
  /// The text; nil if the device does not report it, and then no action changes it.
  public var body: String?
  /// The badge, 0 for none; nil if the device does not report it.
  public var badge: Int?

  /// Creates a request whose texts the device does not report.
  public init(id: String, at: Instant?, repeats: Bool = false) {
    (self.id, self.at, self.repeats) = (id, at, repeats)
  }

  /// Creates the pending request that results from adding a request.
  public init(_ request: Request) {
    self.init(id: request.id, at: request.at, repeats: request.repeats)
    if RequestID(id).notification.text != request.notification { notification = request.notification }
    (title, body, badge) = (request.title, request.body, request.badge)
    if case .once(_, _, let floats)? = request.trigger { self.floats = floats }
  }

  init(_ model: PlanModel.Account.Pending) {
    self.init(id: model.id.text, at: model.at, repeats: model.repeats)
    (notification, floats) = (model.ownNotification?.text, model.floats)
    (title, body, badge) = (model.title, model.body, model.badge)
  }

  var model: PlanModel.Account.Pending {
    var entry = PlanModel.Account.Pending(id: RequestID(id), at: at)
    (entry.repeats, entry.floats) = (repeats, floats)
    entry.ownNotification = notification.map { NotificationID($0) }
    (entry.title, entry.body, entry.badge) = (title, body, badge)
    return entry
  }
}

extension Pending: CustomStringConvertible {
  /// `chores.plants@2026-10-23 at 2026-10-23T17:00:00Z`.
  public var description: String { at.map { "\(id) at \($0)" } ?? id }
}

/// A request's trigger, in the terms of `UNNotificationTrigger`.
public enum Trigger: Hashable, Codable, Sendable {
  /// Once, at a wall time: `UNCalendarNotificationTrigger` with all components. If it floats, omit the zone: the device then fires at
  /// that wall time in any zone.
  case once(LocalDateTime, zone: String, floats: Bool)
  /// Repeatedly, at a wall time on these dates: `UNCalendarNotificationTrigger` with `repeats`.
  case repeating(hour: Int, minute: Int, on: Dates)
  /// At the request's ``Request/at``, regardless of the account's zone: `UNTimeIntervalNotificationTrigger`.
  case instant
  /// At the border of a circle: `UNLocationNotificationTrigger`.
  case place(Place)

  /// The dates of a repeating trigger.
  public enum Dates: Hashable, Codable, Sendable {
    /// Every day.
    case daily
    /// A day of every week.
    case weekly(Weekday)
    /// A day of every month, 1 to 28.
    case monthly(day: Int)
    /// A day of every year.
    case yearly(month: Int, day: Int)
  }

  init(_ model: PlanModel.Trigger) {
    switch model {
    case .instant: self = .instant
    case .once(let local, let zone, let floats): self = .once(local, zone: zone, floats: floats)
    case .region(let place): self = .place(Place(place))
    case .repeating(let repeating):
      let dates: Dates =
        switch repeating.dates {
        case .daily: .daily
        case .weekly(let day): .weekly(day)
        case .monthly(let day): .monthly(day: day)
        case .yearly(let month, let day): .yearly(month: month, day: day)
        }
      self = .repeating(hour: repeating.time.hour, minute: repeating.time.minute, on: dates)
    }
  }
}
