/// What a notification offers to do beside opening it (`UNNotificationCategory`): the app registers it under its name.
public struct NotificationCategory: Hashable, Sendable {
  /// A button below the notification.
  public struct Action: Hashable, Sendable {
    public var id: String
    /// As people read it, in the policy's language.
    public var title: String
    /// The titles in other languages, by language tag.
    public var titles: [String: String]
    /// Whether the app comes to the foreground for it.
    public var opensApp: Bool

    public init(id: String, title: String, titles: [String: String] = [:], opensApp: Bool) {
      self.id = id
      self.title = title
      self.titles = titles
      self.opensApp = opensApp
    }
  }

  /// What the device knows it by.
  public var id: String
  /// In the order in which they are shown.
  public var actions: [Action]

  public init(id: String, actions: [Action]) {
    self.id = id
    self.actions = actions
  }
}
