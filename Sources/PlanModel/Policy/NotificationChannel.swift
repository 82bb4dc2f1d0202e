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
