public import CivilTime
public import PlanModel

/// A notification on the device: everything that the app passes to the system.
public struct Request: Hashable, Codable, Sendable {
  /// How a device presents a notification, in the terms of `UNNotificationInterruptionLevel`.
  public typealias Interruption = DeliverySettings.Interruption

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
  /// How the device presents it.
  public let interruption: Interruption
  /// Additional values for the app, by the policy's names: `userInfo`, or extras of the intent.
  public let data: [String: String]

  /// Creates the request that an action leaves on the device.
  init(_ action: PlanModel.Action, _ words: NotificationRequest, kind: String, repeats: Bool, badge: Int) {
    (id, notification) = (action.request.text, action.notification.text)
    (self.kind, item) = (kind, words.item?.text)
    (at, trigger, self.repeats, self.badge) = (action.at, action.trigger, repeats, badge)
    (title, body) = (words.title, words.body)
    (priority, isCritical) = (words.priority, words.isCritical)
    (channel, category, destination, url) = (words.channel, words.category, words.destination, words.url)
    (sound, interruption) = (words.delivery.sound, words.delivery.interruption)
    data = Dictionary(words.data.map { ($0.name, $0.value) }) { first, _ in first }
  }
}

extension Request: CustomStringConvertible {
  /// `chores.plants@2026-10-23 at 2026-10-23T17:00:00Z`.
  public var description: String { at.map { "\(id) at \($0)" } ?? id }
}
