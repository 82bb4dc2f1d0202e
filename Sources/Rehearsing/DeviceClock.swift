import CivilTime
import PlanModel

/// The wall clock of a device under its own tz rules, and the firing of its triggers.
package struct DeviceClock: Sendable {
  private let timeline: ZoneTimeline
  private let gap: GapPolicy
  private let zone: @Sendable (String) -> Zone?

  /// - Parameters:
  ///   - timeline: The zones that the device is in.
  ///   - gap: When a wall time in a gap fires.
  ///   - zone: Returns the device's rules for a zone name.
  package init(_ timeline: ZoneTimeline, gap: GapPolicy, zone: @escaping @Sendable (String) -> Zone?) {
    (self.timeline, self.gap, self.zone) = (timeline, gap, zone)
  }

  package func date(at instant: Instant) -> LocalDate { timeline.local(at: instant).date }

  /// Returns the first instant after `start` and up to `end` at which a trigger fires. In an overlap, it fires once,
  /// the first time.
  ///
  /// - Parameter at: The instant that the action carried. An app that follows docs/actions.md uses it to tell a
  ///   repeated wall time's second instant from the first.
  package func next(_ trigger: Trigger, at: Instant?, after start: Instant, upTo end: Instant) -> Instant? {
    let found: Instant? =
      switch trigger {
      case .instant, .region: nil
      case .once(let local, let name, floats: false): zone(name).map { instant(of: local, in: $0, at) }
      case .once(let local, _, floats: true): instants(of: local).first { $0 > start }
      case .repeating(let time): next(time, after: start, upTo: end)
      }
    return found.flatMap { $0 > start && $0 <= end ? $0 : nil }
  }

  private func next(_ time: RepeatingTime, after start: Instant, upTo end: Instant) -> Instant? {
    // When a device travels, its clock can show a date twice, and a later date can come first.
    let dates = date(at: start).adding(days: -2)...max(date(at: start), date(at: end)).adding(days: 2)
    return dates.filter { time.matches($0) }
      .compactMap { date in instants(of: date.at(time.time)).first { $0 > start } }.min()
  }

  private func instants(of local: LocalDateTime) -> [Instant] {
    timeline.instants(of: local, gap: gap, overlap: .first)
  }

  private func instant(of local: LocalDateTime, in zone: Zone, _ at: Instant?) -> Instant {
    switch zone.mapping(of: local) {
    case .unique(let instant): instant
    case .fold(let first, let last): at == last ? last : first
    case .gap(let before, _, let transition): gap == .later ? local.instant(at: before) : transition
    }
  }
}
