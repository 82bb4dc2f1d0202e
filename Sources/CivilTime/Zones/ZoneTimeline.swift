/// The zones of an account over time: its home zone and the zones to which it travels.
///
/// Inside `range`, a lookup scans a few segments; outside, it asks the zones. For a traveler, a lookup takes logarithmic time in
/// the number of moves, however close together they are.
///
/// ```
/// let home = Zone(name: "Home", initial: .init(offset: .utc, abbreviation: "UTC", isDaylight: false), transitions: [])
/// let now = Instant(rfc3339: "2026-11-20T12:00:00Z".utf8)!
/// let timeline = ZoneTimeline(zone: home, range: ZoneTimeline.range(now: now, days: 14))
/// let resolution = timeline.resolve(now.utc, gap: .later, overlap: .first)
/// assert(resolution == .instant(now, stay: 0, isShifted: false))
/// ```
public struct ZoneTimeline: Sendable {
  /// A zone and the time spent in it, from `start` up to but not including `end`.
  public struct Stay: Sendable {
    /// The zone of the stay.
    public var zone: Zone
    /// Included.
    public var start: Instant
    /// Not included.
    public var end: Instant
  }

  /// The stays in order of time, without gaps.
  public let stays: [Stay]
  /// The length of the longest zone name, in bytes.
  public let longestName: Int
  private let range: Range<Instant>
  private let segments: [Zone.Segment]
  /// Wall times with exactly one instant, well inside the range, ascending.
  private let plainTimes: ContiguousArray<PlainTimes>
  /// The index for moves that are close together; nil if there are few moves.
  private let crowded: CrowdedStays?

  /// A part of a stay with one offset, from `start` up to but not including `end`.
  public struct Stretch: Sendable {
    /// Included.
    public var start: Instant
    /// Not included.
    public var end: Instant
    /// The index of the stay.
    public var stay: Int
    /// The offset throughout the stretch.
    public var offset: UTCOffset

    /// Creates a stretch.
    @inlinable
    public init(start: Instant, end: Instant, stay: Int, offset: UTCOffset) {
      self.start = start
      self.end = end
      self.stay = stay
      self.offset = offset
    }

    /// Returns whether the stretch contains an instant.
    @inlinable
    public func contains(_ instant: Instant) -> Bool { start <= instant && instant < end }
  }

  /// Wall times with one offset, from `start` up to but not including `end`.
  private struct PlainTimes: Sendable {
    var start: LocalDateTime
    var end: LocalDateTime
    var offset: UTCOffset
  }

  /// Creates a timeline.
  ///
  /// - Parameters:
  ///   - zone: The zone before any move.
  ///   - changes: Moves to other zones, in any order. Of two at the same instant, the later in the list wins.
  ///   - range: The time of most lookups. These are fast.
  public init(zone: Zone, changes: [(at: Instant, zone: Zone)] = [], range: Range<Instant>) {
    var stays = [Stay(zone: zone, start: .distantPast, end: .distantFuture)]
    let inOrder = changes.enumerated().sorted { ($0.element.at, $0.offset) < ($1.element.at, $1.offset) }
    for (_, change) in inOrder {
      stays[stays.count - 1].end = change.at
      if stays[stays.count - 1].start == change.at { stays.removeLast() }
      stays.append(Stay(zone: change.zone, start: change.at, end: .distantFuture))
    }
    self.stays = stays
    longestName = stays.reduce(0) { max($0, $1.zone.name.utf8.count) }
    self.range = range
    segments = stays.count > 1 ? [] : zone.segments(in: range)
    plainTimes = ZoneTimeline.plainTimes(of: segments, in: range)
    crowded = stays.count > ZoneTimeline.linearSearchLimit ? CrowdedStays(stays) : nil
  }

  /// Up to this number of stays around a wall time, all of them are searched.
  private static let linearSearchLimit = 8

  private static func plainTimes(of segments: [Zone.Segment], in range: Range<Instant>) -> ContiguousArray<PlainTimes> {
    // Closer to the edge of the table, the same wall time could occur again outside it.
    let margin: Int64 = 26 * 3600
    let times: [PlainTimes] = segments.indices.compactMap { index in
      let segment = segments[index]
      let first = max(segment.start, range.lowerBound.advanced(bySeconds: margin)).local(at: segment.offset)
      let last = min(segment.end, range.upperBound.advanced(bySeconds: -margin)).local(at: segment.offset)
      // Leaves out wall times that another segment shows too.
      let start = segments[..<index].map { $0.end.local(at: $0.offset) }.reduce(first, max)
      let end = segments[(index + 1)...].map { $0.start.local(at: $0.offset) }.reduce(last, min)
      return start < end ? PlainTimes(start: start, end: end, offset: segment.offset) : nil
    }
    return ContiguousArray(times)
  }

