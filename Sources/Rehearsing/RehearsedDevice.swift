import CivilTime
import PlanModel

/// A device that carries actions out, and shows what it holds when its clock says so.
package struct RehearsedDevice: Sendable {
  /// The parts of a held request that ``Account/Pending`` lacks.
  private struct Held {
    var kind: Kind
    var trigger: Trigger
  }

  private var device: Device
  private var held: [RequestID: Held] = [:]
  /// What reached the user, as an export reports it.
  package private(set) var delivered: [Account.Delivered]
  /// Actions that it refused.
  package private(set) var refused = 0

  /// Creates a device that holds nothing.
  ///
  /// - Parameters:
  ///   - limit: How many requests it holds; nil: any number.
  ///   - delivered: What it showed before.
  package init(limit: Int?, delivered: [Account.Delivered]) {
    device = Device(pending: [], limit: limit)
    self.delivered = delivered
  }

  /// What it holds, as an export reports it: the instants are those that came with the actions. A wall time that the clock passes over never
  /// fires, and holds its slot.
  package var pending: [Account.Pending] { device.pending }

  /// - Parameters:
  ///   - request: The request whose words an `add`, `move` or `update` brings.
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
    case .withdraw:
      for index in delivered.indices where delivered[index].id == action.request { delivered[index].isShown = false }
    case .update, .keep: break
    }
  }

  /// Lets its clock run.
  ///
  /// - Returns: What it shows after `start`, up to `end`, in order; an instant that has passed at `start` is shown then.
  package mutating func run(after start: Instant, to end: Instant, _ clock: DeviceClock) -> [Showing] {
    var shown: [(id: RequestID, showing: Showing)] = []
    for entry in device.pending {
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

  /// Notes a delivery. It replaces an earlier one of its id in the notification center.
  package mutating func show(_ id: RequestID, at instant: Instant) {
    for index in delivered.indices where delivered[index].isShown && delivered[index].id == id {
      delivered[index].isShown = false
    }
    delivered.append(Account.Delivered(id: id, at: instant, isShown: true))
  }

  private mutating func release(_ id: RequestID) {
    device.release(id)
    held[id] = nil
  }
}
