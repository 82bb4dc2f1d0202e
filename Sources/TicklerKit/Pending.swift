public import CivilTime
internal import PlanModel

/// A request that the device holds.
public struct Pending: Hashable, Codable, Sendable {
  /// The device's id for the request.
  public var id: String
  /// When it fires next; nil if it waits for a place.
  public var at: Instant?
  /// Whether it fires repeatedly.
  public var repeats: Bool
  /// Whether it keeps its wall time in another zone; nil if the device does not report it, and then no action changes it.
  public var floats: Bool?
  /// The notification's identifier, if `id` is the device's own; nil if `id` contains it.
  public var notification: String?
  /// The title; nil if the device does not report it, and then no action changes it.
  public var title: String?
  /// The text; nil if the device does not report it, and then no action changes it.
  public var body: String?
  /// The badge, 0 for none; nil if the device does not report it.
  public var badge: Int?

  /// Creates a request whose texts the device does not report.
  public init(id: String, at: Instant?, repeats: Bool = false) {
    (self.id, self.at, self.repeats) = (id, at, repeats)
  }

  /// Creates the pending request that results from adding a request.
  public init(_ request: Request) {
    self.init(id: request.id, at: request.at, repeats: request.repeats)
    if RequestID(id).notification.text != request.notification { notification = request.notification }
    (title, body, badge) = (request.title, request.body, request.badge)
    if case .once(_, _, let floats)? = request.trigger { self.floats = floats }
  }

  init(_ model: PlanModel.Account.Pending) {
    self.init(id: model.id.text, at: model.at, repeats: model.repeats)
    (notification, floats) = (model.ownNotification?.text, model.floats)
    (title, body, badge) = (model.title, model.body, model.badge)
  }

  var model: PlanModel.Account.Pending {
    var entry = PlanModel.Account.Pending(id: RequestID(id), at: at)
    (entry.repeats, entry.floats) = (repeats, floats)
    entry.ownNotification = notification.map { NotificationID($0) }
    (entry.title, entry.body, entry.badge) = (title, body, badge)
    return entry
  }
}

extension Pending: CustomStringConvertible {
  /// `chores.plants@2026-10-23 at 2026-10-23T17:00:00Z`.
  public var description: String { at.map { "\(id) at \($0)" } ?? id }
}