  /// Returns the time of most lookups of a plan: from recent deliveries to just after the window.
  ///
  /// - Parameters:
  ///   - now: When the plan is made.
  ///   - days: 0 to 366.
  public static func range(now: Instant, days: Int) -> Range<Instant> {
    now.advanced(bySeconds: -40 * 86_400)..<now.advanced(bySeconds: Int64(days + 4) * 86_400)
  }

  /// The result of resolving a wall time.
  public enum Resolution: Hashable, Sendable {
    /// An instant. `isShifted` if the wall time is in a gap and the policy moved it.
    case instant(Instant, stay: Int, isShifted: Bool)
    /// The wall time is in a gap, and the policy skips it.
    case gap(stay: Int)
    /// A move to another zone skips the wall time.
    case zoneChange
  }

  /// Returns the index of the stay at `instant`.
  public func stayIndex(at instant: Instant) -> Int {
    stays.count == 1 ? 0 : max(0, stays.partitioningIndex { $0.start > instant } - 1)
  }

  /// Returns the offset in force at an instant.
  public func offset(at instant: Instant) -> UTCOffset {
    if stays.count == 1, range.contains(instant) {
      for segment in segments where instant < segment.end { return segment.offset }
    }
    return stays[stayIndex(at: instant)].zone.offset(at: instant)
  }

  /// Returns the stretch that contains `instant`, as far as it is known without a search. For a traveler, and outside `range`, it
  /// is that second alone.
  public func stretch(at instant: Instant) -> Stretch {
    if stays.count == 1, range.contains(instant) {
      for segment in segments where instant < segment.end {
        return Stretch(start: segment.start, end: segment.end, stay: 0, offset: segment.offset)
      }
    }
    return Stretch(
      start: instant, end: instant.advanced(bySeconds: 1), stay: stayIndex(at: instant), offset: offset(at: instant))
  }

  /// Returns the wall time at `instant` of a clock that travels with the account.
  public func local(at instant: Instant) -> LocalDateTime { instant.local(at: offset(at: instant)) }

  /// Returns the instant of a wall time that has exactly one, for an account with one stay. If it returns nil, use
  /// ``resolve(_:gap:overlap:)``.
  @inline(__always)
  public func plainInstant(of local: LocalDateTime) -> Instant? {
    let plain = plainTimes.span
    for index in plain.indices where local < plain[index].end {
      return local >= plain[index].start ? local.instant(at: plain[index].offset) : nil
    }
    return nil
  }

  /// Returns the earliest instant of a wall time: resolves it in each stay by the policies, and ignores results outside the stay.
  public func resolve(_ local: LocalDateTime, gap: GapPolicy, overlap: OverlapPolicy) -> Resolution {
    if let instant = plainInstant(of: local) { return .instant(instant, stay: 0, isShifted: false) }
    if stays.count == 1 {
      let mapping = stays[0].zone.mapping(of: local)
      guard let (instant, isShifted) = mapping.resolved(local, gap: gap, overlap: overlap) else {
        return .gap(stay: 0)
      }
      return .instant(instant, stay: 0, isShifted: isShifted)
    }
    return resolveWhileTravelling(local, gap: gap, overlap: overlap)
  }

  /// Returns the instant of a wall time in one stay's zone, even outside the stay.
  ///
  /// - Returns: nil if the wall time is in a gap that the policy skips.
  public func instant(
    of local: LocalDateTime, inStay index: Int, gap: GapPolicy, overlap: OverlapPolicy
  ) -> Instant? {
    plainInstant(of: local)
      ?? stays[index].zone.mapping(of: local).resolved(local, gap: gap, overlap: overlap)?.0
  }

  private func resolveWhileTravelling(
    _ local: LocalDateTime, gap: GapPolicy, overlap: OverlapPolicy
  ) -> Resolution {
    var best: Resolution?
    var bestInstant = Instant.distantFuture
    var skipped: Int?
    forEachStay(around: local) { index in
      let stay = stays[index]
      let mapping = stay.zone.mapping(of: local)
      guard let (instant, isShifted) = mapping.resolved(local, gap: gap, overlap: overlap) else {
        if case .gap(_, _, let transition) = mapping, transition > stay.start, transition < stay.end {
          skipped = skipped ?? index
        }
        return
      }
      if instant >= stay.start, instant < stay.end, instant < bestInstant {
        best = .instant(instant, stay: index, isShifted: isShifted)
        bestInstant = instant
      }
    }
    return best ?? skipped.map { .gap(stay: $0) } ?? .zoneChange
  }

  /// Returns every instant of a wall time, ascending: resolves it in each stay by the policies, and ignores results outside the stay.
  public func instants(of local: LocalDateTime, gap: GapPolicy, overlap: OverlapPolicy) -> [Instant] {
    var instants: [Instant] = []
    forEachStay(around: local) { index in
      guard let instant = instant(of: local, inStay: index, gap: gap, overlap: overlap) else { return }
      if instant >= stays[index].start, instant < stays[index].end { instants.append(instant) }
    }
    return instants.sorted()
  }

