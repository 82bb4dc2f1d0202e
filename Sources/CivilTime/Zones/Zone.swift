/// A time zone: the offset in force at every instant, from the first to the last.
///
/// Source: TZif files (RFC 9636). After the last recorded transition, the footer's rule holds.
///
/// ```
/// let winter = LocalTimeType(offset: .utc, abbreviation: "GMT", isDaylight: false)
/// let summer = LocalTimeType(offset: UTCOffset(seconds: 3600)!, abbreviation: "BST", isDaylight: true)
/// let spring = Instant(rfc3339: "2027-03-28T01:00:00Z".utf8)!
/// let zone = Zone(name: "Test", initial: winter, transitions: [(at: spring, type: summer)])
/// let night = LocalDate(year: 2027, month: 3, day: 28)!.at(LocalTime(hour: 1, minute: 30)!)
/// assert(zone.mapping(of: night) == .gap(before: .utc, after: summer.offset, transition: spring))
/// ```
public final class Zone: Sendable {
  /// The IANA name or link from which it was loaded.
  public let name: String
  let tzif: TZif

  init(name: String, tzif: TZif) {
    self.name = name
    self.tzif = tzif
  }

  /// Creates a zone from the bytes of a TZif file.
  ///
  /// - Throws: if the bytes are not TZif, are truncated, or contradict themselves.
  public convenience init(name: String, tzif bytes: [UInt8]) throws {
    self.init(name: name, tzif: try TZif(bytes))
  }

  /// Creates a zone from a table. Its last type holds forever.
  ///
  /// - Parameters:
  ///   - name: See ``name``.
  ///   - initial: The type before the first transition.
  ///   - transitions: Instants in any order, each with the type from then on. Of two at the same instant, the later in the list
  ///     wins.
  public convenience init(
    name: String, initial: LocalTimeType, transitions: [(at: Instant, type: LocalTimeType)]
  ) {
    self.init(name: name, tzif: TZif(initial: initial, transitions: transitions))
  }

  /// A change of offset.
  public struct Transition: Hashable, Sendable {
    /// The first instant with the new offset.
    public var at: Instant
    /// The offset before the change.
    public var before: UTCOffset
    /// The offset after the change.
    public var after: UTCOffset
  }

  /// Returns the offset in force at `instant`. At the instant of a transition, this is the new offset.
  public func offset(at instant: Instant) -> UTCOffset {
    if let last = tzif.transitions.last, instant >= last.at {
      return offsetAfterTable(at: instant, last: last.offset)
    }
    if tzif.transitions.isEmpty { return offsetAfterTable(at: instant, last: tzif.initialOffset) }
    let index = tzif.transitions.partitioningIndex { $0.at > instant }
    return index == 0 ? tzif.initialOffset : tzif.transitions[index - 1].offset
  }

  private func offsetAfterTable(at instant: Instant, last: UTCOffset) -> UTCOffset {
    guard let rule = tzif.rule else { return last }
    guard rule.daylight != nil else { return rule.standard.offset }
    return rule.lastChange(upTo: instant)?.offset ?? last
  }

  /// Returns the offset in force at `instant`, its abbreviation, and whether it is daylight saving time.
  public func localTimeType(at instant: Instant) -> LocalTimeType {
    let index = tzif.transitions.partitioningIndex { $0.at > instant }
    let recorded = tzif.types[index == 0 ? tzif.initialType : Int(tzif.transitions[index - 1].type)]
    guard index == tzif.transitions.count, let rule = tzif.rule else { return recorded }
    guard rule.daylight != nil else { return rule.standard }
    return rule.lastChange(upTo: instant) ?? recorded
  }

  /// Returns every change of offset in `range`, ascending.
  public func transitions(in range: Range<Instant>) -> [Transition] {
    var result: [Transition] = []
    var offset = offset(at: range.lowerBound.advanced(bySeconds: -1))
    func add(_ at: Instant, _ after: UTCOffset) {
      guard range.contains(at), after != offset else { return }
      result.append(Transition(at: at, before: offset, after: after))
      offset = after
    }
    let start = tzif.transitions.partitioningIndex { $0.at >= range.lowerBound }
    for change in tzif.transitions[start...] {
      guard change.at < range.upperBound else { return result }
      add(change.at, change.offset)
    }
    guard let rule = tzif.rule, rule.daylight != nil else { return result }
    let end = tzif.transitions.last?.at ?? .distantPast
    let from = max(end, range.lowerBound)
    guard from < range.upperBound else { return result }
    let firstYear = from.utc.date.year - 1
    let lastYear = range.upperBound.utc.date.year + 1
    let changes = rule.changes(years: firstYear...lastYear)
    for (index, change) in changes.enumerated() where change.at > end.epochSeconds {
      // Of two changes at the same instant (all-year daylight time), only the later one counts.
      if index + 1 < changes.count, changes[index + 1].at == change.at { continue }
      if let at = Instant(epochSeconds: change.at) { add(at, change.type.offset) }
    }
    return result
  }

