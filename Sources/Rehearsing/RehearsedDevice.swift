import CivilTime
import PlanModel

/// A device that carries out actions and shows its pending requests when its clock reaches them.
package struct RehearsedDevice: Sendable {
  /// The parts of a pending request that ``Account/Pending`` lacks.
  private struct Held {
    var kind: Kind
    var trigger: Trigger
  }

  private var device: Device
  private var held: [RequestID: Held] = [:]
  /// The notifications that reached the user, as an export reports them: those that a plan can still ask for. None is
  /// in the notification center, since what a plan withdraws there changes nothing that a device shows.
  package private(set) var delivered: [Account.Delivered]
  /// The number of deliveries that the device had from the start.
  private let firstDelivered: Int
  /// How far back plans ask for all deliveries, in seconds.
  private let memory: Int64
  /// The number of deliveries from which on old ones are searched for, so that each plan sees about as many.
  private var crowd = 64
  /// The number of refused actions.
  package private(set) var refused = 0

  /// Creates a device without pending requests.
  ///
  /// - Parameters:
  ///   - limit: The most requests that it holds; `nil` for no limit.
  ///   - delivered: The notifications that it showed before.
  ///   - memory: The number of days that the caps of its policy span.
  package init(limit: Int?, delivered: [Account.Delivered], memory: Int = 0) {
    device = Device(pending: [], limit: limit)
    self.delivered = delivered.map { Account.Delivered(id: $0.id, at: $0.at) }
    firstDelivered = delivered.count
    self.memory = Int64(max(memory, RehearsedDevice.leastMemory) + 1) * 86_400
  }

  /// The pending requests, as an export reports them, with the instants of their actions. A wall time that the clock
  /// skips never fires and keeps its slot.
  package var pending: [Account.Pending] { device.pending }

  /// - Parameter request: The request whose texts an `add`, `move` or `update` carries.
  package mutating func carryOut(_ action: Action, _ request: NotificationRequest?, badge: Int) {
    do {
      try device.carryOut(action, title: request?.title, body: request?.body, badge: badge)
    } catch {
      refused += 1
      return
    }
    switch action.verb {
    case .add, .move:
      if let request, let trigger = action.trigger {
        held[action.request] = Held(kind: request.kind, trigger: trigger)
      }
    case .cancel: held[action.request] = nil
    case .withdraw, .update, .keep: break
    }
  }

  /// Advances the clock.
  ///
  /// - Parameter only: The requests that fire; `nil` for all.
  /// - Returns: The notifications shown after `start` and up to `end`, in order. An instant that has already passed at
  ///   `start` is shown at `start`.
  package mutating func run(
    after start: Instant, to end: Instant, _ clock: DeviceClock, only: Set<RequestID>? = nil
  ) -> [Showing] {
    var shown: [(id: RequestID, showing: Showing)] = []
    for entry in device.pending where only?.contains(entry.id) ?? true {
      guard let request = held[entry.id] else { continue }
      func show(at instant: Instant) {
        let date = entry.id.date ?? (request.trigger.repeats ? clock.date(at: instant) : nil)
        shown.append(
          (
            entry.id,
            Showing(
              notification: entry.notification, kind: request.kind, date: date, at: instant,
              title: entry.title ?? "", body: entry.body ?? "")
          ))
      }
      if case .instant = request.trigger, let at = entry.at, at <= end {
        show(at: max(at, start))
        release(entry.id)
      }
      var last = start
      while let next = clock.next(request.trigger, at: entry.at, after: last, upTo: end) {
        show(at: next)
        last = next
        if request.trigger.repeats { continue }
        release(entry.id)
        break
      }
    }
    shown.sort { ($0.showing.at, $0.id) < ($1.showing.at, $1.id) }
    for (id, showing) in shown { show(id, at: showing.at) }
    return shown.map(\.showing)
  }

  package mutating func show(_ id: RequestID, at instant: Instant) {
    if delivered.count - firstDelivered >= crowd { forgetOld(as: instant) }
    delivered.append(Account.Delivered(id: id, at: instant))
  }

  /// Removes deliveries that no later plan asks for. A plan reads those of the last days, and the newest of each
  /// request. With all of them, a rehearsal would grow with the square of its nights.
  private mutating func forgetOld(as now: Instant) {
    let start = now.advanced(bySeconds: -memory)
    var seen: Set<RequestID> = []
    let kept = delivered.indices.dropFirst(firstDelivered).reversed().filter { index in
      let id = delivered[index].id
      return seen.insert(RequestID(id.notification, id.part)).inserted || delivered[index].at >= start
    }
    delivered = delivered.prefix(firstDelivered) + kept.reversed().map { delivered[$0] }
    crowd = max(64, 2 * kept.count)
  }

  /// More days than quiet hours and gaps reach back.
  private static let leastMemory = 7

  private mutating func release(_ id: RequestID) {
    device.release(id)
    held[id] = nil
  }
}

/// The wall clock of a device under its own tz rules, and the firing of its triggers.
package struct DeviceClock: Sendable {
  private let timeline: ZoneTimeline
  private let gap: GapPolicy
  private let zone: @Sendable (String) -> Zone?

  /// - Parameter zone: Returns the device's rules for a zone name.
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
