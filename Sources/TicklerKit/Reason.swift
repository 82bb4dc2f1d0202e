internal import PlanModel

/// Why a notification does not go out: the first check that it fails.
public struct Reason: Hashable, Sendable {
  let model: PlanModel.Reason

  /// The word in plan files, such as `slotLimit`: what code compares.
  public var code: String { model.code }
  /// A few words, such as `no slot left`.
  public var summary: String { model.entry.summary }
  /// A sentence or two.
  public var explanation: String { model.entry.explanation }
  /// Something may be wrong: a user or a developer would want to look at it.
  public var isProblem: Bool { model.isProblem }

  /// The reason of a ``code``; nil: there is none.
  public init?(code: String) {
    guard let model = PlanModel.Reason(code: code) else { return nil }
    self.init(model: model)
  }

  init(model: PlanModel.Reason) { self.model = model }

  /// Every reason, in the order of the checks.
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
