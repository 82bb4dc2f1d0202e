/// What came of the notifications of one kind, and which streaks need the next one.
public struct Engagement: Hashable, Sendable {
  /// Deliveries of something that can be completed.
  public var delivered = 0
  /// Those that were followed by a completion on their local day.
  public var completed = 0
  /// Streaks that go on.
  public var streaks = 0
  /// Those of them that end unless something is done.
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

/// What an account has to say about how notifications work.
public struct AccountMeasures: Sendable {
  /// The permission is one that the policy accepts, and the master switch is on.
  public var mayBeNotified: Bool
  /// By kind, where there is anything to tell.
  public var kinds: [Kind: Engagement]

  public init(mayBeNotified: Bool, kinds: [Kind: Engagement]) {
    (self.mayBeNotified, self.kinds) = (mayBeNotified, kinds)
  }
}
