/// The actions that a notification offers besides opening it (`UNNotificationCategory`). The app registers it under its name.
public struct NotificationCategory: Hashable, Sendable {
  /// A button below the notification.
  public struct Action: Hashable, Sendable {
    public var id: String
    /// The title for users, in the policy's language.
    public var title: String
    /// The titles in other languages, by language tag.
    public var titles: [String: String]
    /// Whether it brings the app to the foreground.
    public var opensApp: Bool

    public init(id: String, title: String, titles: [String: String] = [:], opensApp: Bool) {
      (self.id, self.title, self.titles, self.opensApp) = (id, title, titles, opensApp)
    }
  }

  /// Its name on the device.
  public var id: String
  /// The actions in display order.
  public var actions: [Action]

  public init(id: String, actions: [Action]) { (self.id, self.actions) = (id, actions) }
}