  /// Returns every change of offset, abbreviation or daylight saving time in `range`, each with the type from then on.
  public func typeChanges(in range: Range<Instant>) -> [(at: Instant, type: LocalTimeType)] {
    // The rule's two changes a year, and those of the table.
    var instants = tzif.transitions.map(\.at) + transitions(in: range).map(\.at)
    if let rule = tzif.rule, rule.daylight != nil, !range.isEmpty {
      for year in range.lowerBound.utc.date.year - 1...range.upperBound.utc.date.year + 1 {
        instants += rule.changes(year: year).compactMap { Instant(epochSeconds: $0.at) }
      }
    }
    var known = localTimeType(at: range.lowerBound.advanced(bySeconds: -1))
    var changes: [(at: Instant, type: LocalTimeType)] = []
    for at in Set(instants.filter(range.contains)).sorted() {
      let type = localTimeType(at: at)
      if type == known { continue }
      changes.append((at, type))
      known = type
    }
    return changes
  }

  /// Returns the segments that cover `range`, in order and without gaps.
  public func segments(in range: Range<Instant>) -> [Segment] {
    if range.isEmpty { return [] }
    var segments: [Segment] = []
    var start = range.lowerBound
    var offset = offset(at: start)
    for transition in transitions(in: range.lowerBound.advanced(bySeconds: 1)..<range.upperBound) {
      segments.append(Segment(start: start, end: transition.at, offset: offset))
      (start, offset) = (transition.at, transition.after)
    }
    segments.append(Segment(start: start, end: range.upperBound, offset: offset))
    return segments
  }

  /// A time span with a constant offset, from `start` up to but not including `end`.
  public struct Segment: Hashable, Sendable {
    /// Included.
    public var start: Instant
    /// Not included.
    public var end: Instant
    /// The offset throughout the segment.
    public var offset: UTCOffset
  }

  /// Returns the instants at which clocks in this zone show `local`.
  public func mapping(of local: LocalDateTime) -> LocalMapping {
    // Every offset is below 26 hours. So every instant that shows `local`, and every change that skips it, is this close.
    let reach: Int64 = 50 * 3600
    let middle = local.instant(at: .utc)
    let around = middle.advanced(bySeconds: -reach)..<middle.advanced(bySeconds: reach)
    return LocalMapping(of: local, in: segments(in: around))
  }
}

extension LocalMapping {
  /// Finds a wall time in segments.
  ///
  /// - Parameter segments: At least 26 hours to either side of `local`, unless the range of instants ends.
  fileprivate init(of local: LocalDateTime, in segments: [Zone.Segment]) {
    var first: Instant?
    var last: Instant?
    for segment in segments {
      // Out of range, this clamps to the first or the last instant, which then is the answer.
      let instant = local.instant(at: segment.offset)
      if instant >= segment.start, instant < segment.end || segment.end == .distantFuture {
        if first == nil { first = instant }
        last = instant
      }
    }
    if let first, let last {
      self = first == last ? .unique(first) : .fold(first: first, last: last)
      return
    }
    for (before, after) in zip(segments, segments.dropFirst())
    where local.instant(at: after.offset) < after.start {
      // Clocks show less than `local` before this change, and more after it.
      self = .gap(before: before.offset, after: after.offset, transition: after.start)
      return
    }
    preconditionFailure("segments do not cover \(local)")
  }
}

/// The instants at which clocks in a zone show a wall time.
public enum LocalMapping: Hashable, Sendable {
  /// One instant: the usual case.
  case unique(Instant)
  /// Several instants, because the clock was put back: the first and the last.
  case fold(first: Instant, last: Instant)
  /// No instant, because the clock skipped the wall time at `transition`, from offset `before` to `after`.
  case gap(before: UTCOffset, after: UTCOffset, transition: Instant)
}

/// What to do with a wall time that does not exist.
public enum GapPolicy: String, CaseIterable, Sendable {
  /// Use the offset from before the gap, as RFC 5545 section 3.3.5 and `java.time` do: 02:30 becomes 03:30.
  case later
  /// Use the first instant after the gap.
  case next
  /// Send nothing.
  case skip
}

/// What to do with a wall time that a move to another zone skips.
public enum ZoneChangePolicy: String, CaseIterable, Sendable {
  /// Send nothing.
  case drop
  /// Send at the moment of the move.
  case atChange
}

/// What to do with a wall time that occurs twice.
public enum OverlapPolicy: String, CaseIterable, Sendable {
  /// Use the earlier one.
  case first
  /// Use the later one.
  case last
}
