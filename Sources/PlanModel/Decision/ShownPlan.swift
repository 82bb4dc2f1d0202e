import CivilTime

/// What a device showed since the previous plan, compared with what that plan scheduled by then.
public struct ShownPlan: Sendable {
  /// The counts for one kind.
  public struct Tally: Hashable, Sendable {
    public var planned = 0
    public var asPlanned = 0
    public var otherTime = 0
    public var notShown = 0
    /// Of `notShown`, those planned after the device was last seen. They may have been shown since.
    public var notSeen = 0
    public var unplanned = 0

    public init() {}

    public mutating func add(_ other: Tally) {
      planned += other.planned
      asPlanned += other.asPlanned
      otherTime += other.otherTime
      notShown += other.notShown
      notSeen += other.notSeen
      unplanned += other.unplanned
    }
  }

  /// A notification that was not shown as planned.
  public struct Difference: Hashable, Sendable {
    public var notification: NotificationID
    /// The planned instant; nil if no plan had it.
    public var planned: Instant?
    /// The instant of delivery; nil if the export does not list it.
    public var shown: Instant?

    public init(_ notification: NotificationID, planned: Instant?, shown: Instant?) {
      (self.notification, self.planned, self.shown) = (notification, planned, shown)
    }
  }

  /// The device's latest sign of life in the export; nil if the export lists no delivery, and nothing is compared.
  public var seen: Instant?
  /// The tallies by kind; `kind` is nil for notifications that neither plan knows.
  public private(set) var kinds: [(kind: Kind?, tally: Tally)] = []
  /// Planned notifications by instant, then unplanned ones by the time of delivery.
  public var differences: [Difference] = []
  /// The number of differences that a plan file counts but does not list.
  public private(set) var further = 0

  public init() {}

  /// Creates it from a plan file's contents.
  public init(seen: Instant, _ differences: [Difference], further: Int) {
    (self.seen, self.differences, self.further) = (seen, differences, further)
  }

  public var total: Tally { kinds.reduce(into: Tally()) { $0.add($1.tally) } }

  /// Changes the tally of a kind.
  public mutating func count(_ kind: Kind?, _ change: (inout Tally) -> Void) {
    if let index = kinds.firstIndex(where: { $0.kind == kind }) { return change(&kinds[index].tally) }
    kinds.append((kind, Tally()))
    change(&kinds[kinds.count - 1].tally)
  }
}
