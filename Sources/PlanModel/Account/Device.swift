/// A device that holds requests and carries out actions one by one, like `UNUserNotificationCenter` and alarms. A request replaces
/// an earlier one with the same id, and is refused beyond the limit.
public struct Device: Sendable {
  /// The requests, in no particular order.
  public private(set) var pending: [Account.Pending]
  /// The notifications that it shows and that count on the app's badge, by request; nil if unknown.
  public private(set) var shown: Set<RequestID>?
  /// The indices in ``pending`` of each id's requests: one, unless an export names an id twice.
  private var places: [RequestID: [Int]]
  /// The maximum number of requests; nil for no limit.
  public let limit: Int?

  /// An unexpected state during an action.
  public enum Fault: Error, Hashable, Sendable {
    /// The device has reached its limit.
    case full
    /// The device has no such request.
    case absent
  }

  public init(pending: [Account.Pending], limit: Int?, shown: Set<RequestID>? = nil) {
    (self.pending, self.limit, self.shown) = (pending, limit, shown)
    places = Dictionary(grouping: pending.indices) { pending[$0].id }
  }

  /// Carries out an action.
  ///
  /// - Parameters:
  ///   - title, body, badge: The request's content from then on.
  public mutating func carryOut(_ action: Action, title: String?, body: String?, badge: Int) throws(Fault) {
    let held = places[action.request]?.first { action.verb != .cancel || pending[$0].at == action.from }
    switch action.verb {
    case .withdraw: shown?.remove(action.request)
    case .cancel:
      guard let held else { throw .absent }
      remove(at: held)
    case .keep:
      if held == nil { throw .absent }
    case .add, .move, .update:
      if action.verb != .add, held == nil { throw .absent }
      var entry = held.map { pending[$0] } ?? Account.Pending(id: action.request, at: nil)
      if action.verb != .update || !entry.repeats { entry.at = action.at }
      if let trigger = action.trigger { (entry.repeats, entry.floats) = (trigger.repeats, trigger.floats) }
      entry.notification = action.notification
      (entry.title, entry.body, entry.badge) = (title, body, badge)
      if let held {
        pending[held] = entry
      } else {
        if let limit, pending.count >= limit { throw .full }
        places[entry.id, default: []].append(pending.count)
        pending.append(entry)
      }
    }
  }

  /// Removes a request that fired for the last time.
  public mutating func release(_ id: RequestID) {
    while let place = places[id]?.last { remove(at: place) }
  }

  /// Removes a request, and moves the last one to its place.
  private mutating func remove(at place: Int) {
    let (id, last) = (pending[place].id, pending.count - 1)
    places[id]?.removeAll { $0 == place }
    if places[id] == [] { places[id] = nil }
    if place != last {
      if let rank = places[pending[last].id]?.firstIndex(of: last) { places[pending[last].id]?[rank] = place }
      pending[place] = pending[last]
    }
    pending.removeLast()
  }
}

extension Trigger {
  /// Whether it fires repeatedly.
  public var repeats: Bool {
    if case .repeating = self { true } else { false }
  }

  /// Whether a device keeps the wall time of a trigger that fires once; nil for other triggers.
  public var floats: Bool? {
    if case .once(_, _, let floats) = self { floats } else { nil }
  }
}
