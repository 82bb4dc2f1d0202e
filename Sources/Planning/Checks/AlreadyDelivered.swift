import CivilTime
import PlanModel

extension Check {
  /// The user has it already.
  static let alreadyDelivered = Check(
    .alreadyDelivered,
    .candidate { candidate, context in candidate.at != nil && isDelivered(candidate, context) },
    concerns: { $1.hasDeliveries }
  ) { explainer in
    let candidate = explainer.candidate
    guard let at = candidate.at else { return nil }
    let deliveries = explainer.frame.deliveries(of: explainer.request.identifier)
    let delivered = Explanation.Fact(
      "delivered", deliveries.isEmpty ? "never" : deliveries.map { "\($0)" }.joined(separator: ", "),
      explainer.account.location)
    switch explainer.kind.definition.delivery {
    case .ever: return [delivered, .init("counts", "on any date")]
    case .since(let start):
      return [delivered, .init("counts from", "\(start(candidate, explainer.frame))", explainer.request.location)]
    case .sameDate: return [delivered, .init("counts on", "\(explainer.frame.timeline.local(at: at).date)")]
    }
  }

  private static func isDelivered(_ candidate: Candidate, _ context: CheckContext) -> Bool {
    let frame = context.frame
    let deliveries = frame.deliveries(of: context.request(of: candidate).identifier)
    if deliveries.isEmpty { return false }
    switch frame.kinds[Int(candidate.kind)].definition.delivery {
    case .ever: return true
    case .since(let start):
      let first = start(candidate, frame)
      return deliveries.contains { $0 >= first }
    case .sameDate:
      let date = frame.timeline.local(at: candidate.at!).date
      return deliveries.contains { frame.timeline.local(at: $0).date == date }
    }
  }
}
