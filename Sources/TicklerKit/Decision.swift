public import CivilTime
internal import PlanModel

/// A possible notification and its outcome.
public struct Decision: Hashable, Codable, Sendable {
  /// The outcome of a possible notification.
  public enum Outcome: Hashable, Codable, Sendable {
    /// It is delivered at ``Decision/at``.
    case scheduled
    /// It waits for the user to cross the border of a place.
    case armed
    /// It is past the window, but already on the device.
    case ahead
    /// It is not delivered.
    case dropped(Reason)
  }

  /// The outcome.
  public let outcome: Outcome
  /// The policy's name for the kind.
  public let kind: String
  /// The notification's identifier.
  public let notification: String
  /// The item that it is about; nil if its kind needs none.
  public let item: String?
  /// The requested wall time, or the event's own; nil if it waits for a place or has no date.
  public let local: LocalDateTime?
  /// The time of delivery, or what it would have been; nil if there is none.
  public let at: Instant?
  /// The time before quiet hours moved it; nil if they did not.
  public let deferredFrom: Instant?
  /// Whether it reports an event after the fact.
  public let isLate: Bool
  /// The badge; 0 for none.
  public let badge: Int
  /// The notification's title.
  public let title: String
  /// The text below the title; empty if there is none.
  public let body: String
  /// The id of the request, which decisions may share; nil if the notification is not delivered.
  public let request: String?

  /// The reason why the notification is dropped; nil if it is not.
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

/// The path of a possible notification through the checks.
public struct Explanation: Hashable, Codable, Sendable {
  /// The result of a check.
  public enum Verdict: String, Codable, Sendable {
    /// The notification passed, and the next check ran.
    case passed
    /// The notification is dropped for this check.
    case failed
    /// An earlier check failed.
    case notReached
  }

  /// A value that a check compared.
  public struct Fact: Hashable, Codable, Sendable, CustomStringConvertible {
    /// The name, one of docs/plan-files.md.
    public let name: String
    /// The value, as text.
    public let value: String

    /// `zone: Europe/Lisbon`.
    public var description: String { "\(name): \(value)" }
  }

  /// A check and its result.
  public struct Step: Hashable, Codable, Sendable {
    /// The reason of notifications that fail the check.
    public let reason: Reason
    /// The result.
    public let verdict: Verdict
    /// The values that the check compared.
    public let facts: [Fact]
  }

  /// The explained decision.
  public let decision: Decision
  /// The checks of the decision's kind, in order.
  public let steps: [Step]

  init(_ model: PlanModel.Explanation, _ decision: Decision) {
    self.decision = decision
    steps = model.steps.map { step in
      Step(
        reason: Reason(model: step.reason), verdict: Verdict(rawValue: step.verdict.rawValue)!,
        facts: step.compared.map { Fact(name: $0.name, value: $0.value) })
    }
  }
}

/// The reason why a notification is dropped: the first check that it fails.
public struct Reason: Hashable, Sendable {
  let model: PlanModel.Reason

  /// The reason's name in plan files, such as `slotLimit`. Code compares this.
  public var code: String { model.code }
  /// The reason in a few words, such as `no slot left`.
  public var summary: String { model.entry.summary }
  /// The reason in a sentence or two.
  public var explanation: String { model.entry.explanation }
  /// Whether something may be wrong that a user or developer should look at.
  public var isProblem: Bool { model.isProblem }

  /// Creates the reason with a ``code``; nil if the code is unknown.
  public init?(code: String) {
    guard let model = PlanModel.Reason(code: code) else { return nil }
    self.init(model: model)
  }

  init(model: PlanModel.Reason) { self.model = model }

  /// All reasons, in the order of the checks.
  public static let all = PlanModel.Reason.allCases.map { Reason(model: $0) }
}

extension Reason: Codable, CustomStringConvertible {
  /// The ``code``.
  public var description: String { code }

  /// Decodes a ``code``.
  public init(from decoder: any Decoder) throws {
    let code = try decoder.singleValueContainer().decode(String.self)
    guard let reason = Reason(code: code) else {
      throw DecodingError.dataCorrupted(
        .init(codingPath: decoder.codingPath, debugDescription: "found \(code); expected the code of a reason"))
    }
    self = reason
  }

  /// Encodes the ``code``.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(code)
  }
}
