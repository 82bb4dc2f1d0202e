/// How an app delivers the notifications of a kind. All requests of the kind share one.
public final class DeliverySettings: Sendable {
  /// How a device presents a notification, in the terms of `UNNotificationInterruptionLevel`.
  public enum Interruption: String, CaseIterable, Codable, Sendable {
    /// Lists it without lighting the screen.
    case passive
    /// Lights the screen and may play a sound.
    case active
    /// Breaks through a focus.
    case timeSensitive
    /// Breaks through silence too. The app needs Apple's permission for it.
    case critical
  }

  /// What a kind's requests are bound to.
  public enum Follow: String, CaseIterable, Sendable {
    /// The wall time in the zone where the device is.
    case clock
    /// The instant, in any zone.
    case instant
  }

  /// A value for the app, by name.
  public struct Datum<Value: Sendable>: Sendable {
    public let name: String
    public let value: Value

    public init(_ name: String, _ value: Value) { (self.name, self.value) = (name, value) }
  }

  /// The sound if the policy names none: the device's own.
  public static let standardSound = "default"

  public let priority: Int
  public let isCritical: Bool
  /// The name of one of the policy's channels.
  public let channel: String?
  /// The name of one of the policy's categories.
  public let category: String?
  /// What a tap opens, with the fields that the kind's identifiers have.
  public let destination: IdentifierPattern?
  /// The same as an address, in which the fields' values are percent-encoded.
  public let url: IdentifierPattern?
  /// Whether it has a channel, a category, a destination or an address.
  public let hasNames: Bool
  /// `default`, `none`, or a sound of the app.
  public let sound: String
  public let interruption: Interruption
  public let follow: Follow
  /// The values for the app, by name in byte order, with the fields that the kind's identifiers have.
  public let data: [Datum<IdentifierPattern>]

  /// - Parameter interruption: nil for the usual one: ``Interruption/timeSensitive`` if it is critical, else active.
  public init(
    priority: Int = 5, isCritical: Bool = false, channel: String? = nil, category: String? = nil,
    destination: IdentifierPattern? = nil, url: IdentifierPattern? = nil, sound: String = standardSound,
    interruption: Interruption? = nil, follow: Follow = .clock, data: [Datum<IdentifierPattern>] = []
  ) {
    (self.priority, self.isCritical, self.channel, self.category) = (priority, isCritical, channel, category)
    (self.destination, self.url) = (destination, url)
    hasNames = channel != nil || category != nil || destination != nil || url != nil
    self.sound = sound
    self.interruption = interruption ?? (isCritical ? .timeSensitive : .active)
    (self.follow, self.data) = (follow, data)
  }
}

/// The actions that a notification offers besides opening it (`UNNotificationCategory`). The app registers it under its name.
public struct NotificationCategory: Hashable, Codable, Sendable {
  /// A button below the notification.
  public struct Action: Hashable, Codable, Sendable {
    /// Its name on the device.
    public var id: String
    /// The title for users, in the policy's language.
    public var title: String
    /// The titles in other languages, by language tag.
    public var titles: [String: String]
    /// Whether it brings the app to the foreground.
    public var opensApp: Bool

    /// Creates an action.
    public init(id: String, title: String, titles: [String: String] = [:], opensApp: Bool) {
      (self.id, self.title, self.titles, self.opensApp) = (id, title, titles, opensApp)
    }
  }

  /// Its name on the device.
  public var id: String
  /// The actions in display order.
  public var actions: [Action]

  /// Creates a category.
  public init(id: String, actions: [Action]) { (self.id, self.actions) = (id, actions) }
}

/// A channel of Android (`NotificationChannel`): how its notifications ask for attention. The app creates it before posting to it.
public struct NotificationChannel: Hashable, Sendable {
  /// Android's `IMPORTANCE_NONE` to `IMPORTANCE_HIGH`.
  public enum Importance: String, CaseIterable, Sendable {
    case silenced = "none"
    case min, low
    case standard = "default"
    case high
  }

  /// Its name on the device.
  public var id: String
  /// The name in the system's settings, in the policy's language.
  public var name: String
  public var importance = Importance.standard
  /// Milliseconds, alternately off and on, starting with off; nil for the device's own, empty for none.
  public var vibration: [Int]?
  /// The color of the light, `#RRGGBB`; nil for no light.
  public var light: String?
  /// A sound file of the app; nil for the device's own.
  public var sound: String?

  public init(id: String, name: String) { (self.id, self.name) = (id, name) }
}
