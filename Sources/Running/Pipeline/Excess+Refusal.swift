import PlanModel
import Planning
import Resolving

extension ChunkReader {
  /// Tells that an account asks for more than one may have.
  mutating func refuse(_ account: Account, for excess: Excess) {
    switch excess {
    case .candidates:
      refuse(
        account, found: "the account makes too many notifications",
        expected: "at most \(Excess.mostCandidates) in all of its days")
    case .texts:
      refuse(
        account, found: "the texts of the account's notifications are too long",
        expected: "at most \(Excess.mostTextBytes >> 20) MB in all of its days")
    case .lookups:
      refuse(
        account, found: "the digests of the account have too many bills to look at",
        expected: "at most \(Excess.mostLookups), each bill as often as a digest looks at it")
    }
  }
}
