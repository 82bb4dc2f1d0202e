public import CivilTime
internal import PlanModel

/// What a device holds of a notification: everything that the app hands to the system.
public struct Request: Hashable, Codable, Sendable {
  /// The device's id: one that it has replaces the request of that id.
  public let id: String
  /// The identifier that the app gives the notification.
  public let notification: String
  /// Its kind, by the policy's name.
  public let kind: String
  /// The item that it comes from; nil: its kind needs none.
  public let item: String?
  /// When it fires next; nil: it waits for a place.
  public let at: Instant?
  /// What makes it fire; nil: what the device has holds.
  public let trigger: Trigger?
  /// Whether the device fires it again and again.
  public let repeats: Bool
  /// What it says.
  public let title: String
  /// What it says below the title; empty: nothing.
  public let body: String
  /// The badge that it sets; 0: none.
  public let badge: Int
  /// 0 to 100: the higher one matters more.
  public let priority: Int
  /// It breaks through quiet hours and silence.
  public let isCritical: Bool
  /// Android's channel, by the policy's name; nil: none.
  public let channel: String?
  /// The category whose actions it offers, by the policy's name; nil: none.
  public let category: String?
  /// What a tap opens, in the app's own words; nil: nothing of its own.
  public let destination: String?
  /// The same as an address (RFC 3986); nil: it has none.
  public let url: String?
  /// What it sounds like: `default`, `none`, or a sound of the app.
  public let sound: String
  /// How the device presents it: `passive`, `active`, `timeSensitive` or `critical`.
  public let interruption: String
  /// What the app gets with it, by the policy's names: `userInfo`, or extras of the intent.
  public let data: [String: String]

  /// Creates what a line says.
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

  /// - Parameter decision: The index of the first that it stands for.
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
