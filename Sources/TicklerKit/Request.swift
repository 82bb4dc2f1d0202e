public import CivilTime
internal import PlanModel

/// What a device holds of a notification: everything that the app hands to the system.
public struct Request: Hashable, Sendable {
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
