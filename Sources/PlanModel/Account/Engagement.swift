/// How users respond to the notifications of one kind, and which streaks need the next one.
public struct Engagement: Hashable, Sendable {
  /// Deliveries about something that can be completed.
  public var delivered = 0
  /// Of `delivered`, those followed by a completion on the same local day.
  public var completed = 0
  /// Active streaks.
  public var streaks = 0
  /// Of `streaks`, those that end unless the user does something.
  public var streaksAtRisk = 0

  public init() {}

  public var isEmpty: Bool { delivered == 0 && streaks == 0 }

  public mutating func add(_ other: Engagement) {
    delivered += other.delivered
    completed += other.completed
    streaks += other.streaks
    streaksAtRisk += other.streaksAtRisk
  }
}

/// An account's engagement figures.
public struct AccountMeasures: Sendable {
  /// Whether the policy accepts the permission, and the master switch is on.
  public var mayBeNotified: Bool
  /// The figures by kind; kinds without any are missing.
  public var kinds: [Kind: Engagement]

  public init(mayBeNotified: Bool, kinds: [Kind: Engagement]) {
    (self.mayBeNotified, self.kinds) = (mayBeNotified, kinds)
  }
}
