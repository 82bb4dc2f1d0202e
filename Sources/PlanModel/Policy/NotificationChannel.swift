/// A channel of Android (`NotificationChannel`): how much attention its notifications ask for. The app creates it before it posts to it.
public struct NotificationChannel: Hashable, Sendable {
  /// Android's `IMPORTANCE_NONE` to `IMPORTANCE_HIGH`.
  public enum Importance: String, CaseIterable, Sendable {
    case silenced = "none"
    case min, low
    case standard = "default"
    case high
  }

  /// What the device knows it by.
  public var id: String
  /// As people read it in the system's settings, in the policy's language.
  public var name: String
  public var importance = Importance.standard
  /// Milliseconds, off and on by turns, off first; nil: the device's own; empty: none.
  public var vibration: [Int]?
  /// The color of the light, `#RRGGBB`; nil: no light.
  public var light: String?
  /// A sound file of the app; nil: the device's own.
  public var sound: String?

  public init(id: String, name: String) {
    self.id = id
    self.name = name
  }
}
