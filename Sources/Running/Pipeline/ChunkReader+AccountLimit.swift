import PlanModel
import Planning
import Resolving

extension ChunkReader {
  /// Reports an account that exceeds a limit.
  mutating func refuse(_ account: Account, for excess: AccountLimitError) {
    switch excess {
    case .candidates:
      refuse(
        account, found: "the account makes too many notifications",
        expected: "at most \(AccountLimitError.maximumCandidates) in all of its days")
    case .texts:
      refuse(
        account, found: "the texts of the account's notifications are too long",
        expected: "at most \(AccountLimitError.maximumTextBytes >> 20) MB in all of its days")
    case .lookups:
      refuse(
        account, found: "the digests of the account cover too many bills",
        expected: "at most \(AccountLimitError.maximumLookups), counting each bill once a digest")
    }
  }
}
