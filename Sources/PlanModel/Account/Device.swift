/// A device that holds requests and carries actions out one by one, as `UNUserNotificationCenter` and alarms do: a request of the
/// same id replaces the one before, and one beyond the limit is refused.
public struct Device: Sendable {
  /// In no particular order.
  public private(set) var pending: [Account.Pending]
  /// How many it holds; nil: any number.
  public let limit: Int?

  /// What an action found that it should not have.
  public enum Fault: Error, Hashable, Sendable {
    /// The device holds as many as it can.
    case full
    /// It holds no such request.
    case absent
  }

  public init(pending: [Account.Pending], limit: Int?) {
    self.pending = pending
    self.limit = limit
  }

  /// - Parameters:
  ///   - title, body, badge: What the request says from then on.
  public mutating func carryOut(_ action: Action, title: String?, body: String?, badge: Int) throws(Fault) {
    let held = pending.firstIndex { $0.id == action.request && (action.verb != .cancel || $0.at == action.from) }
    switch action.verb {
    case .withdraw: break
    case .cancel:
      guard let held else { throw .absent }
      pending.remove(at: held)
    case .keep:
      if held == nil { throw .absent }
    case .add, .move, .update:
      if action.verb != .add, held == nil { throw .absent }
      var entry = held.map { pending[$0] } ?? Account.Pending(id: action.request, at: nil)
      if action.verb != .update || !entry.repeats { entry.at = action.at }
      if let trigger = action.trigger { (entry.repeats, entry.floats) = (trigger.repeats, trigger.floats) }
      entry.ownNotification = action.request.notification == action.notification ? nil : action.notification
      (entry.title, entry.body, entry.badge) = (title, body, badge)
      if let held {
        pending[held] = entry
      } else {
        if let limit, pending.count >= limit { throw .full }
        pending.append(entry)
      }
    }
  }

  /// Lets go of a request that fired for the last time.
  public mutating func release(_ id: RequestID) { pending.removeAll { $0.id == id } }
}

extension Trigger {
  public var repeats: Bool {
    if case .repeating = self { true } else { false }
  }

  /// Whether a device keeps the wall time of one that fires once; nil: it does not fire at a wall time once.
  public var floats: Bool? {
    if case .once(_, _, let floats) = self { floats } else { nil }
  }
}
