import CivilTime
import PlanModel

/// The wall clock of a device, by its own tz rules, and when triggers fire on it.
package struct DeviceClock: Sendable {
  private let timeline: ZoneTimeline
  private let gap: GapPolicy
  private let zone: @Sendable (String) -> Zone?

  /// - Parameters:
  ///   - timeline: The zones that the device is in.
  ///   - gap: When a wall time fires that the clock skips.
  ///   - zone: The device's rules of a zone, by its name.
  package init(_ timeline: ZoneTimeline, gap: GapPolicy, zone: @escaping @Sendable (String) -> Zone?) {
    (self.timeline, self.gap, self.zone) = (timeline, gap, zone)
  }

  /// The date that the device shows.
  package func date(at instant: Instant) -> LocalDate { timeline.local(at: instant).date }

  /// The first instant after `start`, and not after `end`, at which a trigger fires. In an overlap it fires once, the first time.
  ///
  /// - Parameter at: The instant that came with the trigger. An app that follows docs/actions.md holds a wall time's second instant by it.
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
    // Around a move, clocks show a date again, and a later date may come earlier.
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
