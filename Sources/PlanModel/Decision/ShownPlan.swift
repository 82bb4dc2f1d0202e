import CivilTime

/// What a device showed since the earlier plan, compared with what that plan had going out by then.
public struct ShownPlan: Sendable {
  /// Notifications of one kind.
  public struct Tally: Hashable, Sendable {
    public var planned = 0
    public var asPlanned = 0
    public var otherTime = 0
    public var notShown = 0
    /// Of `notShown`, those planned after the device was last seen: they may have been shown since.
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
    /// nil: no plan had it.
    public var planned: Instant?
    /// nil: the export does not list it.
    public var shown: Instant?

    public init(_ notification: NotificationID, planned: Instant?, shown: Instant?) {
      (self.notification, self.planned, self.shown) = (notification, planned, shown)
    }
  }

  /// The latest sign of life of the device in the export; nil: the export lists no delivery, so nothing is compared.
  public var seen: Instant?
  /// `kind` is nil of what neither plan knows.
  public private(set) var kinds: [(kind: Kind?, tally: Tally)] = []
  /// By the planned instant, then what was not planned by when it was shown.
  public var differences: [Difference] = []
  /// Differences that a plan file counts and does not list.
  public private(set) var further = 0

  public init() {}

  /// As a plan file has it.
  public init(seen: Instant, _ differences: [Difference], further: Int) {
    (self.seen, self.differences, self.further) = (seen, differences, further)
  }

  public var total: Tally { kinds.reduce(into: Tally()) { $0.add($1.tally) } }

  fileprivate mutating func count(_ kind: Kind?, _ change: (inout Tally) -> Void) {
    if let index = kinds.firstIndex(where: { $0.kind == kind }) { return change(&kinds[index].tally) }
    kinds.append((kind, Tally()))
    change(&kinds[kinds.count - 1].tally)
  }
}

extension AccountPlan {
  /// Compares what this plan had going out by the `now` of the next one with the deliveries of the account's export then.
  ///
  /// A delivery belongs to the planned notification of its identifier, and of its date if its id names one, that is nearest: within a
  /// minute it was shown as planned, else at another time. Without a date, 12 hours are the furthest.
  ///
  /// - Parameters:
  ///   - earlier: This plan's `now`.
  ///   - account: As the export has it.
  ///   - now: The next plan's.
  ///   - next: The next plan's requests, for the kinds of what this one does not have.
  public func shown(
    since earlier: Instant, by account: Account, _ now: Instant, _ next: [NotificationRequest] = []
  ) -> ShownPlan {
    var result = ShownPlan()
    guard let seen = account.lastSeen(asOf: now) else { return result }
    result.seen = seen
    let entries = account.delivered.enumerated().filter { $1.at >= earlier && $1.at <= now }.sorted { a, b in
      a.element.at != b.element.at ? a.element.at < b.element.at : a.offset < b.offset
    }.map(\.element)
    let planned = decisions.indices.filter { decisions[$0].wentOut(by: now) }
    if entries.isEmpty, planned.isEmpty { return result }
    let byNotification = Dictionary(grouping: planned.indices) { notification(of: planned[$0]) }
    var pairs = [Instant?](repeating: nil, count: planned.count)
    var isPaired = [Bool](repeating: false, count: entries.count)
    for limit in [ShownPlan.sameTime, .max] {
      for (number, entry) in entries.enumerated() where !isPaired[number] {
        var nearest: (index: Int, distance: Int64)?
        for (name, date) in entry.names {
          for index in byNotification[name] ?? [] where pairs[index] == nil {
            let decision = decisions[planned[index]]
            if let date, date != decision.local?.date { continue }
            let distance = abs(entry.at.epochSeconds - decision.at!.epochSeconds)
            guard distance <= min(limit, date == nil ? ShownPlan.furthest : .max) else { continue }
            if (distance, index) < nearest.map({ ($0.distance, $0.index) }) ?? (.max, .max) {
              nearest = (index, distance)
            }
          }
        }
        guard let nearest else { continue }
        pairs[nearest.index] = entry.at
        isPaired[number] = true
      }
    }
    for (index, decision) in planned.enumerated() {
      let (request, at) = (requests[Int(decisions[decision].request)], decisions[decision].at!)
      let isSame = pairs[index].map { abs($0.epochSeconds - at.epochSeconds) <= ShownPlan.sameTime }
      result.count(request.kind) { tally in
        tally.planned += 1
        switch isSame {
        case true?: tally.asPlanned += 1
        case false?: tally.otherTime += 1
        case nil:
          tally.notShown += 1
          if at > seen { tally.notSeen += 1 }
        }
      }
      if isSame != true {
        result.differences.append(.init(request.identifier, planned: at, shown: pairs[index]))
      }
    }
    let unpaired = entries.indices.filter { !isPaired[$0] && entries[$0].at > earlier }
    if unpaired.isEmpty { return result }
    // At a place, any time is as planned.
    let armed = Set(decisions.indices.filter { decisions[$0].outcome == .armed }.map(notification))
    let known = Dictionary((requests + next).map { ($0.identifier, $0) }) { first, _ in first }
    for number in unpaired {
      let entry = entries[number]
      let request = entry.names.lazy.compactMap { known[$0.name] }.first
      if entry.names.contains(where: { armed.contains($0.name) }) { continue }
      result.count(request?.kind) { $0.unplanned += 1 }
      result.differences.append(.init(request?.identifier ?? entry.id.notification, planned: nil, shown: entry.at))
    }
    return result
  }

  private func notification(of decision: Int) -> NotificationID {
    requests[Int(decisions[decision].request)].identifier
  }
}

extension Account.Delivered {
  /// The notification that the id stands for, with the date that its ending names. The whole id may be one as well.
  fileprivate var names: [(name: NotificationID, date: LocalDate?)] {
    let whole = NotificationID(id.text)
    return whole == id.notification ? [(whole, nil)] : [(whole, nil), (id.notification, id.date)]
  }
}

extension ShownPlan {
  /// Seconds, as where check 14 compares a delivery with a candidate.
  fileprivate static let sameTime: Int64 = 60
  fileprivate static let furthest: Int64 = 12 * 3600
}

extension Decision {
  /// Whether a device that has the plan has shown it by then.
  fileprivate func wentOut(by now: Instant) -> Bool {
    guard outcome == .scheduled || outcome == .ahead, let at else { return false }
    return at < now || at == now && !isLate
  }
}

extension Account {
  /// When the export last has a sign of the device: its newest delivery, its app in the foreground, or its record's `updatedAt`; nil: the
  /// export lists no delivery.
  func lastSeen(asOf now: Instant) -> Instant? {
    guard let newest = delivered.lazy.map(\.at).filter({ $0 <= now }).max() else { return nil }
    let opened = active.lazy.filter { $0.lowerBound <= now }.map { min($0.upperBound, now) }.max()
    return [newest, opened, updatedAt.map { min($0, now) }].compactMap(\.self).max()
  }
}
