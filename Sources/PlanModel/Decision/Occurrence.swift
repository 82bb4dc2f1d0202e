import CivilTime

/// Identifies the same occurrence in different plans, and names it for good: its `uid`.
public struct Occurrence: Hashable, Sendable {
  /// The stem of its request.
  public var stem: StableHash
  /// The intended date; nil if the request has a single occurrence, which may move.
  public var date: LocalDate?

  @inlinable
  public init(stem: StableHash, date: LocalDate?) { (self.stem, self.date) = (stem, date) }

  public init(_ decision: Decision, _ request: NotificationRequest) {
    self.init(stem: request.uidStem, date: request.isOneOff ? nil : decision.local?.date)
  }

  /// The stem is a hash already, so one word of it is enough.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(stem.low ^ UInt64(bitPattern: Int64(date?.daysSinceEpoch ?? 0)))
  }
}

/// The last SEQUENCE of an occurrence that is no longer planned. Numbering resumes from here if it returns.
public struct WithdrawnOccurrence: Hashable, Sendable {
  public var occurrence: Occurrence
  public var sequence: Int32
  /// When the occurrence was to go out.
  public var at: Instant

  public init(_ occurrence: Occurrence, sequence: Int32, at: Instant) {
    (self.occurrence, self.sequence, self.at) = (occurrence, sequence, at)
  }

  /// How many seconds a number outlives its instant. Travelers who go west reach the same date a second time.
  private static let retention: Int64 = 50 * 3600

  /// Returns whether the number must be kept. A first number can be dropped, unless the request has a single occurrence: if that is
  /// put off, its number must rise.
  public func isKept(asOf now: Instant) -> Bool {
    (sequence > 0 || occurrence.date == nil) && at.advanced(bySeconds: Self.retention) > now
  }
}

extension AccountPlan {
  /// Returns the occurrence that a decision is about.
  public func occurrence(of decision: borrowing Decision) -> Occurrence {
    let request = Int(decision.request)
    return Occurrence(stem: requests[request].uidStem, date: requests[request].isOneOff ? nil : decision.local?.date)
  }

  /// Returns the zone in which the wall time was read: the item's, else the account's.
  public func zone(of decision: Decision) -> Zone? {
    if decision.stay < 0 { return nil }
    return requests[Int(decision.request)].zone ?? timeline.stays[Int(decision.stay)].zone
  }

  /// Returns the name of the zone in which the wall time was read.
  public func zoneName(of decision: Decision) -> String? {
    zone(of: decision)?.name
  }
}
