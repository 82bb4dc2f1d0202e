public import CivilTime
internal import PlanModel

/// One possible notification, and what became of it.
public struct Decision: Hashable, Codable, Sendable {
  /// How a possible notification ends.
  public enum Outcome: Hashable, Codable, Sendable {
    /// It goes out at ``Decision/at``.
    case scheduled
    /// It waits for a place.
    case armed
    /// It lies past the window, and the device holds it already.
    case ahead
    /// It does not go out.
    case dropped(Reason)
  }

  /// How it ends.
  public let outcome: Outcome
  /// Its kind, by the policy's name.
  public let kind: String
  /// The identifier that the app gives it.
  public let notification: String
  /// The item that it comes from; nil: its kind needs none.
  public let item: String?
  /// The wall time asked for; for events, the event's own. nil: it waits for a place, or has no date.
  public let local: LocalDateTime?
  /// When it goes out, or would have; nil: there is no such instant.
  public let at: Instant?
  /// The instant before quiet hours moved it; nil: they did not.
  public let deferredFrom: Instant?
  /// It tells of an event after it happened.
  public let isLate: Bool
  /// The badge that it sets; 0: none.
  public let badge: Int
  /// What it says.
  public let title: String
  /// What it says below the title; empty: nothing.
  public let body: String
  /// The id of the request that stands for it, which others may share; nil: it does not go out.
  public let request: String?

  /// Why it does not go out; nil: it does.
  public var reason: Reason? {
    if case .dropped(let reason) = outcome { reason } else { nil }
  }

  init(_ plan: AccountPlan, _ index: Int) {
    let model = plan.decisions[index]
    let words = plan.requests[Int(model.request)]
    outcome =
      switch model.outcome {
      case .scheduled: .scheduled
      case .armed: .armed
      case .ahead: .ahead
      case .dropped(let reason): .dropped(Reason(model: reason))
      }
    (kind, notification, item) = (words.kind.name, words.identifier.text, words.item?.text)
    (local, at, deferredFrom) = (model.local, model.at, model.deferredFrom)
    (isLate, badge) = (model.isLate, Int(model.badge))
    (title, body, request) = (words.title, words.body, plan.requestID(of: model)?.text)
  }
}

extension Decision: CustomStringConvertible {
  /// `chores.plants 2026-10-23T18:00:00 scheduled`.
  public var description: String {
    let end =
      switch outcome {
      case .scheduled: "scheduled"
      case .armed: "armed"
      case .ahead: "ahead"
      case .dropped(let reason): "dropped: \(reason)"
      }
    return "\(notification) \(local.map { "\($0) " } ?? "")\(end)"
  }
}
