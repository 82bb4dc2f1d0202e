public import CivilTime
internal import PlanModel

/// A request that the device holds.
public struct Pending: Hashable, Codable, Sendable {
  /// The device's id of it.
  public var id: String
  /// When it fires next; nil: it waits for a place.
  public var at: Instant?
  /// Whether it fires again and again.
  public var repeats: Bool
  /// Whether it keeps its wall time in another zone; nil: the device does not tell, so it is never moved for it.
  public var floats: Bool?
  /// The identifier of the notification that it stands for, where `id` is the device's own; nil: `id` tells.
  public var notification: String?
  /// What it would say; nil: the device does not tell, so it is never updated for it.
  public var title: String?
  /// What it would say; nil: the device does not tell, so it is never updated for it.
  public var body: String?
  /// The badge that it would set, 0 for none; nil: the device does not tell.
  public var badge: Int?

  /// A request whose words the device does not tell.
  public init(id: String, at: Instant?, repeats: Bool = false) {
    (self.id, self.at, self.repeats) = (id, at, repeats)
  }

  /// What a device holds that has taken a request.
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
