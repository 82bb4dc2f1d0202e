internal import PlanModel

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