  /// Returns the stays within reach of a wall time by any offset.
  private func stays(around local: LocalDateTime) -> ClosedRange<Int> {
    let middle = local.instant(at: .utc)
    return stayIndex(
      at: middle.advanced(bySeconds: -CrowdedStays.reach))...stayIndex(
        at: middle.advanced(bySeconds: CrowdedStays.reach))
  }

  /// Calls `body`, in order, with each stay that may contain an instant of a wall time, or a gap that skips it.
  private func forEachStay(around local: LocalDateTime, _ body: (Int) -> Void) {
    let near = stays(around: local)
    guard let crowded, near.count > ZoneTimeline.linearSearchLimit else {
      for index in near { body(index) }
      return
    }
    for index in crowded.stays(with: local, stayIndex(at:)) { body(index) }
  }

  /// Returns the first instant of a local day: its midnight, or, if the clock skips midnight, the first instant after the gap. If a
  /// move to another zone skips midnight, it is the move.
  public func startOfDay(_ date: LocalDate) -> Instant {
    let midnight = date.at(.midnight)
    if case .instant(let instant, _, _) = resolve(midnight, gap: .next, overlap: .first) {
      return instant
    }
    return stays[moveOver(midnight) ?? stays.count - 1].start
  }

  /// Returns the stay whose start skips `local`: clocks show less before it, and more after.
  public func moveOver(_ local: LocalDateTime) -> Int? {
    stays(around: local).first { index in
      if index == 0 { return false }
      let move = stays[index].start
      let lastBefore = move.local(at: stays[index - 1].zone.offset(at: move.advanced(bySeconds: -1)))
      let firstAfter = move.local(at: stays[index].zone.offset(at: move))
      return lastBefore <= local && firstAfter > local
    }
  }
}

extension LocalMapping {
  /// Returns one instant by policy, and whether a gap moved it; nil if the wall time is in a gap that the policy skips.
  func resolved(
    _ local: LocalDateTime, gap: GapPolicy, overlap: OverlapPolicy
  ) -> (Instant, isShifted: Bool)? {
    switch self {
    case .unique(let instant): (instant, false)
    case .fold(let first, let last): (overlap == .first ? first : last, false)
    case .gap(let before, _, let transition):
      switch gap {
      case .later: (local.instant(at: before), true)
      case .next: (transition, true)
      case .skip: nil
      }
    }
  }
}

/// Finds the stays of a traveler that may contain a wall time if moves are close together. A phone at a border may change its zone
/// hundreds of times a day, too many to search for each wall time.
///
/// A stay shows a wall time at an instant that differs from it by an offset. So it is enough to look at the instants of all offsets
/// in use, and at the stays in which clocks change.
struct CrowdedStays: Sendable {
  /// An upper bound on every offset, in seconds.
  static let reach: Int64 = 26 * 3600

  /// Every offset in force during a stay or shortly before it. A wall time in a gap uses the earlier one.
  private let offsets: [UTCOffset]
  /// The clock changes inside stays, ascending.
  private let changes: [(at: Instant, stay: Int)]

  init(_ stays: [ZoneTimeline.Stay]) {
    var offsets: Set<UTCOffset> = []
    var changes: [(at: Instant, stay: Int)] = []
    // Beyond their reach, nothing can happen before the first move or after the last one.
    let first = stays[0].end.advanced(bySeconds: -2 * CrowdedStays.reach)
    let last = stays[stays.count - 1].start.advanced(bySeconds: 2 * CrowdedStays.reach)
    for (index, stay) in stays.enumerated() {
      let start = max(first, stay.start.advanced(bySeconds: -2 * CrowdedStays.reach))
      let end = min(last, stay.end)
      offsets.insert(stay.zone.offset(at: start))
      for change in stay.zone.transitions(in: start.advanced(bySeconds: 1)..<max(end, start.advanced(bySeconds: 1))) {
        offsets.insert(change.after)
        if change.at >= stay.start { changes.append((change.at, index)) }
      }
    }
    self.offsets = Array(offsets)
    self.changes = changes
  }

  /// Returns the stays that may contain a wall time, ascending.
  ///
  /// - Parameter stayIndex: Returns the index of the stay at an instant.
  func stays(with local: LocalDateTime, _ stayIndex: (Instant) -> Int) -> [Int] {
    var found = Set(offsets.map { stayIndex(local.instant(at: $0)) })
    let middle = local.instant(at: .utc)
    let latest = middle.advanced(bySeconds: CrowdedStays.reach)
    let first = changes.partitioningIndex { $0.at >= middle.advanced(bySeconds: -CrowdedStays.reach) }
    for change in changes[first...].prefix(while: { $0.at <= latest }) { found.insert(change.stay) }
    return found.sorted()
  }
}
