public import CivilTime
internal import PlanModel

/// One possible notification, and what became of it.
public struct Decision: Sendable {
  /// How a possible notification ends.
  public enum Outcome: Hashable, Sendable {
    /// It goes out at ``Decision/at``.
    case scheduled
    /// It waits for a place.
    case armed
    /// It lies past the window, and the device holds it already.
    case ahead
    /// It does not go out.
    case dropped(Reason)
  }

  let plan: Shared<AccountPlan>
  let index: Int

  private var model: PlanModel.Decision { plan.value.decisions[index] }
  private var words: NotificationRequest { plan.value.requests[Int(model.request)] }

  /// How it ends.
  public var outcome: Outcome {
    switch model.outcome {
    case .scheduled: .scheduled
    case .armed: .armed
    case .ahead: .ahead
    case .dropped(let reason): .dropped(Reason(model: reason))
    }
  }

  /// Why it does not go out; nil: it does.
  public var reason: Reason? { model.outcome.reason.map { Reason(model: $0) } }
  /// Its kind, by the policy's name.
  public var kind: String { words.kind.name }
  /// The identifier that the app gives it.
  public var notification: String { words.identifier.text }
  /// The item that it comes from; nil: its kind needs none.
  public var item: String? { words.item?.text }
  /// The wall time asked for; for events, the event's own. nil: it waits for a place, or has no date.
  public var local: LocalDateTime? { model.local }
  /// When it goes out, or would have; nil: there is no such instant.
  public var at: Instant? { model.at }
  /// The instant before quiet hours moved it; nil: they did not.
  public var deferredFrom: Instant? { model.deferredFrom }
  /// It tells of an event after it happened.
  public var isLate: Bool { model.isLate }
  /// The badge that it sets; 0: none.
  public var badge: Int { Int(model.badge) }
  /// What it says.
  public var title: String { words.title }
  /// What it says below the title; empty: nothing.
  public var body: String { words.body }
  /// The id of the request that stands for it, which others may share; nil: it does not go out.
  public var request: String? { plan.value.requestID(of: model)?.text }
}
