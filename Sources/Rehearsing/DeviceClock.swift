import CivilTime
import PlanModel

/// The wall clock of a device, by its own tz rules, and when triggers fire on it.
package struct DeviceClock: Sendable {
  private let timeline: ZoneTimeline
  private let gap: GapPolicy
  private let zone: @Sendable (String) -> Zone?

  /// Longer than any repeating trigger waits, in days.
  private static let longestWait = 400

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
  package func next(_ trigger: Trigger, after start: Instant, upTo end: Instant) -> Instant? {
    let found: Instant? =
      switch trigger {
      case .instant, .region: nil
      case .once(let local, let name, floats: false): zone(name).map { instant(of: local, in: $0) }
      case .once(let local, _, floats: true): instants(of: local).first { $0 > start }
      case .repeating(let time): next(time, after: start, upTo: end)
      }
    return found.flatMap { $0 > start && $0 <= end ? $0 : nil }
  }

  private func next(_ time: RepeatingTime, after start: Instant, upTo end: Instant) -> Instant? {
    let first = date(at: start).adding(days: -1)
    // Around a move, a later date may come earlier.
    var last = min(date(at: end), first.adding(days: DeviceClock.longestWait)).adding(days: 1)
    var day = first
    var found: Instant?
    while day <= last {
      if time.matches(day), let next = instants(of: day.at(time.time)).first(where: { $0 > start }) {
        if found == nil { last = min(last, day.adding(days: 2)) }
        found = min(found ?? next, next)
      }
      if day == .last { break }
      day = day.adding(days: 1)
    }
    return found
  }

  private func instants(of local: LocalDateTime) -> [Instant] {
    timeline.instants(of: local, gap: gap, overlap: .first)
  }

  private func instant(of local: LocalDateTime, in zone: Zone) -> Instant {
    switch zone.mapping(of: local) {
    case .unique(let instant), .fold(let instant, _): instant
    case .gap(let before, _, let transition): gap == .later ? local.instant(at: before) : transition
    }
  }
}
